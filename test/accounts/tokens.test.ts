import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import sql from 'sql-template-tag'
import { makeTokens } from '../../src/access/jwt.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker.ts'

const service = await startTestService()
const user = await signUp(service)
const login = decodeJwt(user.token).login as string
const tokens = makeTokens(service.config.secret!)
const key = createHash('sha256').update(`tokens:${service.config.secret}`).digest()

const INVALID = 'The token is not valid. Log in again.'
const EXPIRED = 'The token has expired. Log in again or refresh it.'
const ENDED = 'This login has ended. Log in again.'
const HEADER = 'The Authorization header must be "JWT <access token>".'

const ours = { identity: user.id, login, type: 'access', fresh: true, life: 60 } as const
const claims = { identity: Number(user.id), login, type: 'access', fresh: true }
const minted = () => new SignJWT(claims).setIssuer('plenum').setIssuedAt().setExpirationTime('1h')

/** A route for anyone and one for users only: a bad token is refused by both. */
async function assertNobody(authorization: string, detail: string): Promise<void> {
  const calls = ['/v1/events', '/v1/users/user-details/get-user-id'].map((url) =>
    service.call('GET', url, { headers: { authorization } }),
  )
  for (const answer of await Promise.all(calls)) assertNoAccess(answer, detail)
}

function assertNoAccess(answer: Answer, detail: string): void {
  assertRefused(answer, 401, detail)
  assert.equal(answer.headers['www-authenticate'], 'JWT')
}

test('a token made with our key is good, so the others below fail for their own reason', async () => {
  for (const token of [
    await tokens.sign(ours),
    await minted().setProtectedHeader({ alg: 'HS256' }).sign(key),
  ]) {
    const authorization = `JWT ${token}`
    const answer = await service.call('GET', '/v1/users/user-details/get-user-id', {
      headers: { authorization },
    })
    assert.deepEqual([answer.status, answer.body], [200, { user_id: Number(user.id) }])
  }
})

test('a token of another key is refused', async () => {
  await assertNobody(`JWT ${await makeTokens('another secret').sign(ours)}`, INVALID)
})

test('a token without a signature is refused', async () => {
  const unsigned = new UnsecuredJWT(claims).setIssuer('plenum').setIssuedAt().setExpirationTime('1h').encode()

  await assertNobody(`JWT ${unsigned}`, INVALID)
  await assertNobody(`JWT ${user.token.replace(/[^.]*$/, '')}`, INVALID)
})

test('a token with another algorithm, of another issuer or with changed claims is refused', async () => {
  const [header, , signature] = user.token.split('.')
  const forged = Buffer.from(JSON.stringify({ ...decodeJwt(user.token), identity: 1 })).toString('base64url')

  await assertNobody(`JWT ${await minted().setProtectedHeader({ alg: 'HS512' }).sign(key)}`, INVALID)
  await assertNobody(
    `JWT ${await minted().setIssuer('others').setProtectedHeader({ alg: 'HS256' }).sign(key)}`,
    INVALID,
  )
  await assertNobody(`JWT ${header}.${forged}.${signature}`, INVALID)
})

test('a token that brings its own key, or says where to find it, is refused', async () => {
  const theirs = new TextEncoder().encode('a key of the attacker, as long as ours')
  const jwk = { kty: 'oct', k: Buffer.from(theirs).toString('base64url') }
  for (const header of [
    { jwk },
    { jku: 'http://127.0.0.1/keys' },
    { x5u: 'http://127.0.0.1/chain' },
    { kid: '../../../../dev/null' },
    { kid: "' union select 'x" },
  ])
    await assertNobody(
      `JWT ${await minted()
        .setProtectedHeader({ alg: 'HS256', ...header })
        .sign(theirs)}`,
      INVALID,
    )
  const [, payload, signature] = (await minted().setProtectedHeader({ alg: 'HS256' }).sign(key)).split('.')
  for (const header of [
    { alg: 'none' },
    { alg: 'None' },
    { alg: 'hs256' },
    { alg: 'HS256', crit: ['x'], x: 1 },
  ])
    await assertNobody(
      `JWT ${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.${signature}`,
      INVALID,
    )
  await assertNobody(
    `JWT ${await minted().setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32))}`,
    INVALID,
  )
})

