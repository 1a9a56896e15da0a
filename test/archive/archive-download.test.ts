/** Fetching the archive of an export: by the signed link, or by a log-in that may export the event. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { downloadLinks } from '../../src/archive/download.ts'
import { removeOldArchives } from '../../src/archive/old-archives.ts'
import { localStorage } from '../../src/files/local-storage.ts'
import { exportArchive, finished } from '../../tools/archives.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { make } from '../support/make.ts'
import { giveRole, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)
const stranger = await signUp(service)
const coorganizer = await signUp(service)
const { publicUrl, secret, dataDir } = service.config
const event = await make(service, owner, 'event')
await giveRole(service, coorganizer, event.id, 'coorganizer')

/** Exports the event and answers the task and the path of the link. */
async function exportedAt(id: string): Promise<{ taskId: string; path: string; token: string }> {
  const { body } = await service.call('POST', `/v1/events/${id}/export/json`, { as: owner, body: {} })
  const { result } = await finished(service, body.task_url)
  const path = result.download_url.replace(publicUrl, '')
  return { taskId: body.task_url.split('/')[3], path, token: path.split('/')[5] }
}

async function fetchFile(url: string, { as, method = 'GET', range }: Json = {}) {
  const headers = { ...(as && { authorization: `JWT ${as.token}` }), ...(range && { range }) }
  const { statusCode, headers: answered, rawPayload } = await service.app.inject({ method, url, headers })
  return { status: statusCode, headers: answered as Record<string, string>, bytes: rawPayload }
}

const { taskId, path, token } = await exportedAt(event.id)
const archive = await exportArchive(service, owner, event.id)
const base = `/v1/events/${event.id}/exports`

