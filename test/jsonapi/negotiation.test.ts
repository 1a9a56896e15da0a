/** Content types: what a body may be, what an answer is, and what is said to those who want another. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DELETED, errorsOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

const UNSUPPORTED = errorsOf(415, 'unsupported-media-type', 'Unsupported Media Type', [
  'The body must be application/vnd.api+json (without parameters) or application/json.',
  { header: 'Content-Type' },
])
const NOT_ACCEPTABLE = errorsOf(406, 'not-acceptable', 'Not Acceptable', [
  'This answers with application/vnd.api+json without parameters; the Accept header rules that out.',
  { header: 'Accept' },
])

const send = (type: string | undefined) =>
  service.app.inject({
    method: 'POST',
    url: '/v1/tracks',
    headers: { authorization: `JWT ${owner.token}`, ...(type !== undefined && { 'content-type': type }) },
    payload: Buffer.from(JSON.stringify(bodyOf('track', {}, { event }))),
  })

describe('a body', () => {
  for (const type of [
    'application/vnd.api+json',
    'Application/VND.API+JSON',
    'application/vnd.api+json; profile="https://example.org/a https://example.org/b;c,d"',
    'application/json',
    'application/json; charset=utf-8',
  ])
    it(`is read as ${type}`, async () => {
      const { statusCode, headers } = await send(type)

      assert.deepEqual([statusCode, headers['content-type']], [201, 'application/vnd.api+json'])
    })

  for (const type of [
    'application/vnd.api+json; charset=utf-8',
    'application/vnd.api+json; profile="x"; charset=utf-8',
    'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"',
    'application/vnd.api+json; q=1',
    'application/vnd.api+json, application/json',
    'application/xml',
    'application/*',
    'text/plain',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'json',
    '',
  ])
    it(`is not read as ${type || 'an empty type'}`, async () => {
      const { statusCode, headers, payload } = await send(type)

      assert.equal(headers['content-type'], 'application/vnd.api+json')
      assert.deepEqual([statusCode, JSON.parse(payload)], [415, UNSUPPORTED])
    })

  it('without a type is not read', async () => {
    const { statusCode, payload } = await send(undefined)

    assert.deepEqual([statusCode, JSON.parse(payload)], [415, UNSUPPORTED])
  })
})

describe('a request without a body', () => {
  for (const type of ['application/vnd.api+json', 'application/vnd.api+json; charset=utf-8', 'text/plain'])
    it(`may say ${type} all the same, to read and to delete`, async () => {
      const { id } = await make(service, owner, 'track', {}, { event })
      const options = { as: owner, headers: { 'content-type': type } }

      const read = await service.call('GET', `/v1/tracks/${id}`, options)
      const deleted = await service.call('DELETE', `/v1/tracks/${id}`, options)

      assert.deepEqual([read.status, read.body.data.id], [200, id])
      assert.deepEqual([deleted.status, deleted.body], [200, DELETED])
    })
})

describe('an answer', () => {
  for (const accept of [
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'application/json; charset=utf-8',
    'application/vnd.api+json',
    'APPLICATION/VND.API+JSON',
    'application/vnd.api+json; q=0.5',
    'application/vnd.api+json; profile="https://example.org/p,q;r"',
    'text/html, application/xhtml+xml;q=0.9, */*;q=0.8',
    'application/vnd.api+json; charset=utf-8, application/vnd.api+json',
    'application/vnd.api+json;ext="x", application/vnd.api+json;profile="y"',
    'text/html;q=0,application/vnd.api+json',
  ])
    it(`is JSON:API for Accept: ${accept ?? 'not sent'}`, async () => {
      const headers: Record<string, string> = accept === undefined ? {} : { accept }
      const { status, headers: sent } = await service.call('GET', `/v1/events/${event.id}`, { headers })

      assert.deepEqual([status, sent['content-type']], [200, 'application/vnd.api+json'])
    })

  for (const accept of [
    'text/html',
    'text/*',
    'application/xml, text/plain',
    'application/vnd.api+json; charset=utf-8',
    'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"',
    'application/vnd.api+json; charset=utf-8, */*',
    'application/vnd.api+json; ext="x", application/json',
    'application/vnd.api+json; q=0',
    '*/*; q=0',
    'application/vnd.api+json;q=0.000, text/html',
    ',,,',
  ])
    it(`cannot be given for Accept: ${accept}`, async () => {
      const answer = await service.call('GET', `/v1/events/${event.id}`, { headers: { accept } })

      assert.deepEqual([answer.status, answer.body], [406, NOT_ACCEPTABLE])
      assert.equal(answer.headers['content-type'], 'application/vnd.api+json')
    })

  it('is not given, and nothing is written, when it could not be read', async () => {
    const answer = await service.call('POST', '/v1/tracks', {
      as: owner,
      body: bodyOf('track', { name: 'Unwritten' }, { event }),
      headers: { accept: 'text/html' },
    })

    const list = await service.call('GET', '/v1/tracks?filter[name]=Unwritten')
    assert.deepEqual([answer.status, list.body.meta.count], [406, 0])
  })

  it('of a plain route is given for every Accept', async () => {
    for (const accept of ['text/html', 'application/vnd.api+json', 'image/png', '*/*;q=0'])
      for (const [method, url] of [
        ['GET', '/health-check'],
        ['GET', '/healthz'],
        ['POST', '/v1/auth/logout'],
        ['GET', '/v1/users/user-details/get-user-id'],
      ] as const) {
        const { status } = await service.call(method, url, { as: owner, headers: { accept } })
        assert.deepEqual([url, accept, status], [url, accept, 200])
        if (url.endsWith('logout')) owner.token = await freshToken()
      }
  })
})

async function freshToken(): Promise<string> {
  const body = { email: owner.email, password: 'a good password' }
  return (await service.call('POST', '/v1/auth/login', { body })).body.access_token
}
