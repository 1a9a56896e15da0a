/** Inviting people by mail to hold a session together: who may, who accepts or rejects, and what follows. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { endOldSpeakerInvites } from '../../src/access/speaker-invites.ts'
import { documentOf, resourceOf } from '../support/document.ts'
import { confirm, mailedToken, mailsTo } from '../support/mails.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { owner, coorganizer, registrar, stranger } = cast
const author = await signUp(service)
const event = await make(service, owner, 'event', { name: 'Tea Days' })
await giveRoles(service, cast, event.id)
await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })

const UNKNOWN = 'The invitation is unknown, used or expired.'
let count = 0

function propose(attributes: Json = {}, as: Caller = author): Promise<Json> {
  return make(
    service,
    as,
    'session',
    { title: 'Brewing', state: 'pending', ...attributes },
    { event: linkTo(event) },
  )
}

function invite(
  as: Caller | undefined,
  session: Json,
  email = `speaker${++count}@plenum.test`,
): Promise<Answer> {
  const body = bodyOf('speaker-invite', { email }, { session: linkTo(session) })
  return service.call('POST', '/v1/speaker-invites', { as, body })
}

async function invited(session: Json): Promise<Caller & { secret: string; invite: string }> {
  const user = await signUp(service)
  await confirm(service, user)
  const { body } = await invite(author, session, user.email)
  return { ...user, invite: body.data.id, secret: await mailedToken(service, user.email, 'speaker_invite') }
}

const send = (step: string, as: Caller | undefined, token: string) =>
  service.call('POST', `/v1/speaker-invites/${step}`, { as, body: { data: { token } } })
const accept = (as: Caller | undefined, token: string) => send('accept-invite', as, token)

async function speakersOf({ id }: Json): Promise<Json[]> {
  return service.db.query<Json>(sql`select sp.name, sp.email, sp.user_id, sp.is_proposed from speakers sp
    join speakers_sessions ss on ss.speaker_id = sp.id where ss.session_id = ${id} order by sp.id`)
}

async function statusOf(id: string): Promise<string> {
  const [row] = await service.db.query<{ status: string }>(
    sql`select status from speaker_invites where id = ${id}`,
  )
  return row!.status
}

describe('an author', () => {
  it('invites a person by mail, and reads and withdraws the invitation', async () => {
    const session = await propose({ title: 'Brewing <b>' })
    const email = 'co-speaker@plenum.test'

    const { status, headers, body } = await invite(author, session, email)

    const { id } = body.data
    const expected = resourceOf(
      '/v1/speaker-invites',
      { type: 'speaker-invite', id },
      { email, status: 'pending', 'created-at': body.data.attributes['created-at'] },
      { session: linkTo(session), event: linkTo(event) },
    )
    assert.deepEqual(
      [status, headers.location, body],
      [201, `/v1/speaker-invites/${id}`, documentOf(expected)],
    )
    const token = await mailedToken(service, email, 'speaker_invite')
    const link = `http://front.test/speaker-invites?token=${token}`
    const [mail] = await mailsTo(service, email)
    assert.equal(mail!.subject, 'Invitation to speak at Tea Days: Brewing <b>')
    assert.match(mail!.message, /“Brewing &lt;b&gt;” at Tea Days/)
    assert.ok(mail!.message.includes(`<a href="${link}">${link}</a>`))
    for (const as of [author, coorganizer]) {
      const list = await service.call('GET', `/v1/sessions/${session.id}/speaker-invites`, { as })
      assert.deepEqual(list.body.data, [expected])
    }
    const removed = await service.call('DELETE', `/v1/speaker-invites/${id}`, { as: author })
    assert.equal(removed.status, 200)
    assertRefused(await send('user', undefined, token), 404, UNKNOWN)
  })

  it('invites nobody twice at a time, whatever the case of the address', async () => {
    const session = await propose()

    const answers = await Promise.all(
      ['Grace@plenum.test', 'grace@PLENUM.test', 'grace@plenum.test'].map((email) =>
        invite(author, session, email),
      ),
    )

    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
    const refused = answers.find(({ status }) => status === 409)!
    assert.deepEqual(refused.body.errors[0], {
      status: '409',
      code: 'conflict',
      title: 'Conflict',
      detail: 'An invitation to this session is already pending for this address.',
      source: { pointer: '/data/attributes/email' },
    })
  })

  it('no longer invites when the session is locked; coorganizers still do', async () => {
    const session = await propose()
    await service.call('PATCH', `/v1/sessions/${session.id}`, {
      as: coorganizer,
      body: { data: { type: 'session', id: session.id, attributes: { 'is-locked': true } } },
    })

    assert.deepEqual(
      [(await invite(author, session)).status, (await invite(coorganizer, session)).status],
      [403, 201],
    )
  })
})

describe('others', () => {
  it('invite nobody and see no invitations', async () => {
    const session = await propose()
    const { id } = (await invite(author, session)).body.data

    for (const as of [stranger, registrar]) {
      assert.equal((await invite(as, session)).status, 404)
      assert.equal((await service.call('GET', `/v1/speaker-invites/${id}`, { as })).status, 404)
      assert.equal((await service.call('DELETE', `/v1/speaker-invites/${id}`, { as })).status, 404)
      const list = await service.call('GET', `/v1/speaker-invites?filter[id]=${id}`, { as })
      assert.deepEqual(list.body.data, [])
    }
    assert.equal((await invite(undefined, session)).status, 401)
  })
})

describe('the invited person', () => {
  it('sees what it is about, accepts once, and is then a speaker and an author of the session', async () => {
    const session = await propose()
    const user = await invited(session)
    const title = { data: { type: 'session', id: session.id, attributes: { title: 'Brewing together' } } }

    const seen = await send('user', undefined, user.secret)
    const answer = await accept(user, user.secret)
    const again = await accept(user, user.secret)

    const { identifier } = event.attributes
    const about = { email: user.email, event_name: 'Tea Days', event_identifier: identifier }
    assert.deepEqual(seen.body, { ...about, session_title: 'Brewing' })
    const { speaker } = answer.body
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { event: event.id, event_identifier: identifier, session: session.id, speaker }],
    )
    assertRefused(again, 404, UNKNOWN)
    assert.equal(await statusOf(user.invite), 'accepted')
    const name = user.email.split('@')[0]
    assert.deepEqual(await speakersOf(session), [
      { name, email: user.email, user_id: user.id, is_proposed: true },
    ])
    const url = `/v1/sessions/${session.id}`
    assert.equal((await service.call('PATCH', url, { as: user, body: title })).status, 200)
    assertRefused(
      await invite(author, session, user.email),
      409,
      'The person with this address is a speaker of the session already.',
      { pointer: '/data/attributes/email' },
    )
  })

  it('stays one speaker of the event, also when two invitations are accepted at once', async () => {
    const [first, second] = [await propose(), await propose()]
    const user = await invited(first)
    await invite(author, second, user.email)
    const other = await mailedToken(service, user.email, 'speaker_invite')

    const answers = await Promise.all([accept(user, user.secret), accept(user, other)])

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    assert.equal(answers[0]!.body.speaker, answers[1]!.body.speaker)
  })

  it('takes over the record that the author entered for the address', async () => {
    const session = await propose()
    const user = await invited(session)
    const links = { event: linkTo(event), sessions: [linkTo(session)] }
    const { id } = await make(service, coorganizer, 'speaker', { name: 'Grace', email: user.email }, links)
    await service.db.query(sql`update speakers set user_id = null where id = ${id}`)

    const { body } = await accept(user, user.secret)

    assert.equal(body.speaker, id)
    assert.deepEqual(
      (await speakersOf(session)).map(({ name, user_id }) => [name, user_id]),
      [['Grace', user.id]],
    )
  })

  it('rejects without an account, once', async () => {
    const session = await propose()
    const { body } = await invite(author, session, 'no@plenum.test')
    const token = await mailedToken(service, 'no@plenum.test', 'speaker_invite')

    const { status, body: answer } = await send('reject-invite', undefined, token)

    assert.deepEqual([status, answer, await statusOf(body.data.id)], [200, { success: true }, 'rejected'])
    assertRefused(await send('reject-invite', undefined, token), 404, UNKNOWN)
    assert.deepEqual(await speakersOf(session), [])
    assert.equal((await invite(author, session, 'no@plenum.test')).status, 201)
  })

  it('needs the account of that address, confirmed', async () => {
    const session = await propose()
    const user = await signUp(service)
    await invite(author, session, user.email)
    const token = await mailedToken(service, user.email, 'speaker_invite')

    assertRefused(
      await accept(stranger, token),
      403,
      'This invitation is for another e-mail address. Log in as the invited user.',
    )
    assertRefused(
      await accept(user, token),
      403,
      'Confirm your e-mail address first. To get the mail again, call /v1/auth/resend-verification-email.',
    )
    await confirm(service, user)
    const { body } = await service.call('GET', `/v1/users/${user.id}/notifications`, { as: user })
    assert.deepEqual(
      body.data.map(({ attributes }: Json) => [attributes.content.type, attributes.content.session.title]),
      [['speaker_invite', 'Brewing']],
    )
    assert.equal((await accept(user, token)).status, 200)
  })

  it('is too late when the invitation has expired, its sender may no longer invite, or the session is gone', async () => {
    const [late, lost, gone] = [await propose(), await propose(), await propose()]
    const users = [await invited(late), await invited(lost), await invited(gone)]
    await service.db.query(
      sql`update speaker_invites set expires_at = now() - interval '1 second' where id = ${users[0]!.invite}`,
    )
    await service.db.query(sql`update sessions set creator_id = null where id = ${lost.id}`)
    await service.call('DELETE', `/v1/sessions/${gone.id}`, { as: author })

    const answers = await Promise.all(users.map((user) => accept(user, user.secret)))

    assert.deepEqual(
      answers.map(({ body }) => body.errors[0].detail),
      [
        UNKNOWN,
        'The sender of this invitation may no longer invite speakers to the session. Ask for a new invitation.',
        UNKNOWN,
      ],
    )
    await endOldSpeakerInvites(service.db)
    assert.deepEqual(
      [await statusOf(users[0]!.invite), await statusOf(users[1]!.invite)],
      ['expired', 'expired'],
    )
    assert.equal((await invite(author, late, users[0]!.email)).status, 201)
  })
})
