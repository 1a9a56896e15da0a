import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { mailsTo } from '../support/mails.ts'
import { logInAdmin, PASSWORD, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, startTestService } from '../support/service.ts'

const service = await startTestService()
const superAdmin = await logInAdmin(service)

const FLAGS = ['is-admin', 'is-super-admin', 'is-sales-admin', 'is-marketer', 'is-blocked']

function post(attributes: Record<string, unknown>, as?: Caller): Promise<Answer> {
  return service.call('POST', '/v1/users', { as, body: { data: { type: 'user', attributes } } })
}

function patch(id: string, attributes: Record<string, unknown>, as: Caller): Promise<Answer> {
  return service.call('PATCH', `/v1/users/${id}`, { as, body: { data: { type: 'user', id, attributes } } })
}

async function makeAdmin(flag: 'is-admin' | 'is-super-admin'): Promise<Caller> {
  const user = await signUp(service)
  assert.equal((await patch(user.id, { [flag]: true }, superAdmin)).status, 200)
  return user
}

test('nobody signs up as staff', async () => {
  const user = await signUp(service)
  const admin = await makeAdmin('is-admin')
  const email = 'greedy@plenum.test'

  for (const flag of FLAGS)
    for (const caller of [undefined, user, admin]) {
      const answer = await post({ email, password: PASSWORD, [flag]: true }, caller)
      assertRefused(answer, 403, `You may not change ${flag}. You need super admin access.`)
    }
  const bySuperAdmin = await post({ email, password: PASSWORD, 'is-admin': true }, superAdmin)
  assertRefused(
    bySuperAdmin,
    403,
    'An account cannot be created as staff. Create it first, then change its flags.',
  )
  assert.deepEqual(await mailsTo(service, email), [])
})

test('staff flags are given by super admins only, not by their bearer and not by an admin', async () => {
  const user = await signUp(service)
  const admin = await makeAdmin('is-admin')

  for (const flag of FLAGS)
    for (const caller of [user, admin])
      assertRefused(
        await patch(user.id, { [flag]: true }, caller),
        403,
        `You may not change ${flag}. You need super admin access.`,
      )
  assertRefused(
    await patch(user.id, { 'is-verified': true }, user),
    403,
    'You may not change is-verified. You need administrator access.',
  )
  assert.equal(
    (await patch(user.id, { 'is-admin': true }, superAdmin)).body.data.attributes['is-admin'],
    true,
  )
})

test('the last super admin cannot step down, be blocked or leave', async () => {
  const REFUSAL = 'The last super admin cannot be removed.'

  assertRefused(await patch(superAdmin.id, { 'is-super-admin': false }, superAdmin), 403, REFUSAL)
  assertRefused(await patch(superAdmin.id, { 'is-blocked': true }, superAdmin), 403, REFUSAL)
  assertRefused(await service.call('DELETE', `/v1/users/${superAdmin.id}`, { as: superAdmin }), 403, REFUSAL)
})

test('a blocked super admin does not count, and of two who step down at once one stays', async () => {
  const second = await makeAdmin('is-super-admin')
  const stepDown = (user: Caller) => patch(user.id, { 'is-super-admin': false }, user)
  await patch(second.id, { 'is-blocked': true }, superAdmin)
  assertRefused(await stepDown(superAdmin), 403, 'The last super admin cannot be removed.')
  const third = await makeAdmin('is-super-admin')

  const answers = await Promise.all([stepDown(superAdmin), stepDown(third)])

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403])
  const left = await service.db.query(sql`select id from users where is_super_admin and not is_blocked`)
  assert.equal(left.length, 1)
})
