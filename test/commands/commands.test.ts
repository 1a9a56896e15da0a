import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { findEmbedded } from '../../src/database/embedded/server.ts'
import { administer, freshDatabase, urlOf } from '../support/fresh-database.ts'
import { plenum as run, startPlenum } from '../support/plenum.ts'
import { startTestService } from '../support/service.ts'

const folder = await mkdtemp(join(tmpdir(), 'plenum-commands-'))
await chmod(folder, 0o755)
after(() => rm(folder, { recursive: true }))

const plenum = (words: string[], env: Record<string, string> = {}) =>
  run(words, { env: { DATA_DIR: folder, ...env } })

describe('plenum migrate', () => {
  it('tells what is missing, applies it once, and then has nothing to do', async () => {
    const name = `empty_${process.pid}`
    await administer(`create database ${name}`)
    after(() => administer(`drop database ${name} with (force)`))
    const env = { DATABASE_URL: urlOf(name) }

    const missing = JSON.parse((await plenum(['migrate', '--status', '--json'], env)).out)
    const applied = JSON.parse((await plenum(['migrate', '--json'], env)).out)
    const after2 = await plenum(['migrate'], env)

    assert.ok(missing.pending.length >= 3)
    assert.deepEqual(applied, { applied: missing.pending })
    assert.deepEqual(after2, { code: 0, out: 'The database is up to date.\n', errors: '' })
  })
})

describe('a command without DATABASE_URL', () => {
  it('starts the embedded database for as long as it needs it', async () => {
    const dataDir = join(folder, 'embedded')

    const ended = await plenum(['migrate', '--json'], { DATA_DIR: dataDir })

    assert.deepEqual([ended.code, ended.errors], [0, ''])
    assert.equal(await findEmbedded(join(dataDir, 'postgres')), undefined)
    assert.equal((await stat(dataDir)).mode & 0o066, 0)
  })
})

describe('plenum admin create', () => {
  it('makes a super admin who can log in, and gives an account that is locked out a new password', async () => {
    const service = await startTestService()
    const env = { DATABASE_URL: service.config.databaseUrl! }
    const logIn = (password: string) =>
      service.call('POST', '/v1/auth/login', { body: { email: 'new@plenum.test', password } })

    const first = JSON.parse((await plenum(['admin', 'create', 'new@plenum.test', '--json'], env)).out)
    const second = await plenum(['admin', 'create', 'New@plenum.test'], {
      ...env,
      ADMIN_PASSWORD: 'another password',
    })

    assert.equal((await logIn(first.password)).status, 401)
    assert.equal((await logIn('another password')).status, 200)
    assert.deepEqual(second, {
      code: 0,
      out: 'New@plenum.test is a super admin.\nThe password is the value of ADMIN_PASSWORD.\n',
      errors: '',
    })
  })

  it('refuses what is no e-mail address', async () => {
    const { url, drop } = await freshDatabase()
    after(drop)

    assert.deepEqual(await plenum(['admin', 'create', 'nobody'], { DATABASE_URL: url }), {
      code: 1,
      out: '',
      errors: 'nobody must be an e-mail address.\n',
    })
  })
})

describe('plenum health', () => {
  it('tells whether the service at HOST and PORT can serve, also by its exit code', async () => {
    const service = await startTestService({ PORT: '0' })
    const { port } = new URL(await service.listen())
    const address = `http://127.0.0.1:${port}`

    const ready = await plenum(['health'], { PORT: port })
    await service.close()
    const gone = await plenum(['health'], { PORT: port })

    assert.deepEqual(ready, { code: 0, out: `The service at ${address} is ready.\n`, errors: '' })
    assert.deepEqual(
      [gone.code, gone.out, gone.errors.includes(`No service responds at ${address}.`)],
      [1, '', true],
    )
  })
})

describe('plenum storage check', () => {
  it('says where files can be kept', async () => {
    assert.deepEqual(await plenum(['storage', 'check']), {
      code: 0,
      out: `Files can be written, read and deleted in ${join(folder, 'files')}.\n`,
      errors: '',
    })
  })

  it('says what is wrong with a bucket that is out of reach', async () => {
    const env = {
      STORAGE: 's3',
      S3_BUCKET: 'none',
      S3_ENDPOINT: 'http://127.0.0.1:9',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    }
    const { code, errors } = await plenum(['storage', 'check'], env)

    assert.equal(code, 1)
    assert.match(
      errors,
      /^Files cannot be written to the bucket none: .* Check STORAGE and the variables that begin with S3_\./,
    )
  })
})

describe('Ctrl-C', () => {
  it('ends also a command that waits for somebody else', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done))
    const { port } = silent.address() as AddressInfo
    const env = { DATA_DIR: folder, MAIL_URL: `smtp://127.0.0.1:${port}` }

    const { child, ended } = startPlenum(['mail', 'test', 'ada@example.org'], { env })
    await once(silent, 'connection')
    child.kill('SIGINT')

    assert.deepEqual(await ended, { code: 130, out: '', errors: '' })
    silent.close()
  })
})

describe('plenum mail test', () => {
  it('hands a mail to the mail server', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: ({ address }, _session, done) => {
        received.push(address)
        done()
      },
      onData: (stream, _session, done) => stream.on('end', () => done()).resume(),
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.server.address() as { port: number }

    const ended = await plenum(['mail', 'test', 'ada@example.org'], { MAIL_URL: `smtp://127.0.0.1:${port}` })
    await new Promise<void>((done) => server.close(done))

    assert.deepEqual(ended, {
      code: 0,
      out: 'The mail server accepted a test mail for ada@example.org.\n',
      errors: '',
    })
    assert.deepEqual(received, ['ada@example.org'])
  })

  it('says that no mail server is configured', async () => {
    assert.deepEqual(await plenum(['mail', 'test', 'ada@example.org']), {
      code: 1,
      out: '',
      errors: 'MAIL_URL is not set, so mails are recorded but not sent.\n',
    })
  })
})
