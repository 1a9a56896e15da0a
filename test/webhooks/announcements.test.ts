/** Which changes webhooks are told of. Nothing is sent here. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { makeVault } from '../../src/access/vault.ts'
import { forgetOldDeliveries } from '../../src/webhooks/deliveries.ts'
import { openSecret, resealSecrets } from '../../src/webhooks/secrets.ts'
import { operate } from '../support/atomic.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Answer, type Json, startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)

const URL = 'https://receiver.example.org/hook'
const newEvent = () => make(service, owner, 'event', { name: 'Tea Days' })
const hook = (event: Json, events: string[], attributes: Json = {}) =>
  make(service, owner, 'webhook', { url: URL, events, ...attributes }, { event: linkTo(event) })
const told = (event: Json) =>
  service.db.query<Json>(sql`select webhook_id, name, record_type, record_id from webhook_deliveries
    where event_id = ${event.id} order by id`)
const namesOf = async (event: Json, webhook?: Json): Promise<string[]> =>
  (await told(event))
    .filter(({ webhook_id }) => !webhook || webhook_id === webhook.id)
    .map(({ name, record_id }) => `${name} ${record_id}`)
const change = (type: string, { id }: Json, attributes: Json) =>
  service.call('PATCH', `/v1/${type}s/${id}`, { as: owner, body: { data: { type, id, attributes } } })
const refusalOf = ({ status, body }: Answer) => [
  status,
  body.errors?.[0].source.pointer,
  body.errors?.[0].detail,
]

describe('a webhook', () => {
  it('is made with a secret that is shown once and kept encrypted', async () => {
    const event = await newEvent()
    const { id, attributes } = await hook(event, ['session.*', 'schedule.released'])
    const { secret, 'created-at': createdAt, ...shown } = attributes
    const read = await service.call('GET', `/v1/webhooks/${id}`, { as: owner })
    const listed = await service.call('GET', `/v1/events/${event.id}/webhooks`, { as: owner })
    const [row] = await service.db.query<Json>(sql`select * from webhooks where id = ${id}`)
    const changes = await service.db.query(sql`select * from changes where record_type = 'webhook'`)
    const expected = {
      url: URL,
      events: ['session.*', 'schedule.released'],
      'is-active': true,
      'inactive-reason': null,
    }

    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.deepEqual(shown, expected)
    assert.deepEqual(read.body.data.attributes, { ...expected, 'created-at': createdAt })
    assert.ok(!JSON.stringify([read.body, listed.body, row, changes]).includes(secret))
  })

  it('keeps its secrets when SECRET is replaced', async () => {
    const { id, attributes } = await hook(await newEvent(), ['*'])
    const url = `/v1/webhooks/${id}/rotate-secret`
    const rotated = (await service.call('POST', url, { as: owner })).body.data.attributes.secret
    const replaced = makeVault('the secret that comes after the first', [service.config.secret!])
    await resealSecrets(service.db, replaced, service.app.log)
    const [row] = await service.db.query<Json>(sql`select * from webhooks where id = ${id}`)
    const alone = makeVault('the secret that comes after the first')

    assert.deepEqual(
      [row.sealed_secret, row.former_sealed_secret].map((sealed) => openSecret(alone, id, sealed)),
      [rotated, attributes.secret],
    )
    assert.throws(() => openSecret(alone, '0', row.sealed_secret), /belongs to another record/)
  })

  it('asks for what there is', async () => {
    const event = linkTo(await newEvent())
    const tried = [
      { events: ['teapot.created'] },
      { events: ['session.exploded'] },
      { events: ['event.created'] },
      { events: ['teapot.*'] },
      { events: ['everything'] },
      { events: [] },
      { events: ['*', '*'] },
    ]
    const refusals = await Promise.all(
      tried.map(async (attributes) =>
        refusalOf(
          await service.call('POST', '/v1/webhooks', {
            as: owner,
            body: bodyOf('webhook', attributes, { event }),
          }),
        ).slice(0, 2),
      ),
    )

    assert.deepEqual(refusals, Array(tried.length).fill([422, '/data/attributes/events']))
  })

  it('has an address that others can reach, with https', async () => {
    const event = linkTo(await newEvent())
    const webhook = await make(service, owner, 'webhook', {}, { event })
    const urls = {
      'http://example.org/': 'url must start with https://',
      'ftp://example.org/': 'url must start with https://',
      'https://ada:pass@example.org/': 'url must not have a user name or a password; requests are signed',
      'https://127.0.0.1/': 'url must not have a private address',
      'https://[::1]:8443/': 'url must not have a private address',
      'https://2130706433/': 'url must not have a private address',
    }
    for (const [url, detail] of Object.entries(urls)) {
      const body = bodyOf('webhook', { url }, { event })
      const made = await service.call('POST', '/v1/webhooks', { as: owner, body })
      assert.deepEqual(refusalOf(made), [422, '/data/attributes/url', detail])
      assert.deepEqual(refusalOf(await change('webhook', webhook, { url })), refusalOf(made))
    }
  })

  it('is one of at most ten of an event', async () => {
    const event = await newEvent()
    await service.db.query(sql`insert into webhooks (event_id, url, events)
      select ${event.id}, ${URL}, '["*"]' from generate_series(1, 9)`)
    const body = bodyOf('webhook', {}, { event: linkTo(event) })
    const answers = await Promise.all(
      [1, 2].map(() => service.call('POST', '/v1/webhooks', { as: owner, body })),
    )
    const refused = answers.find(({ status }) => status !== 201)!

    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422])
    assert.deepEqual(refusalOf(refused).slice(1), [
      '/data',
      'the event has 10 webhooks already; delete one first',
    ])
  })

  it('is deleted with what waits for it', async () => {
    const event = await newEvent()
    const webhook = await hook(event, ['*'])
    await make(service, owner, 'track', {}, { event: linkTo(event) })
    const { status } = await service.call('DELETE', `/v1/webhooks/${webhook.id}`, { as: owner })

    assert.deepEqual([status, await told(event)], [200, []])
  })
})

describe('a change', () => {
  it('is told once to each webhook that asks for it', async () => {
    const event = await newEvent()
    const hooks = {
      all: await hook(event, ['*', 'session.*', 'session.created']),
      sessions: await hook(event, ['session.*']),
      updates: await hook(event, ['session.updated', 'track.updated']),
      off: await hook(event, ['*'], { 'is-active': false }),
    }
    const session = await make(service, owner, 'session', {}, { event: linkTo(event) })
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })
    await change('session', session, { title: 'Leaves' })
    await change('session', session, { title: 'Leaves' })
    await service.call('DELETE', `/v1/sessions/${session.id}`, { as: owner })
    const body = { data: { type: 'session', id: session.id, attributes: { 'deleted-at': null } } }
    await service.call('PATCH', `/v1/sessions/${session.id}`, { as: admin, body })
    const ofSession = [`session.updated`, 'session.deleted', 'session.restored'].map(
      (name) => `${name} ${session.id}`,
    )

    assert.deepEqual(
      [
        await namesOf(event, hooks.all),
        await namesOf(event, hooks.sessions),
        await namesOf(event, hooks.updates),
        await namesOf(event, hooks.off),
      ],
      [
        [`session.created ${session.id}`, `track.created ${track.id}`, ...ofSession],
        [`session.created ${session.id}`, ...ofSession],
        [`session.updated ${session.id}`],
        [],
      ],
    )
  })

  it('of a relationship is an update of the record', async () => {
    const event = await newEvent()
    const links = { event: linkTo(event) }
    const session = await make(service, owner, 'session', {}, links)
    const speaker = await make(service, owner, 'speaker', {}, links)
    await hook(event, ['*'])
    const url = `/v1/sessions/${session.id}/relationships/speakers`
    await service.call('POST', url, { as: owner, body: { data: [linkTo(speaker)] } })
    await service.call('POST', url, { as: owner, body: { data: [linkTo(speaker)] } })

    assert.deepEqual(await namesOf(event), [`session.updated ${session.id}`])
  })

  it('has one name in a message and may be asked for by each of its names', async () => {
    const event = await newEvent()
    await hook(event, ['schedule.released'])
    await hook(event, ['schedule-release.created'])
    await hook(event, ['schedule-release.*'])
    await hook(event, ['schedule.*'])
    const release = await make(service, owner, 'schedule-release', {}, { event: linkTo(event) })

    assert.deepEqual(await namesOf(event), Array(4).fill(`schedule.released ${release.id}`))
  })

  it('is not told to webhooks of other events', async () => {
    const [event, other] = [await newEvent(), await newEvent()]
    await hook(other, ['*'])
    await make(service, owner, 'track', {}, { event: linkTo(event) })

    assert.deepEqual([await told(event), await told(other)], [[], []])
  })

  it('of what organizers may not read is not told', async () => {
    const event = await newEvent()
    await hook(event, ['*'])
    const body = bodyOf('discount-code', { 'used-for': 'events', code: 'STAFF' }, { event: linkTo(event) })
    const made = await service.call('POST', '/v1/discount-codes', { as: admin, body })

    assert.deepEqual([made.status, await told(event)], [201, []], JSON.stringify(made.body))
  })

  it('that fails is not told', async () => {
    const event = await newEvent()
    await hook(event, ['*'])
    const { status } = await operate(service, owner, [
      { op: 'add', data: bodyOf('track', {}, { event: linkTo(event) }).data },
      { op: 'add', data: bodyOf('track', { name: '' }, { event: linkTo(event) }).data },
    ])

    assert.deepEqual([status, await told(event)], [422, []])
  })

  it('costs no statement more, with webhooks or without, alone or with others', async () => {
    const event = await newEvent()
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })
    const data = bodyOf('track', {}, { event: linkTo(event) }).data
    const count = async (work: () => Promise<unknown>) => (await statementsOf(work)).length
    const works = [
      () => service.call('POST', '/v1/tracks', { as: owner, body: { data } }),
      () => change('track', track, { name: `Name ${Math.random()}` }),
      () => operate(service, owner, Array(50).fill({ op: 'add', data })),
    ]
    const counts = async () => {
      const all: number[] = []
      for (const work of works) all.push(await count(work))
      return all
    }
    const without = await counts()
    await hook(event, ['*'])
    const withOne = await counts()

    assert.deepEqual(withOne, without)
    assert.equal((await told(event)).length, 52)
  })
})

describe('deliveries', () => {
  it('are read by organizers, with what became of them', async () => {
    const event = await newEvent()
    const webhook = await hook(event, ['*'])
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })
    const { body } = await service.call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { as: owner })
    const [delivery] = body.data
    const {
      'created-at': _,
      'next-attempt-at': next,
      'message-id': message,
      ...attributes
    } = delivery.attributes

    assert.match(message, /^msg_[0-9a-f]{32}$/)
    assert.ok(next)
    assert.deepEqual(attributes, {
      name: 'track.created',
      'record-type': 'track',
      'record-id': track.id,
      status: 'pending',
      attempts: 0,
      'attempted-at': null,
      'response-status': null,
      'response-text': null,
      duration: null,
      error: null,
    })
    assert.deepEqual(delivery.relationships.webhook.data, { type: 'webhook', id: webhook.id })
  })

  it('end when the webhook is switched off', async () => {
    const event = await newEvent()
    const webhook = await hook(event, ['*'])
    await make(service, owner, 'track', {}, { event: linkTo(event) })
    await change('webhook', webhook, { 'is-active': false })
    const { body } = await service.call('GET', `/v1/webhooks/${webhook.id}/deliveries`, { as: owner })
    const { status, error, 'next-attempt-at': next } = body.data[0].attributes
    const again = `/v1/webhook-deliveries/${body.data[0].id}/redeliver`
    const refusals = [again, `/v1/webhooks/${webhook.id}/ping`].map(
      async (url) => (await service.call('POST', url, { as: owner })).status,
    )

    assert.deepEqual([status, error, next], ['failed', 'The webhook was switched off.', null])
    assert.deepEqual(await Promise.all(refusals), [409, 409])
  })

  it('are forgotten after 30 days', async () => {
    const event = await newEvent()
    await hook(event, ['*'])
    await make(service, owner, 'track', {}, { event: linkTo(event) })
    const kept = await make(service, owner, 'track', {}, { event: linkTo(event) })
    await service.db.query(sql`update webhook_deliveries set created_at = now() - interval '31 days'
      where event_id = ${event.id} and record_id <> ${kept.id}`)
    await forgetOldDeliveries(service.db)

    assert.deepEqual(await namesOf(event), [`track.created ${kept.id}`])
  })

  it('are not made by hand while a thousand wait', async () => {
    const event = await newEvent()
    const webhook = await hook(event, ['*'])
    await service.db.query(sql`insert into webhook_deliveries (webhook_id, event_id, name, record_type, record_id)
      select ${webhook.id}, ${event.id}, 'track.updated', 'track', n::text from generate_series(1, 1000) n`)
    const { status, headers } = await service.call('POST', `/v1/webhooks/${webhook.id}/ping`, { as: owner })

    assert.deepEqual([status, headers['retry-after']], [429, '60'])
  })
})
