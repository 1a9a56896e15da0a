import assert from 'node:assert/strict'
import { test } from 'node:test'
import sql from 'sql-template-tag'
import { mailsTo } from '../support/mails.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { giveRole, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const organizer = await signUp(service)
const coorganizer = await signUp(service)
const author = await signUp(service)

/** A published event with an open call, its organizers, and custom forms that ask for something. */
async function eventThatAsks(...forms: Record<string, unknown>[]): Promise<Json> {
  const event = await make(service, owner, 'event', { name: 'Tea & Talks' })
  await giveRole(service, organizer, event.id, 'organizer')
  await giveRole(service, coorganizer, event.id, 'coorganizer')
  await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
  for (const form of forms) {
    const asked = { 'is-required': true, 'is-included': true, ...form }
    await make(service, owner, 'custom-form', asked, { event: linkTo(event) })
  }
  await service.db.query(sql`truncate mails, notifications`)
  return event
}

function submit(as: Caller, type: 'session' | 'speaker', event: Json, attributes: Json): Promise<Answer> {
  const usual = type === 'session' ? { state: 'pending' } : {}
  const body = bodyOf(type, { ...usual, ...attributes }, { event: linkTo(event) })
  return service.call('POST', `/v1/${type}s`, { as, body })
}

function patch(as: Caller, { type, id }: Json, attributes: Json): Promise<Answer> {
  return service.call('PATCH', `/v1/${type}s/${id}`, { as, body: { data: { type, id, attributes } } })
}

async function told(): Promise<Record<string, { mails: string[]; notices: Json[] }>> {
  const people = { owner, organizer, coorganizer, author }
  const entries = Object.entries(people).map(async ([name, { id, email }]) => {
    const notices = await service.db.query<{ content: Json }>(
      sql`select content from notifications where user_id = ${id} order by id`,
    )
    const mails = (await mailsTo(service, email)).map(({ action }) => action)
    return [name, { mails, notices: notices.map(({ content }) => content) }] as const
  })
  return Object.fromEntries(
    (await Promise.all(entries)).filter(([, { mails, notices }]) => mails[0] || notices[0]),
  )
}

test('a proposal is mailed to the owner and notified to owner and organizers', async () => {
  const event = await eventThatAsks()

  const { body } = await submit(author, 'session', event, { title: 'Oolong <b>or</b>\nAssam' })

  const { identifier, name } = event.attributes
  const notice = {
    type: 'new_session',
    event: { id: event.id, name, identifier },
    session: { id: body.data.id, title: 'Oolong <b>or</b>\nAssam' },
  }
  assert.deepEqual(await told(), {
    owner: { mails: ['new_session'], notices: [notice] },
    organizer: { mails: [], notices: [notice] },
  })
  const link = `http://front.test/events/${identifier}/propose?proposal=${body.data.id}`
  assert.deepEqual(await mailsTo(service, owner.email), [
    {
      action: 'new_session',
      subject: 'New session proposal for Tea & Talks: Oolong <b>or</b> Assam',
      message: [
        '<p>A session was proposed for Tea &amp; Talks: Oolong &lt;b&gt;or&lt;/b&gt; Assam.</p>',
        `<p>Read it and decide:<br><a href="${link}">${link}</a></p>`,
      ].join('\n'),
    },
  ])
})

test('whoever has two roles is told once', async () => {
  const event = await eventThatAsks()
  await giveRole(service, owner, event.id, 'organizer')

  await submit(author, 'session', event, {})

  const { owner: toOwner } = await told()
  assert.deepEqual([toOwner?.mails, toOwner?.notices.length], [['new_session'], 1])
})

test('a draft is told to nobody until its author hands it in', async () => {
  const event = await eventThatAsks()
  const { body } = await submit(author, 'session', event, { state: 'draft' })
  await patch(author, body.data, { title: 'Better' })
  const before = await told()

  const handedIn = await patch(author, body.data, { state: 'pending' })

  assert.deepEqual(before, {})
  assert.equal(handedIn.status, 200)
  assert.deepEqual((await told()).owner?.mails, ['new_session'])
})

test('what organizers add themselves is no proposal', async () => {
  const event = await eventThatAsks()

  for (const caller of [owner, organizer, coorganizer]) await submit(caller, 'session', event, {})

  assert.deepEqual(await told(), {})
})

test('a new state is told, when asked with send-email, to speakers and owner', async () => {
  const event = await eventThatAsks()
  const { body: session } = await submit(author, 'session', event, { title: 'Matcha' })
  const people = [
    [author, { email: author.email }],
    [owner, { email: 'guest@plenum.test' }],
    [owner, { email: 'hidden@plenum.test', 'is-email-overridden': true }],
  ] as const
  for (const [as, attributes] of people) {
    const { body } = await submit(as, 'speaker', event, attributes)
    const linkage = { data: [linkTo(session.data)] }
    await service.call('POST', `/v1/speakers/${body.data.id}/relationships/sessions`, {
      as: owner,
      body: linkage,
    })
  }
  await service.db.query(sql`truncate mails, notifications`)

  const answer = await patch(organizer, session.data, { state: 'accepted', 'send-email': true })

  const { identifier, name } = event.attributes
  const notice = {
    type: 'session_state_change',
    event: { id: event.id, name, identifier },
    session: { id: session.data.id, title: 'Matcha' },
  }
  assert.deepEqual([answer.status, 'send-email' in answer.body.data.attributes], [200, false])
  assert.deepEqual(await told(), {
    owner: { mails: ['session_state_change'], notices: [] },
    author: { mails: ['session_state_change'], notices: [notice] },
  })
  const toGuest = await mailsTo(service, 'guest@plenum.test')
  assert.deepEqual(
    toGuest.map(({ action, subject, message }) => [action, subject, message.split('\n')[1]]),
    [
      [
        'session_state_change',
        'Tea & Talks: Matcha is accepted',
        '<p>Good news: your session “Matcha” is accepted for Tea &amp; Talks.</p>',
      ],
    ],
  )
  assert.deepEqual(await mailsTo(service, 'hidden@plenum.test'), [])
})

