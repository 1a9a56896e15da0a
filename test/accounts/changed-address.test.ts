/** A changed e-mail address needs the password and takes effect when it is confirmed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { limit } from '../../src/access/limits.ts'
import { confirm, mailedToken, mailsTo } from '../support/mails.ts'
import { logIn, logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { ADMIN, type Answer, type Caller, startTestService } from '../support/service.ts'

const service = await startTestService()
const superAdmin = await logInAdmin(service)

const PROOF = { 'current-password': PASSWORD }
const AT = { pointer: '/data/attributes/current-password' }
const ENDED = 'This login has ended. Log in again.'
const UNKNOWN_TOKEN = 'The token is unknown, used or expired. Request a new one.'

function patch({ id }: Caller, attributes: Record<string, unknown>, as: Caller): Promise<Answer> {
  return service.call('PATCH', `/v1/users/${id}`, { as, body: { data: { type: 'user', id, attributes } } })
}

function verify(token: string, as?: Caller): Promise<Answer> {
  return service.call('POST', '/v1/auth/verify-email', { as, body: { data: { token } } })
}

const tokenFor = (email: string) => mailedToken(service, email, 'user_confirmation')

async function stateOf({ id }: Caller): Promise<unknown> {
  const fields = 'email,unconfirmed-email,is-verified'
  const { body } = await service.call('GET', `/v1/users/${id}?fields[user]=${fields}`, { as: superAdmin })
  return body.data.attributes
}

function logInAs(email: string): Promise<Answer> {
  return service.call('POST', '/v1/auth/login', { body: { email, password: PASSWORD } })
}

test('a new address waits for its confirmation; until then the old one logs in and gets the mails', async () => {
  const user = await signUp(service, 'old@plenum.test')
  await confirm(service, user)

  const { status, body } = await patch(user, { email: 'new@plenum.test', ...PROOF }, user)

  const { email, 'unconfirmed-email': unconfirmed, 'is-verified': isVerified } = body.data.attributes
  assert.deepEqual(
    [status, email, unconfirmed, isVerified],
    [200, 'old@plenum.test', 'new@plenum.test', true],
  )
  assert.deepEqual(
    [(await logInAs('old@plenum.test')).status, (await logInAs('new@plenum.test')).status],
    [200, 401],
  )
  assert.deepEqual((await mailsTo(service, 'old@plenum.test')).at(-1), {
    action: 'user_change_email',
    subject: 'Your e-mail address is about to change',
    message: `<p>Once it is confirmed, new@plenum.test becomes the e-mail address of your account. Until then, nothing
      changes.</p><p>If you did not request this, reset your password now. That also cancels the change.</p>`,
  })
  assert.deepEqual(
    (await mailsTo(service, 'new@plenum.test')).map(({ action }) => action),
    ['user_confirmation'],
  )
})

test('a confirmed address is in force, is verified, ends other log-ins and mails to the old address', async () => {
  const user = await signUp(service, 'before@plenum.test')
  const other = await logIn(service, user.email, PASSWORD)
  await service.call('POST', '/v1/auth/reset-password', { body: { data: { email: user.email } } })
  const resetToken = await mailedToken(service, user.email, 'password_reset')
  const registration = await mailedToken(service, user.email, 'user_registration')
  await patch(user, { email: 'after@plenum.test', ...PROOF }, user)
  const token = await tokenFor('after@plenum.test')

  const answer = await verify(token, user)

  assert.deepEqual([answer.status, answer.body], [200, { message: 'E-mail address confirmed.' }])
  const moved = { email: 'after@plenum.test', 'unconfirmed-email': null, 'is-verified': true }
  assert.deepEqual(await stateOf(user), moved)
  assert.equal((await patch(user, { 'first-name': 'Ada' }, user)).status, 200)
  assertRefused(await patch(user, { 'first-name': 'Eve' }, { ...user, token: other }), 401, ENDED)
  const reset = await service.call('PATCH', '/v1/auth/reset-password', {
    body: { data: { token: resetToken, password: 'a password of a thief' } },
  })
  assertRefused(reset, 404, UNKNOWN_TOKEN)
  for (const used of [token, registration]) assertRefused(await verify(used), 400, UNKNOWN_TOKEN)
  assert.equal((await mailsTo(service, 'before@plenum.test')).at(-1)!.action, 'user_change_email')
})

test('confirmed without a log-in, it ends them all', async () => {
  const user = await signUp(service)
  await patch(user, { email: 'nobody-logged-in@plenum.test', ...PROOF }, user)

  await verify(await tokenFor('nobody-logged-in@plenum.test'))

  assertRefused(await patch(user, { 'first-name': 'Ada' }, user), 401, ENDED)
})

test('a change needs the password of whoever asks, and wrong ones are counted', async () => {
  const user = await signUp(service)
  const email = 'wanted@plenum.test'
  const missing = 'current-password (your own password) is required to change the e-mail address'
  const wrong = { email, 'current-password': 'not this one' }

  for (const proof of [{}, { 'current-password': null }, { 'current-password': '' }])
    assertRefused(await patch(user, { email, ...proof }, user), 422, missing, AT)
  for (let n = 0; n < 10; n++)
    assertRefused(await patch(user, wrong, user), 422, 'current-password is not your password', AT)

  const { status } = await patch(user, { email, ...PROOF }, user)
  assert.deepEqual([status, await mailsTo(service, email)], [429, []])
})

test('an address that is sent back as it is, in any case, asks for no password and changes nothing', async () => {
  const user = await signUp(service, 'same@plenum.test')

  for (const email of ['same@plenum.test', 'SAME@Plenum.test']) {
    const { status, body } = await patch(user, { email, 'first-name': email }, user)
    const { 'first-name': name, 'unconfirmed-email': unconfirmed } = body.data.attributes
    assert.deepEqual([status, name, unconfirmed], [200, email, null])
  }
  assert.equal((await mailsTo(service, user.email)).length, 1)
})

test('a taken address is refused when it is asked for, and when somebody took it meanwhile', async () => {
  const user = await signUp(service)
  const taken = { pointer: '/data/attributes/email' }
  const ask = (email: string) => patch(user, { email, ...PROOF }, user)

  assertRefused(await ask(ADMIN.email.toUpperCase()), 409, 'This e-mail address is taken.', taken)
  await ask('soon-taken@plenum.test')
  const token = await tokenFor('soon-taken@plenum.test')
  await signUp(service, 'soon-taken@plenum.test')
  assertRefused(await verify(token), 409, 'This e-mail address is taken.', taken)
})

test('of two accounts that confirm one address at once, one gets it', async () => {
  const users = [await signUp(service), await signUp(service)]
  const tokens: string[] = []
  for (const user of users) {
    await patch(user, { email: 'contested@plenum.test', ...PROOF }, user)
    tokens.push(await tokenFor('contested@plenum.test'))
  }

  const answers = await Promise.all(tokens.map((token) => verify(token)))

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
})

test('only the last request counts, and a new password undoes it', async () => {
  const user = await signUp(service)
  await patch(user, { email: 'first-wish@plenum.test', ...PROOF }, user)
  await patch(user, { email: 'second-wish@plenum.test', ...PROOF }, user)
  assertRefused(await verify(await tokenFor('first-wish@plenum.test')), 400, UNKNOWN_TOKEN)

  await service.call('POST', '/v1/auth/change-password', {
    as: user,
    body: { data: { 'old-password': PASSWORD, 'new-password': 'a new good password' } },
  })

  assertRefused(await verify(await tokenFor('second-wish@plenum.test')), 400, UNKNOWN_TOKEN)
  const state = { email: user.email, 'unconfirmed-email': null, 'is-verified': false }
  assert.deepEqual(await stateOf(user), state)
})

test('staff who change the address of another user send their own password, and the user confirms', async () => {
  const user = await signUp(service)
  const email = 'by-staff@plenum.test'

  assertRefused(
    await patch(user, { email, ...PROOF }, superAdmin),
    422,
    'current-password is not your password',
    AT,
  )
  const { status } = await patch(user, { email, 'current-password': ADMIN.password }, superAdmin)
  const mails = await service.call('GET', `/v1/mails?filter[recipient]=${email}`, { as: superAdmin })

  assert.deepEqual(
    [status, await stateOf(user)],
    [200, { email: user.email, 'unconfirmed-email': email, 'is-verified': false }],
  )
  const [, token] = /token=([\w-]{43})"/.exec(mails.body.data[0].attributes.message)!
  await verify(token!)
  assert.deepEqual(await stateOf(user), { email, 'unconfirmed-email': null, 'is-verified': true })
})

test('mails to confirm a new address are limited, whoever asks', async () => {
  const user = await signUp(service)
  const { key, most } = limit('account mail to an address', 'flooded@plenum.test')
  await service.db.query(sql`insert into rate_limits values (${key}, ${most}, now() + interval '1 hour')`)

  const { status } = await patch(user, { email: 'flooded@plenum.test', ...PROOF }, user)

  assert.deepEqual([status, await mailsTo(service, 'flooded@plenum.test')], [429, []])
})

test('a pending address is seen by its user and by staff only', async () => {
  const [user, stranger] = [await signUp(service), await signUp(service)]
  await patch(user, { email: 'secret-wish@plenum.test', ...PROOF }, user)

  const answer = await service.call('GET', `/v1/users/${user.id}`, { as: stranger })

  assert.deepEqual([answer.status, JSON.stringify(answer.body).includes('secret-wish')], [403, false])
})
