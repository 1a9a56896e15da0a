import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { mailedToken, mailsTo } from '../support/mails.ts'
import { logIn, PASSWORD, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, startTestService } from '../support/service.ts'

const service = await startTestService()

const NEW_PASSWORD = 'an even better password'
const ENDED = 'This login has ended. Log in again.'
const UNKNOWN_TOKEN = 'The token is unknown, used or expired. Request a new one.'

function change(as: Caller | undefined, data: Record<string, unknown>): Promise<Answer> {
  return service.call('POST', '/v1/auth/change-password', { as, body: { data } })
}

function askForReset(email: string): Promise<Answer> {
  return service.call('POST', '/v1/auth/reset-password', { body: { data: { email } } })
}

function reset(token: string, password: string): Promise<Answer> {
  return service.call('PATCH', '/v1/auth/reset-password', { body: { data: { token, password } } })
}

function whoAmI(token: string): Promise<Answer> {
  return service.call('GET', '/v1/users/user-details/get-user-id', {
    headers: { authorization: `JWT ${token}` },
  })
}

const lastMail = async ({ email }: Caller) => (await mailsTo(service, email)).at(-1)

test('changing the password keeps this log-in, ends all others and is told by mail', async () => {
  const user = await signUp(service)
  const elsewhere = await logIn(service, user.email, PASSWORD)
  await service.db.query(sql`update users set public_name = 'Ada' where id = ${user.id}`)

  const answer = await change(user, { 'old-password': PASSWORD, 'new-password': NEW_PASSWORD })

  assert.deepEqual(
    [answer.status, answer.body],
    [200, { id: user.id, email: user.email, name: 'Ada', 'password-changed': true }],
  )
  assert.equal((await whoAmI(user.token)).status, 200)
  assertRefused(await whoAmI(elsewhere), 401, ENDED)
  await logIn(service, user.email, NEW_PASSWORD)
  const old = await service.call('POST', '/auth/session', { body: { email: user.email, password: PASSWORD } })
  assertRefused(old, 401, 'Wrong e-mail address or password.')
  assert.deepEqual(await lastMail(user), {
    action: 'password_change',
    subject: 'Your password was changed',
    message: `<p>The password of your account was changed, and all other devices were logged out.</p>
      <p>If this was not you, reset your password now.</p>`,
  })
})

test('a password is changed only by someone who knows the old one and chooses a good new one', async () => {
  const user = await signUp(service)
  const withOld = (old: string, next: string) => ({ 'old-password': old, 'new-password': next })

  assertRefused(await change(user, withOld('wrong', NEW_PASSWORD)), 400, 'The old password is wrong.')
  assertRefused(
    await change(user, withOld(PASSWORD, PASSWORD)),
    400,
    'The new password must differ from the old one.',
  )
  assertRefused(
    await change(user, withOld(PASSWORD, '7 signs')),
    400,
    'The new password must be at least 8 characters long.',
  )
  assertRefused(await change(user, { 'old-password': PASSWORD }), 400, 'new-password is required.', {
    pointer: '/new-password',
  })
  assertRefused(
    await change(undefined, withOld(PASSWORD, NEW_PASSWORD)),
    401,
    'Log in first: send the header "Authorization: JWT <access token>".',
  )
  await logIn(service, user.email, PASSWORD)
})

test('changing the password needs a token that comes from a password', async () => {
  const user = await signUp(service)
  const flags = { 'remember-me': true, 'include-in-response': true }
  const login = await service.call('POST', '/v1/auth/login', {
    body: { email: user.email, password: PASSWORD, ...flags },
  })
  const refreshed = await service.call('POST', '/v1/auth/token/refresh', {
    headers: { authorization: `JWT ${login.body.refresh_token}` },
  })

  const answer = await change(
    { ...user, token: refreshed.body.access_token },
    { 'old-password': PASSWORD, 'new-password': NEW_PASSWORD },
  )

  assertRefused(answer, 401, 'This requires a fresh token. Log in with your password first.')
})

test('asking for a reset answers the same for an address with and without an account', async () => {
  const user = await signUp(service, 'forgetful@plenum.test')

  const known = await askForReset('Forgetful@plenum.test')
  const unknown = await askForReset('stranger@plenum.test')

  const message = 'If the address belongs to an account, a mail has been sent.'
  assert.deepEqual([known.status, known.body], [200, { message, email: 'Forgetful@plenum.test' }])
  assert.deepEqual([unknown.status, unknown.body], [200, { message, email: 'stranger@plenum.test' }])
  const link = `http://front.test/reset-password?token=${await mailedToken(service, user.email, 'password_reset')}`
  assert.deepEqual(await lastMail(user), {
    action: 'password_reset',
    subject: 'Reset your password',
    message: `<p>Choose a new password within the next hour: <a href="${link}">${link}</a></p>
      <p>If you did not request this, ignore this mail.</p>`,
  })
  assert.deepEqual(await mailsTo(service, 'stranger@plenum.test'), [])
})