describe('the link to an archive', () => {
  it('is absolute, names the event and opens the archive for whoever has it', async () => {
    const { status, headers, bytes } = await fetchFile(path)

    assert.match(path, new RegExp(`^${base}/[\\w.-]+/event${event.id}\\.zip$`))
    assert.deepEqual(
      [status, headers['content-type'], headers['content-disposition'], headers['content-length']],
      [200, 'application/zip', `attachment; filename="event${event.id}.zip"`, String(archive.length)],
    )
    assert.deepEqual(bytes, archive)
  })

  it('opens a part of it too, so that a broken download can go on', async () => {
    const size = archive.length
    const parts = [
      ['bytes=0-3', 0, 3],
      ['bytes=10-', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=4-${size + 99}`, 4, size - 1],
    ] as const

    for (const [range, start, end] of parts) {
      const { status, headers, bytes } = await fetchFile(path, { range })
      assert.deepEqual(
        [status, headers['content-range'], headers['content-length'], bytes],
        [206, `bytes ${start}-${end}/${size}`, String(end - start + 1), archive.subarray(start, end + 1)],
      )
    }
  })

  it('answers a part beyond the end with 416, and a part that it cannot read with the whole', async () => {
    const beyond = await fetchFile(path, { range: `bytes=${archive.length}-` })
    const strange = await Promise.all(
      ['bytes=9-2x', 'bytes=-', 'pages=1-2', 'bytes=0-1,4-5'].map((range) => fetchFile(path, { range })),
    )

    assert.deepEqual(
      [beyond.status, beyond.headers['content-range'], beyond.bytes.length],
      [416, `bytes */${archive.length}`, 0],
    )
    assert.deepEqual(
      strange.map(({ status, bytes }) => [status, bytes.length]),
      strange.map(() => [200, archive.length]),
    )
  })

  it('tells its size to a HEAD request', async () => {
    const { status, headers, bytes } = await fetchFile(path, { method: 'HEAD' })

    assert.deepEqual(
      [status, headers['content-length'], headers['accept-ranges'], bytes.length],
      [200, String(archive.length), 'bytes', 0],
    )
  })
})

describe('a link that has expired or is forged', () => {
  const expired = downloadLinks(secret!, '', -1).urlOf(event.id, taskId, 'event.zip')
  const [signature] = token.split('.').slice(-1)
  const another = signature!.startsWith('A') ? 'B' : 'A'
  const forged = `${base}/${token.replace(signature!, another + signature!.slice(1))}/event.zip`
  const longer = `${base}/${token.replace(/\.\d+\./, '.99999999999.')}/event.zip`
  const ofAnother = downloadLinks('another secret of at least 32 signs', '', 7).urlOf(
    event.id,
    taskId,
    'event.zip',
  )
  const unsigned = `${base}/${taskId}`

  for (const [name, url] of Object.entries({ expired, forged, longer, ofAnother, unsigned })) {
    it(`opens nothing by itself, but does not keep out who may export the event (${name})`, async () => {
      const anonymous = await service.call('GET', url)
      const other = await service.call('GET', url, { as: stranger })
      const entitled = await fetchFile(url, { as: coorganizer })

      assertRefused(anonymous, 401, 'Log in first: send the header "Authorization: JWT <access token>".')
      assertRefused(other, 403, 'You need coorganizer access to the event.')
      assert.deepEqual([entitled.status, entitled.bytes], [200, archive])
    })
  }

  it('says nothing about an event that the caller cannot see', async () => {
    const hidden = await make(service, owner, 'event', { state: 'draft' })
    const { taskId } = await exportedAt(hidden.id)
    const url = `/v1/events/${hidden.id}/exports/${taskId}/event${hidden.id}.zip`

    assertRefused(await service.call('GET', url, { as: stranger }), 404, 'The object was not found.')
    assert.equal((await fetchFile(url, { as: owner })).status, 200)
  })
})

describe('a path that is no link', () => {
  const others = [
    '',
    'x',
    '..',
    '../../secret',
    `${taskId}x`,
    'exports',
    `${taskId}.zip`.replace('.zip', '%00'),
  ]
  const climbing = ['..%2f..%2fsecret', '%2e%2e/%2e%2e/secret', `/etc/passwd`, '..\\..\\secret', 'a/../../b']

  for (const wrong of [...others, ...climbing]) {
    it(`is not found, also for the owner: ${JSON.stringify(wrong)}`, async () => {
      const { status } = await service.call('GET', `${base}/${wrong}`, { as: owner })

      assert.equal(status, 404)
    })
  }

  it('is not found when the link belongs to another event', async () => {
    const other = await make(service, owner, 'event')
    const url = path.replace(`/events/${event.id}/`, `/events/${other.id}/`)

    const answers = [await service.call('GET', url), await service.call('GET', url, { as: owner })]

    for (const answer of answers)
      assertRefused(answer, 404, 'The archive does not exist or has been removed.')
  })
})

describe('an archive', () => {
  it('is not there before its export has ended', async () => {
    const waiting = await make(service, owner, 'event')
    const table = await lockTable(service, 'sessions')
    const { body } = await service.call('POST', `/v1/events/${waiting.id}/export/json`, { as: owner })
    await waitsForLock(service, 'sessions')
    const url = `/v1/events/${waiting.id}/exports/${body.task_url.split('/')[3]}`

    const during = await service.call('GET', url, { as: owner })
    await table.release()
    await finished(service, body.task_url)
    const afterwards = await fetchFile(url, { as: owner })

    assertRefused(during, 404, 'The archive does not exist or has been removed.')
    assert.equal(afterwards.status, 200)
  })

  it('is gone with its event', async () => {
    const deleted = await make(service, owner, 'event')
    const { path } = await exportedAt(deleted.id)
    await service.call('DELETE', `/v1/events/${deleted.id}`, { as: owner })

    assertRefused(await service.call('GET', path), 404, 'The archive does not exist or has been removed.')
  })

  it('is removed after the days that are configured, and no earlier', async () => {
    const [old, young] = [await exportedAt(event.id), await exportedAt(event.id)]
    const age = (task: string, hours: number) =>
      service.db.query(
        sql`update export_jobs set starts_at = now() - make_interval(hours => ${hours}) where task_id = ${task}`,
      )
    await age(old.taskId, 7 * 24 + 1)
    await age(young.taskId, 7 * 24 - 1)

    await removeOldArchives(service.db, localStorage(join(dataDir, 'files')), 7)

    assertRefused(
      await service.call('GET', old.path, { as: owner as Caller }),
      404,
      'The archive does not exist or has been removed.',
    )
    assert.equal((await fetchFile(young.path)).status, 200)
    const isKept = ({ taskId }: Json) =>
      existsSync(join(dataDir, 'files', 'private', 'exports', `${taskId}.zip`))
    assert.deepEqual([isKept(old), isKept(young)], [false, true])
  })
})
