/** Log-ins, and calls over a network that fails. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { ADMIN } from '../../../test/support/service.ts'
import {
  NetworkError,
  PlenumClient,
  RefusedError,
  TimeoutError,
  type Tokens,
  TooManyRequestsError,
  UnauthorizedError,
} from '../src/plenum-client.ts'
import { cut, hold, lose, refuse, type Spoil } from './support/gate.ts'
import { startServed } from './support/served.ts'

const service = await startServed({ WORKERS: '0' })
const { gate } = service
const LOG_IN = { email: 'ada@example.org', password: 'a good password' }
const REFRESH = 'POST /v1/auth/token/refresh'
const client = new PlenumClient(gate.address)
const me = await client.signUp(LOG_IN)

/** A client that is logged in with an access token that has ended. */
async function withEndedToken(): Promise<{ client: PlenumClient; kept: (Tokens | undefined)[] }> {
  const kept: (Tokens | undefined)[] = []
  const first = new PlenumClient(gate.address, { onTokens: (tokens) => kept.push(tokens) })
  await first.logIn(LOG_IN)
  const tokens = { ...kept[0]!, access: `${kept[0]!.access.slice(0, -4)}AAAA` }
  const ended = new PlenumClient(gate.address, { tokens, onTokens: (tokens) => kept.push(tokens) })
  gate.requests.length = 0
  return { client: ended, kept }
}

beforeEach(() => {
  gate.requests.length = 0
  gate.next.length = 0
})

describe('a log-in', () => {
  it('follows a sign-up and lasts until the log-out', async () => {
    const other = new PlenumClient(gate.address)
    const user = await other.signUp({ ...LOG_IN, email: 'lin@example.org', firstName: 'Lin' })
    const found = await other.me({ fields: { user: ['email', 'firstName'] } })
    await other.logOut()

    assert.deepEqual(found, { id: user.id, email: 'lin@example.org', firstName: 'Lin' })
    await assert.rejects(other.me(), UnauthorizedError)
  })

  it('is not needed with an API token', async () => {
    const { token } = await client.apiTokens.create({ name: 'CI', scopes: ['user:read'] })
    const script = new PlenumClient(gate.address, { token })

    assert.equal((await script.me({ fields: { user: ['email'] } })).email, LOG_IN.email)
    await assert.rejects(script.events.list(), {
      message: 'The API token needs the scope event:read or read.',
    })
  })

  it('with a wrong password is refused', async () => {
    const attempt = new PlenumClient(gate.address).logIn({ ...LOG_IN, password: 'wrong' })

    await assert.rejects(attempt, {
      name: 'UnauthorizedError',
      message: 'Wrong e-mail address or password.',
    })
  })

  it('can be taken up again with its tokens', async () => {
    const kept: (Tokens | undefined)[] = []
    await new PlenumClient(gate.address, { onTokens: (tokens) => kept.push(tokens) }).logIn(LOG_IN)
    const again = new PlenumClient(gate.address, { tokens: kept[0] })

    assert.equal((await again.me()).id, me.id)
  })

  it('is renewed once for all calls that fail together', async () => {
    const { client: ended, kept } = await withEndedToken()
    const users = await Promise.all([ended.me(), ended.users.get(me), ended.users.get(me)])

    assert.deepEqual(
      [users.map(({ id }) => id), gate.requests.filter((one) => one === REFRESH).length, kept.length],
      [[me.id, me.id, me.id], 1, 2],
    )
    assert.equal(kept[1]!.refresh, kept[0]!.refresh)
  })

  it('that has ended is not renewed for ever: the call fails and the tokens are dropped', async () => {
    const { client: ended, kept } = await withEndedToken()
    await service.db.query(sql`update logins set revoked_at = now() where user_id = ${me.id}`)

    await assert.rejects(ended.users.get(me), UnauthorizedError)
    assert.deepEqual([gate.requests, kept.at(-1)], [[`GET /v1/users/${me.id}`, REFRESH], undefined])
  })

  it('can follow one that has ended', async () => {
    await assert.rejects(client.me(), UnauthorizedError)
    const other = new PlenumClient(gate.address, { tokens: { access: 'ended' } })
    await other.signUp({ ...LOG_IN, email: 'kim@example.org' })
    await client.logIn(LOG_IN)

    assert.deepEqual([(await client.me()).id, (await other.me()).email], [me.id, 'kim@example.org'])
  })

  it('that follows while another one is renewed is the one that stays', async () => {
    const { client: ended } = await withEndedToken()
    const pass: Spoil = (_incoming, _answer, forward) => forward()
    const renewal: Spoil = (_incoming, _answer, forward) => {
      void ended.logIn({ ...LOG_IN, email: 'kim@example.org' }).then(forward)
    }
    gate.next.push(pass, renewal)
    await ended.events.list()

    assert.equal((await ended.me()).email, 'kim@example.org')
  })

  it('stays when its renewal fails for another reason', async () => {
    const { client: ended, kept } = await withEndedToken()
    gate.next.push(
      (_incoming, _answer, forward) => forward(),
      refuse(503),
      (_incoming, _answer, forward) => forward(),
    )
    const user = await ended.users.get(me)

    assert.deepEqual([user.id, kept.length], [me.id, 2])
  })
})

