/** Requests that say one thing to one reader and another to the next: to proxies, routers, mails and the log. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { makeLogger } from '../../src/http/request-log.ts'
import { mailsTo } from '../support/mails.ts'
import { linkTo, make } from '../support/make.ts'
import { PASSWORD, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { FORM, formOf } from '../support/uploads.ts'

const log: string[] = []
const lines = new Writable({
  write(chunk, _encoding, done) {
    log.push(String(chunk))
    done()
  },
})
const service = await startTestService(
  { PORT: '0', RATE_LIMIT: '400', RATE_LIMIT_EXEMPT: 'none' },
  { logger: makeLogger('info', lines) },
)
const port = Number(new URL(await service.listen()).port)
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const track = linkTo(await make(service, owner, 'track', {}, { event }))

/** Sends the bytes as they are, and answers the statuses of all answers that come back before the connection ends. */
async function send(bytes: string): Promise<{ statuses: number[]; text: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(2_000, () => socket.destroy())
  socket.write(Buffer.from(bytes, 'latin1'))
  const chunks: Buffer[] = []
  try {
    for await (const chunk of socket) chunks.push(chunk)
  } catch {
    // The service may cut the connection before all was read.
  }
  const text = Buffer.concat(chunks).toString()
  const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
  return { statuses, text }
}

const request = (first: string, ...headers: string[]) =>
  [first, 'Host: plenum.test', ...headers, '', ''].join('\r\n')
const get = (path: string, ...headers: string[]) =>
  send(request(`GET ${path} HTTP/1.1`, 'Connection: close', ...headers))

const CHUNKED = 'Transfer-Encoding: chunked'

describe('a request that breaks off', () => {
  it('leaves nothing behind that would hold the process', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
    const before = timers()
    const bytes = `${request('POST /v1/auth/login HTTP/1.1', 'Content-Type: application/json', CHUNKED)}1\r\n{}\r\n`

    for (let n = 0; n < 20; n++) await send(bytes)

    // Others may come and go.
    await until(() => timers() < before + 10, 5_000)
  })
})

describe('a body whose end is a matter of opinion', () => {
  const hidden = request('GET /v1/roles/1 HTTP/1.1', 'Connection: close')
  const post = (...headers: string[]) =>
    request('POST /v1/auth/login HTTP/1.1', 'Content-Type: application/json', ...headers)

  for (const [what, bytes] of Object.entries({
    'two lengths that differ': `${post('Content-Length: 2', 'Content-Length: 40')}{}`,
    'a list of lengths': `${post('Content-Length: 2, 40')}{}`,
    'a length and chunks': `${post('Content-Length: 4', CHUNKED)}0\r\n\r\n`,
    'chunks and a length': `${post(CHUNKED, 'Content-Length: 4')}0\r\n\r\n`,
    'a length with a sign': `${post('Content-Length: +2')}{}`,
    'a length in hex': `${post('Content-Length: 0x2')}{}`,
    'a length with a blank before its colon': `${post('Content-Length : 2')}{}`,
    'an encoding that is not the last': `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
    'an encoding of another name': `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`,
    'a header that goes on in the next line': `${post('X-A: b\r\n Content-Length: 2')}{}`,
    'a header that ends with half a line break': `${post('X-A: b\nContent-Length: 2')}{}`,
    'a header with a NUL': `${post('X-A: b\0c')}{}`,
    'a chunk of a negative length': `${post(CHUNKED)}-2\r\n{}\r\n0\r\n\r\n`,
    'a chunk of a length beyond all numbers': `${post(CHUNKED)}fffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
    'a chunk that is longer than it says': `${post(CHUNKED)}1\r\n{}\r\n0\r\n\r\n`,
  })) {
    it(`is refused, and nothing behind it is taken for a request: ${what}`, async () => {
      const { statuses } = await send(bytes + hidden)

      assert.deepEqual(statuses, [400])
    })
  }
})

