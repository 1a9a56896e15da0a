/** A start that cannot succeed names the variable that is wrong and says what to do. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, describe, it } from 'node:test'
import pino from 'pino'
import { temporaryFolder } from '../support/folders.ts'
import { administer, freshDatabase, urlOf } from '../support/fresh-database.ts'
import { plenum } from '../support/plenum.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const database = await freshDatabase()
const role = `guest_${process.pid}`
await administer(`create role ${role} login password 'guest'`)
after(async () => {
  await database.drop()
  await administer(`drop role ${role}`)
})

const asUser = (url: string, user: string) => url.replace(/\/\/[^@/]*@/, `//${user}@`)
const host = new URL(database.url).searchParams.get('host') ?? new URL(database.url).host

async function faultOf(url: string): Promise<string> {
  const dataDir = await temporaryFolder()
  const { code, out, errors } = await plenum(['migrate', '--status'], {
    env: { DATABASE_URL: url, DATA_DIR: dataDir },
  })
  assert.deepEqual([code, out], [1, ''])
  return errors
}

/** The address, and what is said of it. */
const FAULTS: [string, string, string][] = [
  [
    'where nothing listens',
    'postgresql://ada:pass@127.0.0.1:1/events',
    'DATABASE_URL: the database at 127.0.0.1:1 refuses connections. Start PostgreSQL there, or correct the host and port.',
  ],
  [
    'of a host that is not known',
    'postgresql://ada:pass@nowhere.invalid/events',
    'DATABASE_URL: the database at nowhere.invalid:5432 cannot be found: the host name does not resolve. Correct the host.',
  ],
  [
    'with a wrong password',
    asUser(database.url, `${role}:wrong`),
    `DATABASE_URL: the database at ${host} rejected the password of ${role}. Correct the user or the password.`,
  ],
  [
    'of a database that is not there',
    urlOf('missing'),
    `DATABASE_URL: the database at ${host} has no database missing. Create it: createdb --owner=plenum missing`,
  ],
  [
    'whose user may make no tables',
    asUser(database.url, `${role}:guest`),
    `DATABASE_URL: the database at ${host} does not allow ${role} to create tables. Make the user the owner of the database: alter database "${new URL(database.url).pathname.slice(1)}" owner to "${role}"`,
  ],
  [
    'that cannot be read',
    'postgresql://ada:pa#ss:word@host:port/events',
    'DATABASE_URL must look like postgresql://user:password@host:5432/database. In the password, write @ : / # as %40 %3A %2F %23.',
  ],
]

describe('a database address', { concurrency: 2 }, () => {
  for (const [which, url, text] of FAULTS)
    it(`${which} is explained, without its password`, async () => {
      assert.equal(await faultOf(url), `${text}\n`)
    })

  it('of a server that is too old is explained', async () => {
    const old = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => {
        socket.write(Buffer.concat([AUTHENTICATED, READY]))
        socket.on('data', () => socket.write(Buffer.concat([VERSION_14, READY])))
      })
    })
    after(() => old.close())
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    const { port } = old.address() as { port: number }

    assert.equal(
      await faultOf(`postgresql://ada@127.0.0.1:${port}/events`),
      `DATABASE_URL: the database at 127.0.0.1:${port} is PostgreSQL 14; Plenum needs 15 or newer.\n`,
    )
  })
})

it('a mail server that cannot be used is told in the log, and the service starts', async () => {
  const told: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void told.push(JSON.parse(line).msg) })

  await startTestService({ WORKERS: '1', MAIL_URL: 'smtp://127.0.0.1:1' }, { logger })

  const text =
    'The mail server in MAIL_URL is not available. Mails stay queued. Run "plenum mail test <e-mail>" for details.'
  await until(() => told.includes(text))
})

/** One message of the protocol of PostgreSQL. */
function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const head = Buffer.alloc(5)
  head.write(type)
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const INT4 = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0])
const BOOL = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 1, 255, 255, 255, 255, 0, 0])
const AUTHENTICATED = message('R', Buffer.from([0, 0, 0, 0]))
const READY = message('Z', 'I')
const VERSION_14 = Buffer.concat([
  message('T', Buffer.from([0, 3]), 'version\0', INT4, 'writable\0', BOOL, 'creates\0', BOOL),
  message(
    'D',
    Buffer.from([0, 3, 0, 0, 0, 2]),
    '14',
    Buffer.from([0, 0, 0, 1]),
    't',
    Buffer.from([0, 0, 0, 1]),
    't',
  ),
  message('C', 'SELECT 1\0'),
])
