/** `plenum backup` and `plenum restore`: nothing is lost, and a restore happens wholly or not at all. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { exportArchive, finished, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { holdTable, wipe } from '../support/backups.ts'
import { makeFullEvent, mediaOf } from '../support/full-event.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { envOf, plenum, startPlenum } from '../support/plenum.ts'
import { type Caller, startTestService, type TestService } from '../support/service.ts'
import { uploadFile } from '../support/uploads.ts'
import { startWorker } from '../support/worker.ts'

const MEDIA = { image: true, video: true, document: true, audio: true }
const ARCHIVE = zipOf({ event: { id: 1, name: 'Imported late', ends_at: '2030-05-03T18:00:00Z' } })

const folder = await mkdtemp(join(tmpdir(), 'plenum-backup-'))
await chmod(folder, 0o755)
after(() => rm(folder, { recursive: true }))

/** Uploads logos and makes sponsors with them until it is stopped, and answers how many there are. */
function keepWriting(service: TestService, owner: Caller, eventId: string): () => Promise<number> {
  let isWriting = true
  let count = 0
  const logo = { create: { width: 8, height: 8, channels: 3, background: 'teal' } } as const
  const writing = (async () => {
    const content = await sharp(logo).png().toBuffer()
    for (; isWriting; count++) {
      const url = await uploadFile(service, owner, 'logo.png', content)
      await make(service, owner, 'sponsor', { 'logo-url': url }, { event: { type: 'event', id: eventId } })
    }
  })()
  return async () => {
    isWriting = false
    await writing
    return count
  }
}

// Its secret is made, and kept in the data folder.
let service = await startTestService({ SECRET: '' })
const env = { ...envOf(service), SECRET: '' }
const file = join(folder, 'backup.zip')
const run = (...words: string[]) => plenum(words, { env, cwd: folder })

const owner = await signUp(service)
const worker = await startWorker(service)
const { id: eventId } = await makeFullEvent(service, owner)
await make(service, owner, 'payment-authorization', {}, { event: { type: 'event', id: eventId } })
const archive = await exportArchive(service, owner, eventId, MEDIA)
const secret = await readFile(join(service.config.dataDir, 'secret'))
await worker.close()
const waiting = [
  await startImport(service, owner, ARCHIVE),
  await service.call('POST', `/v1/events/${eventId}/export/json`, { as: owner, body: {} }),
]
const other = await make(service, owner, 'event', { name: 'Written to' })
const stopWriting = keepWriting(service, owner, other.id)
const made = await run('backup', '--out', file)
const written = await stopWriting()

describe('a backup', { concurrency: false }, () => {
  it('is a file for its owner alone, and says what it holds', async () => {
    assert.match(made.out, /^Backed up to .*backup\.zip: \d+ rows in \d+ tables and \d+ files\.\n$/)
    assert.match(made.errors, /^Copying tables \(1\/\d+\)\n[\s\S]*Copying files \(1\/\d+\)\n/)
    assert.deepEqual([made.code, (await stat(file)).mode & 0o777], [0, 0o600])
    assert.deepEqual(await readdir(join(service.config.dataDir, 'files', '.drafts')), [])
  })

  it('is not made over another file, nor half-made when it is interrupted', async () => {
    const lock = await lockTable(service, 'sessions')
    const { child, ended } = startPlenum(['backup', '--out', 'interrupted.zip'], { env, cwd: folder })
    await waitsForLock(service, 'sessions')
    child.kill('SIGINT')
    const { code } = await ended
    await lock.release()

    assert.equal(code, 130)
    assert.deepEqual(await readdir(folder), ['backup.zip'])
    assert.deepEqual(await run('backup', '--out', file), {
      code: 1,
      out: '',
      errors: `${file} already exists. Choose another name with --out, or add --force to overwrite it.\n`,
    })
  })

  it('is not restored beside a running service, nor over data unless it is told to', async () => {
    const beside = await run('restore', file, '--force')
    await service.close()
    const over = await run('restore', file)

    assert.match(
      beside.errors,
      /^The database is in use \(\d+ connections\)\. Stop all services and workers before you restore\.\n$/,
    )
    assert.match(
      over.errors,
      /^The database is not empty: it has 2 accounts and 2 events\. Add --force to replace everything\.\n$/,
    )
    assert.deepEqual([beside.code, beside.out, over.code, over.out], [1, '', 1, ''])
  })

  it('restores all after everything was lost: archives byte for byte, log-ins, secrets, tasks', async () => {
    await wipe(service)

    const restored = await run('restore', file, '--json')

    const { rows, files, made_at, version, ...others } = JSON.parse(restored.out)
    assert.deepEqual([restored.code, restored.errors, others], [0, '', { bucket: null, warnings: [] }])
    assert.deepEqual(await readFile(join(service.config.dataDir, 'secret')), secret)
    service = await service.startBeside()
    const log = await service.call('GET', `/v1/users/${owner.id}`, { as: owner })
    assert.equal(log.status, 200)
    const worker = await startWorker(service)
    for (const { body } of waiting) assert.equal((await finished(service, body.task_url)).state, 'SUCCESS')
    assert.deepEqual(await exportArchive(service, owner, eventId, MEDIA), archive)
    await worker.close()
    const next = await make(service, owner, 'event', { name: 'After' })
    const [imported] = await service.db.query<{ id: string }>(
      sql`select id from events where name = 'Imported late'`,
    )
    assert.equal(Number(next.id), Number(imported!.id) + 1)
  })

  it('holds every file that one of its records names, although others are written meanwhile', async () => {
    const logos = Object.values(await mediaOf(service, other.id))
    const addresses = [...logos, ...Object.values(await mediaOf(service, eventId))]
    const paths = addresses.map((url) => url.replace('http://plenum.test/', ''))

    assert.ok(logos.length < written, `${logos.length} of ${written} were saved`)
    assert.deepEqual(
      paths.filter((path) => !existsSync(join(service.config.dataDir, 'files', path))),
      [],
    )
  })

  it('changes nothing when the restore is killed, and is restored when it runs again', async () => {
    await make(service, owner, 'event', { name: 'Only here' }, {})
    await writeFile(join(service.config.dataDir, 'files', 'only-here'), 'only here')
    const names = async () => {
      const found = await service.db.query<{ name: string }>(sql`select name from events order by id`)
      return found.map(({ name }) => name)
    }
    const before = await names()
    await service.close()
    const stages = async () =>
      (await readdir(service.config.dataDir)).filter((name) => name.startsWith('restore-'))

    const holder = await holdTable(service, 'users')
    const { child, ended } = startPlenum(['restore', file, '--force'], { env, cwd: folder })
    await holder.waits()
    child.kill('SIGKILL')
    await ended
    await holder.release()
    const left = await stages()
    service = await service.startBeside()

    assert.equal(left.length, 1)
    assert.deepEqual(await stages(), [])
    assert.deepEqual(await names(), before)
    assert.equal(await readFile(join(service.config.dataDir, 'files', 'only-here'), 'utf8'), 'only here')
    await service.close()
    assert.equal((await run('restore', file, '--force')).code, 0)
    service = await service.startBeside()
    assert.deepEqual(await names(), ['Every kind of file', 'Written to'])
    assert.equal(existsSync(join(service.config.dataDir, 'files', 'only-here')), false)
    await startWorker(service)
    assert.deepEqual(await exportArchive(service, owner, eventId, MEDIA), archive)
  })
})
