/** Log-in with OpenID Connect, at a real provider. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { Events } from 'oauth2-mock-server'
import sql from 'sql-template-tag'
import { type OidcServer, startOidcServer } from '../../tools/oidc.ts'
import { mailsTo } from '../support/mails.ts'
import { startPages } from '../support/pages.ts'
import { logIn, PASSWORD, signUp } from '../support/people.ts'
import type { Json } from '../support/service.ts'

const provider: OidcServer = await startOidcServer()
const service = await startPages(provider.env)

let count = 0
beforeEach(() => {
  count++
  provider.claims = { sub: `subject ${count}`, email: `person${count}@plenum.test`, email_verified: true }
  provider.userinfo = {}
})

/** A browser that keeps cookies and follows no redirect by itself. */
class Browser {
  readonly cookies = new Map<string, string>()

  async open(
    url: string,
    language = 'en',
  ): Promise<{ status: number; location: string; body: string; headers: Json }> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await service.app.inject({
      url: url.replace(service.address, ''),
      headers: { accept: 'text/html', 'accept-language': language, ...(cookie && { cookie }) },
    })
    for (const { name, value } of answer.cookies)
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    const { location = '' } = answer.headers
    return { status: answer.statusCode, location, body: answer.body, headers: answer.headers }
  }

  /** Goes to the provider and returns the address to which it sends the browser back. */
  async authorize(next?: string): Promise<URL> {
    const start = await this.open(
      `/v1/auth/oidc${next === undefined ? '' : `?${new URLSearchParams({ next })}`}`,
    )
    assert.equal(start.status, 302, start.body)
    const back = await fetch(start.location, { redirect: 'manual' })
    return new URL(back.headers.get('location')!)
  }

  /** Logs in, and returns where that leads to. */
  async logIn(next?: string) {
    return this.open((await this.authorize(next)).href)
  }
}

/** The account that the cookies of the browser open. */
async function accountOf({ cookies }: Browser): Promise<Json> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'x-csrf-token': cookies.get('csrf_refresh_token') ?? '' }
  const { status, body } = await service.call('POST', '/v1/auth/token/refresh', { headers })
  assert.equal(status, 200, JSON.stringify(body))
  const authorization = `JWT ${body.access_token}`
  const who = await service.call('GET', '/v1/users/user-details/get-user-id', { headers: { authorization } })
  const account = await service.call('GET', `/v1/users/${who.body.user_id}`, { headers: { authorization } })
  const {
    email,
    'first-name': first,
    'last-name': last,
    'is-verified': isVerified,
  } = account.body.data.attributes
  return { id: account.body.data.id, email, first, last, isVerified }
}

const accountsWith = (email: string) =>
  service.db.query(sql`select id from users where lower(email) = lower(${email})`)

async function refusalOf(browser: Browser, title: string, status: number): Promise<void> {
  const { status: shown, body } = await browser.logIn()
  assert.deepEqual([shown, /<h1>(.*?)<\/h1>/.exec(body)?.[1]], [status, title])
  assert.equal(browser.cookies.has('refresh_token_cookie'), false)
}

