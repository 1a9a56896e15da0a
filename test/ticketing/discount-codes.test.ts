/** Discount codes: two kinds in one resource, their rules, their roles, and how a buyer asks for one. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { liveThrough, MANY, MOMENT } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { CALLERS, castOf, giveRoles } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { owner, coorganizer, admin } = cast

let count = 0
/** An event with all roles and a ticket for 50. */
async function makeEvent(attributes: Json = {}): Promise<{ event: Json; ticket: Json }> {
  const event = linkTo(await make(service, owner, 'event', { 'can-pay-onsite': true, ...attributes }))
  await giveRoles(service, cast, event.id)
  const ticket = linkTo(await make(service, owner, 'ticket', { type: 'paid', price: 50 }, { event }))
  return { event, ticket }
}

const { event, ticket } = await makeEvent()
const post = (as: Caller | undefined, attributes: Json = {}, links: Json = { event }) =>
  service.call('POST', '/v1/discount-codes', {
    as,
    body: bodyOf('discount-code', { code: `Code ${++count}`, ...attributes }, links),
  })
const patch = (id: string, attributes: Json) => patchAs(owner, id, attributes)
const patchAs = (as: Caller | undefined, id: string, attributes: Json) =>
  service.call('PATCH', `/v1/discount-codes/${id}`, {
    as,
    body: { data: { type: 'discount-code', id, attributes } },
  })
const faultsOf = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map(({ source, detail }: Json) => [source.pointer, detail]),
]
const at = (name: string, detail: string) => [422, [`/data/attributes/${name}`, detail]]
const statusOf = async (answer: Promise<Answer>) => (await answer).status

const WHOLE = {
  code: 'EARLY',
  'discount-url': null,
  value: 20,
  type: 'percent',
  'is-active': true,
  'tickets-number': null,
  'min-quantity': 1,
  'max-quantity': 100,
  'valid-from': null,
  'valid-till': null,
  'deleted-at': null,
}

describe('a ticket-level code', () => {
  it('relates to an event, its marketer and tickets', () =>
    liveThrough(service, {
      type: 'discount-code',
      path: '/v1/discount-codes',
      as: coorganizer!,
      sent: { code: 'EARLY', type: 'percent', value: 20, 'used-for': 'ticket' },
      linked: { event, tickets: [ticket] },
      whole: { ...WHOLE, 'used-for': 'tickets', 'tickets-used': 0 },
      made: { 'created-at': MOMENT },
      linkage: { event, marketer: { type: 'user', id: coorganizer!.id }, tickets: MANY, redemptions: MANY },
      change: { 'is-active': false, 'max-quantity': -1 },
      changed: { 'is-active': false, 'max-quantity': -1 },
    }))

  it('has a code that no other code of the event has, in any case', async () => {
    const { body } = await post(owner, { code: 'Summer' })
    const { body: other } = await post(owner)
    const refusal = [409, ['/data/attributes/code', 'The event already has this discount code.']]

    assert.deepEqual(faultsOf(await post(owner, { code: 'sUMMER' })), refusal)
    assert.deepEqual(faultsOf(await patch(other.data.id, { code: 'SUMMER' })), refusal)
    await service.call('DELETE', `/v1/discount-codes/${body.data.id}`, { as: owner })
    assert.equal(await statusOf(patch(other.data.id, { code: 'SUMMER' })), 200)
  })

  it('has a min-quantity that is smaller than its max-quantity, unless that is no limit', async () => {
    const rule = at('min-quantity', 'min-quantity must be smaller than max-quantity')
    const { body } = await post(owner, { 'min-quantity': 2, 'max-quantity': 3 })

    assert.deepEqual(faultsOf(await post(owner, { 'min-quantity': 5, 'max-quantity': 5 })), rule)
    assert.deepEqual(faultsOf(await post(owner, { 'min-quantity': 6, 'max-quantity': 5 })), rule)
    assert.deepEqual(faultsOf(await patch(body.data.id, { 'min-quantity': 3 })), rule)
    assert.deepEqual(faultsOf(await patch(body.data.id, { 'max-quantity': 2 })), rule)
    assert.equal(await statusOf(post(owner, { 'min-quantity': 5, 'max-quantity': -1 })), 201)
    assert.equal(await statusOf(post(owner, { 'min-quantity': 5, 'max-quantity': null })), 201)
  })

  it('has a tickets-number that covers its max-quantity; a max-quantity that is not said fits it', async () => {
    const rule = at('tickets-number', 'tickets-number should be greater than or equal to max-quantity')

    assert.deepEqual(faultsOf(await post(owner, { 'tickets-number': 4, 'max-quantity': 5 })), rule)
    const { body } = await post(owner, { 'tickets-number': 1 })
    assert.equal(body.data.attributes['max-quantity'], null)
  })

  it('takes 0 to 100 percent, or an amount that no ticket of it is cheaper than', async () => {
    const percent = at('value', 'value must be between 0 and 100 for a percent code')
    const amount = at('value', 'value must not be above the price of the ticket Day ticket')
    const links = { event, tickets: [ticket] }

    assert.deepEqual(faultsOf(await post(owner, { value: 100.5 })), percent)
    assert.equal(await statusOf(post(owner, { value: 100 })), 201)
    assert.deepEqual(
      faultsOf(await post(owner, { value: -1 })),
      at('value', 'value must be between 0 and 1000000000'),
    )
    assert.deepEqual(faultsOf(await post(owner, { type: 'amount', value: 50.01 }, links)), amount)
    const { body, status } = await post(owner, { type: 'amount', value: 50 }, links)
    assert.equal(status, 201)
    assert.deepEqual(faultsOf(await patch(body.data.id, { value: 51 })), amount)
  })

  it('is for tickets of its event that cost something, however they are linked', async () => {
    const free = linkTo(await make(service, owner, 'ticket', { name: 'Gratis' }, { event }))
    const foreign = (await makeEvent()).ticket
    const { body } = await post(owner)
    const refusal = [422, ['/data/relationships/tickets', 'the ticket Gratis is free']]

    assert.deepEqual(faultsOf(await post(owner, {}, { event, tickets: [free] })), refusal)
    const linked = await service.call('POST', `/v1/discount-codes/${body.data.id}/relationships/tickets`, {
      as: owner,
      body: { data: [free] },
    })
    assert.deepEqual(faultsOf(linked), refusal)
    const { body: after } = await service.call('GET', `/v1/discount-codes/${body.data.id}/tickets`, {
      as: owner,
    })
    assert.deepEqual(after.data, [])
    assert.deepEqual(faultsOf(await post(owner, {}, { event, tickets: [foreign] })), [
      422,
      ['/data/relationships/tickets', 'tickets must belong to the same event'],
    ])
  })

  it('is valid from before it is valid till', async () => {
    const window = { 'valid-from': '2030-01-02T00:00:00Z', 'valid-till': '2030-01-01T00:00:00Z' }

    assert.deepEqual(
      faultsOf(await post(owner, window)),
      at('valid-till', 'valid-till must be after valid-from'),
    )
  })

  it('never becomes an event-level code', async () => {
    const { body } = await post(owner)

    for (const as of [owner, admin])
      assertRefused(
        await patchAs(as, body.data.id, { 'used-for': 'events' }),
        409,
        'used-for never changes.',
        {
          pointer: '/data/attributes/used-for',
        },
      )
    assert.equal(await statusOf(patch(body.data.id, { 'used-for': 'ticket' })), 200)
  })
})

