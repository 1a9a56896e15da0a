import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { mailedToken, mailsTo } from '../support/mails.ts'
import { make } from '../support/make.ts'
import { logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, startTestService } from '../support/service.ts'

const service = await startTestService()
const superAdmin = await logInAdmin(service)

const UNKNOWN_TOKEN = 'The token is unknown, used or expired. Request a new one.'
const FLAGS = ['is-admin', 'is-super-admin', 'is-sales-admin', 'is-marketer', 'is-blocked']

function post(attributes: Record<string, unknown>, as?: Caller): Promise<Answer> {
  return service.call('POST', '/v1/users', { as, body: { data: { type: 'user', attributes } } })
}

async function attributesOf(user: Caller, ...names: string[]): Promise<Record<string, unknown>> {
  const url = `/v1/users/${user.id}?fields[user]=${names.join(',')}`
  return (await service.call('GET', url, { as: superAdmin })).body.data.attributes
}

test('whoever signs up gets an account that is neither verified nor of the staff', async () => {
  const answer = await post({ email: 'ada@plenum.test', password: PASSWORD, 'first-name': 'Ada' })

  const { id, attributes, links } = answer.body.data
  const shown = ['email', 'first-name', 'last-name', 'is-verified', ...FLAGS]
  assert.deepEqual(
    { status: answer.status, location: answer.headers.location, self: links.self },
    { status: 201, location: `/v1/users/${id}`, self: `/v1/users/${id}` },
  )
  assert.deepEqual(Object.fromEntries(shown.map((name) => [name, attributes[name]])), {
    email: 'ada@plenum.test',
    'first-name': 'Ada',
    'last-name': null,
    'is-verified': false,
    'is-admin': false,
    'is-super-admin': false,
    'is-sales-admin': false,
    'is-marketer': false,
    'is-blocked': false,
  })
})

test('neither a password nor its hash is ever answered or kept in clear', async () => {
  const secret = 'my most secret password'
  const { body } = await post({ email: 'silent@plenum.test', password: secret })
  const read = await service.call('GET', `/v1/users/${body.data.id}`, { as: superAdmin })
  const [row] = await service.db.query<{ hash: string; all: string }>(
    sql`select password_hash as hash, users::text as all from users where id = ${body.data.id}`,
  )

  for (const answer of [body, read.body]) assert.doesNotMatch(JSON.stringify(answer), /password|argon2/)
  assert.match(row!.hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  assert.doesNotMatch(row!.all, /my most secret/)
})

test('a password has at least 8 characters', async () => {
  const answer = await post({ email: 'short@plenum.test', password: '7 signs' })

  assertRefused(answer, 422, 'password must be at least 8 characters long', {
    pointer: '/data/attributes/password',
  })
})

test('an e-mail address belongs to one account, however it is capitalised', async () => {
  await signUp(service, 'taken@plenum.test')

  const answer = await post({ email: 'Taken@Plenum.TEST', password: PASSWORD })

  assertRefused(answer, 409, 'This e-mail address is taken.', { pointer: '/data/attributes/email' })
})

test('a mail with a link, seen by staff among the mails, confirms the address once', async () => {
  const user = await signUp(service, 'new@plenum.test')
  const { body } = await service.call('GET', '/v1/mails?filter[recipient]=new@plenum.test', {
    as: superAdmin,
  })
  const token = await mailedToken(service, user.email, 'user_registration')
  const link = `http://front.test/verify?token=${token}`
  const verify = () => service.call('POST', '/v1/auth/verify-email', { body: { data: { token } } })

  const first = await verify()
  const second = await verify()

  const [{ attributes }] = body.data
  assert.deepEqual(attributes, {
    recipient: 'new@plenum.test',
    time: attributes.time,
    action: 'user_registration',
    subject: 'Welcome to Plenum: please confirm your e-mail address',
    message: `<p>Your account is ready.</p><p>Please confirm your e-mail address: <a href="${link}">${link}</a></p>`,
    text: null,
    status: 'pending',
    'sent-at': null,
    error: null,
  })
  assert.deepEqual([first.status, first.body], [200, { message: 'E-mail address confirmed.' }])
  assertRefused(second, 400, UNKNOWN_TOKEN)
  assert.deepEqual(await attributesOf(user, 'is-verified'), { 'is-verified': true })
})

test('the link of a confirmation holds for seven days', async () => {
  const user = await signUp(service)
  const token = await mailedToken(service, user.email, 'user_registration')
  const [row] = await service.db.query(
    sql`select round(extract(epoch from expires_at - now()) / 3600) as hours from email_tokens where user_id = ${user.id}`,
  )
  await service.db.query(sql`update email_tokens set expires_at = now() where user_id = ${user.id}`)

  const answer = await service.call('POST', '/v1/auth/verify-email', { body: { data: { token } } })

  assert.deepEqual(row, { hours: '168' })
  assertRefused(answer, 400, UNKNOWN_TOKEN)
})

test('another confirmation mail can be asked for, and the answer does not tell who has an account', async () => {
  const user = await signUp(service, 'again@plenum.test')
  const ask = (email: string) =>
    service.call('POST', '/v1/auth/resend-verification-email', { body: { data: { email } } })

  const known = await ask('Again@plenum.test')
  const unknown = await ask('nobody@plenum.test')

  const message = 'If the address belongs to an unconfirmed account, a mail has been sent.'
  assert.deepEqual([known.status, known.body], [200, { message }])
  assert.deepEqual([unknown.status, unknown.body], [200, { message }])
  assert.deepEqual(
    (await mailsTo(service, user.email)).map(({ action }) => action),
    ['user_registration', 'user_confirmation'],
  )
  assert.deepEqual(await mailsTo(service, 'nobody@plenum.test'), [])
})

test('an account goes only after its roles, and its address is then free', async () => {
  const user = await signUp(service, 'leaver@plenum.test')
  const event = await make(service, user, 'event')
  const remove = () => service.call('DELETE', `/v1/users/${user.id}`, { as: user })

  const refused = await remove()
  await service.call('DELETE', `/v1/events/${event.id}`, { as: user })
  const removed = await remove()

  assertRefused(refused, 403, 'This account still has a role at an event. Remove its roles first.')
  assert.deepEqual(
    [removed.status, removed.body],
    [200, { meta: { message: 'Object successfully deleted' }, jsonapi: { version: '1.0' } }],
  )
  assertRefused(await remove(), 401, 'This login has ended. Log in again.')
  assert.notEqual((await signUp(service, 'leaver@plenum.test')).id, user.id)
})

test('whether an address has an account and who one is can be asked', async () => {
  const user = await signUp(service, 'asked@plenum.test')
  const exists = async (body: unknown) => (await service.call('POST', '/v1/users/check_email', { body })).body

  assert.deepEqual(await exists({ email: 'ASKED@plenum.test' }), { exists: true })
  assert.deepEqual(await exists({ email: 'nobody@plenum.test' }), { exists: false })
  const missing = await service.call('POST', '/v1/users/checkEmail', { body: {} })
  assertRefused(missing, 422, 'email is required', { pointer: '/email' })
  const who = await service.call('GET', '/v1/users/user-details/get-user-id', { as: user })
  assert.deepEqual([who.status, who.body], [200, { user_id: Number(user.id) }])
})