describe('a log-in in a page of the service', () => {
  /** What a browser does with cookies: it sends them by itself, and lets scripts read those that are not HttpOnly. */
  const jar = new Map<string, string>()
  const withCookies: typeof fetch = async (input, init) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(input, { ...init, headers: { ...(init?.headers as object), cookie } })
    for (const [, name, value] of response.headers.getSetCookie().map((one) => /^(\w+)=([^;]*)/.exec(one)!))
      value === '' ? jar.delete(name!) : jar.set(name!, value!)
    return response
  }
  const document = {
    get cookie() {
      return `theme=dark; csrf_refresh_token=${jar.get('csrf_refresh_token')}`
    },
  }
  const load = () => new PlenumClient(gate.address, { cookies: true, fetch: withCookies })

  it('survives that the page is loaded anew, until the log-out, and shows no refresh token', async (t) => {
    Object.assign(globalThis, { document })
    t.after(() => Reflect.deleteProperty(globalThis, 'document'))
    const before = await load().resume()
    const kept: (Tokens | undefined)[] = []
    const page = new PlenumClient(gate.address, {
      cookies: true,
      fetch: withCookies,
      onTokens: (tokens) => kept.push(tokens),
    })
    await page.logIn(LOG_IN)
    const anew = load()
    const resumed = await anew.resume()
    const found = await anew.me()
    await anew.logOut()

    assert.deepEqual([before, resumed, found.id, kept[0]?.refresh], [false, true, me.id, undefined])
    assert.equal(await load().resume(), false)
  })
})

describe('a read', () => {
  it('is tried again when the service is busy, is asked to slow down, or cannot be reached', async () => {
    gate.next.push(refuse(503), cut, refuse(429, { 'retry-after': '0' }))
    const patient = new PlenumClient(gate.address, { retries: 3 })

    assert.equal((await patient.roles.list({ page: { size: 1 } })).records.length, 1)
    assert.equal(gate.requests.length, 4)
  })

  it('fails when the tries are used up, with the last answer', async () => {
    gate.next.push(refuse(503), refuse(503), refuse(503))

    await assert.rejects(client.roles.list(), (error: unknown) => {
      assert.ok(error instanceof RefusedError)
      assert.deepEqual([error.status, error.faults], [503, []])
      return true
    })
    assert.equal(gate.requests.length, 3)
  })

  it('does not wait longer than it should', async () => {
    gate.next.push(refuse(429, { 'retry-after': '3600' }))

    await assert.rejects(client.roles.list(), (error: unknown) => {
      assert.ok(error instanceof TooManyRequestsError)
      assert.equal(error.retryAfter, 3600)
      return true
    })
    assert.equal(gate.requests.length, 1)
  })

  it('that gets no answer in time fails', async () => {
    gate.next.push(hold)

    await assert.rejects(client.roles.list({ timeout: 50 }), TimeoutError)
    assert.equal(gate.requests.length, 1)
  })

  it('is given up by its signal, with the reason of that', async () => {
    const controller = new AbortController()
    gate.next.push(() => controller.abort(new Error('closed')))
    const impatient = new PlenumClient(gate.address, { retries: 0 })
    const held = impatient.roles.list({ signal: controller.signal })

    await assert.rejects(held, { message: 'closed' })
    await assert.rejects(client.roles.list({ signal: AbortSignal.abort() }), { name: 'AbortError' })
  })

  it('of an address where something else answers fails with a hint', async () => {
    gate.next.push((_incoming, answer) => answer.end('<html>Welcome</html>'))

    await assert.rejects(client.roles.list(), { name: 'PlenumError', message: /is this the address/ })
  })
})

describe('a write', () => {
  it('that creates is repeated with its key, and happens once', async () => {
    gate.next.push(refuse(503, { 'retry-after': '0' }), lose)
    const event = await client.events.create({ name: 'Once', endsAt: '2030-01-01T00:00:00Z' })
    const found = await service.db.query(sql`select id from events where name = 'Once'`)

    assert.deepEqual(gate.requests, ['POST /v1/events', 'POST /v1/events', 'POST /v1/events'])
    assert.deepEqual(found, [{ id: event.id }])
  })

  it('of another kind is not repeated, because it may have happened', async () => {
    gate.next.push(refuse(503))
    await assert.rejects(client.users.update(me, { firstName: 'Ada' }), RefusedError)
    gate.next.push(cut)
    await assert.rejects(client.users.update(me, { firstName: 'Ada' }), NetworkError)

    assert.equal(gate.requests.length, 2)
  })
})

describe('another route', () => {
  it('is called by its method and path', async () => {
    const admin = new PlenumClient(gate.address)
    await admin.logIn(ADMIN)
    const taken = await admin.call('POST /v1/users/check_email', { body: { email: LOG_IN.email } })
    const health = await admin.call('GET /healthz')

    assert.deepEqual([taken, health], [{ exists: true }, { status: 'alive' }])
    await assert.rejects(admin.call('GET /v1/tasks/{id}', { path: { id: '../users/1' } }), { status: 404 })
  })
})