describe('a path in disguise', () => {
  it('opens nothing that the plain one does not', async () => {
    const guarded = `/v1/users/${owner.id}`
    const id = guarded.slice(1)
    const paths = [
      `//${id}`,
      `/./${id}`,
      `/x/../${id}`,
      `/%2e/${id}`,
      `/x/%2e%2e/${id}`,
      `/x/..%2f${id}`,
      `/x/..%5c${id}`,
      `/v1%2fusers%2f${owner.id}`,
      `/v1/%75sers/${owner.id}`,
      `/v1/users/${owner.id}%00`,
      `/v1/users/${owner.id}%20`,
      `/v1/users/${owner.id};a=b`,
      `/v1/users/${owner.id}/`,
      `/v1/users/${owner.id}.json`,
      `/v1/users//${owner.id}`,
      `/V1/Users/${owner.id}`,
      `\\v1\\users\\${owner.id}`,
      `http://plenum.test${guarded}`,
      `/v1/events/..%2fusers%2f${owner.id}`,
      `/healthz/..${guarded}`,
      `/healthz%2f..%2f${id}`,
      `/media/..%2f..%2f${id}`,
      '/media/../../etc/passwd',
      '/media/..%2f..%2f..%2fetc%2fpasswd',
      '/media/%2e%2e/%2e%2e/secret',
      '/media/....//....//secret',
      '/media/%00/etc/passwd',
      '/docs/..%2f..%2fpackage.json',
      '/docs/%2e%2e/package.json',
    ]
    for (const path of paths) {
      const { statuses, text } = await get(path)
      assert.ok([400, 401, 404].includes(statuses[0]!), `${path} ${statuses}`)
      assert.doesNotMatch(text, /root:|"name": *"plenum"|"email"/, path)
    }
  })

  it('is not another one because a header says so', async () => {
    for (const name of ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path', 'X-Forwarded-Prefix'])
      assert.deepEqual((await get('/nowhere', `${name}: /healthz`)).statuses, [404], name)
  })

  it('is not called by another method because a header or a word says so', async () => {
    const authorization = `Authorization: JWT ${owner.token}`
    const url = `/v1/tracks/${track.id}`
    for (const name of ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])
      assert.deepEqual((await get(url, authorization, `${name}: DELETE`)).statuses, [200], name)
    assert.deepEqual((await get(`${url}?_method=DELETE`, authorization)).statuses, [200])
    const post = request(
      `POST ${url} HTTP/1.1`,
      authorization,
      'X-HTTP-Method-Override: DELETE',
      'Connection: close',
    )
    assert.deepEqual((await send(post)).statuses, [405])
    assert.equal((await service.call('GET', url)).status, 200)
  })
})

describe('the names of inherited properties', () => {
  const asked = (word: string, value: unknown) =>
    `/v1/events?${word}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`
  const names = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__proto__.a',
  ]

  it('are names like any other that there is not, in a query', async () => {
    const before = await service.call('GET', '/v1/events')
    for (const name of names)
      for (const url of [
        asked('include', name),
        asked('sort', name),
        asked(`filter[${name}]`, 'x'),
        asked(`fields[${name}]`, 'x'),
        asked('fields[event]', name),
        asked(`page[${name}]`, '1'),
        asked('filter', [{ name, op: 'eq', val: 'x' }]),
        asked('filter', [{ name: `event-topic__${name}`, op: 'eq', val: 'x' }]),
        asked('filter', [{ name: 'name', op: name, val: 'x' }]),
        asked('filter', [{ name: 'name', op: 'eq', field: name }]),
      ])
        assert.deepEqual([url, (await service.call('GET', url)).status], [url, 400])
    for (const url of ['/v1/events?__proto__[polluted]=1', '/v1/events?constructor[prototype][polluted]=1'])
      assert.ok([200, 400].includes((await service.call('GET', url)).status))

    assert.deepEqual(Object.keys(Object.prototype), [])
    assert.equal(({} as Json).polluted, undefined)
    assert.deepEqual((await service.call('GET', '/v1/events')).body, before.body)
  })

  it('are ignored in a record, and refused in a form', async () => {
    const url = `/v1/tracks/${track.id}`
    const before = await service.call('GET', url)
    for (const name of names.slice(2, 6)) {
      const data = {
        ...track,
        attributes: { [name]: { polluted: 1 } },
        relationships: { [name]: { data: track } },
      }
      const { status, body } = await service.call('PATCH', url, { as: owner, body: { data } })
      assert.deepEqual([name, status, body.data], [name, 200, before.body.data])
    }
    const parts = ['__proto__', 'constructor', '__proto__[polluted]'].map((field) => ({
      field,
      content: '1',
    }))
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/v1/upload/file',
      headers: { authorization: `JWT ${owner.token}`, ...FORM },
      payload: formOf([...parts, { field: 'file', name: 'a.txt', content: 'text' }]),
    })

    assert.equal(statusCode, 400)
    assert.equal(({} as Json).polluted, undefined)
  })
})

