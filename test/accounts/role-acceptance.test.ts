import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { endOldInvites } from '../../src/access/role-invites.ts'
import { waitUntil } from '../../src/system/processes.ts'
import { confirm, mailedToken } from '../support/mails.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = await make(service, owner, 'event')

const UNKNOWN = 'The invitation is unknown, used or expired.'
const ACCEPT = '/v1/role-invites/accept-invite'

function accept(as: Caller | undefined, token: string, url = ACCEPT): Promise<Answer> {
  return service.call('POST', url, { as, body: { data: { token } } })
}

async function invitedTo(
  role: string,
  at: Json = event,
): Promise<Caller & { secret: string; invite: string }> {
  const user = await signUp(service)
  await confirm(service, user)
  const attributes = { email: user.email, 'role-name': role }
  const { id } = await make(service, owner, 'role-invite', attributes, { event: linkTo(at) })
  return { ...user, invite: id, secret: await mailedToken(service, user.email, 'event_role') }
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

async function waiting(): Promise<number> {
  const rows = await service.db.query(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

for (const url of [ACCEPT, '/v1/role_invites/accept-invite'])
  test(`the invited user accepts at ${url}, once, and has the role`, async () => {
    const place = await make(service, owner, 'event', { state: 'draft' })
    const user = await invitedTo('coorganizer', place)

    const answer = await accept(user, user.secret, url)

    assert.deepEqual(
      [answer.status, answer.body],
      [
        200,
        {
          email: user.email,
          event: place.id,
          event_identifier: place.attributes.identifier,
          name: null,
          role: 'coorganizer',
        },
      ],
    )
    assert.deepEqual(await rolesAt(place), { owner: [owner.id], coorganizer: [user.id] })
    assertRefused(await accept(user, user.secret, url), 404, UNKNOWN)
    assert.equal((await service.call('GET', `/v1/events/${place.id}`, { as: user })).status, 200)
  })

test('nobody else accepts, not even staff, and the invitation stays good', async () => {
  const user = await invitedTo('registrar')
  const other = await signUp(service)
  const admin = await logInAdmin(service)
  const notYours = 'This invitation is for another e-mail address. Log in as the invited user.'

  assertRefused(
    await accept(undefined, user.secret),
    401,
    'Log in first: send the header "Authorization: JWT <access token>".',
  )
  for (const caller of [other, owner, admin]) assertRefused(await accept(caller, user.secret), 403, notYours)
  assert.equal((await accept(user, user.secret)).status, 200)
})

test('an unknown, an expired and a withdrawn invitation, and one to a deleted event, are not found', async () => {
  const late = await invitedTo('registrar')
  await service.db.query(sql`update role_invites set expires_at = now() where email = ${late.email}`)
  const unwanted = await invitedTo('registrar')
  await service.call('DELETE', `/v1/role-invites/${unwanted.invite}`, { as: owner })
  const gone = await make(service, owner, 'event')
  const lost = await invitedTo('registrar', gone)
  await service.call('DELETE', `/v1/events/${gone.id}`, { as: owner })

  for (const [user, token] of [
    [late, late.secret],
    [unwanted, unwanted.secret],
    [lost, lost.secret],
    [late, 'guess'],
  ] as const)
    assertRefused(await accept(user, token), 404, UNKNOWN)
  assertRefused(await accept(late, ''), 400, 'token is required.', { pointer: '/token' })
})

test('two accepts at once give one role', async () => {
  const place = await make(service, owner, 'event')
  const user = await invitedTo('organizer', place)

  const answers = await Promise.all(Array.from({ length: 5 }, () => accept(user, user.secret)))

  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404, 404, 404])
  assert.deepEqual(await rolesAt(place), { owner: [owner.id], organizer: [user.id] })
})

test('accepting to be the owner makes the former owner an organizer', async () => {
  const place = await make(service, owner, 'event')
  const heir = await invitedTo('owner', place)

  const answer = await accept(heir, heir.secret)

  assert.deepEqual([answer.status, answer.body.role], [200, 'owner'])
  assert.deepEqual(await rolesAt(place), { owner: [heir.id], organizer: [owner.id] })
})

test('when two accept to be the owner at once, one is; the other invitation died with the role of its sender', async () => {
  const place = await make(service, owner, 'event')
  const heirs = [await invitedTo('owner', place), await invitedTo('owner', place)]

  // Both are held up on their way until both are on it.
  let accepts: Promise<Answer>[] = []
  await service.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from users_events_roles where event_id = ${place.id} for update`)
    accepts = heirs.map((heir) => accept(heir, heir.secret))
    await waitUntil(async () => (await waiting()) === 2, 5)
  })
  assert.deepEqual((await Promise.all(accepts)).map(({ status }) => status).sort(), [200, 403])

  const { owner: owners, organizer: organizers } = await rolesAt(place)
  assert.deepEqual([owners?.length, organizers], [1, [owner.id]])
  assert.ok(heirs.some(({ id }) => id === owners![0]))
})

const UNCONFIRMED =
  'Confirm your e-mail address first. To get the mail again, call /v1/auth/resend-verification-email.'

test('an invitation is accepted, and shown as a notice, only with a confirmed address', async () => {
  const user = await signUp(service)
  await make(service, owner, 'role-invite', { email: user.email }, { event: linkTo(event) })
  const token = await mailedToken(service, user.email, 'event_role')
  const notices = async () =>
    (await service.call('GET', `/v1/users/${user.id}/notifications`, { as: user })).body.data.map(
      ({ attributes }: Json) => attributes.content,
    )

  const early = [await accept(user, token), await notices()] as const
  await confirm(service, user)
  const late = [await notices(), await accept(user, token)] as const

  assertRefused(early[0], 403, UNCONFIRMED)
  assert.deepEqual(early[1], [])
  const { id, attributes } = event
  const place = { id, name: attributes.name, identifier: attributes.identifier }
  assert.deepEqual(late[0], [{ type: 'event_role', role: 'coorganizer', event: place }])
  assert.equal(late[1].status, 200)
})

const DEAD = 'The sender of this invitation may no longer assign this role. Ask for a new invitation.'

for (const [loss, statement] of [
  ['has lost the role', (id: string) => sql`delete from users_events_roles where user_id = ${id}`],
  [
    'has a lower role now',
    (id: string) =>
      sql`update users_events_roles set role_id = (select id from roles where name = 'coorganizer') where user_id = ${id}`,
  ],
  ['is blocked', (id: string) => sql`update users set is_blocked = true where id = ${id}`],
  ['is deleted', (id: string) => sql`update users set deleted_at = now() where id = ${id}`],
] as const)
  test(`an invitation is worth nothing when its sender ${loss}`, async () => {
    const place = await make(service, owner, 'event')
    const sender = await invitedTo('organizer', place)
    assert.equal((await accept(sender, sender.secret)).status, 200)
    const user = await signUp(service)
    await confirm(service, user)
    await make(service, sender, 'role-invite', { email: user.email }, { event: linkTo(place) })
    const token = await mailedToken(service, user.email, 'event_role')
    await service.db.query(statement(sender.id))

    const refused = await accept(user, token)
    await endOldInvites(service.db)
    const ended = await accept(user, token)

    assertRefused(refused, 403, DEAD)
    assertRefused(ended, 404, UNKNOWN)
    assert.deepEqual((await rolesAt(place)).coorganizer?.includes(user.id) ?? false, false)
  })
