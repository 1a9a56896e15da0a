import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3'
import sql from 'sql-template-tag'
import { sweepFiles, tablesWithFiles } from '../../src/archive/sweep.ts'
import { localStorage } from '../../src/files/local-storage.ts'
import { s3Storage } from '../../src/files/s3-storage.ts'
import { exportArchive, finished } from '../../tools/archives.ts'
import { startS3 } from '../../tools/s3.ts'
import { filesIn } from '../support/folders.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { fetchFile, upload, uploadFile } from '../support/uploads.ts'

const s3 = await startS3()
const service = await startTestService({ WORKERS: '2' })
const user = await signUp(service)

// The sweep at the start of the service must not see the files of the tests.
await until(async () => {
  const swept = await service.db.query(
    sql`select 1 from file_sweeps where swept_at > now() - interval '1 hour'`,
  )
  return swept.length > 0
})

const keyOf = (url: string) => new URL(url).pathname.slice(1)
const stored = async () =>
  (await filesIn(join(service.config.dataDir, 'files'))).filter((path) => path.startsWith('media/'))

/** As if so many hours had passed, and the time to sweep had come. */
async function sweepAfter(hours: number, { db, config, models }: TestService = service): Promise<void> {
  const passed = sql`make_interval(hours => ${hours})`
  await db.query(
    sql`update stored_files set created_at = created_at - ${passed}, unused_since = unused_since - ${passed}`,
  )
  await db.query(sql`update file_sweeps set swept_at = '-infinity'`)
  await sweepFiles({
    db,
    storages: { local: localStorage(join(config.dataDir, 'files')), s3: s3Storage(s3.config) },
    tables: tablesWithFiles(models),
  })
}

test('a file that no record has mentioned for a day is removed, one that any text mentions is not', async () => {
  const names = ['field', 'text', 'link', 'deleted', 'replaced', 'forgotten']
  const urls = await Promise.all(names.map((name) => uploadFile(service, user, `${name}.txt`, name)))
  const [field, text, link, deleted, replaced] = urls as [string, string, string, string, string]
  const event = await make(service, user, 'event', {
    'logo-url': field,
    description: `<p>See <a href="${text}">this</a>, and ${link}.</p>`,
  })
  const track = await make(service, user, 'event', { 'logo-url': deleted })
  await service.call('DELETE', `/v1/events/${track.id}`, { as: user })
  const setLogo = (url: string) =>
    service.call('PATCH', `/v1/events/${event.id}`, {
      as: user,
      body: { data: { type: 'event', id: event.id, attributes: { 'logo-url': url } } },
    })
  await setLogo(replaced)
  await service.db.query(sql`update stored_files set unused_since = null`)
  await sweepAfter(25)
  const inTime = await stored()
  await setLogo(field)
  await sweepAfter(23)
  const early = await stored()
  await sweepAfter(2)
  const middle = await stored()
  await sweepAfter(25)

  const all = urls.map(keyOf).sort()
  const without = (...gone: string[]) => all.filter((key) => !gone.map(keyOf).includes(key))
  assert.deepEqual(inTime, all)
  assert.deepEqual(early, all)
  assert.deepEqual(middle, without(urls[5]!))
  assert.deepEqual(await stored(), without(urls[5]!, replaced))
  assert.equal((await fetchFile(service, link)).toString(), 'link')
})

test('what killed processes have left is removed after a day, archives in their time', async () => {
  const { id } = await make(service, user, 'event')
  await exportArchive(service, user, id)
  const local = localStorage(join(service.config.dataDir, 'files'))
  const left = [
    'media/uploads/00000000-0000-4000-8000-000000000001.txt',
    'private/imports/00000000-0000-4000-8000-000000000002.zip',
  ]
  for (const key of left) {
    await local.put(key, Readable.from([Buffer.from('left')]))
    await service.db.query(sql`insert into stored_files (key, storage) values (${key}, 'local')`)
  }

  await sweepAfter(23)
  const before = await Promise.all(left.map((key) => local.find(key)))
  await sweepAfter(2)

  assert.deepEqual(before, [{ size: 4 }, { size: 4 }])
  assert.deepEqual(await Promise.all(left.map((key) => local.find(key))), [undefined, undefined])
  const archives = await filesIn(join(service.config.dataDir, 'files', 'private', 'exports'))
  assert.equal(archives.length, 1)
})

test('the parts of an upload to a bucket that was never finished are removed after a day', async () => {
  const inBucket = await startTestService(s3.env)
  const key = 'media/uploads/00000000-0000-4000-8000-000000000003.bin'
  const { bucket, region, endpoint, credentials } = s3.config
  const client = new S3Client({
    region,
    endpoint: endpoint!,
    credentials: credentials!,
    forcePathStyle: true,
  })
  await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: key }))
  await inBucket.db.query(sql`insert into stored_files (key, storage) values (${key}, 's3')`)
  const begun = (await s3.unfinished(key)).length

  await sweepAfter(25, inBucket)

  assert.deepEqual([begun, (await s3.unfinished(key)).length], [1, 0])
})

test('only one process sweeps, and not too often', async () => {
  const url = await uploadFile(service, user, 'kept.txt', 'kept')
  await sweepAfter(25)
  await service.db.query(sql`update stored_files set unused_since = now() - interval '2 days'`)

  await sweepFiles({ db: service.db, storages: { local: undefined, s3: undefined }, tables: [] })

  assert.equal((await fetchFile(service, url)).toString(), 'kept')
})

test('a file in a bucket is handed out by its record: the bucket is not asked where it is', async () => {
  const inBucket = await startTestService(s3.env)
  const url = await uploadFile(inBucket, await signUp(inBucket), 'a.txt', 'in the bucket')
  const asked: string[] = []
  s3.meddle = ({ method }) => {
    asked.push(method!)
    return false
  }

  const { statusCode } = await inBucket.app.inject({ url: new URL(url).pathname })

  assert.deepEqual([statusCode, asked], [302, []])
  await inBucket.db.query(sql`delete from stored_files`)
  assert.equal((await fetchFile(inBucket, url)).toString(), 'in the bucket')
  s3.meddle = undefined
})

test('the files of a user take up no more than the quota, however many come at once', async () => {
  const limited = await startTestService({ QUOTA_USER: '1000' })
  const [one, other] = [await signUp(limited), await signUp(limited)]
  const send = (as = one) => upload(limited, as, [{ field: 'file', name: 'a.txt', content: 'x'.repeat(300) }])

  const answers = await Promise.all(Array.from({ length: 8 }, () => send()))

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 413, 413, 413, 413, 413])
  const { body } = await send()
  assert.equal(
    body.errors[0].detail,
    'This file exceeds the quota of the user: 900 of 1000 bytes are in use.',
  )
  assert.equal((await send(other)).status, 200)
})

test('the archives of an event count for its quota, and their export says so', async () => {
  const limited = await startTestService({ QUOTA_EVENT: '100', WORKERS: '1' })
  const owner = await signUp(limited)
  const { id } = await make(limited, owner, 'event')
  const { body } = await limited.call('POST', `/v1/events/${id}/export/json`, { as: owner })

  const { state, result } = await finished(limited, body.task_url)

  assert.equal(state, 'FAILED')
  assert.equal(result.result, 'This file exceeds the quota of the event: 0 of 100 bytes are in use.')
})
