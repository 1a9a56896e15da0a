import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmod,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { startOfProcess, waitUntil } from '../../src/system/processes.ts'
import { postmasterOf, query, spawnService } from '../support/spawn-service.ts'

const settings = { fsync: 'off' }
let root: string
let folder: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'plenum-crash-'))
  await chmod(root, 0o755)
  folder = join(root, 'postgres')
  await (await startEmbedded({ folder, settings })).stop()
})
after(() => rm(root, { recursive: true }))

test('the server of a killed service is ended in order, and what was committed is kept', async () => {
  const service = await spawnService(folder)
  const orphan = await postmasterOf(folder)
  await query(service.firstLine, 'create table committed as select 1 as one')
  process.kill(service.pid, 'SIGKILL')
  await service.ended
  await truncate(join(folder, 'postgres.log'))

  const server = await startEmbedded({ folder, settings })
  const rows = await query(server.url, 'select * from committed')
  await server.stop()

  assert.deepEqual(rows, [{ one: 1 }])
  assert.equal(await startOfProcess(orphan), undefined)
  const log = await readFile(join(folder, 'postgres.log'), 'utf8')
  assert.match(log, /received fast shutdown request.*database system was shut down at/s)
})

test('a helper that outlives its killed server is waited for', async () => {
  const service = await spawnService(folder)
  const client = new pg.Client(service.firstLine)
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  process.kill(rows[0].pid, 'SIGSTOP')
  process.kill(service.pid, 'SIGKILL')
  process.kill(await postmasterOf(folder), 'SIGKILL')
  await service.ended
  const log = join(folder, 'postgres.log')
  await truncate(log)

  const start = startEmbedded({ folder, settings })
  const hasWaited = await waitUntil(async () => (await readFile(log, 'utf8')).includes('still in use'), 20)
  process.kill(rows[0].pid, 'SIGCONT')
  const server = await start
  await server.stop()

  assert.equal(hasWaited, true)
})

test('ids that now belong to other processes are no obstacle', async (t) => {
  const { uid, gid } = await stat(join(folder, 'data'))
  const other = spawn('sleep', ['600'], { uid, gid })
  t.after(() => other.kill())
  await symlink(`${other.pid} long-ago/1`, join(folder, 'lock'))
  await symlink(`${other.pid} long-ago/1`, join(folder, 'lock.removal'))
  const postmaster = `${other.pid}\n${folder}/data\n1700000000\n5432\n/nowhere\n\n  1234 5\nready   \n`
  await writeFile(join(folder, 'data', 'postmaster.pid'), postmaster)

  const server = await startEmbedded({ folder, settings })
  const rows = await query(server.url, 'select 1 as one')
  await server.stop()

  assert.deepEqual(rows, [{ one: 1 }])
  assert.equal(other.exitCode ?? other.signalCode, null)
})

test('a database that was only half made is made anew', async () => {
  const interrupted = join(root, 'interrupted')
  const service = spawnService(interrupted)
  const isHalfMade = () =>
    stat(join(interrupted, 'data.new', 'PG_VERSION')).then(
      () => true,
      () => false,
    )
  assert.equal(await waitUntil(isHalfMade, 20), true)
  const pid = Number((await readlink(join(interrupted, 'lock'))).split(' ')[0])
  process.kill(-pid, 'SIGKILL')
  const { firstLine } = await service
  assert.equal(firstLine, '')

  const server = await startEmbedded({ folder: interrupted, settings })
  const rows = await query(server.url, 'select 1 as one')
  await server.stop()

  assert.deepEqual(rows, [{ one: 1 }])
  assert.deepEqual((await readdir(interrupted)).sort(), ['data', 'password', 'postgres.log'])
})

test('of several starts at the same moment, after a crash, one succeeds and the others are refused', async () => {
  const crashed = await spawnService(folder)
  process.kill(crashed.pid, 'SIGKILL')
  await crashed.ended

  const services = await Promise.all([1, 2, 3, 4].map(() => spawnService(folder)))

  const winners = services.filter(({ firstLine }) => firstLine.startsWith('postgresql:'))
  assert.equal(winners.length, 1)
  const winner = winners[0]!
  const refusal =
    `Plenum is already running with the data folder ${folder} (process ${winner.pid}). ` +
    'Stop it first, or set DATA_DIR to another folder.'
  const lines = services.filter((service) => service !== winner).map(({ firstLine }) => firstLine)
  assert.deepEqual(lines, [refusal, refusal, refusal])
  process.kill(winner.pid, 'SIGINT')
  assert.equal((await winner.ended).code, 0)
})
