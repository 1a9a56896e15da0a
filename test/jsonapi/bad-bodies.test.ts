/** Bodies that are no documents, documents that are no records, and links that are none. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testBadReferences } from '../support/bad-references.ts'
import { assertEnvelope, errorsOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const track = linkTo(await make(service, owner, 'track', {}, { event }))

const ROUTES = [
  ['POST', '/v1/tracks'],
  ['POST', `/v1/events/${event.id}/tracks`],
  ['PATCH', `/v1/tracks/${track.id}`],
  ['PATCH', `/v1/events/${event.id}`],
] as const
const LINK_ROUTES = [
  ['PATCH', `/v1/tracks/${track.id}/relationships/event`],
  ['POST', `/v1/tracks/${track.id}/relationships/sessions`],
  ['DELETE', `/v1/tracks/${track.id}/relationships/sessions`],
] as const

const badRequest = (detail: string, source = {}) =>
  errorsOf(400, 'bad-request', 'Bad Request', [detail, source])
const unprocessable = (...faults: [string, string][]) =>
  errorsOf(
    422,
    'unprocessable',
    'Unprocessable Entity',
    ...faults.map(([pointer, detail]): [string, Json] => [detail, { pointer }]),
  )

const NO_JSON = badRequest('The body is not valid JSON.')
const NO_DATA = badRequest('The body must be an object with a data member.', { pointer: '' })
const NO_RESOURCE = badRequest('data must be a resource object.', { pointer: '/data' })

async function send(method: string, url: string, body: string): Promise<Json> {
  const answer = await service.call(method, url, { as: owner, body })
  assertEnvelope(answer)
  return [url, answer.status, answer.body]
}

describe('a body', () => {
  it('that is not JSON is refused', async () => {
    for (const body of [
      '{',
      '{"data":',
      'x',
      "{'data': 1}",
      '{"data":NaN}',
      '{"data":{}}x',
      '[1,]',
      '\u0000',
    ])
      for (const [method, url] of [...ROUTES, ...LINK_ROUTES])
        assert.deepEqual(await send(method, url, body), [url, 400, NO_JSON])
  })

  it('that is in another encoding than UTF-8 is refused', async () => {
    const body = JSON.stringify({ data: { ...track, attributes: { name: 'Thé' } } })
    const headers = { 'content-type': MEDIA_TYPE, authorization: `JWT ${owner.token}` }
    const url = `/v1/tracks/${track.id}`
    const patch = (payload: Buffer) => service.app.inject({ method: 'PATCH', url, headers, payload })

    const refused = await patch(Buffer.from(body, 'latin1'))
    const taken = await patch(Buffer.from(body))

    assert.deepEqual(
      [refused.statusCode, refused.json()],
      [400, badRequest('The request body is not valid UTF-8.')],
    )
    assert.equal(taken.json().data.attributes.name, 'Thé')
  })

  it('that would change what all objects are is refused', async () => {
    for (const body of [
      '{"__proto__":{"data":1},"data":{"type":"track"}}',
      '{"data":{"type":"track","attributes":{"__proto__":{"name":"x"}}}}',
      '{"data":{"type":"track","attributes":{"\\u005f_proto__":{"name":"x"}}}}',
      '{"data":{"constructor":{"prototype":{"name":"x"}}}}',
    ])
      for (const [method, url] of [...ROUTES, ...LINK_ROUTES])
        assert.deepEqual(await send(method, url, body), [url, 400, NO_JSON])
    assert.equal(({} as Json).name, undefined)
  })

  it('that is empty, no object or without data is refused', async () => {
    for (const body of ['', 'null', '5', 'true', '"data"', '[]', '[{"data":{}}]', '{}', '{"DATA":{}}'])
      for (const [method, url] of [...ROUTES, ...LINK_ROUTES])
        assert.deepEqual(await send(method, url, body), [url, 400, NO_DATA])
  })

  it('whose data is no resource object is refused', async () => {
    for (const data of [
      'null',
      '5',
      '"x"',
      '[]',
      '[{"type":"track"}]',
      '['.repeat(10_000) + ']'.repeat(10_000),
    ])
      for (const [method, url] of ROUTES)
        assert.deepEqual(await send(method, url, `{"data":${data}}`), [url, 400, NO_RESOURCE])
  })

  it('that is too large is refused', async () => {
    const body = JSON.stringify(bodyOf('track', { description: 'x'.repeat(2 * 1024 * 1024) }))
    const expected = errorsOf(413, 'too-large', 'Content Too Large', ['The body is too large.', {}])
    for (const [method, url] of [...ROUTES, ...LINK_ROUTES, ['POST', '/v1/auth/login'] as const])
      assert.deepEqual(await send(method, url, body), [url, 413, expected])
  })

  it('that names a member twice counts by the last', async () => {
    const body = `{"data":{"type":"event","type":"track","attributes":{"color":"#fff","name":"First","name":"Last"}}}`

    const answer = await service.call('POST', `/v1/events/${event.id}/tracks`, { as: owner, body })

    assert.deepEqual([answer.status, answer.body.data.attributes.name], [201, 'Last'])
  })

  it('may be as deep as it likes where nobody looks', async () => {
    const deep = '['.repeat(10_000) + ']'.repeat(10_000)
    const nested = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`
    for (const extra of [deep, nested]) {
      const body = `{"data":{"type":"track","attributes":{"color":"#fff","name":"Deep","x":${extra}},"x":${extra}}}`
      const answer = await service.call('POST', `/v1/events/${event.id}/tracks`, { as: owner, body })
      assert.equal(answer.status, 201)

      const id = `{"data":{"type":"track","id":${extra}}}`
      const changed = await service.call('PATCH', `/v1/tracks/${track.id}`, { as: owner, body: id })
      assert.equal(changed.status, 409)
    }
  })
})

describe('a record', () => {
  it('without a type, or of another, is refused', async () => {
    const missing = unprocessable(['/data', 'data.type is required: track.'])
    const other = errorsOf(409, 'conflict', 'Conflict', [
      'data.type must be track.',
      { pointer: '/data/type' },
    ])
    const [method, url] = ROUTES[0]

    assert.deepEqual(await send(method, url, '{"data":{}}'), [url, 422, missing])
    for (const type of ['event', 'sessions', 'Track', '', 5, null, ['track'], {}])
      assert.deepEqual(await send(method, url, JSON.stringify({ data: { type } })), [url, 409, other])
  })

  it('whose attributes or relationships are no objects is refused', async () => {
    for (const value of [5, 'x', true, []]) {
      const data = { type: 'track', attributes: value, relationships: value }
      const url = `/v1/events/${event.id}/tracks`
      assert.deepEqual(await send('POST', url, JSON.stringify({ data })), [
        url,
        422,
        unprocessable(
          ['/data/attributes', 'data.attributes must be an object.'],
          ['/data/attributes/name', 'name is required'],
          ['/data/attributes/color', 'color is required'],
          ['/data/relationships', 'data.relationships must be an object.'],
        ),
      ])
    }
  })

  it('is changed only under its own id', async () => {
    const url = `/v1/tracks/${track.id}`
    const none = badRequest('data.id is required.', { pointer: '/data' })
    const detail = 'data.id must match the id in the path.'
    const other = errorsOf(409, 'conflict', 'Conflict', [detail, { pointer: '/data/id' }])

    assert.deepEqual(await send('PATCH', url, '{"data":{"type":"track"}}'), [url, 400, none])
    for (const id of ['999', '', null, true, [track.id], {}, { toString: 1 }, [[[]]], 1.5])
      assert.deepEqual(await send('PATCH', url, JSON.stringify({ data: { type: 'track', id } })), [
        url,
        409,
        other,
      ])
    const asNumber = { data: { type: 'track', id: Number(track.id) } }
    assert.equal((await service.call('PATCH', url, { as: owner, body: asNumber })).status, 200)
  })
})

for (const declaration of service.catalog.declarations) testBadReferences(service, admin, declaration)