describe('an event-level code', async () => {
  const { event: own } = await makeEvent()
  const level = { 'used-for': 'event' }

  it('relates to an event alone', async () => {
    await liveThrough(service, {
      type: 'discount-code',
      path: '/v1/discount-codes',
      as: admin!,
      sent: { code: 'EARLY', type: 'percent', value: 20, 'used-for': 'events' },
      linked: { event: own },
      whole: { ...WHOLE, 'used-for': 'events', 'tickets-used': null },
      made: { 'created-at': MOMENT },
      linkage: { event: own },
      change: { value: 30 },
      changed: { value: 30 },
    })
    const tickets = await post(admin, level, { event, tickets: [ticket] })
    assert.deepEqual(faultsOf(tickets), [
      422,
      ['/data/relationships/tickets', 'an event-level code cannot have tickets'],
    ])
  })

  it('is the only one of its event, however many are created at once on two services', async () => {
    const services = [service, await service.startBeside()]
    const sample = (n: number) => bodyOf('discount-code', { code: `Event ${n}`, ...level }, { event: own })

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        services[n % 2]!.call('POST', '/v1/discount-codes', { as: admin, body: sample(n) }),
      ),
    )

    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 19)
    for (const answer of refused)
      assertRefused(answer, 409, 'The event already has an event-level discount code.', {
        pointer: '/data/relationships/event',
      })
    const { body } = await service.call('GET', `/v1/events/${own.id}/discount-code`, { as: admin })
    assert.deepEqual(body.data, answers.find(({ status }) => status === 201)!.body.data)
  })

  it('is for staff alone; coorganizers and up have the ticket-level ones', async () => {
    const { event: at } = await makeEvent()
    const eventLevel = (await post(admin, level, { event: at })).body.data
    const ticketLevel = (await post(owner, {}, { event: at })).body.data
    const below = `/v1/events/${at.id}`

    const seen: Json = {}
    for (const name of CALLERS) {
      const as = cast[name]
      const list = await service.call('GET', `${below}/discount-codes`, { as })
      const include = await service.call('GET', `${below}?include=discount-code,discount-codes`, { as })
      seen[name] = [
        await statusOf(service.call('GET', `/v1/discount-codes/${eventLevel.id}`, { as })),
        await statusOf(service.call('GET', `${below}/discount-code`, { as })),
        await statusOf(patchAs(as, eventLevel.id, { value: 1 })),
        await statusOf(post(as, level, { event: at })),
        list.body.data?.map(({ id }: Json) => id) ?? list.status,
        include.body.included.map(({ id }: Json) => id),
      ]
    }

    const stranger = [403, 403, 403, 403, 403, []]
    const organizing = [403, 403, 403, 403, [ticketLevel.id], [ticketLevel.id]]
    const all = [eventLevel.id, ticketLevel.id]
    assert.deepEqual(seen, {
      anonymous: [401, 401, 401, 401, 401, []],
      stranger,
      reviewer: stranger,
      registrar: stranger,
      coorganizer: organizing,
      organizer: organizing,
      owner: organizing,
      admin: [200, 200, 200, 409, all, all],
    })
  })
})