describe('log-in with OpenID Connect', { concurrency: false }, () => {
  it('makes an account with the verified address and leads to the page that was wanted', async () => {
    const browser = new Browser()
    const { email } = provider.claims
    Object.assign(provider.claims, { given_name: 'Ada', family_name: 'Byron' })

    const back = await browser.logIn('/events/1?day=2#now')

    assert.deepEqual([back.status, back.location], [302, `${service.address}/events/1?day=2#now`])
    assert.equal(back.headers['cache-control'], 'no-store')
    const { id, ...account } = await accountOf(browser)
    assert.deepEqual(account, { email, first: 'Ada', last: 'Byron', isVerified: true })
    assert.equal((await accountOf(browser)).id, id)
  })

  it('opens the same account again, whatever the provider says about the address by then', async () => {
    const [first, second] = [new Browser(), new Browser()]
    await first.logIn()
    provider.claims = { sub: provider.claims.sub, email: 'moved@plenum.test', email_verified: false }

    await second.logIn()

    assert.deepEqual(await accountOf(second), await accountOf(first))
    assert.deepEqual(await accountsWith('moved@plenum.test'), [])
  })

  it('asks the provider for the address when the token has none', async () => {
    const browser = new Browser()
    const { sub, email } = provider.claims
    provider.claims = { sub }
    provider.userinfo = { sub, email, email_verified: true }

    await browser.logIn()

    assert.equal((await accountOf(browser)).email, email)
  })

  it('does not believe what the provider says about somebody else', async () => {
    provider.userinfo = { ...provider.claims, sub: 'somebody else' }
    provider.claims = { sub: provider.claims.sub }

    await refusalOf(new Browser(), 'Log-in failed', 502)
  })

  it('links an account by its verified address, keeps its password and sends a mail', async () => {
    const browser = new Browser()
    const user = await signUp(service, provider.claims.email)
    await service.db.query(sql`update users set is_verified = true where id = ${user.id}`)
    provider.claims.email = provider.claims.email.toUpperCase()

    await browser.logIn()

    assert.equal((await accountOf(browser)).id, user.id)
    assert.ok(await logIn(service, user.email, PASSWORD))
    const mails = await mailsTo(service, provider.claims.email)
    assert.deepEqual(
      mails.map(({ subject }) => subject),
      ['You can now log in with Harbour ID'],
    )
  })

  it('takes an account whose address was not confirmed from whoever made it', async () => {
    const browser = new Browser()
    const squatter = await signUp(service, provider.claims.email)
    const { id, email } = squatter
    for (const [type, more] of Object.entries({ 'api-token': { scopes: ['read'] }, 'feed-token': {} })) {
      const data = {
        type,
        attributes: { name: 'way back', ...more },
        relationships: { user: { data: { type: 'user', id } } },
      }
      const made = await service.call('POST', `/v1/${type}s`, { as: squatter, body: { data } })
      assert.equal(made.status, 201, JSON.stringify(made.body))
    }

    await browser.logIn()

    assert.deepEqual(await accountOf(browser), { id, email, first: null, last: null, isVerified: true })
    const again = await service.call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
    const old = await service.call('GET', `/v1/users/${id}`, { as: squatter })
    assert.deepEqual([again.status, old.status], [401, 401])
    const left = await service.db.query(sql`select 1 from api_tokens where user_id = ${id}
      union all select 1 from feed_tokens where user_id = ${id}
      union all select 1 from email_tokens where user_id = ${id} and used_at is null`)
    assert.deepEqual(left, [])
  })

  for (const verified of [false, undefined, 'false', 1])
    it(`refuses an address that is not verified (${verified}), with a page that says so`, async () => {
      const user = await signUp(service, provider.claims.email)
      provider.claims.email_verified = verified

      await refusalOf(new Browser(), 'Address not verified', 403)

      assert.deepEqual(await accountsWith(user.email), [{ id: user.id }])
      assert.deepEqual(await service.db.query(sql`select 1 from identities where user_id = ${user.id}`), [])
    })

  it('shows the page in German to those who read it', async () => {
    provider.claims.email_verified = false
    const browser = new Browser()
    const { body } = await browser.open((await browser.authorize()).href, 'de')
    assert.match(body, /<h1>Adresse nicht bestätigt<\/h1>/)
    assert.match(body, /href="\/log-in">Zur Anmeldung</)
  })

  it('opens neither a blocked nor a deleted account', async () => {
    const browser = new Browser()
    await browser.logIn()
    const { id } = await accountOf(browser)
    await service.db.query(sql`update users set is_blocked = true where id = ${id}`)
    await refusalOf(new Browser(), 'Account closed', 403)
    await service.db.query(sql`update users set is_blocked = false, deleted_at = now() where id = ${id}`)
    await refusalOf(new Browser(), 'Account closed', 403)
  })

  it('links one account when a person logs in twice at once', async () => {
    const browsers = [new Browser(), new Browser(), new Browser()]
    const { email } = provider.claims

    const backs = await Promise.all(browsers.map((browser) => browser.logIn()))

    assert.deepEqual(
      backs.map(({ status }) => status),
      [302, 302, 302],
    )
    assert.equal((await accountsWith(email)).length, 1)
  })
})

