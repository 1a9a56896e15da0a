import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sql from 'sql-template-tag'
import { exportArchive, finished, startImport } from '../../tools/archives.ts'
import { startS3 } from '../../tools/s3.ts'
import { filesIn, temporaryFolder } from '../support/folders.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { fetchFile, uploadFile } from '../support/uploads.ts'

const s3 = await startS3()
const database = await freshDatabase()
const dataDir = await temporaryFolder()
let service: TestService
after(async () => {
  await service.close()
  await database.drop()
})

/** The same installation again, with another configuration. */
async function restart(env: Record<string, string>): Promise<void> {
  await service?.close()
  service = await startTestService({ DATABASE_URL: database.url, DATA_DIR: dataDir, WORKERS: '2', ...env })
}

const onDisk = { STORAGE: 'local' }
const inBucket = s3.env
const onDiskAgain = { ...s3.env, STORAGE: 'local' }

test('links to media go on working when the storage is switched and switched back', async () => {
  await restart(onDisk)
  const user = await signUp(service)
  const first = await uploadFile(service, user, 'first.txt', 'kept in the folder')

  await restart(inBucket)
  const second = await uploadFile(service, user, 'second.txt', 'kept in the bucket')
  const local = await uploadFile(
    service,
    user,
    'third.txt',
    'forced into the folder',
    '/v1/upload/file?force_local=true',
  )
  const inBoth = await Promise.all([first, second, local].map((url) => readWith(service, url)))

  await restart(onDiskAgain)
  const afterwards = await Promise.all([first, second, local].map((url) => readWith(service, url)))

  const contents = ['kept in the folder', 'kept in the bucket', 'forced into the folder']
  assert.deepEqual(inBoth, contents)
  assert.deepEqual(afterwards, contents)
  assert.equal((await filesIn(dataDir)).filter((path) => path.startsWith('files/media/uploads/')).length, 2)
})

test('a service that never had a bucket answers 404 for its files', async () => {
  await restart(inBucket)
  const url = await uploadFile(service, await signUp(service), 'a.txt', 'in the bucket')

  await restart(onDisk)

  const { status } = await service.call('GET', url.replace(service.config.publicUrl, ''))
  assert.equal(status, 404)
})

test('archives of exports go on being served, and are removed in their time, when the storage is switched', async () => {
  await restart(onDisk)
  const user = await signUp(service)
  const { id } = await make(service, user, 'event')
  const path = await exportedPath(user, id)
  const archive = await service.app.inject({ url: path })

  await restart(inBucket)
  const again = await service.app.inject({ url: path })

  assert.equal(again.statusCode, 200)
  assert.equal(again.rawPayload.equals(archive.rawPayload), true)
  await service.db.query(sql`update export_jobs set starts_at = now() - interval '8 days'`)
  await restart(inBucket)
  await until(async () => (await service.app.inject({ url: path })).statusCode === 404)
  assert.deepEqual(
    (await filesIn(dataDir)).filter((file) => file.includes('exports')),
    [],
  )
})

test('an import that was handed in before the storage is switched runs after it', async () => {
  await restart(onDisk)
  const user = await signUp(service)
  const { id } = await make(service, user, 'event', { name: 'Moved' })
  const archive = await exportArchive(service, user, id)
  await restart({ ...onDisk, WORKERS: '0' })
  const { body } = await startImport(service, user, archive)

  await restart(inBucket)

  const { state, result } = await finished(service, body.task_url)
  assert.deepEqual({ state, name: result.event_name }, { state: 'SUCCESS', name: 'Moved' })
  // The archive goes once the event is there.
  await until(async () => !(await filesIn(dataDir)).some((file) => file.includes('imports')))
})

async function readWith(one: TestService, url: string): Promise<string> {
  return (await fetchFile(one, url)).toString()
}

async function exportedPath(user: Caller, eventId: string): Promise<string> {
  const { body } = await service.call('POST', `/v1/events/${eventId}/export/json`, { as: user })
  const { result } = await finished(service, body.task_url)
  return result.download_url.replace(service.config.publicUrl, '')
}