test('an expired token is refused, and one that is not valid yet', async () => {
  const early = minted().setNotBefore('10m').setProtectedHeader({ alg: 'HS256' })

  await assertNobody(`JWT ${await tokens.sign({ ...ours, life: -10 })}`, EXPIRED)
  await assertNobody(`JWT ${await early.sign(key)}`, INVALID)
})

test('a refresh token is no access token', async () => {
  const token = await tokens.sign({ ...ours, type: 'refresh' })

  await assertNobody(`JWT ${token}`, 'This requires an access token.')
})

test('a token of a log-in that never was is refused', async () => {
  const token = await tokens.sign({ ...ours, login: '00000000-0000-4000-8000-000000000000' })

  await assertNobody(`JWT ${token}`, ENDED)
})

test('what is no token is refused', async () => {
  await assertNobody('JWT a.b.c', INVALID)
  await assertNobody('JWT nonsense', INVALID)
  await assertNobody(user.token, HEADER)
  await assertNobody('JWT', HEADER)
  await assertNobody('', HEADER)
  await assertNobody(`Basic ${Buffer.from('a:b').toString('base64')}`, HEADER)
  await assertNobody(`JWT ${user.token} ${user.token}`, HEADER)
})

test('the tokens of a deleted user are refused', async () => {
  const leaver = await signUp(service)
  await service.db.query(sql`update users set deleted_at = now() where id = ${leaver.id}`)

  await assertNobody(`JWT ${leaver.token}`, ENDED)
})

test('the tokens of a blocked user are refused, and so is a new log-in', async () => {
  const blocked = await signUp(service)
  await service.db.query(sql`update users set is_blocked = true where id = ${blocked.id}`)

  const again = await service.call('POST', '/auth/session', {
    body: { email: blocked.email, password: 'a good password' },
  })

  await assertNobody(`JWT ${blocked.token}`, ENDED)
  assertNoAccess(again, 'This account is blocked. Contact the administrator.')
})

test('log-ins and mailed tokens that have ended are deleted, unless the network of the log-in still counts', async () => {
  const logins = [
    ['alive', '100 days', '-1 day', false],
    ['expired', '100 days', '1 day', false],
    ['revoked', '100 days', '-1 day', true],
    ['expired, known network', '80 days', '1 day', false],
  ] as const
  const someone = await signUp(service)
  await service.db.query(sql`delete from logins where user_id = ${someone.id}`)
  for (const [csrf, age, over, isRevoked] of logins)
    await service.db.query(sql`insert into logins (user_id, csrf, created_at, expires_at, revoked_at)
      values (${someone.id}, ${csrf}, now() - ${age}::interval, now() - ${over}::interval,
        case when ${isRevoked} then now() end)`)
  for (const over of ['-1 day', '1 day'])
    await service.db.query(sql`insert into email_tokens (user_id, purpose, email, token_hash, expires_at)
      values (${someone.id}, 'reset', ${over}, ${over}, now() - ${over}::interval)`)

  await startWorker(service)

  const left = () =>
    service.db.query(sql`select
      (select array_agg(csrf order by csrf) from logins where user_id = ${someone.id}) as logins,
      (select array_agg(email) from email_tokens where user_id = ${someone.id} and purpose = 'reset') as tokens`)
  const expected = [{ logins: ['alive', 'expired, known network'], tokens: ['-1 day'] }]
  await until(async () => isDeepStrictEqual(await left(), expected))
})

test('a log-in ends after its time, whatever its tokens say', async () => {
  const someone = await signUp(service)
  await service.db.query(sql`update logins set expires_at = now() where user_id = ${someone.id}`)

  await assertNobody(`JWT ${someone.token}`, ENDED)
})
