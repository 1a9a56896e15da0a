/** Tickets and their tags: the rules of their fields, their names, and who sees hidden ones. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { liveThrough, MANY, NOT_FOUND } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { castOf, giveRoles } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { owner, coorganizer, stranger } = cast
const event = linkTo(await make(service, owner, 'event', { 'can-pay-onsite': true }))
await giveRoles(service, cast, event.id)

let count = 0
const ticket = (attributes: Json = {}, links: Json = {}) =>
  make(service, owner, 'ticket', { name: `Ticket ${++count}`, ...attributes }, { event, ...links })
const post = (attributes: Json) =>
  service.call('POST', '/v1/tickets', {
    as: owner,
    body: bodyOf('ticket', { name: `Ticket ${++count}`, ...attributes }, { event }),
  })
const patch = (id: string, attributes: Json) =>
  service.call('PATCH', `/v1/tickets/${id}`, {
    as: owner,
    body: { data: { type: 'ticket', id, attributes } },
  })
const faultsOf = ({ status, body }: Answer) => [
  status,
  ...(body.errors ?? []).map(({ source, detail }: Json) => [source.pointer, detail]),
]
const at = (name: string, detail: string) => [422, [`/data/attributes/${name}`, detail]]

describe('a ticket', () => {
  it('is created with its defaults, read, changed and deleted', () =>
    liveThrough(service, {
      type: 'ticket',
      path: '/v1/tickets',
      as: coorganizer!,
      sent: {
        name: 'Early bird',
        type: 'paid',
        price: 49.5,
        'sales-starts-at': '2030-01-01T00:00:00Z',
        'sales-ends-at': '2030-05-03T20:00:00+02:00',
      },
      linked: { event },
      whole: {
        name: 'Early bird',
        description: null,
        type: 'paid',
        price: 49.5,
        'min-price': 0,
        'max-price': 0,
        quantity: 100,
        'min-order': 1,
        'max-order': 10,
        position: 1,
        'sales-starts-at': '2030-01-01T00:00:00+00:00',
        'sales-ends-at': '2030-05-03T18:00:00+00:00',
        'is-description-visible': false,
        'is-hidden': false,
        'is-checkin-restricted': true,
        'auto-checkin-enabled': false,
        'is-fee-absorbed': false,
        'form-id': null,
        'badge-id': null,
        'deleted-at': null,
      },
      linkage: { event, 'ticket-tags': MANY, 'discount-codes': MANY, 'access-codes': MANY },
      change: { 'max-order': '4', 'is-hidden': true },
      changed: { 'max-order': 4, 'is-hidden': true },
    }))

  it('cannot have a max-order below its min-order, on create and on update', async () => {
    const rule = 'max-order should be greater than or equal to min-order'
    const { id } = await ticket({ 'min-order': 3, 'max-order': 5 })

    assert.deepEqual(faultsOf(await post({ 'min-order': 5, 'max-order': 4 })), at('max-order', rule))
    assert.deepEqual(faultsOf(await patch(id, { 'max-order': 2 })), at('max-order', rule))
    assert.deepEqual(faultsOf(await patch(id, { 'min-order': 6 })), at('max-order', rule))
    assert.equal((await patch(id, { 'min-order': 5 })).status, 200)
  })

  it('has enough for the largest order; an order that is not said fits the quantity', async () => {
    const few = await ticket({ quantity: 4 })
    const rule = 'quantity should be greater than or equal to max-order'

    assert.deepEqual([few.attributes.quantity, few.attributes['max-order']], [4, 4])
    assert.deepEqual(faultsOf(await post({ quantity: 4, 'max-order': 5 })), at('quantity', rule))
    assert.deepEqual(faultsOf(await patch(few.id, { quantity: 3 })), at('quantity', rule))
    assert.deepEqual(
      faultsOf(await post({ quantity: 0 })),
      at('quantity', 'quantity must be between 1 and 2147483647'),
    )
  })

  it('is sold from its start to its end, which is not after the end of the event', async () => {
    const { id } = await ticket()
    const late = 'sales-ends-at must not be after the end of the event'

    assert.deepEqual(
      faultsOf(await post({ 'sales-starts-at': '2030-05-01T09:00:00Z' })),
      at('sales-ends-at', 'sales-ends-at must be after sales-starts-at'),
    )
    assert.deepEqual(
      faultsOf(await post({ 'sales-ends-at': '2030-05-03T18:00:01Z' })),
      at('sales-ends-at', late),
    )
    assert.deepEqual(
      faultsOf(await patch(id, { 'sales-ends-at': '2031-01-01T00:00:00Z' })),
      at('sales-ends-at', late),
    )
    assert.equal((await patch(id, { 'sales-ends-at': '2030-05-03T18:00:00Z' })).status, 200)
  })

  it('costs something when it is paid, and a donation has a range', async () => {
    const price = at('price', 'price must be greater than 0 for a paid ticket')
    const range = at('min-price', 'min-price must not be above max-price')
    const { id } = await ticket({ type: 'paid', price: 5 })

    for (const wrong of [{}, { price: 0 }, { price: null }])
      assert.deepEqual(faultsOf(await post({ type: 'paid', ...wrong })), price)
    assert.deepEqual(faultsOf(await patch(id, { price: 0 })), price)
    assert.deepEqual(faultsOf(await post({ type: 'paidRegistration' })), price)
    assert.deepEqual(
      faultsOf(await post({ price: -1 })),
      at('price', 'price must be between 0 and 1000000000'),
    )
    assert.deepEqual(faultsOf(await post({ type: 'donation', 'min-price': 9, 'max-price': 8 })), range)
    assert.equal((await post({ type: 'donation', 'min-price': 8, 'max-price': 8 })).status, 201)
    assert.equal((await post({ type: 'free', 'min-price': 9 })).status, 201)
  })

  it('that costs something needs a way to pay at the event', async () => {
    const bare = linkTo(await make(service, owner, 'event'))
    const body = bodyOf('ticket', { name: 'Gold', type: 'paid', price: 5 }, { event: bare })
    const free = await make(service, owner, 'ticket', {}, { event: bare })
    const detail = (type: string) =>
      `a ${type} ticket requires a payment method; enable one of the event's can-pay fields first`

    const created = await service.call('POST', '/v1/tickets', { as: owner, body })
    const updated = await patch(free.id, { type: 'donation' })

    assertRefused(created, 422, detail('paid'), { pointer: '/data/attributes/type' })
    assertRefused(updated, 422, detail('donation'), { pointer: '/data/attributes/type' })
    const { body: list } = await service.call('GET', `/v1/events/${bare.id}/tickets`)
    assert.deepEqual(list.data.map(linkTo), [linkTo(free)])
  })

  it('has a name that no other ticket of the event has, until that one is deleted', async () => {
    const first = await ticket({ name: 'Balcony' })
    const second = await ticket()
    const detail = 'The event already has a ticket with this name.'

    assertRefused(await post({ name: 'Balcony' }), 409, detail, { pointer: '/data/attributes/name' })
    assertRefused(await patch(second.id, { name: 'Balcony' }), 409, detail, {
      pointer: '/data/attributes/name',
    })
    await service.call('DELETE', `/v1/tickets/${first.id}`, { as: owner })
    assert.equal((await patch(second.id, { name: 'Balcony' })).status, 200)
  })
})

describe('a hidden ticket', async () => {
  const tag = await make(service, owner, 'ticket-tag', { name: 'Crew' }, { event })
  const tags = { 'ticket-tags': [linkTo(tag)] }
  const shown = linkTo(await ticket({}, tags))
  const hidden = linkTo(await ticket({ 'is-hidden': true }, tags))
  const lists = [`/v1/ticket-tags/${tag.id}/tickets`, `/v1/ticket-tags/${tag.id}/relationships/tickets`]

  for (const [name, as] of [
    ['nobody', undefined],
    ['a stranger', stranger],
    ['a registrar', cast.registrar],
  ] as const) {
    it(`is not there for ${name}`, async () => {
      const single = await service.call('GET', `/v1/tickets/${hidden.id}`, { as })
      const event = await service.call('GET', `/v1/tickets/${hidden.id}/event`, { as })

      assert.deepEqual([single.status, single.body], [404, NOT_FOUND])
      assert.deepEqual([event.status, event.body], [404, NOT_FOUND])
      for (const url of lists)
        assert.deepEqual((await service.call('GET', url, { as })).body.data.map(linkTo), [shown])
      const whole = await service.call('GET', `/v1/ticket-tags/${tag.id}?include=tickets`, { as })
      assert.deepEqual(whole.body.included.map(linkTo), [shown])
      const all = await service.call('GET', '/v1/tickets?page[size]=0&filter[is-hidden]=true', { as })
      assert.deepEqual(all.body.data, [])
    })
  }

  it('is there for coorganizers and up', async () => {
    const { body } = await service.call('GET', `/v1/tickets/${hidden.id}`, { as: coorganizer })

    assert.deepEqual([linkTo(body.data), body.data.attributes['is-hidden']], [hidden, true])
    for (const url of lists)
      assert.deepEqual((await service.call('GET', url, { as: coorganizer })).body.data.map(linkTo), [
        shown,
        hidden,
      ])
  })
})

describe('a ticket tag', () => {
  it('is created with tickets, changed and deleted', async () => {
    await liveThrough(service, {
      type: 'ticket-tag',
      path: '/v1/ticket-tags',
      as: coorganizer!,
      sent: { name: 'Speakers' },
      linked: { event, tickets: [linkTo(await ticket())] },
      whole: { name: 'Speakers', 'deleted-at': null },
      linkage: { event, tickets: MANY },
      change: { name: 'Guests' },
      changed: { name: 'Guests' },
    })
  })

  it('has a name of its own in the event, and only tickets of the event', async () => {
    const other = linkTo(await make(service, owner, 'event'))
    const foreign = await make(service, owner, 'ticket', {}, { event: other })
    const create = (name: string, links: Json) =>
      service.call('POST', '/v1/ticket-tags', { as: owner, body: bodyOf('ticket-tag', { name }, links) })

    assert.equal((await create('Press', { event })).status, 201)
    assertRefused(await create('Press', { event }), 409, 'The event already has a tag with this name.', {
      pointer: '/data/attributes/name',
    })
    assertRefused(
      await create('Staff', { event, tickets: [linkTo(foreign)] }),
      422,
      'tickets must belong to the same event',
      { pointer: '/data/relationships/tickets' },
    )
  })
})
