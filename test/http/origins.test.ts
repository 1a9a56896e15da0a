/** Pages of other origins (CORS): which may call, and what they may read. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const narrow = await startTestService({ CORS_ORIGINS: 'https://one.example, https://two.example' })

describe('a page of another origin', () => {
  const origin = 'https://front.example'

  it('may ask before it calls', async () => {
    const { status, headers } = await service.call('OPTIONS', '/v1/events', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization, content-type',
      },
    })

    assert.equal(status, 204)
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, POST, PATCH, DELETE, OPTIONS')
    assert.equal(headers['access-control-allow-headers'], 'authorization, content-type')
  })

  it('may read every answer, errors of all kinds as well', async () => {
    const calls: [string, Json, number][] = [
      ['/v1/events', {}, 200],
      ['/v1/events/999999', {}, 404],
      ['/v1/nothing', {}, 404],
      ['/v1/events', { accept: 'text/html' }, 406],
      ['/v1/users', {}, 401],
      ['/v1/users', { authorization: 'JWT x' }, 401],
      ['/v1/events?nope=1', {}, 400],
    ]
    for (const [url, more, expected] of calls) {
      const { status, headers } = await service.call('GET', url, { headers: { origin, ...more } })
      assert.deepEqual([url, status, headers['access-control-allow-origin']], [url, expected, '*'])
    }
  })
})

it('a page of another origin may read the headers that a client needs', async () => {
  const { headers } = await service.call('GET', '/v1/events', {
    headers: { origin: 'https://front.example' },
  })

  assert.equal(
    headers['access-control-expose-headers'],
    'ETag, Location, Retry-After, Content-Disposition, X-Request-Id, Preference-Applied, Idempotent-Replayed',
  )
})

describe('a service for pages of certain origins', () => {
  const allowed = async (origin: string, method = 'GET') => {
    const { headers } = await narrow.call(method, '/v1/events', { headers: { origin } })
    return [headers['access-control-allow-origin'], headers['access-control-allow-methods']]
  }

  it('lets them in by name', async () => {
    const methods = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'
    assert.deepEqual(await allowed('https://two.example'), ['https://two.example', undefined])
    assert.deepEqual(await allowed('https://one.example', 'OPTIONS'), ['https://one.example', methods])
  })

  it('leaves others out', async () => {
    for (const origin of ['https://three.example', 'http://one.example', 'https://one.example.evil', 'null'])
      for (const method of ['GET', 'OPTIONS'])
        assert.deepEqual([origin, ...(await allowed(origin, method))], [origin, undefined, undefined])
  })
})
