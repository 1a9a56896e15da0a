/** How a buyer asks whether a code is valid now, and how guessing is stopped. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ TRUST_PROXY: '1' })
const owner = await signUp(service)
const admin = await logInAdmin(service)
const made = await make(service, owner, 'event', { 'can-pay-onsite': true })
const event = linkTo(made)
const gold = await make(service, owner, 'ticket', { name: 'Gold', type: 'paid', price: 99 }, { event })
const hidden = await make(
  service,
  owner,
  'ticket',
  { name: 'Secret', type: 'paid', price: 9, 'is-hidden': true },
  { event },
)
const tickets = [gold, hidden].map(linkTo)
const discount = (attributes: Json = {}) =>
  make(service, owner, 'discount-code', attributes, { event, tickets })
const access = (attributes: Json = {}) =>
  make(service, owner, 'access-code', attributes, { event, tickets: [linkTo(hidden)] })

let hosts = 0
const newAddress = () => ({ 'x-forwarded-for': `10.0.0.${++hosts}` })
const look = (path: string, headers = newAddress(), at = event.id) =>
  service.call('GET', `/v1/events/${at}/${path}`, { headers })
const plain = ({ type, id, attributes }: Json) => ({ type, id, attributes })

describe('a discount code', async () => {
  const code = await discount({ code: 'Früh 25', 'tickets-number': 7 })

  it('is found in any case, with the tickets that everybody sees', async () => {
    const path = `discount-codes/${encodeURIComponent('FRÜH 25')}`
    const { status, body } = await look(path, newAddress(), made.attributes.identifier)

    const self = `/v1/events/${made.attributes.identifier}/${path}`
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          data: {
            type: 'discount-code',
            id: code.id,
            attributes: { ...code.attributes, 'tickets-used': null },
            relationships: { tickets: { data: [linkTo(gold)] } },
            links: { self },
          },
          included: [plain(gold)],
          links: { self },
          jsonapi: { version: '1.0' },
        },
      ],
    )
  })

  it('that nobody made, that is for the event or that is of another event is not found', async () => {
    const other = linkTo(await make(service, owner, 'event'))
    await make(service, owner, 'discount-code', { code: 'ELSEWHERE' }, { event: other })
    await make(service, admin, 'discount-code', { code: 'OURS', 'used-for': 'events' }, { event })

    for (const path of ['NONE', 'ELSEWHERE', 'OURS', '%00', '%20', 'x'.repeat(1500)])
      assertRefused(await look(`discount-codes/${path}`), 404, 'The event does not have this code.')
  })

  it('that is not active or outside its window is not valid now', async () => {
    const past = linkTo(
      await make(service, owner, 'event', {
        'starts-at': '2020-01-01T00:00:00Z',
        'ends-at': '2020-01-02T00:00:00Z',
      }),
    )
    await make(service, owner, 'discount-code', { code: 'GONE' }, { event: past })
    await discount({ code: 'OFF', 'is-active': false })
    await discount({ code: 'SOON', 'valid-from': '2029-01-01T00:00:00Z' })
    await discount({ code: 'OVER', 'valid-till': '2020-01-01T00:00:00Z' })

    for (const path of ['OFF', 'SOON', 'OVER'])
      assertRefused(await look(`discount-codes/${path}`), 404, 'This code is not valid now.')
    assertRefused(
      await look('discount-codes/GONE', newAddress(), past.id),
      404,
      'This code is not valid now.',
    )
  })

  it('below a draft is nobody’s business', async () => {
    const draft = linkTo(await make(service, owner, 'event', { state: 'draft' }))
    await make(service, owner, 'discount-code', {}, { event: draft })

    assertRefused(
      await look('discount-codes/EARLY', newAddress(), draft.id),
      404,
      'The object was not found.',
    )
    const { status } = await service.call('GET', `/v1/events/${draft.id}/discount-codes/EARLY`, { as: owner })
    assert.equal(status, 200)
  })
})

describe('an access code', async () => {
  const code = await access()

  it('shows the hidden tickets that it is for', async () => {
    const { status, body } = await look('access-codes/friends')

    assert.deepEqual(
      [status, body.data, body.included],
      [
        200,
        {
          type: 'access-code',
          id: code.id,
          attributes: code.attributes,
          relationships: { tickets: { data: [linkTo(hidden)] } },
          links: { self: `/v1/events/${event.id}/access-codes/friends` },
        },
        [plain(hidden)],
      ],
    )
  })

  it('is valid only while it is active and inside its window', async () => {
    await access({ code: 'OFF', 'is-active': false })
    await access({ code: 'SOON', 'valid-from': '2029-01-01T00:00:00Z' })

    for (const path of ['OFF', 'SOON'])
      assertRefused(await look(`access-codes/${path}`), 404, 'This code is not valid now.')
  })

  it('is for hidden tickets, and its quantities agree', async () => {
    const post = (attributes: Json, links: Json = {}) =>
      service.call('POST', '/v1/access-codes', {
        as: owner,
        body: bodyOf('access-code', { code: 'X', ...attributes }, { event, ...links }),
      })

    assertRefused(await post({}, { tickets: [linkTo(gold)] }), 422, 'the ticket Gold is not hidden', {
      pointer: '/data/relationships/tickets',
    })
    assertRefused(
      await post({ 'min-quantity': 2, 'max-quantity': 1 }),
      422,
      'min-quantity must not be above max-quantity',
      { pointer: '/data/attributes/min-quantity' },
    )
    assertRefused(await post({ code: 'Friends' }), 409, 'The event already has this access code.', {
      pointer: '/data/attributes/code',
    })
  })
})

describe('guessing', () => {
  it('ends after thirty misses in a minute from one address at one event, whatever the kind of code', async () => {
    const headers = newAddress()
    const guesses = Array.from({ length: 40 }, (_, n) =>
      look(`${n % 2 ? 'discount' : 'access'}-codes/GUESS${n}`, headers),
    )

    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    const right = await look('access-codes/FRIENDS', headers)

    assert.deepEqual(
      [statuses.filter((one) => one === 404).length, statuses.filter((one) => one === 429).length],
      [30, 10],
    )
    assert.deepEqual([right.status, Number(right.headers['retry-after']) > 0], [429, true])
    assert.equal((await look('access-codes/FRIENDS')).status, 200)
  })

  it('is not what a crowd with the right code does', async () => {
    const headers = newAddress()
    const crowd = Array.from({ length: 60 }, () => look('access-codes/FRIENDS', headers))

    const statuses = (await Promise.all(crowd)).map(({ status }) => status)

    assert.deepEqual(new Set(statuses), new Set([200]))
  })
})
