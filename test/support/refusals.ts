import assert from 'node:assert/strict'
import { type Answer, MEDIA_TYPE } from './service.ts'

const KINDS: Record<number, { code: string; title: string }> = {
  400: { code: 'bad-request', title: 'Bad Request' },
  401: { code: 'unauthorized', title: 'Unauthorized' },
  403: { code: 'forbidden', title: 'Access Forbidden' },
  404: { code: 'not-found', title: 'Not Found' },
  409: { code: 'conflict', title: 'Conflict' },
  422: { code: 'unprocessable', title: 'Unprocessable Entity' },
  429: { code: 'too-many-requests', title: 'Too Many Requests' },
  503: { code: 'unavailable', title: 'Service Unavailable' },
}

/** The answer is the error envelope with this one fault, and nothing else. */
export function assertRefused(
  { status, headers, body }: Answer,
  expected: number,
  detail: string,
  source: Record<string, string> = {},
): void {
  assert.deepEqual(
    { status, type: headers['content-type'], body },
    {
      status: expected,
      type: MEDIA_TYPE,
      body: {
        errors: [{ status: String(expected), ...KINDS[expected], detail, source }],
        jsonapi: { version: '1.0' },
      },
    },
  )
}
