import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterEach, test } from 'node:test'
import sql from 'sql-template-tag'
import { finished } from '../../tools/archives.ts'
import { openToAll, startS3 } from '../../tools/s3.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { fetchFile, upload, uploadFile } from '../support/uploads.ts'

const s3 = await startS3()
const { bucket } = s3.config
const service = await startTestService({ ...s3.env, WORKERS: '2', EXPORT_DAYS: '30' })
const user = await signUp(service)
const AWAY = 'The file storage is unreachable. Try again soon.'

afterEach(() => {
  s3.meddle = undefined
})

/** The bucket breaks off every connection. */
function cut(request: IncomingMessage): boolean {
  request.socket.destroy()
  return true
}

function refuse(status: number, code: string, message: string) {
  return (request: IncomingMessage, response: ServerResponse) => {
    request.resume().once('end', () => {
      response.writeHead(status, { 'content-type': 'application/xml' })
      response.end(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`)
    })
    return true
  }
}

test('local files are served while the bucket is away', async () => {
  const path = '/v1/upload/file?force_local=true'
  const url = await uploadFile(service, user, 'a.txt', 'kept here', path)

  s3.meddle = cut

  assert.equal((await fetchFile(service, url)).toString(), 'kept here')
})

test('an upload and an export say what is wrong with the bucket', async () => {
  const { id } = await make(service, user, 'event')
  const url = await uploadFile(service, user, 'a.txt', 'in the bucket')
  await service.db.query(sql`update pgboss.queue set retry_limit = 1`)
  const faults: [typeof s3.meddle, string][] = [
    [cut, AWAY],
    [
      refuse(403, 'InvalidAccessKeyId', 'The key is disabled.'),
      `The bucket ${bucket} rejected the request: The key is disabled.`,
    ],
    [
      refuse(404, 'NoSuchBucket', 'The specified bucket does not exist.'),
      `The bucket ${bucket} rejected the request: The specified bucket does not exist.`,
    ],
  ]
  for (const [meddle, sentence] of faults) {
    s3.meddle = meddle
    const sent = await upload(service, user, [{ field: 'file', name: 'a.txt', content: 'text' }])

    assertRefused(sent, 503, sentence)
  }
  const { body } = await service.call('POST', `/v1/events/${id}/export/json`, { as: user })
  const { state, result } = await finished(service, body.task_url)
  s3.meddle = undefined

  assert.deepEqual([state, result], ['FAILED', { __error: true, result: faults[2]![1] }])
  assert.equal((await fetchFile(service, url)).toString(), 'in the bucket')
})

/** Exports an event while the bucket meddles; answers how that ended, after how many tries. */
async function exportFrom(exporter: TestService, meddle: typeof s3.meddle) {
  const owner = await signUp(exporter)
  const { id } = await make(exporter, owner, 'event')
  s3.meddle = meddle
  const { body } = await exporter.call('POST', `/v1/events/${id}/export/json`, { as: owner })
  const { state, result } = await finished(exporter, body.task_url)
  const [task] = await exporter.db.query<{ attempt: number }>(sql`select attempt from tasks`)
  return { state, result, tries: task!.attempt }
}

test('an export whose bucket fails at once is tried again', async () => {
  const exporter = await startTestService({ ...s3.env, WORKERS: '1' })
  const LIBRARY_TRIES = 3
  let left = LIBRARY_TRIES
  const { state, tries } = await exportFrom(exporter, (request) => left-- > 0 && cut(request))

  assert.deepEqual([state, tries], ['SUCCESS', 2])
})

test('an export that its bucket holds up says so after one try', async () => {
  // Everything that fails has taken longer than this.
  const exporter = await startTestService({ ...s3.env, WORKERS: '1' }, { shortFault: 0 })

  assert.deepEqual(await exportFrom(exporter, cut), {
    state: 'FAILED',
    result: { __error: true, result: AWAY },
    tries: 1,
  })
})

test('/readyz sees that the bucket is away', async () => {
  const other = await startTestService(s3.env)
  const calm = await startTestService(s3.env)
  s3.meddle = refuse(403, 'InvalidAccessKeyId', 'The key is disabled.')

  const refused = await other.call('GET', '/readyz')
  s3.meddle = undefined

  assertRefused(refused, 503, `The bucket ${bucket} rejected the request: The key is disabled.`)
  assert.deepEqual((await calm.call('GET', '/readyz')).body, { status: 'ready' })
})

test('archives stand apart from media, and their links need a signature however long they hold', async () => {
  const { id } = await make(service, user, 'event')
  const { body } = await service.call('POST', `/v1/events/${id}/export/json`, { as: user })
  const { result } = await finished(service, body.task_url)
  const url: string = result.download_url
  assert.ok(url.startsWith(`http://plenum.test/v1/events/${id}/exports/`), url)

  const path = url.replace('http://plenum.test', '')
  const answer = await service.app.inject({ url: path })
  const forged = await service.call('GET', path.replace(/\.[\w-]+\/event/, '.AAAA/event'))
  const link = new URL(answer.headers.location as string)

  assert.equal(answer.statusCode, 302)
  const [job] = await service.db.query<{ archive_key: string; task_id: string }>(
    sql`select archive_key, task_id from export_jobs where event_id = ${id}`,
  )
  assert.equal(job!.archive_key, `private/exports/${job!.task_id}.zip`)
  assert.deepEqual(
    [link.pathname, link.searchParams.get('X-Amz-Expires'), link.searchParams.has('X-Amz-Signature')],
    [`/${bucket}/${job!.archive_key}`, '900', true],
  )
  assert.equal((await fetch(link)).status, 200)
  assert.equal(forged.status, 401)
  assert.ok((await s3.keys()).includes(job!.archive_key))
})

test('S3_PUBLIC_URL is tried at the start: media are to be seen there, and archives are not', async () => {
  const publicUrl = `${s3.env.S3_ENDPOINT}/open`
  const start = (keys: RegExp) => startTestService({ ...s3.env, S3_PUBLIC_URL: openToAll(s3, keys) })
  const policy = 'Make only objects that start with media/ public; see docs/administration.md.'

  await assert.rejects(start(/^nothing/), (error: Error) => {
    const said = error.message.replace(/[\w-]{36}/, '…')
    const url = `${publicUrl}/media/probe/…`
    assert.equal(said, `S3_PUBLIC_URL does not serve the bucket: ${url} returned 403. ${policy}`)
    return true
  })
  await assert.rejects(start(/./), {
    message: `S3_PUBLIC_URL also exposes event archives to everyone. ${policy}`,
  })
  const fine = await start(/^media\//)
  const url = await uploadFile(fine, await signUp(fine), 'a.txt', 'public')

  assert.ok(url.startsWith(`${publicUrl}/media/uploads/`), url)
  assert.deepEqual(
    (await s3.keys()).filter((key) => key.includes('probe/') && !key.endsWith('/ready')),
    [],
  )
})
