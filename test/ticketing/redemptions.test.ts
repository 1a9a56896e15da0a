/** Using a discount code: what it takes off, how many uses it has, and that nobody gets more. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { DELETED, documentOf, MANY, MOMENT, NOT_FOUND, resourceOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, signUp } from '../support/people.ts'
import { startProcess } from '../support/processes.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { owner, coorganizer, stranger: buyer } = cast
const event = linkTo(await make(service, owner, 'event', { 'can-pay-onsite': true }))
await giveRoles(service, cast, event.id)
const paid = (name: string, price: number, more: Json = {}) =>
  make(service, owner, 'ticket', { name, type: 'paid', price, ...more }, { event }).then(linkTo)
const gold = await paid('Gold', 99.99)
const silver = await paid('Silver', 20)
const other = await paid('Other', 20)
const hidden = await paid('Hidden', 10, { 'is-hidden': true })

const code = (attributes: Json, tickets: Json = [gold, silver, hidden]) =>
  make(service, owner, 'discount-code', { 'max-quantity': -1, ...attributes }, { event, tickets })
const wanted = (quantity: unknown, tickets?: Json) => ({
  data: {
    type: 'discount-redemption',
    attributes: { quantity },
    ...(tickets && { relationships: { tickets: { data: tickets } } }),
  },
})
const pathOf = (name: string) => `/v1/events/${event.id}/discount-codes/${name}/redemptions`
const redeem = (name: string, body: Json, key?: string, as: Caller | undefined = buyer) =>
  service.call('POST', pathOf(name), { as, body, headers: key ? { 'idempotency-key': key } : {} })
const usedOf = async ({ id }: Json) =>
  (await service.call('GET', `/v1/discount-codes/${id}`, { as: owner })).body.data.attributes['tickets-used']
const faultOf = ({ status, body }: Answer) => [status, body.errors[0].source.pointer, body.errors[0].detail]

describe('a redemption', () => {
  it('takes uses and tells what each ticket costs with the code', async () => {
    const tea = await code({ code: 'TEA', type: 'percent', value: 15, 'tickets-number': 10 })

    const { status, headers, body } = await redeem('tea', wanted(3))

    const { id } = body.data
    const attributes = {
      quantity: 3,
      discounts: [
        { ticket: gold.id, price: 99.99, discount: 15, pays: 84.99 },
        { ticket: silver.id, price: 20, discount: 3, pays: 17 },
      ],
      'created-at': body.data.attributes['created-at'],
      'deleted-at': null,
    }
    assert.match(attributes['created-at'], MOMENT)
    const user = { type: 'user', id: buyer!.id }
    const linkage = { event, user, tickets: MANY }
    const type = 'discount-redemption'
    const whole = documentOf(resourceOf('/v1/discount-redemptions', { type, id }, attributes, linkage))
    assert.deepEqual([status, headers.location, body], [201, `/v1/discount-redemptions/${id}`, whole])
    assert.equal(await usedOf(tea), 3)
    assert.deepEqual((await service.call('GET', headers.location!, { as: buyer })).body, whole)
    const { body: seen } = await service.call('GET', headers.location!, { as: coorganizer })
    assert.deepEqual(seen.data.relationships['discount-code'].data, linkTo(tea))
    const { body: linked } = await service.call('GET', `/v1/discount-redemptions/${id}/tickets`, {
      as: buyer,
    })
    assert.deepEqual(linked.data.map(linkTo), [gold, silver])
  })

  it('takes an amount off each ticket that is named, and never more than it costs', async () => {
    await code({ code: 'TEN', type: 'amount', value: 10 })
    await service.call('PATCH', `/v1/tickets/${hidden.id}`, {
      as: owner,
      body: { data: { ...hidden, attributes: { price: 7.5 } } },
    })

    const { body } = await redeem('TEN', wanted('2', [hidden, silver]))

    assert.deepEqual(body.data.attributes.discounts, [
      { ticket: silver.id, price: 20, discount: 10, pays: 10 },
      { ticket: hidden.id, price: 7.5, discount: 7.5, pays: 0 },
    ])
  })

  it('keeps to the quantities, the tickets and the uses of the code', async () => {
    const few = await code({ code: 'FEW', 'min-quantity': 2, 'max-quantity': 4, 'tickets-number': 5 })
    const at = '/data/attributes/quantity'
    const covered = 'the code does not cover these tickets'

    assert.deepEqual(faultOf(await redeem('FEW', wanted(1))), [
      422,
      at,
      'quantity must be at least 2 for this code',
    ])
    assert.deepEqual(faultOf(await redeem('FEW', wanted(5))), [
      422,
      at,
      'quantity must be at most 4 for this code',
    ])
    assert.deepEqual(faultOf(await redeem('FEW', wanted(0))), [
      422,
      at,
      'quantity must be between 1 and 10000',
    ])
    assert.deepEqual(faultOf(await redeem('FEW', { data: { type: 'discount-redemption' } })), [
      422,
      at,
      'quantity is required',
    ])
    for (const tickets of [[other], [gold, other], [{ type: 'ticket', id: '999999' }], []])
      assert.deepEqual(faultOf(await redeem('FEW', wanted(2, tickets))), [
        422,
        '/data/relationships/tickets',
        covered,
      ])
    assert.equal((await redeem('FEW', wanted(3))).status, 201)
    assert.deepEqual(faultOf(await redeem('FEW', wanted(3))), [422, at, 'this code has 2 uses left'])
    assert.equal((await redeem('FEW', wanted(2))).status, 201)
    assert.equal(await usedOf(few), 5)
  })

  it('needs a log-in and a code that is valid now', async () => {
    await code({ code: 'OFF', 'is-active': false })

    assert.equal((await service.call('POST', pathOf('TEA'), { body: wanted(1) })).status, 401)
    assertRefused(await redeem('NONE', wanted(1)), 404, 'The event does not have this code.')
    assertRefused(await redeem('OFF', wanted(1)), 404, 'This code is not valid now.')
  })

  it('is released once, by its buyer or a coorganizer, and gives the uses back', async () => {
    const back = await code({ code: 'BACK', 'tickets-number': 4 })
    const [one, two] = [await redeem('BACK', wanted(3)), await redeem('BACK', wanted(1))]
    const stranger = await signUp(service)
    const release = (answer: Answer, as: Caller | undefined) =>
      service.call('DELETE', answer.headers.location!, { as })

    const refused = await release(one, stranger)
    assert.deepEqual([refused.status, refused.body], [404, NOT_FOUND])
    const released = await Promise.all(Array.from({ length: 5 }, () => release(one, buyer)))
    assert.deepEqual(released.map(({ status }) => status).sort(), [200, 404, 404, 404, 404])
    assert.deepEqual((await release(two, coorganizer)).body, DELETED)
    assert.equal(await usedOf(back), 0)
    assert.equal((await redeem('BACK', wanted(4))).status, 201)
  })
})

describe('a request that is repeated with its Idempotency-Key', () => {
  it('takes nothing again, also at the same moment', async () => {
    const once = await code({ code: 'ONCE', 'tickets-number': 9 })

    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem('ONCE', wanted(2), 'a key')))
    const later = await redeem('ONCE', wanted(2), 'a key')

    assert.deepEqual([later.status, later.headers['idempotent-replayed']], [201, 'true'])
    for (const { status, body } of answers) assert.ok(status === 409 || body.data.id === later.body.data.id)
    assert.equal(await usedOf(once), 2)
  })
})

it('200 redemptions at once on two processes take the 50 uses of a code exactly', async () => {
  const rush = await code({ code: 'RUSH', 'tickets-number': 50 })
  const processes = await Promise.all([startProcess(service), startProcess(service)])

  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      processes[n % 2]!('POST', pathOf('RUSH'), { as: buyer, body: wanted(1) }),
    ),
  )

  const taken = answers.filter(({ status }) => status === 201)
  const refused = answers.filter(({ status }) => status !== 201)
  assert.deepEqual([taken.length, new Set(taken.map(({ body }) => body.data.id)).size], [50, 50])
  const soldOut = [422, '/data/attributes/quantity', 'this code has 0 uses left']
  assert.deepEqual(refused.map(faultOf), Array(150).fill(soldOut))
  assert.equal(await usedOf(rush), 50)
  const { body } = await service.call('GET', `/v1/discount-codes/${rush.id}/redemptions`, { as: owner })
  assert.equal(body.meta.count, 50)
})
