/** What stays behind of a request: in logs, in caches, at proxies. */
import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { makeLogger } from '../../src/http/request-log.ts'
import { headOf, openSocket, readAnswer } from '../../tools/sockets.ts'
import { linkTo, make } from '../support/make.ts'
import { PASSWORD, signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const log: string[] = []
const lines = new Writable({
  write(chunk, _encoding, done) {
    log.push(String(chunk))
    done()
  },
})
const service = await startTestService({ PORT: '0' }, { logger: makeLogger('info', lines) })
const port = Number(new URL(await service.listen()).port)
const secure = await startTestService({ PUBLIC_URL: 'https://plenum.test' })
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const self = `/v1/events/${event.id}`

const UUID = '0f0e0d0c-1111-4222-8333-444455556666'

/** The path of the one line that the request leaves. */
async function loggedPath(method: string, url: string): Promise<string> {
  log.length = 0
  await service.app.inject({ method: method as 'GET', url })
  const isRequest = (line: string) => JSON.parse(line).msg === 'request'
  await until(() => log.some(isRequest))
  assert.doesNotMatch(log.join(''), /SECRET|ada@/)
  return JSON.parse(log.find(isRequest)!).req.path
}

describe('the log', () => {
  it('tells the path, without what opens something to whoever knows it', async () => {
    const paths = {
      [`${self}?filter=ada@example.org`]: self,
      '/v1/events/deadbeef/tracks': '/v1/events/deadbeef/tracks',
      [`/v1/tasks/${UUID}`]: '/v1/tasks/…',
      '/v1/tasks/SECRET': '/v1/tasks/…',
      [`${self}/exports/SECRET.token/event1.zip`]: `${self}/exports/…`,
      [`${self}/discount-codes/SECRET`]: `${self}/discount-codes/…`,
      [`${self}/discount-codes/2024`]: `${self}/discount-codes/…`,
      [`${self}/access-codes/SECRET`]: `${self}/access-codes/…`,
      '/media/uploads/SECRET.png': '/media/…',
      '/v1/users/ada@example.org': '/v1/users/…',
      '/v1/events/ada@example.org': '/v1/events/…',
      [`/v1/nothing/${UUID}/SECRET`]: '/v1/nothing/…',
      '/wp-login.php': '/wp-login.php',
      '/SECRETSECRETSECRETSECRET@ada@': '/…',
      '/': '/',
      '/docs/': '/docs/…',
    }
    for (const [url, path] of Object.entries(paths))
      assert.deepEqual([url, await loggedPath('GET', url)], [url, path])
    assert.equal(
      await loggedPath('POST', `${self}/discount-codes/SECRET/redemptions`),
      `${self}/discount-codes/…/redemptions`,
    )
    assert.equal(await loggedPath('PUT', `/v1/tasks/${UUID}`), '/v1/tasks/…')
  })
})

describe('a cache', () => {
  const kept = async (method: string, url: string, options = {}) =>
    (await service.call(method, url, options)).headers['cache-control']

  it('keeps nothing of an answer that gives a token, or opens something', async () => {
    const credentials = { email: owner.email, password: PASSWORD }
    const task = (await service.call('POST', `${self}/export/json`, { as: owner, body: {} })).body.task_url
    const words = [
      await kept('POST', '/auth/session', { body: credentials }),
      await kept('POST', '/v1/auth/login', { body: { ...credentials, 'remember-me': true } }),
      await kept('POST', '/v1/auth/fresh-login', { as: owner, body: credentials }),
      await kept('POST', '/v1/auth/token/refresh'),
      await kept('POST', '/v1/auth/reset-password', { body: { data: { email: owner.email } } }),
      await kept('POST', '/v1/auth/change-password', { as: owner, body: {} }),
      await kept('POST', '/v1/role-invites', { as: owner, body: {} }),
      await kept('GET', task),
      await kept('GET', `${self}/exports/nothing`),
      await kept('GET', `${self}/discount-codes/nothing`),
      await kept('GET', `${self}/access-codes/nothing`),
    ]

    assert.deepEqual(new Set(words), new Set(['no-store']))
  })

  it('of many people keeps nothing that is for one of them', async () => {
    assert.equal(await kept('GET', '/v1/users/me', { as: owner }), 'private, no-cache')
    assert.equal(await kept('GET', self, { as: owner }), 'private, no-cache')
    assert.equal(await kept('GET', '/v1/roles'), 'no-cache')
  })

  it('is told what answers depend on, also by those that no route gives', async () => {
    const ask = async (bytes: string) => {
      const socket = openSocket(port)
      socket.write(bytes)
      const { status, headers } = await readAnswer(socket)
      socket.destroy()
      return [status, headers.vary, headers['x-content-type-options']]
    }

    const expected = ['Accept, Authorization, Origin', 'nosniff']
    assert.deepEqual(await ask(headOf('GET /v1/roles')), [200, ...expected])
    assert.deepEqual(await ask(headOf('GET /nowhere')), [404, ...expected])
    assert.deepEqual(await ask(headOf('GET /v1/events/%ff')), [400, ...expected])
    assert.deepEqual(await ask('nonsense\r\n\r\n'), [400, ...expected])
    assert.deepEqual(await ask(headOf('GET /', `X-Long: ${'x'.repeat(20_000)}`)), [431, ...expected])
  })
})

describe('a cookie', () => {
  it('is for connections with TLS only when the public address is one, whatever the connection says', async () => {
    const { email } = await signUp(secure)
    const cookies = async (asked: typeof service, who: string) => {
      const body = { email: who, password: PASSWORD, 'remember-me': true }
      const logIn = await asked.call('POST', '/v1/auth/login', {
        body,
        headers: { 'x-forwarded-proto': 'https' },
      })
      const logOut = await asked.call('POST', '/v1/auth/logout')
      return [logIn, logOut].flatMap(({ headers }) => headers['set-cookie'] as unknown as string[])
    }

    assert.deepEqual(
      (await cookies(secure, email)).map((cookie) => /; Secure(;|$)/.test(cookie)),
      [true, true, true, true],
    )
    assert.deepEqual(
      (await cookies(service, owner.email)).map((cookie) => /Secure/.test(cookie)),
      [false, false, false, false],
    )
  })
})

describe('the metrics', () => {
  it('are hidden from whoever comes through a proxy, whatever header tells so', async () => {
    const headers = {
      forwarded: 'for=192.0.2.1',
      via: '1.1 proxy',
      'x-real-ip': '192.0.2.1',
      'x-forwarded-for': '192.0.2.1',
      'x-forwarded-host': 'plenum.test',
      'x-forwarded-proto': 'https',
      'x-forwarded-port': '443',
      'x-client-ip': '192.0.2.1',
      'x-cluster-client-ip': '192.0.2.1',
      'true-client-ip': '192.0.2.1',
      'cf-connecting-ip': '192.0.2.1',
      'fly-client-ip': '192.0.2.1',
      'fastly-client-ip': '192.0.2.1',
      'x-original-forwarded-for': '192.0.2.1',
      'x-envoy-external-address': '192.0.2.1',
      'x-remote-addr': '192.0.2.1',
    }
    for (const [name, value] of Object.entries(headers)) {
      const { status } = await service.call('GET', '/metrics', { headers: { [name]: value } })
      assert.deepEqual([name, status], [name, 404])
    }
    assert.equal(
      (await service.call('GET', '/metrics', { headers: { 'x-request-id': '12345678' } })).status,
      200,
    )
  })
})
