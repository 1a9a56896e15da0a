/** Asking for an import. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { multipart } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { leftBehind } from '../support/leftovers.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ MAX_UPLOAD: '1MB' })
const owner = await signUp(service)
const WHOLE = { event: { id: 7, name: 'Conference', ends_at: '2030-05-03T18:00:00Z' } }

async function upload(url: string, { headers, payload }: Json, as: Json = owner) {
  const answer = await service.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, ...(as && { authorization: `JWT ${as.token}` }) },
    payload,
  })
  return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.json() }
}

describe('a request to import', () => {
  const whole = multipart('file', zipOf(WHOLE), 'event.zip')

  it('with another source type is not found', async () => {
    for (const source of ['xml', 'ical', 'JSON'])
      assertRefused(
        await upload(`/v1/events/import/${source}`, whole),
        404,
        'The only supported source type is json.',
      )
  })

  it('needs a log-in', async () => {
    const detail = 'Log in first: send the header "Authorization: JWT <access token>".'
    assertRefused(await upload('/v1/events/import/json', whole, null), 401, detail)
  })

  it('that is not multipart is of an unsupported type', async () => {
    const { status, body } = await service.call('POST', '/v1/events/import/json', { as: owner, body: {} })

    assert.deepEqual(
      [status, body.errors[0].detail],
      [415, 'Send the archive as multipart/form-data in the field file.'],
    )
  })

  for (const [name, body, detail] of [
    [
      'without the part file',
      multipart('archive', zipOf(WHOLE), 'event.zip'),
      'file is required: a zip archive',
    ],
    ['with an empty file', multipart('file', Buffer.alloc(0), 'event.zip'), 'file is empty'],
    [
      'with a file that is not named as a zip',
      multipart('file', zipOf(WHOLE), 'event.tar'),
      'file must be a zip archive with a name that ends in .zip',
    ],
  ] as const) {
    it(`${name} cannot be processed, and nothing is kept of it`, async () => {
      assertRefused(await upload('/v1/events/import/json', body), 422, detail, { pointer: '/file' })
      assert.deepEqual(await leftBehind(service), [])
    })
  }

  it('with a file beyond the limit is too large, and nothing is kept of it', async () => {
    const large = multipart('file', Buffer.alloc(1_000_001), 'event.zip')

    const { status, body } = await upload('/v1/events/import/json', large)

    assert.deepEqual(
      [status, body.errors[0].detail],
      [413, 'The archive is larger than this service allows.'],
    )
    assert.deepEqual(await leftBehind(service), [])
  })
})
