/** Accounts of staff are changed by super admins only; administrators keep their own and those of everybody else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { logInAdmin, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, startTestService } from '../support/service.ts'

const service = await startTestService()
const superAdmin = await logInAdmin(service)
const admin = await makeStaff('is_admin')
const colleague = await makeStaff('is_admin')
const user = await signUp(service)

const REFUSAL =
  'You need to be this user or to have administrator access; for staff accounts, super admin access.'

async function makeStaff(flag: 'is_admin' | 'is_super_admin'): Promise<Caller> {
  const made = await signUp(service)
  const flags = { is_admin: flag === 'is_admin', is_super_admin: flag === 'is_super_admin' }
  await service.db.query(sql`update users set is_admin = ${flags.is_admin},
    is_super_admin = ${flags.is_super_admin} where id = ${made.id}`)
  return made
}

function patch({ id }: Caller, attributes: Record<string, unknown>, as: Caller): Promise<Answer> {
  return service.call('PATCH', `/v1/users/${id}`, { as, body: { data: { type: 'user', id, attributes } } })
}

async function accountOf({ id }: Caller): Promise<unknown> {
  const [row] = await service.db.query(sql`select * from users where id = ${id}`)
  return { ...row, last_accessed_at: undefined }
}

async function noticeOf({ id }: Caller): Promise<string> {
  const [row] = await service.db.query<{ id: string }>(
    sql`insert into notifications (user_id, content) values (${id}, '{"type": "test"}') returning id`,
  )
  return row!.id
}

const CHANGES = [
  { email: 'mine@plenum.test' },
  { 'first-name': 'Mallory' },
  { 'avatar-url': 'https://example.org/mallory.png' },
  { 'is-verified': false },
  { 'is-blocked': true },
  { 'is-super-admin': false },
  { 'deleted-at': null },
]

test('an administrator changes, verifies, blocks, restores and deletes no account of staff', async () => {
  for (const target of [superAdmin, colleague]) {
    const before = await accountOf(target)

    for (const attributes of CHANGES) assertRefused(await patch(target, attributes, admin), 403, REFUSAL)
    const url = `/v1/users/${target.id}`
    assertRefused(await service.call('DELETE', url, { as: admin }), 403, REFUSAL)
    for (const name of ['notifications', 'events', 'speakers', 'sessions', 'owner-events'])
      for (const method of ['PATCH', 'POST', 'DELETE'])
        assertRefused(
          await service.call(method, `${url}/relationships/${name}`, { as: admin, body: { data: [] } }),
          403,
          REFUSAL,
        )

    assert.deepEqual(await accountOf(target), before)
  }
})

test('a deleted account of staff comes back by a super admin only', async () => {
  const gone = await makeStaff('is_admin')
  await service.call('DELETE', `/v1/users/${gone.id}`, { as: superAdmin })

  assertRefused(await patch(gone, { 'deleted-at': null }, admin), 403, REFUSAL)
  assert.equal((await patch(gone, { 'deleted-at': null }, superAdmin)).status, 200)
})

test('notices to staff are read and removed by themselves and by super admins only', async () => {
  const notice = await noticeOf(superAdmin)
  const body = { data: { type: 'notification', id: notice, attributes: { 'is-read': true } } }
  const url = `/v1/notifications/${notice}`

  assertRefused(await service.call('PATCH', url, { as: admin, body }), 403, REFUSAL)
  assertRefused(await service.call('DELETE', url, { as: admin }), 403, REFUSAL)
  assert.equal((await service.call('PATCH', url, { as: superAdmin, body })).status, 200)
  assert.equal((await service.call('DELETE', url, { as: superAdmin })).status, 200)
})

test('an administrator changes the own account, but does not confirm its address', async () => {
  const answer = await patch(admin, { 'first-name': 'Ada' }, admin)

  assert.deepEqual([answer.status, answer.body.data.attributes['first-name']], [200, 'Ada'])
  assertRefused(
    await patch(admin, { 'is-verified': true }, admin),
    403,
    'You may not change is-verified. For staff accounts you need super admin access.',
  )
})

test('an administrator changes, verifies, deletes and restores accounts of other users', async () => {
  const changed = await patch(user, { 'first-name': 'Grace', 'is-verified': true }, admin)
  const removed = await service.call('DELETE', `/v1/users/${user.id}`, { as: admin })
  const restored = await patch(user, { 'deleted-at': null }, admin)

  const { attributes } = changed.body.data
  assert.deepEqual(
    [changed.status, attributes['first-name'], attributes['is-verified'], removed.status, restored.status],
    [200, 'Grace', true, 200, 200],
  )
})

test('a super admin changes and deletes accounts of staff', async () => {
  const target = await makeStaff('is_super_admin')

  const changed = await patch(target, { 'first-name': 'Grace', 'is-super-admin': false }, superAdmin)
  const removed = await service.call('DELETE', `/v1/users/${target.id}`, { as: superAdmin })

  assert.deepEqual([changed.status, removed.status], [200, 200])
})

test('of two super admins who remove each other at once one stays', async () => {
  const others = await service.db.query<{ id: string }>(
    sql`update users set is_super_admin = false where id <> ${superAdmin.id} and is_super_admin returning id`,
  )
  assert.deepEqual(others, [])
  const second = await makeStaff('is_super_admin')
  const remove = ({ id }: Caller, as: Caller) => service.call('DELETE', `/v1/users/${id}`, { as })

  const answers = await Promise.all([remove(second, superAdmin), remove(superAdmin, second)])

  assert.deepEqual(answers.map(({ status }) => status).filter((status) => status === 200).length, 1)
  const left = await service.db.query(
    sql`select id from users where is_super_admin and not is_blocked and deleted_at is null`,
  )
  assert.equal(left.length, 1)
})