test('a change is not told without send-email, without a new state, or back to pending', async () => {
  const event = await eventThatAsks()
  const session = await make(service, owner, 'session', { state: 'accepted' }, { event: linkTo(event) })

  await patch(owner, session, { state: 'confirmed' })
  await patch(owner, session, { title: 'Renamed', 'send-email': true })
  await patch(owner, session, { state: 'confirmed', 'send-email': true })
  await patch(owner, session, { state: 'pending', 'send-email': true })

  assert.deepEqual(await told(), {})
  for (const state of ['accepted', 'rejected', 'accepted', 'canceled', 'withdrawn'])
    await patch(owner, session, { state, 'send-email': true })
  assert.equal((await told()).owner?.mails.length, 5)
})

const ASKED = [
  { form: 'session', 'field-identifier': 'shortAbstract' },
  { form: 'session', 'field-identifier': 'teaOfChoice', name: 'Your tea' },
  { form: 'session', 'field-identifier': 'sugar' },
  { form: 'session', 'field-identifier': 'track' },
  { form: 'session', 'field-identifier': 'level', 'is-included': false },
  { form: 'session', 'field-identifier': 'language', 'is-required': false },
  { form: 'speaker', 'field-identifier': 'city' },
  { form: 'speaker', 'field-identifier': 'email' },
]

/** Status, and the pointer and the detail of each error. */
function errorsOf({ status, body }: Answer): unknown {
  const errors = (body.errors as Json[]).map(({ source, detail }) => [source.pointer, detail])
  return [status, Object.fromEntries(errors)]
}
const AT_ANSWERS = '/data/attributes/complex-field-values'

test('a submitter answers what the forms of the event ask for, of sessions and of speakers', async () => {
  const event = await eventThatAsks(...ASKED)
  const answers = { teaOfChoice: 'green', sugar: false }

  const open = await submit(author, 'session', event, {})
  const half = await submit(author, 'session', event, {
    'short-abstract': 'Green.',
    'complex-field-values': { 'tea-of-choice': 'green', sugar: null },
  })
  const full = await submit(author, 'session', event, {
    'short-abstract': 'Green.',
    'complex-field-values': answers,
  })

  assert.deepEqual(errorsOf(open), [
    422,
    {
      '/data/attributes/short-abstract': 'Short Abstract is required',
      [`${AT_ANSWERS}/teaOfChoice`]: 'Your tea is required',
      [`${AT_ANSWERS}/sugar`]: 'sugar is required',
    },
  ])
  assert.deepEqual(errorsOf(half), [422, { [`${AT_ANSWERS}/sugar`]: 'sugar is required' }])
  assert.deepEqual([full.status, full.body.data.attributes['complex-field-values']], [201, answers])
  const speaker = await submit(author, 'speaker', event, {})
  assertRefused(speaker, 422, 'City is required', { pointer: '/data/attributes/city' })
  assert.equal((await submit(author, 'speaker', event, { city: 'Kyoto' })).status, 201)
})

test('what was answered cannot be taken back by the submitter', async () => {
  const event = await eventThatAsks(
    { form: 'session', 'field-identifier': 'subtitle' },
    { form: 'speaker', 'field-identifier': 'city' },
  )
  const { body: session } = await submit(author, 'session', event, { subtitle: 'A story' })
  const { body: speaker } = await submit(author, 'speaker', event, { city: 'Kyoto' })

  for (const empty of [null, '']) {
    const cleared = await patch(author, session.data, { subtitle: empty })
    assertRefused(cleared, 422, 'Subtitle is required', { pointer: '/data/attributes/subtitle' })
    const homeless = await patch(author, speaker.data, { city: empty })
    assertRefused(homeless, 422, 'City is required', { pointer: '/data/attributes/city' })
  }
  assert.equal((await patch(author, session.data, { subtitle: 'Another story' })).status, 200)
  assert.equal((await patch(author, speaker.data, { city: 'Uji' })).status, 200)
})

test('organizers may leave open what the forms ask for', async () => {
  const event = await eventThatAsks(...ASKED)

  for (const caller of [coorganizer, organizer, owner])
    for (const type of ['session', 'speaker'] as const)
      assert.equal((await submit(caller, type, event, {})).status, 201)
})

test('a refused proposal leaves no trace', async () => {
  const event = await eventThatAsks(...ASKED)

  await submit(author, 'session', event, {})

  const sessions = await service.call('GET', `/v1/events/${event.id}/sessions`, { as: owner })
  assert.equal(sessions.body.meta.count, 0)
  assert.deepEqual(await told(), {})
})

test('a speaker without an address gets that of the submitter, but not that of an organizer', async () => {
  const event = await eventThatAsks()
  const byAuthor = await submit(author, 'speaker', event, { email: null })
  const byOwner = await submit(owner, 'speaker', event, { email: null })

  assert.equal(byAuthor.body.data.attributes.email, author.email)
  assert.equal(byOwner.body.data.attributes.email, null)
})