describe('an attack on the log-in', { concurrency: false }, () => {
  it('fails without the cookie of the browser that started it', async () => {
    const back = await new Browser().authorize()
    const { status, body } = await new Browser().open(back.href)
    assert.deepEqual([status, /<h1>(.*?)<\/h1>/.exec(body)?.[1]], [400, 'Log-in is over'])
  })

  it('fails with the state of another log-in, a forged one and none', async () => {
    const other = await new Browser().authorize()
    for (const state of [other.searchParams.get('state')!, 'forged', undefined]) {
      const browser = new Browser()
      const back = await browser.authorize()
      if (state === undefined) back.searchParams.delete('state')
      else back.searchParams.set('state', state)
      assert.equal((await browser.open(back.href)).status, 400)
      assert.equal(browser.cookies.has('refresh_token_cookie'), false)
    }
  })

  it('fails with an altered cookie', async () => {
    const browser = new Browser()
    const back = await browser.authorize()
    browser.cookies.set('oidc_log_in', `${browser.cookies.get('oidc_log_in')}A`)
    assert.equal((await browser.open(back.href)).status, 400)
  })

  it('fails when the browser comes back a second time, even with a copy of the cookie', async () => {
    const browser = new Browser()
    const back = await browser.authorize()
    const copy = browser.cookies.get('oidc_log_in')!

    const answers = [await browser.open(back.href), await browser.open(back.href)]
    browser.cookies.set('oidc_log_in', copy)
    answers.push(await browser.open(back.href))

    assert.deepEqual(
      answers.map(({ status }) => status),
      [302, 400, 400],
    )
  })

  it('fails with a code of another log-in, because the verifier does not belong to it', async () => {
    const [one, other] = [new Browser(), new Browser()]
    const [mine, theirs] = [await one.authorize(), await other.authorize()]
    mine.searchParams.set('code', theirs.searchParams.get('code')!)
    assert.equal((await one.open(mine.href)).status, 502)
  })

  for (const [what, claims] of Object.entries({
    'another nonce': { nonce: 'another' },
    'another issuer': { iss: 'http://elsewhere.test' },
    'another audience': { aud: 'somebody else' },
    'an end in the past': { exp: 1_000_000_000 },
    'no subject': { sub: '' },
    'a subject that no database keeps': { sub: 'a\u0000b' },
  }))
    it(`fails with an ID token with ${what}`, async () => {
      Object.assign(provider.claims, claims)
      await refusalOf(new Browser(), 'Log-in failed', 502)
    })

  it('fails with an ID token that somebody else has signed', async () => {
    provider.server.service.once(Events.BeforeResponse, (response) => {
      const body = response.body as Json
      const [head, claims, signature] = body.id_token.split('.')
      body.id_token = [head, claims, signature.split('').reverse().join('')].join('.')
    })
    await refusalOf(new Browser(), 'Log-in failed', 502)
  })

  it('fails with a refusal of the provider, whose text is not shown', async () => {
    provider.server.service.once(Events.BeforeAuthorizeRedirect, ({ url }) => {
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
      url.searchParams.set('error_description', 'Call this number')
    })
    const { status, body } = await new Browser().logIn()
    assert.equal(status, 403)
    assert.match(body, /<h1>Not logged in<\/h1>/)
    assert.doesNotMatch(body, /Call this number/)
  })

  it('leads nowhere but to paths of this site', async () => {
    const home = `${service.address}/account`
    for (const next of [
      'https://evil.test/',
      '//evil.test/',
      '/\\evil.test/',
      '/\t/evil.test',
      'javascript:alert(1)',
      'account',
      '',
    ])
      assert.equal((await new Browser().logIn(next)).location, home, next)
    const { location } = await new Browser().logIn('/.//evil.test/')
    assert.equal(new URL(location).host, new URL(service.address).host)
  })
})

describe('the page of the log-in', () => {
  it('offers the provider, and leads on to where the reader came from', async () => {
    const browser = new Browser()
    const link = /<a class="button" href="([^"]*oidc[^"]*)">([^<]+)<\/a>/
    const english = link.exec((await browser.open('/log-in?next=/events/1')).body)!
    const german = link.exec((await browser.open('/sign-up', 'de')).body)!
    assert.deepEqual(
      [english.slice(1), german.slice(1)],
      [
        ['/v1/auth/oidc?next=%2Fevents%2F1', 'Log in with Harbour ID'],
        ['/v1/auth/oidc', 'Mit Harbour ID anmelden'],
      ],
    )
  })

  it('says so when the provider is away, and the service has started all the same', async () => {
    const away = await startOidcServer()
    await away.stop()
    const other = await startPages(away.env)
    const headers = { accept: 'text/html' }

    const { statusCode, body } = await other.app.inject({ url: '/v1/auth/oidc', headers })

    assert.deepEqual([statusCode, /<h1>(.*?)<\/h1>/.exec(body)?.[1]], [502, 'Log-in failed'])
  })
})
