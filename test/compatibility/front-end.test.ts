/** What the web front end of the original sends and reads; see docs/api.md, "The front end of Open Event". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { mailsTo } from '../support/mails.ts'
import { linkTo, make } from '../support/make.ts'
import { castOf, giveRoles } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { stranger, coorganizer, owner, admin } = cast
const event = await make(service, owner, 'event', { timezone: 'Europe/Berlin' })
await giveRoles(service, cast, event.id)
const at = { event: linkTo(event) }

async function read(as: Caller | undefined, url: string): Promise<Json> {
  const { status, body } = await service.call('GET', url, { as })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

describe('a record made with null where there is no value', () => {
  it('has the default there', async () => {
    const form = await make(service, owner, 'custom-form', { position: null, 'is-public': null }, at)
    const speaker = await make(service, owner, 'speaker', { order: null, 'is-featured': null }, at)
    const session = await make(service, owner, 'session', { state: null, 'is-locked': null }, at)
    const ticket = await make(service, owner, 'ticket', { quantity: null, 'is-hidden': null }, at)

    assert.deepEqual(
      [
        form.attributes.position,
        speaker.attributes.order,
        session.attributes.state,
        ticket.attributes.quantity,
      ],
      [0, 0, 'pending', 100],
    )
  })

  it('is refused where the specification allows no null, and in a change', async () => {
    const created = await service.call('POST', '/v1/custom-forms', {
      as: owner,
      body: {
        data: {
          type: 'custom-form',
          attributes: { form: 'session', 'field-identifier': 'x', type: null, 'is-required': null },
          relationships: { event: { data: linkTo(event) } },
        },
      },
    })
    const speaker = await make(service, owner, 'speaker', {}, at)
    const changed = await service.call('PATCH', `/v1/speakers/${speaker.id}`, {
      as: owner,
      body: { data: { ...linkTo(speaker), attributes: { order: null } } },
    })
    const pointers = ({ body }: Json) => body.errors.map(({ source }: Json) => source.pointer)

    assert.deepEqual(
      [created.status, pointers(created)],
      [422, ['/data/attributes/type', '/data/attributes/is-required']],
    )
    assert.deepEqual([changed.status, pointers(changed)], [422, ['/data/attributes/order']])
  })
})

describe('a page of the front end', () => {
  it('may ask before it calls a path that there is not, and read the answer', async () => {
    const origin = 'https://front.example'
    const { status, headers } = await service.call('OPTIONS', '/v1/events/1/no-such-thing/x', {
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    const answer = await service.call('GET', '/v1/events/1/no-such-thing/x', { headers: { origin } })

    assert.deepEqual(
      [status, headers['access-control-allow-origin'], headers['access-control-allow-headers']],
      [204, '*', 'authorization'],
    )
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [404, '*'])
  })

  it('sorts notifications by the time they were received', async () => {
    const { data } = await read(owner, `/v1/users/${owner!.id}/notifications?sort=-received-at`)

    for (const { attributes } of data) assert.equal(attributes['received-at'], attributes['created-at'])
  })
})

describe('the programme of an event', () => {
  it('is told by days in the time zone of the event, by languages and by what may be seen', async () => {
    const of = { event: linkTo(await make(service, owner, 'event', { timezone: 'Europe/Berlin' })) }
    const talk = (attributes: Json) => make(service, owner, 'session', attributes, of)
    // Half past ten in the evening in UTC is past midnight in Berlin.
    await talk({ 'starts-at': '2030-05-01T22:30:00Z', 'ends-at': '2030-05-01T23:00:00Z', language: 'German' })
    await talk({ 'starts-at': '2030-05-01T08:00:00Z', 'ends-at': '2030-05-01T09:00:00Z', language: 'German' })
    await talk({
      'starts-at': '2030-05-03T08:00:00Z',
      'ends-at': '2030-05-03T09:00:00Z',
      state: 'pending',
      language: 'Welsh',
    })
    await talk({ language: '' })
    const url = `/v1/events/${of.event.id}/sessions`

    assert.deepEqual(await read(undefined, `${url}/dates`), ['2030-05-01', '2030-05-02'])
    assert.deepEqual(await read(owner, `${url}/dates`), ['2030-05-01', '2030-05-02', '2030-05-03'])
    assert.deepEqual(await read(undefined, `${url}/languages`), ['German'])
    assert.deepEqual(await read(owner, `${url}/languages`), ['German', 'Welsh'])
  })

  it('has the moves of a session as they are declared', async () => {
    const { organizer, speaker } = await read(undefined, '/v1/sessions/states')

    assert.deepEqual(organizer.pending, { withdrawn: true, accepted: true, rejected: true, confirmed: true })
    assert.deepEqual(speaker.accepted, { confirmed: true, withdrawn: true })
    assert.deepEqual(speaker.withdrawn, {})
  })

  it('is mailed to the speakers in the usual words, and in no others', async () => {
    const address = 'ada@front.test'
    const of = { event: linkTo(await make(service, owner, 'event', { name: 'Engines' })) }
    const speaker = await make(service, owner, 'speaker', { email: address }, of)
    const session = await make(
      service,
      owner,
      'session',
      { title: 'Loom' },
      { ...of, speakers: [linkTo(speaker)] },
    )
    const notify = (as: Caller | undefined, body?: Json) =>
      service.call('POST', `/v1/sessions/${session.id}/notify`, { as, body })
    const mails = await read(undefined, '/v1/sessions/mails')
    assert.deepEqual(mails.accepted, {
      subject: '{event}: {title} is {decision}',
      message: [
        '<p>Hello {name},</p>',
        '<p>Good news: your session “{title}” is {decision} for {event}.</p>',
        '<p>{reason}</p>',
        '<p>Please confirm that you will hold it, and check what the programme says about it:<br>{link}</p>',
      ].join('\n'),
      recipient: 'Speakers',
    })

    const usual = await notify(owner, {})
    const refused = await notify(owner, {
      subject: 'Win',
      message: '<a href="https://x.test">',
      bcc: ['x@y.test'],
    })

    assert.deepEqual(usual.body, { success: true })
    assert.deepEqual(
      refused.body.errors.map(({ status, source }: Json) => [status, source.pointer]),
      [
        ['422', '/subject'],
        ['422', '/message'],
        ['422', '/bcc'],
      ],
    )
    assert.deepEqual(
      (await mailsTo(service, address)).map(({ subject, message }) => [subject, message.split('\n')[1]]),
      [['Engines: Loom is accepted', '<p>Good news: your session “Loom” is accepted for Engines.</p>']],
    )
    assert.equal((await notify(stranger, {})).status, 403)
  })
})

describe('the overview of an event', () => {
  it('counts sessions by their states, speakers and sponsors', async () => {
    const of = { event: linkTo(await make(service, owner, 'event')) }
    await make(service, owner, 'sponsor', {}, of)
    const speaker = linkTo(await make(service, owner, 'speaker', {}, of))
    await make(service, owner, 'speaker', {}, of)
    for (const state of ['draft', 'pending', 'accepted', 'accepted'])
      await make(service, owner, 'session', { state }, { ...of, speakers: [speaker] })
    const url = `/v1/events/${of.event.id}`
    const { data } = await read(owner, url)
    const { links } = data.relationships['general-statistics']

    const related = await read(owner, links.related)
    const self = await read(owner, links.self)

    const none = { confirmed: 0, rejected: 0, canceled: 0, withdrawn: 0 }
    const { identifier } = data.attributes
    assert.deepEqual(related.data, {
      type: 'event-statistics-general',
      id: of.event.id,
      attributes: {
        identifier,
        sessions: 4,
        'sessions-submitted': 3,
        'sessions-draft': 1,
        'sessions-pending': 1,
        'sessions-accepted': 2,
        'sessions-confirmed': 0,
        'sessions-rejected': 0,
        'sessions-canceled': 0,
        'sessions-withdrawn': 0,
        speakers: { total: 2, draft: 1, pending: 1, accepted: 1, ...none },
        sponsors: 1,
      },
    })
    assert.deepEqual(self.data, { type: 'event-statistics-general', id: of.event.id })
  })

  it('counts no orders', async () => {
    const ticket = await make(service, owner, 'ticket', { name: 'Counted' }, at)
    const zeros = { total: 0, draft: 0, cancelled: 0, pending: 0, expired: 0, placed: 0, completed: 0 }
    const attributes = { orders: zeros, tickets: zeros, sales: zeros }
    const ofEvent = await read(coorganizer, `/v1/events/${event.attributes.identifier}/order-statistics`)
    const ofTicket = await read(coorganizer, `/v1/tickets/${ticket.id}/order-statistics`)

    assert.deepEqual(ofEvent.data, { type: 'order-statistics-event', id: event.id, attributes })
    assert.deepEqual(ofTicket.data, { type: 'order-statistics-ticket', id: ticket.id, attributes })
  })

  it('is for coorganizers and up, and others are not pointed to it', async () => {
    const { data } = await read(stranger, `/v1/events/${event.id}`)

    assert.deepEqual(
      Object.keys(data.relationships).filter((name) => name.endsWith('statistics')),
      [],
    )
  })
})

describe('a visitor of the front end', () => {
  it('finds the events that are to come, by their start', async () => {
    const make2 = (name: string, attributes: Json) => make(service, admin, 'event', { name, ...attributes })
    await make2('Later', { 'starts-at': '2090-02-01T09:00:00Z', 'ends-at': '2090-02-02T09:00:00Z' })
    await make2('Sooner', { 'starts-at': '2090-01-01T09:00:00Z', 'ends-at': '2090-01-02T09:00:00Z' })
    await make2('Past', { 'starts-at': '2020-01-01T09:00:00Z', 'ends-at': '2020-01-02T09:00:00Z' })
    await make2('Draft', {
      'starts-at': '2090-01-01T09:00:00Z',
      'ends-at': '2090-01-02T09:00:00Z',
      state: 'draft',
    })
    await make2('Private', {
      'starts-at': '2090-01-01T09:00:00Z',
      'ends-at': '2090-01-02T09:00:00Z',
      privacy: 'private',
    })
    const names = async (query: string, as?: Caller) =>
      (await read(as, `/v1/events/upcoming?${query}`)).data.map(({ attributes }: Json) => attributes.name)

    for (const as of [undefined, admin])
      assert.deepEqual((await names('page[size]=0', as)).slice(-2), ['Sooner', 'Later'])
    assert.deepEqual(await names('sort=-starts-at&page[size]=1&include=event-topic'), ['Later'])
    const { status } = await service.call('GET', '/v1/events/upcoming?nope=1')
    assert.equal(status, 400)
  })

  it('finds no groups, pages, exhibitors or streams', async () => {
    for (const url of ['/v1/groups', '/v1/pages', `/v1/events/${event.id}/exhibitors`]) {
      assert.deepEqual(await read(undefined, url), {
        data: [],
        links: { self: url },
        meta: { count: 0 },
        jsonapi: { version: '1.0' },
      })
    }
    assert.deepEqual(await read(undefined, `/v1/events/${event.id}/has-streams`), {
      exists: false,
      can_access: false,
    })
  })

  it('finds how many tickets are left, of those that are on show', async () => {
    const of = { event: linkTo(await make(service, owner, 'event')) }
    const open = await make(service, owner, 'ticket', { name: 'Open', quantity: 5 }, of)
    await make(service, owner, 'ticket', { name: 'Hidden', 'is-hidden': true }, of)
    const url = `/v1/events/${of.event.id}/tickets/availability`

    assert.deepEqual(await read(undefined, url), [
      { id: Number(open.id), name: 'Open', quantity: 5, available: 5 },
    ])
    assert.equal((await read(owner, url)).length, 2)
  })

  it('is told whom an invitation is for, by its token alone', async () => {
    await make(service, owner, 'role-invite', { email: 'new@front.test', 'role-name': 'moderator' }, at)
    const [mail] = await mailsTo(service, 'new@front.test')
    const token = /token=([\w-]+)/.exec(mail!.message)![1]
    const ask = (one: unknown) =>
      service.call('POST', '/v1/role_invites/user', { body: { data: { token: one } } })

    assert.deepEqual((await ask(token)).body, { email: 'new@front.test', name: null })
    const unknown = await ask('x')
    await service.db.query(sql`update role_invites set expires_at = now() where email = 'new@front.test'`)
    const expired = await ask(token)
    assert.deepEqual([unknown.status, expired.status, unknown.body], [404, 404, expired.body])
    const statuses = []
    for (let n = 0; n < 40; n++) statuses.push((await ask(`guess${n}`)).status)
    assert.equal(statuses.at(-1), 429)
  })
})