test('the mailed token sets a new password once, ends every log-in and confirms the address', async () => {
  const user = await signUp(service)
  await askForReset(user.email)
  const token = await mailedToken(service, user.email, 'password_reset')

  const answer = await reset(token, NEW_PASSWORD)

  assert.deepEqual([answer.status, answer.body], [200, { id: user.id, email: user.email, name: null }])
  assertRefused(await whoAmI(user.token), 401, ENDED)
  assertRefused(await reset(token, 'a third password'), 404, UNKNOWN_TOKEN)
  const fresh = { ...user, token: await logIn(service, user.email, NEW_PASSWORD) }
  const self = await service.call('GET', `/v1/users/${user.id}?fields[user]=is-verified`, { as: fresh })
  assert.deepEqual(self.body.data.attributes, { 'is-verified': true })
  assert.equal((await lastMail(user))?.action, 'password_change')
})

test('of two resets with one token at once one counts', async () => {
  const user = await signUp(service)
  await askForReset(user.email)
  const token = await mailedToken(service, user.email, 'password_reset')

  const answers = await Promise.all([reset(token, 'the first password'), reset(token, 'the second password')])

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404])
})

test('a token for a reset is kept as a hash and holds for an hour', async () => {
  const user = await signUp(service)
  await askForReset(user.email)
  const token = await mailedToken(service, user.email, 'password_reset')
  const [row] = await service.db.query<{ kept: string; minutes: string }>(
    sql`select t::text as kept, round(extract(epoch from expires_at - now()) / 60) as minutes
      from email_tokens t where user_id = ${user.id} and purpose = 'reset'`,
  )
  await service.db.query(sql`update email_tokens set expires_at = now() where user_id = ${user.id}`)

  assert.equal(row!.minutes, '60')
  assert.equal(row!.kept.includes(token), false)
  assertRefused(await reset(token, NEW_PASSWORD), 404, UNKNOWN_TOKEN)
})

test('a new password makes every other token for a reset useless', async () => {
  const user = await signUp(service)
  await askForReset(user.email)
  const earlier = await mailedToken(service, user.email, 'password_reset')
  await askForReset(user.email)
  const later = await mailedToken(service, user.email, 'password_reset')

  await reset(later, NEW_PASSWORD)

  assertRefused(await reset(earlier, 'the password of a thief'), 404, UNKNOWN_TOKEN)
})

test('a token to confirm an address resets no password', async () => {
  const user = await signUp(service)
  const token = await mailedToken(service, user.email, 'user_registration')

  assertRefused(await reset(token, NEW_PASSWORD), 404, UNKNOWN_TOKEN)
})

test('a reset to a short password is refused, and the token stays good', async () => {
  const user = await signUp(service)
  await askForReset(user.email)
  const token = await mailedToken(service, user.email, 'password_reset')

  assertRefused(await reset(token, '7 signs'), 422, 'password must be at least 8 characters long', {
    pointer: '/data/password',
  })
  assert.equal((await reset(token, NEW_PASSWORD)).status, 200)
})

test('an address gets at most five mails for a reset in an hour from one network', async () => {
  const user = await signUp(service)
  for (let n = 0; n < 5; n++) assert.equal((await askForReset(user.email)).status, 200)

  const sixth = await askForReset(user.email.toUpperCase())

  const wait = Number(sixth.headers['retry-after'])
  assert.ok(wait > 3590 && wait <= 3600, `Retry-After is ${wait}`)
  assertRefused(sixth, 429, `Too many attempts. Try again in ${wait} seconds.`)
})

test('the caller can have a password compared with the own one, and ten wrong ones in five minutes are answered', async () => {
  const user = await signUp(service)
  const compare = (password: string) =>
    service.call('POST', '/v1/auth/verify-password', { as: user, body: { password } })

  assert.deepEqual((await compare(PASSWORD)).body, { result: true })
  for (let n = 0; n < 10; n++) assert.deepEqual((await compare('a guess')).body, { result: false })
  const next = await compare(PASSWORD)
  assertRefused(next, 429, `Too many attempts. Try again in ${next.headers['retry-after']} seconds.`)
})
