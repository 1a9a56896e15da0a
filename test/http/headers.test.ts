/** Headers: tags and conditions, HEAD, methods, and the one shape of all errors. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertEnvelope, errorsOf, NOT_FOUND } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

const PRECONDITION = errorsOf(412, 'precondition-failed', 'Precondition Failed', [
  'The record has changed since you read it. Read it again, then repeat the change.',
  { header: 'If-Match' },
])

async function makeTrack(): Promise<{ id: string; url: string }> {
  const { id } = await make(service, owner, 'track', {}, { event })
  return { id, url: `/v1/tracks/${id}` }
}

async function tagOf(url: string): Promise<string> {
  return (await service.call('GET', url, { as: owner })).headers.etag!
}

const rename = (id: string, name: string, tag?: string) =>
  service.call('PATCH', `/v1/tracks/${id}`, {
    as: owner,
    body: { data: { type: 'track', id, attributes: { name } } },
    ...(tag !== undefined && { headers: { 'if-match': tag } }),
  })

const nameOf = async (url: string) => (await service.call('GET', url)).body.data.attributes.name

describe('a single resource', () => {
  it('has a strong tag that changes with it and comes back from a write', async () => {
    const { id, url } = await makeTrack()

    const before = await tagOf(url)
    const changed = await rename(id, 'Renamed')

    assert.match(before, /^"[\w-]{27}"$/)
    assert.notEqual(changed.headers.etag, before)
    assert.equal(changed.headers.etag, await tagOf(url))
    assert.equal((await service.call('GET', '/v1/tracks')).headers.etag, undefined)
  })

  it('is not sent again to those who have it', async () => {
    const { id, url } = await makeTrack()
    const tag = await tagOf(url)
    const get = (value: string) => service.call('GET', url, { headers: { 'if-none-match': value } })

    for (const value of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, headers, body } = await get(value)
      assert.deepEqual([value, status, headers.etag, body], [value, 304, tag, ''])
    }
    for (const value of ['"other"', '', tag.slice(1, -1)])
      assert.deepEqual([value, (await get(value)).status], [value, 200])
    await rename(id, 'Renamed')
    assert.equal((await get(tag)).status, 200)
  })

  it('with included records is sent again when one of those has changed', async () => {
    const { id, url } = await makeTrack()
    const session = `/v1/sessions?include=track`
    const { id: sessionId } = await make(
      service,
      owner,
      'session',
      {},
      { event, track: { type: 'track', id } },
    )
    const one = session.replace('?', `/${sessionId}?`)
    const tag = await tagOf(one)
    const get = async () =>
      (await service.call('GET', one, { as: owner, headers: { 'if-none-match': tag } })).status

    assert.equal(await get(), 304)
    await rename(id, 'Renamed')
    assert.equal(await get(), 200)
    assert.equal(await nameOf(url), 'Renamed')
  })
})

describe('a write with If-Match', () => {
  it('is done when the record is still the same', async () => {
    const { id, url } = await makeTrack()
    const tag = await tagOf(url)

    for (const [value, name] of [
      [tag, 'One'],
      [undefined, 'Two'],
      ['*', 'Three'],
    ] as const)
      assert.deepEqual([(await rename(id, name, value)).status, await nameOf(url)], [200, name])
    const deleted = await service.call('DELETE', url, {
      as: owner,
      headers: { 'if-match': await tagOf(url) },
    })
    assert.equal(deleted.status, 200)
  })

  it('is refused when the record has changed, and nothing is written', async () => {
    const { id, url } = await makeTrack()
    const stale = await tagOf(url)
    const fresh = (await rename(id, 'Changed')).headers.etag

    for (const value of [stale, '"other"', `W/${fresh}`, fresh!.slice(1, -1)]) {
      const answer = await rename(id, 'Overwritten', value)
      assert.deepEqual([value, answer.status, answer.body], [value, 412, PRECONDITION])
    }
    const deleted = await service.call('DELETE', url, { as: owner, headers: { 'if-match': stale } })
    assert.deepEqual([deleted.status, deleted.body], [412, PRECONDITION])
    assert.equal(await nameOf(url), 'Changed')
    assert.equal((await rename(id, 'Listed', `${stale}, ${fresh}`)).status, 200)
  })

  it('accepts the tag of a read that included others', async () => {
    const { id, url } = await makeTrack()
    await make(service, owner, 'session', {}, { event, track: { type: 'track', id } })

    for (const include of ['event', 'sessions', 'sessions.event,event']) {
      const tag = await tagOf(`${url}?include=${include}`)
      assert.deepEqual([include, (await rename(id, `With ${include}`, tag)).status], [include, 200])
    }
  })

  it('guards the relationships of the record too', async () => {
    const { id } = await makeTrack()
    const session = await make(service, owner, 'session', {}, { event })
    const track = { type: 'track', id }
    const url = `/v1/sessions/${session.id}`
    const change = (name: string, data: Json, tag: string) =>
      service.call('PATCH', `${url}/relationships/${name}`, {
        as: owner,
        body: { data },
        headers: { 'if-match': tag },
      })

    const stale = [await change('track', track, '"other"'), await change('speakers', [], '"other"')]
    const fresh = await change('track', track, await tagOf(url))

    for (const { status, body } of stale) assert.deepEqual([status, body], [412, PRECONDITION])
    assert.deepEqual([fresh.status, fresh.body.data], [200, track])
  })
})

describe('HEAD', () => {
  it('answers with the headers of GET and without a body', async () => {
    const { url } = await makeTrack()
    for (const path of [url, '/v1/tracks?page[size]=1', '/v1/tracks/999999']) {
      const headers = { 'x-request-id': 'one-and-the-same' }
      const head = await service.call('HEAD', path, { headers })
      const get = await service.call('GET', path, { headers })

      const { date, ...others } = head.headers
      assert.deepEqual({ ...others, date: get.headers.date }, get.headers)
      assert.deepEqual([head.status, head.body], [get.status, ''])
      assert.ok(date)
    }
  })
})

describe('a method that a path does not serve', () => {
  const paths = Map.groupBy(service.routes, ({ url }) => url)
  const fill = (url: string) => url.replace(/:\w+|\*/g, '1')

  it('is refused and those that it serves are named, on every path', async () => {
    for (const [url, routes] of paths) {
      const served = routes.map(({ method }) => method)
      const allow = [...served, ...(served.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
      for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'TRACE', 'QUERY']) {
        if (allow.split(', ').includes(method)) continue
        const answer = await service.call(method, fill(url), { headers: { 'content-type': 'text/plain' } })

        const detail = `${method} is not allowed here. Allowed methods: ${allow}.`
        const body = errorsOf(405, 'method-not-allowed', 'Method Not Allowed', [detail, {}])
        assert.deepEqual(
          [url, method, answer.status, answer.headers.allow, answer.body],
          [url, method, 405, allow, body],
        )
      }
    }
  })

  it('is listed in the answer to OPTIONS, on every path', async () => {
    for (const [url, routes] of paths) {
      const served = routes.map(({ method }) => method)
      const allow = [...served, ...(served.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
      const { status, headers, body } = await service.call('OPTIONS', fill(url))
      assert.deepEqual([url, status, headers.allow, body], [url, 204, allow, ''])
    }
  })
})

describe('what is not there', () => {
  it('is not found, in the one shape of all errors', async () => {
    const noRoute = errorsOf(404, 'not-found', 'Not Found', ['There is no such route.', {}])
    for (const url of [
      '/v1',
      '/v1/nothing',
      '/v1/events/1/nothing',
      '/v1//events',
      '/v2/events',
      '/v1/events/1/',
    ]) {
      const answer = await service.call('GET', url)
      assert.deepEqual([url, answer.status, answer.body], [url, 404, noRoute])
      assertEnvelope(answer)
    }
    const answer = await service.call('GET', '/v1/events/')
    assert.deepEqual([answer.status, answer.body], [404, NOT_FOUND])
  })
})