describe('where the service is', () => {
  const LIES = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example;proto=https',
    'x-forwarded-server': 'evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/',
  }

  it('is not what a header says, in mails, links and addresses of files', async () => {
    const headers = { ...LIES, authorization: `JWT ${owner.token}` }
    const ask = (method: string, url: string, body?: Json) => service.call(method, url, { headers, body })
    const answers = [
      await ask('POST', '/v1/auth/reset-password', { data: { email: owner.email } }),
      await ask('POST', '/v1/auth/resend-verification-email', { data: { email: owner.email } }),
      await ask('POST', '/v1/auth/login', { email: owner.email, password: PASSWORD }),
      await ask('POST', '/v1/tracks', {
        data: {
          type: 'track',
          attributes: { name: 'A', color: '#fff' },
          relationships: { event: { data: event } },
        },
      }),
      await ask('GET', '/v1/events?page[size]=1'),
      await ask('GET', '/v1/openapi.json'),
      await ask('POST', `/v1/events/${event.id}/export/json`, {}),
    ]
    const file = await service.app.inject({
      method: 'POST',
      url: '/v1/upload/file',
      headers: { ...headers, ...FORM },
      payload: formOf([{ field: 'file', name: 'a.txt', content: 'text' }]),
    })

    assert.equal(file.statusCode, 200)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 201, 200, 200, 200],
    )
    const { 'access-control-allow-origin': _, ...own } = file.headers
    const told = JSON.stringify([
      answers.map(({ headers: all, body }) => [all.location, all['set-cookie'], body]),
      own,
      file.payload,
    ])
    assert.doesNotMatch(told, /evil/)
    const mails = await mailsTo(service, owner.email)
    assert.ok(mails.some(({ action }) => action === 'password_reset'))
    assert.doesNotMatch(JSON.stringify(mails), /evil/)
  })
})

describe('a line of the log', () => {
  it('is one line of JSON with its usual members, whatever is sent', async () => {
    const tricks = [
      '%0a{"level":50}',
      '%0d%0aSet-Cookie:%20a=b',
      '%1b[31mred',
      '"}%20{"',
      '%e2%80%a8',
      '%00',
      "'$(x)`",
    ]
    log.length = 0
    for (const trick of tricks) {
      await get(`/v1/events/${trick}`, `X-Request-Id: ${decodeURIComponent(trick).replace(/[^ -~]/g, '\t')}`)
      await get(`/v1/events?secret=${trick}`, `User-Agent: "}\t{"`)
      const email = `a${decodeURIComponent(trick)}@plenum.test`
      await service.call('POST', '/v1/auth/login', { body: { email, password: 'the password itself' } })
    }

    const isRequest = (line: string) => JSON.parse(line).msg === 'request'
    await until(() => log.filter(isRequest).length === tricks.length * 3)
    const seen = log.map((line) => JSON.parse(line))
    assert.ok(log.every((line) => line.endsWith('}\n') && line.indexOf('\n') === line.length - 1))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
    assert.ok(!log.some((line) => /[\x00-\x09\x0b-\x1f\x7f]/.test(line)))
    for (const { reqId, req } of seen.filter(({ msg }) => msg === 'request')) {
      assert.match(reqId, /^[\w.-]{8,100}$/)
      assert.deepEqual(Object.keys(req), ['method', 'path'])
    }
    assert.doesNotMatch(log.join(''), /secret=|the password itself|User-Agent/i)
  })
})

describe('the limit of requests', () => {
  it('counts the address of the connection, whatever a header says', async () => {
    let status = 200
    // Twice the limit, because the minute may end meanwhile.
    for (let n = 0; n < 800 && status === 200; n++) {
      const headers = {
        'x-forwarded-for': `10.1.${n >> 8}.${n & 255}`,
        'x-real-ip': `10.2.${n >> 8}.${n & 255}`,
        forwarded: `for=10.3.${n >> 8}.${n & 255}`,
      }
      status = (await service.app.inject({ url: '/healthz', headers })).statusCode
    }

    assert.equal(status, 429)
  })
})
