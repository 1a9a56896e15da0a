/** Sending files as browsers do. */
import assert from 'node:assert/strict'
import type { Answer, Caller, TestService } from './service.ts'

export interface Part {
  field: string
  /** Absent: a plain field of the form. */
  name?: string
  content: string | Buffer
}

const BOUNDARY = '----plenum-test'

export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** The body of a form. File names are written as they are, as a careless client does. */
export function formOf(parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ field, name, content }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as Buffer)))
}

export async function upload(
  service: TestService,
  as: Caller | undefined,
  parts: Part[],
  path = '/v1/upload/file',
): Promise<Answer> {
  const response = await service.app.inject({
    method: 'POST',
    url: path,
    headers: { ...FORM, ...(as && { authorization: `JWT ${as.token}` }) },
    payload: formOf(parts),
  })
  const headers = response.headers as Record<string, string>
  return { status: response.statusCode, headers, body: response.json() }
}

/** Uploads one file and answers its address. */
export async function uploadFile(
  service: TestService,
  as: Caller,
  name: string,
  content: string | Buffer,
  path?: string,
): Promise<string> {
  const { status, body } = await upload(service, as, [{ field: 'file', name, content }], path)
  assert.equal(status, 200, JSON.stringify(body))
  return body.url
}

/** The bytes at an address of the service, wherever they are stored. */
export async function fetchFile(service: TestService, url: string): Promise<Buffer> {
  assert.ok(url.startsWith(service.config.publicUrl), url)
  const answer = await service.app.inject({ url: url.slice(service.config.publicUrl.length) })
  if (answer.statusCode === 302) {
    const response = await fetch(answer.headers.location as string)
    assert.equal(response.status, 200)
    return Buffer.from(await response.arrayBuffer())
  }
  assert.equal(answer.statusCode, 200, answer.payload)
  return answer.rawPayload
}
