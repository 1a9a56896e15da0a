import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import sql from 'sql-template-tag'
import { limit } from '../../src/access/limits.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { logIn, PASSWORD, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()

const WRONG = 'Wrong e-mail address or password.'
const ENDED = 'This login has ended. Log in again.'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function post(url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  return service.call('POST', url, { body, headers })
}

function whoAmI(token: string, scheme = 'JWT'): Promise<Answer> {
  return service.call('GET', '/v1/users/user-details/get-user-id', {
    headers: { authorization: `${scheme} ${token}` },
  })
}

/** The claims, with what differs from token to token checked and taken out. */
function claimsOf(token: string): { lasts: number; [claim: string]: unknown } {
  const { iat, nbf, exp, jti, login, ...others } = decodeJwt(token)
  assert.match(String(jti), UUID)
  assert.match(String(login), UUID)
  assert.equal(nbf, iat)
  return { ...others, lasts: exp! - iat! }
}

for (const url of ['/auth/session', '/v1/auth/login'])
  for (const name of ['email', 'username'])
    test(`POST ${url} with ${name} and password answers an access token for a day`, async () => {
      const user = await signUp(service)

      const answer = await post(url, { [name]: ` ${user.email.toUpperCase()} `, password: PASSWORD })

      assert.deepEqual([answer.status, Object.keys(answer.body)], [200, ['access_token']])
      assert.deepEqual(claimsOf(answer.body.access_token), {
        identity: Number(user.id),
        type: 'access',
        fresh: true,
        iss: 'plenum',
        lasts: 24 * 3600,
      })
    })

test('the token is taken from the header Authorization with the word JWT or Bearer', async () => {
  const user = await signUp(service)

  for (const scheme of ['JWT', 'Bearer', 'jwt', 'bearer']) {
    const answer = await whoAmI(user.token, scheme)
    assert.deepEqual([answer.status, answer.body], [200, { user_id: Number(user.id) }])
  }
})

test('an address with capitals beyond ASCII logs in as it signed up', async () => {
  const user = await signUp(service, 'ÉLISE@plenum.test')

  const answer = await post('/v1/auth/login', { email: 'élise@plenum.test', password: PASSWORD })

  assert.equal(decodeJwt(answer.body.access_token).identity, Number(user.id))
})

test('a wrong password and an unknown address are refused with the same words', async () => {
  const { email } = await signUp(service)

  assertRefused(await post('/auth/session', { email, password: 'not this one' }), 401, WRONG)
  assertRefused(await post('/auth/session', { email: 'no@plenum.test', password: PASSWORD }), 401, WRONG)
})

test('a log-in without an address or a password, or with a text that no account can have, is not understood', async () => {
  const required = (name: string) => [400, `${name} is required.`, { pointer: `/${name}` }] as const
  assertRefused(await post('/auth/session', { password: PASSWORD }), ...required('email'))
  assertRefused(
    await post('/auth/session', { email: 'a@plenum.test', password: '' }),
    ...required('password'),
  )
  assertRefused(await post('/auth/session', { email: 7, password: PASSWORD }), ...required('email'))
  assertRefused(
    await post('/auth/session', { email: 'a\0@plenum.test', password: 'x' }),
    ...required('email'),
  )
  assertRefused(await post('/auth/session', [1]), 400, 'The body must be a JSON object.')
  assertRefused(await post('/auth/session', '{'), 400, 'The body is not valid JSON.')
  assertRefused(await post('/auth/session'), 400, 'The body must be a JSON object.')
})

test('after ten wrong passwords the account waits there, even for the right one, and others do not', async () => {
  const user = await signUp(service)
  const other = await signUp(service)
  const tries: Answer[] = []
  for (let n = 0; n < 10; n++)
    tries.push(await post('/auth/session', { email: user.email, password: 'wrong' }))

  const next = await post('/v1/auth/login', { email: user.email, password: PASSWORD })

  for (const one of tries) assertRefused(one, 401, WRONG)
  const wait = Number(next.headers['retry-after'])
  assert.ok(wait > 290 && wait <= 300, `Retry-After is ${wait}`)
  assertRefused(next, 429, `Too many attempts. Try again in ${wait} seconds.`)
  await logIn(service, other.email, PASSWORD)
  const { key } = limit('password of an account from a network', '127.0.0.1', user.email)
  await service.db.query(sql`update rate_limits set expires_at = now() where key = ${key}`)
  await logIn(service, user.email, PASSWORD)
})

test('of thirty wrong passwords at once at most ten are judged', async () => {
  const { email } = await signUp(service)

  const answers = await Promise.all(
    Array.from({ length: 30 }, () => post('/auth/session', { email, password: 'wrong' })),
  )

  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  assert.deepEqual({ judged: count(401), refused: count(429) }, { judged: 10, refused: 20 })
})

test('right passwords are not counted', async () => {
  const { email } = await signUp(service)

  for (let n = 0; n < 12; n++) await logIn(service, email, PASSWORD)
})

async function rememberMe(email: string): Promise<Json> {
  const flags = { 'remember-me': true, 'include-in-response': true }
  return (await post('/v1/auth/login', { email, password: PASSWORD, ...flags })).body
}

const refresh = (token: string) =>
  post('/v1/auth/token/refresh', undefined, { authorization: `JWT ${token}` })

