/** Fields that not everyone may see, and what follows for filters, sorts and included records. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { castOf, giveRoles } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { anonymous, stranger, registrar, coorganizer, owner, admin } = cast

const PAYMENT = {
  'paypal-email': 'money@plenum.test',
  'bank-details': 'IBAN 42',
  'cheque-details': 'by post',
}
const CONTACT = { email: 'ada@plenum.test', mobile: '+44 1', address: 'St James', 'heard-from': 'Babbage' }
const BILLING = {
  'billing-phone': '+44 2',
  'billing-address': 'Ockham',
  'billing-tax-info': 'GB 7',
  company: 'Engines',
}

const event = await make(service, owner, 'event', PAYMENT)
await giveRoles(service, cast, event.id)
await make(service, owner, 'speakers-call', { hash: 'abc' }, { event: linkTo(event) })
const author = stranger!
const speaker = await make(service, author, 'speaker', CONTACT, { event: linkTo(event) })
const session = await make(
  service,
  owner,
  'session',
  { title: 'Engines' },
  { event: linkTo(event), speakers: [linkTo(speaker)] },
)
await patch(author, `/v1/users/${author.id}`, { type: 'user', id: author.id, attributes: BILLING })

function patch(as: Caller | undefined, url: string, data: Json) {
  return service.call('PATCH', url, { as, body: { data } })
}

const nulls = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
const pick = (record: Json, fields: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, record.attributes[name]]))

async function read(as: Caller | undefined, url: string): Promise<Json> {
  const { status, body } = await service.call('GET', url, { as })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

describe('the payment details of an event', () => {
  it('are null for those who do not organize it, also where it is included', async () => {
    for (const as of [anonymous, stranger, registrar]) {
      const { data } = await read(as, `/v1/events/${event.id}`)
      const { included } = await read(as, `/v1/sessions/${session.id}?include=event`)

      assert.deepEqual(
        [data, included[0]].map((one) => pick(one, PAYMENT)),
        [nulls(PAYMENT), nulls(PAYMENT)],
      )
    }
  })

  it('are there for coorganizers, owners and staff, also where it is included', async () => {
    for (const as of [coorganizer, owner, admin]) {
      const { data } = await read(as, `/v1/events/${event.id}`)
      const { included } = await read(as, `/v1/sessions/${session.id}?include=event`)

      assert.deepEqual(
        [data, included[0]].map((one) => pick(one, PAYMENT)),
        [PAYMENT, PAYMENT],
      )
    }
  })
})

describe('the e-mail address, phone and address of a speaker', () => {
  it('are null for others, also where the speaker is included', async () => {
    for (const as of [anonymous, registrar]) {
      const { data } = await read(as, `/v1/speakers/${speaker.id}`)
      const { included } = await read(as, `/v1/sessions/${session.id}?include=speakers`)
      const list = await read(as, `/v1/events/${event.id}/speakers`)

      assert.deepEqual(
        [data, included[0], list.data[0]].map((one) => pick(one, CONTACT)),
        [nulls(CONTACT), nulls(CONTACT), nulls(CONTACT)],
      )
    }
  })

  it('are there for the speaker, coorganizers, owners and staff, also where the speaker is included', async () => {
    for (const as of [author, coorganizer, owner, admin]) {
      const { data } = await read(as, `/v1/speakers/${speaker.id}`)
      const { included } = await read(as, `/v1/sessions/${session.id}?include=speakers`)

      assert.deepEqual(
        [data, included[0]].map((one) => pick(one, CONTACT)),
        [CONTACT, CONTACT],
      )
    }
  })
})

describe('an account', () => {
  it('shows its billing details to its user and staff', async () => {
    for (const as of [author, admin]) {
      const { data } = await read(as, `/v1/users/${author.id}`)

      assert.deepEqual(pick(data, BILLING), BILLING)
    }
  })

  it('shows coorganizers of an event where its user hands in who that is, and no more', async () => {
    for (const as of [coorganizer, owner]) {
      const { data } = await read(as, `/v1/users/${author.id}`)
      const { included } = await read(as, `/v1/speakers/${speaker.id}?include=user`)

      assert.deepEqual([data.attributes.email, included[0].attributes.email], [author.email, author.email])
      assert.deepEqual(
        [data, included[0]].map((one) => pick(one, BILLING)),
        [nulls(BILLING), nulls(BILLING)],
      )
    }
  })

  it('is closed to everyone else, and its speakers do not lead to it', async () => {
    const { status, body } = await service.call('GET', `/v1/users/${author.id}`, { as: registrar })
    const { data } = await read(registrar, `/v1/speakers/${speaker.id}?include=user`)

    assert.deepEqual(
      [status, body.errors[0].detail],
      [
        403,
        'You need to be this user, to have coorganizer access to one of their events, or to have administrator access.',
      ],
    )
    assert.deepEqual(Object.keys(data.relationships).sort(), ['event', 'sessions'])
  })
})

describe('a field that the caller can never see', () => {
  const questions = [
    ['/v1/speakers', 'filter[email]=ada@plenum.test', 'filter'],
    ['/v1/speakers', 'sort=mobile', 'sort'],
    ['/v1/events', 'filter[bank-details]=x', 'filter'],
    ['/v1/events', 'sort=-paypal-email', 'sort'],
    ['/v1/speakers', `filter=${JSON.stringify([{ name: 'address', op: 'like', val: '%' }])}`, 'filter'],
    ['/v1/sessions', `filter=${JSON.stringify([{ name: 'speakers__email', op: 'eq', val: 'x' }])}`, 'filter'],
    ['/v1/sessions', 'sort=event.bank-details', 'sort'],
    [
      '/v1/sessions',
      `filter=${JSON.stringify([{ name: 'creator', op: 'has', val: { name: 'id', op: 'gt', val: 1 } }])}`,
      'filter',
    ],
    [
      '/v1/event-topics',
      `filter=${JSON.stringify([{ name: 'events__paypal_email', op: 'ne', val: 'x' }])}`,
      'filter',
    ],
  ] as const
  for (const [path, query, parameter] of questions) {
    it(`may not be asked about: ${path}?${query}`, async () => {
      const { status, body } = await service.call('GET', `${path}?${encodeURI(query)}`)

      assert.deepEqual([status, body.errors[0].source], [400, { parameter }])
      assert.match(body.errors[0].detail, /it is not visible to you/)
    })
  }

  it('matches nothing on the records where it is hidden, and its value where it is not', async () => {
    const other = await make(service, author, 'event', { name: 'Other', state: 'published' })
    await make(service, author, 'speaker', { ...CONTACT, name: 'Grace' }, { event: linkTo(other) })
    const url = '/v1/speakers?filter[email]=ada@plenum.test'
    const names = async (as: Caller | undefined) =>
      (await read(as, url)).data.map((one: Json) => one.attributes.name)

    assert.deepEqual(await names(registrar), [])
    assert.deepEqual(await names(coorganizer), ['Ada'])
    assert.deepEqual(await names(admin), ['Ada', 'Grace'])
  })
})

describe('a relationship that the caller may not see', () => {
  const questions = [
    ['/v1/sessions', 'sort=creator.id', 'sort'],
    ['/v1/sessions', 'sort=-creator.email', 'sort'],
    ['/v1/speakers', 'sort=user.last-name', 'sort'],
    ['/v1/sessions', 'filter[creator]=1', 'filter'],
    ['/v1/sessions', `filter=${JSON.stringify([{ name: 'creator', op: 'ne', val: null }])}`, 'filter'],
    ['/v1/speakers', `filter=${JSON.stringify([{ name: 'user__email', op: 'ne', val: 'x' }])}`, 'filter'],
  ] as const
  for (const [path, query, parameter] of questions) {
    it(`may not be asked about: ${path}?${query}`, async () => {
      const { status, body } = await service.call('GET', `${path}?${encodeURI(query)}`)

      assert.deepEqual([status, body.errors[0].source], [400, { parameter }])
      assert.match(body.errors[0].detail, /it is not visible to you/)
    })
  }

  it('gives no order to the records where it is hidden, whoever may read what it leads to', async () => {
    const other = linkTo(await make(service, author, 'event', { name: 'Elsewhere' }))
    await make(service, author, 'speakers-call', {}, { event: other })
    // The coorganizer may read the account of the author, who hands in at the event of the coorganizer.
    const titles = ['by the author', 'by somebody else']
    await make(service, author, 'session', { title: titles[0] }, { event: other })
    await make(service, registrar, 'session', { title: titles[1], state: 'pending' }, { event: other })
    await service.db.query(sql`update sessions set state = 'accepted' where event_id = ${other.id}`)
    const orderOf = async (as: Caller | undefined, sort: string) =>
      (await read(as, `/v1/events/${other.id}/sessions?sort=${sort}`)).data.map(
        (one: Json) => one.attributes.title,
      )

    assert.deepEqual(await orderOf(coorganizer, 'creator.id'), titles)
    assert.deepEqual(await orderOf(coorganizer, '-creator.id'), titles)
    assert.deepEqual(await orderOf(author, '-creator.id'), [titles[1], titles[0]])
  })

  it('brings nothing along when it is included', async () => {
    for (const as of [anonymous, registrar]) {
      const body = await read(as, `/v1/sessions/${session.id}?include=creator,speakers.user`)

      assert.deepEqual(
        body.included.map((one: Json) => [one.type, Object.keys(one.relationships).sort()]),
        [['speaker', ['event', 'sessions']]],
      )
    }
  })
})
