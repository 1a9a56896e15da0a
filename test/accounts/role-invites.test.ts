import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { confirm, mailedToken, mailsTo } from '../support/mails.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { giveRole, logInAdmin, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const organizer = await signUp(service)
const coorganizer = await signUp(service)
const event = await make(service, owner, 'event', { name: 'Moon & Stars' })
await giveRole(service, organizer, event.id, 'organizer')
await giveRole(service, coorganizer, event.id, 'coorganizer')

function invite(as: Caller | undefined, email: string, role: string, at: Json = event): Promise<Answer> {
  const body = bodyOf('role-invite', { email, 'role-name': role }, { event: linkTo(at) })
  return service.call('POST', '/v1/role-invites', { as, body })
}

async function invitedTo(role: string, at: Json = event): Promise<Caller & { secret: string }> {
  const user = await signUp(service)
  assert.equal((await invite(owner, user.email, role, at)).status, 201)
  return { ...user, secret: await mailedToken(service, user.email, 'event_role') }
}

async function rolesAt(at: Json): Promise<Record<string, string[]>> {
  const rows = await service.db.query<{ user_id: string; name: string }>(
    sql`select ur.user_id, r.name from users_events_roles ur join roles r on r.id = ur.role_id
      where ur.event_id = ${at.id} order by r.id, ur.user_id`,
  )
  return Object.fromEntries(
    [...Map.groupBy(rows, (row) => row.name)].map(([name, all]) => [name, all.map((row) => row.user_id)]),
  )
}

test('an invitation is mailed with a link that holds its token, and the answer does not show it', async () => {
  const answer = await invite(organizer, 'guest@plenum.test', 'moderator')

  const { id, attributes, relationships } = answer.body.data
  const token = await mailedToken(service, 'guest@plenum.test', 'event_role')
  const link = `http://front.test/role-invites?token=${token}`
  assert.deepEqual([answer.status, answer.headers.location], [201, `/v1/role-invites/${id}`])
  assert.deepEqual(attributes, {
    email: 'guest@plenum.test',
    'role-name': 'moderator',
    status: 'pending',
    'created-at': attributes['created-at'],
  })
  assert.equal(relationships.event.data.id, event.id)
  assert.deepEqual(await mailsTo(service, 'guest@plenum.test'), [
    {
      action: 'event_role',
      subject: 'Invitation to Moon & Stars as moderator',
      message: `<p>You are invited to the event Moon &amp; Stars with the role moderator.</p>
      <p>Log in with this e-mail address and accept within seven days: <a href="${link}">${link}</a></p>`,
    },
  ])
})

test('the token of an invitation is found in no answer and in the database only as a hash', async () => {
  const { secret, email } = await invitedTo('registrar')
  const url = `/v1/events/${event.id}/role-invites?filter[email]=${email}`
  const list = await service.call('GET', url, { as: owner })
  const [row] = await service.db.query<{ kept: string; hours: string }>(
    sql`select i::text as kept, round(extract(epoch from expires_at - now()) / 3600) as hours
      from role_invites i where email = ${email}`,
  )
  const [{ id }] = list.body.data
  const single = await service.call('GET', `/v1/role-invites/${id}?include=event,role`, { as: owner })

  assert.equal(list.body.meta.count, 1)
  for (const text of [JSON.stringify(list.body), JSON.stringify(single.body), row!.kept])
    assert.equal(text.includes(secret), false)
  assert.equal(row!.hours, '168')
})

test('a user who is invited and has confirmed the address is notified too', async () => {
  const user = await signUp(service)
  await confirm(service, user)
  await invite(owner, user.email, 'track_organizer')

  const { body } = await service.call('GET', `/v1/users/${user.id}/notifications`, { as: user })

  const { identifier, name } = event.attributes
  assert.deepEqual(
    body.data.map((one: Json) => one.attributes.content),
    [{ type: 'event_role', role: 'track_organizer', event: { id: event.id, name, identifier } }],
  )
})

test('owner, organizer and staff invite; nobody below them does', async () => {
  const stranger = await signUp(service)
  const refusal = [403, 'You need organizer access to the event.'] as const

  for (const caller of [owner, organizer, admin])
    assert.equal((await invite(caller, `by${caller.id}@plenum.test`, 'organizer')).status, 201)
  for (const caller of [coorganizer, stranger])
    assertRefused(await invite(caller, 'x@plenum.test', 'registrar'), ...refusal)
  assertRefused(
    await invite(undefined, 'x@plenum.test', 'registrar'),
    401,
    'Log in first: send the header "Authorization: JWT <access token>".',
  )
})

test('only an owner, or staff, invites an owner', async () => {
  const refused = await invite(organizer, 'heir@plenum.test', 'owner')

  assertRefused(refused, 403, 'Inviting an owner requires owner access to the event.')
  assert.deepEqual(await mailsTo(service, 'heir@plenum.test'), [])
  assert.equal((await invite(owner, 'heir1@plenum.test', 'owner')).status, 201)
  assert.equal((await invite(admin, 'heir2@plenum.test', 'owner')).status, 201)
})

test('one invitation to a role is pending for an address', async () => {
  await invite(owner, 'once@plenum.test', 'registrar')

  assertRefused(
    await invite(owner, 'Once@plenum.test', 'registrar'),
    409,
    'An invitation to this role is already pending for this address.',
    { pointer: '/data/attributes/email' },
  )
})

test('the role may be named by a relationship too, if it is the same', async () => {
  const roles = await service.call('GET', '/v1/roles?page[size]=0')
  const [registrar] = roles.body.data.filter((role: Json) => role.attributes.name === 'registrar')
  const body = (email: string, name: string) =>
    bodyOf('role-invite', { email, 'role-name': name }, { event: linkTo(event), role: linkTo(registrar) })

  const same = await service.call('POST', '/v1/role-invites', {
    as: owner,
    body: body('a@plenum.test', 'registrar'),
  })
  const other = await service.call('POST', '/v1/role-invites', {
    as: owner,
    body: body('b@plenum.test', 'moderator'),
  })

  assert.deepEqual([same.status, same.body.data.relationships.role.data], [201, linkTo(registrar)])
  assertRefused(other, 422, 'role-name must be the name of the role', {
    pointer: '/data/attributes/role-name',
  })
})

test('the owner cannot be taken away, others can', async () => {
  const place = await make(service, owner, 'event')
  await giveRole(service, coorganizer, place.id, 'registrar')
  const { body } = await service.call('GET', `/v1/events/${place.id}/roles?include=role`, { as: owner })
  const [ownership, other] = body.data
  const remove = ({ id }: Json) => service.call('DELETE', `/v1/users-events-roles/${id}`, { as: owner })

  assertRefused(
    await remove(ownership),
    403,
    'The owner of an event cannot be removed. Invite another owner instead.',
  )
  assert.equal((await remove(other)).status, 200)
  assert.deepEqual(await rolesAt(place), { owner: [owner.id] })
})
