/** Uploading, polling and unpacking archives. */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { CalledService, Caller, Json, TestService } from '../test/support/service.ts'

/** The body of an upload with one file. */
export function multipart(
  name: string,
  content: Buffer,
  fileName: string,
): { headers: Record<string, string>; payload: Buffer } {
  const boundary = 'plenum-test-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: application/zip\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload }
}

export async function startImport(
  service: TestService,
  as: Caller | undefined,
  archive: Buffer,
  fileName = 'event.zip',
): Promise<Json> {
  const { headers, payload } = multipart('file', archive, fileName)
  const response = await service.app.inject({
    method: 'POST',
    url: '/v1/events/import/json',
    headers: { ...headers, ...(as && { authorization: `JWT ${as.token}` }) },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

/** Polls the task until it is finished and answers its last status. */
export async function finished(service: CalledService, taskUrl: string, most = 60_000): Promise<Json> {
  const end = Date.now() + most
  for (;;) {
    const { status, body } = await service.call('GET', taskUrl)
    assert.equal(status, 200)
    if ('result' in body) return body
    if (Date.now() > end) throw new Error(`${taskUrl} is still ${body.state}`)
    await delay(20)
  }
}

export async function importArchive(service: TestService, as: Caller, archive: Buffer): Promise<Json> {
  const { status, body } = await startImport(service, as, archive)
  assert.equal(status, 200, JSON.stringify(body))
  return finished(service, body.task_url)
}

/** Exports the event and answers the bytes of the archive. */
export async function exportArchive(
  service: TestService,
  as: Caller,
  eventId: string,
  flags: object = {},
): Promise<Buffer> {
  const { status, body } = await service.call('POST', `/v1/events/${eventId}/export/json`, {
    as,
    body: flags,
  })
  assert.equal(status, 200, JSON.stringify(body))
  const { state, result } = await finished(service, body.task_url)
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  const path = result.download_url.replace(service.config.publicUrl, '')
  const answer = await service.app.inject({ method: 'GET', url: path })
  assert.equal(answer.statusCode, 200)
  return answer.rawPayload
}