test('a log-in that is remembered has a refresh token for a year and access tokens for 90 minutes', async () => {
  const user = await signUp(service)
  const common = { identity: Number(user.id), iss: 'plenum' }

  const login = await rememberMe(user.email)
  const { csrf, ...refreshClaims } = claimsOf(login.refresh_token)
  const refreshed = await refresh(login.refresh_token)

  assert.match(String(csrf), UUID)
  assert.deepEqual(refreshClaims, { ...common, type: 'refresh', fresh: false, lasts: 365 * 24 * 3600 })
  assert.deepEqual(claimsOf(login.access_token), { ...common, type: 'access', fresh: true, lasts: 5400 })
  assert.deepEqual([refreshed.status, Object.keys(refreshed.body)], [200, ['access_token']])
  assert.deepEqual(claimsOf(refreshed.body.access_token), {
    ...common,
    type: 'access',
    fresh: false,
    lasts: 5400,
  })
  assert.equal((await whoAmI(refreshed.body.access_token)).status, 200)
})

test('a browser keeps the refresh token in a cookie and proves by X-CSRF-TOKEN that its own page asks', async () => {
  const { email } = await signUp(service)
  const login = await post('/auth/session', { email, password: PASSWORD, 'remember-me': true })
  const [cookie, csrfCookie] = login.headers['set-cookie'] as unknown as [string, string]
  const [, token] = /^refresh_token_cookie=([^;]+);/.exec(cookie)!
  const [, csrf] = /^csrf_refresh_token=([^;]+);/.exec(csrfCookie)!
  const ask = (headers: Record<string, string>) =>
    post('/v1/auth/token/refresh', undefined, { cookie: `a=b; refresh_token_cookie=${token}`, ...headers })

  const proven = await ask({ 'x-csrf-token': csrf! })

  assert.deepEqual(Object.keys(login.body), ['access_token'])
  assert.deepEqual(
    [cookie.replace(token!, '…'), csrfCookie.replace(csrf!, '…')],
    [
      'refresh_token_cookie=…; Max-Age=31536000; Path=/v1/auth/token/refresh; HttpOnly; SameSite=Strict',
      'csrf_refresh_token=…; Max-Age=31536000; Path=/; SameSite=Strict',
    ],
  )
  assert.deepEqual([proven.status, Object.keys(proven.body)], [200, ['access_token']])
  assertRefused(await ask({}), 401, 'The header X-CSRF-TOKEN is missing or wrong.')
  assertRefused(await ask({ 'x-csrf-token': 'guessed' }), 401, 'The header X-CSRF-TOKEN is missing or wrong.')
})

test('a refresh without a refresh token is refused', async () => {
  const user = await signUp(service)

  assertRefused(
    await post('/v1/auth/token/refresh'),
    401,
    'A refresh token is required: send the header "Authorization: JWT <refresh token>".',
  )
  assertRefused(await refresh(user.token), 401, 'This requires a refresh token.')
})

test('logging in again with the password gives a fresh token, to the same user only', async () => {
  const user = await signUp(service)
  const other = await signUp(service)
  const authorization = `JWT ${(await refresh((await rememberMe(user.email)).refresh_token)).body.access_token}`
  const ask = (email: string) =>
    post('/v1/auth/fresh-login', { email, password: PASSWORD }, { authorization })

  const own = await ask(user.email)

  assert.equal(claimsOf(own.body.access_token).fresh, true)
  assertRefused(await ask(other.email), 401, 'These credentials belong to another user.')
})

test('logging out ends the access and refresh tokens of that log-in and takes the cookies away', async () => {
  const user = await signUp(service)
  const login = await rememberMe(user.email)

  const answer = await post('/v1/auth/logout', undefined, { authorization: `JWT ${login.access_token}` })

  assert.deepEqual([answer.status, answer.body], [200, { success: true }])
  assert.deepEqual(answer.headers['set-cookie'], [
    'refresh_token_cookie=; Max-Age=0; Path=/v1/auth/token/refresh; HttpOnly; SameSite=Strict',
    'csrf_refresh_token=; Max-Age=0; Path=/; SameSite=Strict',
  ])
  assertRefused(await whoAmI(login.access_token), 401, ENDED)
  assertRefused(await refresh(login.refresh_token), 401, ENDED)
  assert.equal((await whoAmI(user.token)).status, 200)
})

test('logging out works without a token and with one that has ended, so that the cookies go', async () => {
  const user = await signUp(service)
  const logOut = (headers?: Record<string, string>) => post('/v1/auth/logout', undefined, headers)
  const authorization = `JWT ${user.token}`

  const answers = [await logOut(), await logOut({ authorization }), await logOut({ authorization })]

  for (const { status, headers, body } of answers)
    assert.deepEqual([status, body, headers['set-cookie']?.length], [200, { success: true }, 2])
})

test('blacklisting ends every log-in of the caller, and of nobody else', async () => {
  const user = await signUp(service)
  const other = await signUp(service)
  const login = await rememberMe(user.email)

  const answer = await post('/v1/auth/blacklist', undefined, { authorization: `JWT ${user.token}` })

  assert.deepEqual([answer.status, answer.body], [200, { success: true }])
  assertRefused(await whoAmI(user.token), 401, ENDED)
  assertRefused(await whoAmI(login.access_token), 401, ENDED)
  assertRefused(await refresh(login.refresh_token), 401, ENDED)
  assert.equal((await whoAmI(other.token)).status, 200)
})

test('a log-in is refused if the account is erased while the password is checked', async () => {
  const user = await signUp(service)
  const lock = await lockTable(service, 'logins', 'share')

  const answer = post('/v1/auth/login', { email: user.email, password: PASSWORD })
  await waitsForLock(service, 'logins')
  await lock.query(`delete from users where id = ${user.id}`)
  await lock.release()

  assertRefused(await answer, 401, ENDED)
})
