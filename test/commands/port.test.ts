/** The port is taken before anything else happens, so that a start that cannot serve leaves nothing behind. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { after, it } from 'node:test'
import sql from 'sql-template-tag'
import { openDoor } from '../../src/http/door.ts'
import { ProgramProcess } from '../../tools/program-process.ts'
import { errorsOf } from '../support/document.ts'
import { temporaryFolder } from '../support/folders.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { plenum } from '../support/plenum.ts'
import { startTestService } from '../support/service.ts'
import { query } from '../support/spawn-service.ts'

async function otherProgram(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  after(() => server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

it('a first start with a port that is taken says what to do and makes nothing', async () => {
  const folder = await temporaryFolder()
  const port = await otherProgram()
  const dataDir = join(folder, 'data')

  const ended = await plenum(['serve'], { env: { PORT: String(port), DATA_DIR: dataDir } })

  assert.deepEqual(ended, {
    code: 1,
    out: '',
    errors: `Port ${port} on 127.0.0.1 is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start\n`,
  })
  assert.deepEqual(await readdir(folder), [])
})

it('a worker makes no administrator, because nobody would see the password', async () => {
  const service = await startTestService()
  await service.db.query(sql`delete from users`)
  const folder = await temporaryFolder()
  const env = { DATABASE_URL: service.config.databaseUrl!, DATA_DIR: join(folder, 'data') }
  const worker = new ProgramProcess('worker', ['worker'], env, join(folder, 'log'))

  await worker.start()

  assert.equal(await worker.stop(), 0)
  assert.deepEqual(await service.db.query(sql`select email from users`), [])
})

it('a start that fails later makes no administrator either', async () => {
  const database = await freshDatabase()
  after(() => database.drop())
  const folder = await temporaryFolder()
  const s3 = { STORAGE: 's3', S3_BUCKET: 'nowhere', S3_ENDPOINT: 'http://127.0.0.1:1' }
  const keys = { S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' }
  const env = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), ...s3, ...keys }

  const { code, out, errors } = await plenum(['serve'], { env })

  assert.deepEqual([code, out], [1, ''])
  assert.match(errors, /^Files cannot be written to the bucket nowhere: .* Check STORAGE and the variables/)
  assert.deepEqual(await query(database.url, 'select email from users'), [])
})

it('until the service can serve, the port answers that it is starting', async () => {
  const door = await openDoor({ host: '127.0.0.1', port: 0 })
  const before = await fetch(`${door.address}/v1/events`)
  const alive = await fetch(`${door.address}/healthz`)

  const service = await startTestService({}, { door })
  const stillBefore = await fetch(`${door.address}/readyz`)
  assert.equal(await service.listen(), door.address)
  const afterwards = await fetch(`${door.address}/readyz`)

  const starting = errorsOf(503, 'unavailable', 'Service Unavailable', [
    'The service is starting. Try again in a few seconds.',
    {},
  ])
  assert.deepEqual(
    [before.status, before.headers.get('retry-after'), await before.json()],
    [503, '5', starting],
  )
  assert.match(before.headers.get('x-request-id')!, /^[\w-]{36}$/)
  assert.deepEqual([alive.status, await alive.json()], [200, { status: 'alive' }])
  assert.equal(stillBefore.status, 503)
  assert.deepEqual([afterwards.status, await afterwards.json()], [200, { status: 'ready' }])
})

it('a host of two addresses is served at both', async (t) => {
  const service = await startTestService({ HOST: 'localhost', PORT: '0' })
  const { port } = new URL(await service.listen())
  const statusAt = (host: string) =>
    fetch(`http://${host}:${port}/readyz`).then(
      ({ status }) => status,
      (error) => error.cause.code as string,
    )

  const [four, six] = [await statusAt('127.0.0.1'), await statusAt('[::1]')]
  if (six === 'EADDRNOTAVAIL' || six === 'ECONNREFUSED') t.diagnostic('this machine has no ::1')
  else assert.equal(six, 200)
  assert.equal(four, 200)
})

it('a host that is not of this machine is named', async () => {
  const folder = await temporaryFolder()

  const ended = await plenum(['serve'], {
    env: { HOST: '192.0.2.1', PORT: '0', DATA_DIR: join(folder, 'data') },
  })

  assert.deepEqual(ended, {
    code: 1,
    out: '',
    errors: 'HOST is 192.0.2.1, which is not an address of this machine.\n',
  })
})
