/** Discount codes as those see them who manage them: by their user, by the event, and by their text. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { giveRole, logInAdmin, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const coorganizer = await signUp(service)
const stranger = await signUp(service)
const event = await make(service, owner, 'event')
await giveRole(service, coorganizer, event.id, 'coorganizer')
const at = { event: linkTo(event) }
const mine = await make(service, coorganizer, 'discount-code', { code: 'MINE' }, at)
await make(service, owner, 'discount-code', { code: 'THEIRS' }, at)

async function codes(as: Caller, url: string): Promise<string[]> {
  const { status, body } = await service.call('GET', url, { as })
  assert.equal(status, 200, JSON.stringify(body))
  return body.data.map(({ attributes }: Json) => attributes.code)
}

describe('the codes that a user markets', () => {
  it('are listed below the user, for the user and staff', async () => {
    for (const as of [coorganizer, admin]) {
      assert.deepEqual(await codes(as, `/v1/users/${coorganizer.id}/discount-codes`), ['MINE'])
    }
  })

  it('are included and linked', async () => {
    const url = `/v1/users/${coorganizer.id}`
    const { body } = await service.call('GET', `${url}?include=discount-codes`, {
      as: coorganizer,
    })
    const links = await service.call('GET', `${url}/relationships/discount-codes`, { as: coorganizer })

    assert.deepEqual(body.included.map(linkTo), [linkTo(mine)])
    assert.deepEqual(links.body.data, [linkTo(mine)])
  })

  it('are none for a user without a role anywhere, and not for others', async () => {
    assert.deepEqual(await codes(stranger, `/v1/users/${stranger.id}/discount-codes`), [])
    const { status } = await service.call('GET', `/v1/users/${coorganizer.id}/discount-codes`, { as: owner })
    assert.equal(status, 403)
  })

  it('are not shown any more to someone who has lost the role at the event', async () => {
    const former = await signUp(service)
    await giveRole(service, former, event.id, 'coorganizer')
    await make(service, former, 'discount-code', { code: 'FORMER' }, at)
    const [role] = (
      await service.call('GET', `/v1/events/${event.id}/roles?include=user`, { as: owner })
    ).body.data.filter(({ relationships }: Json) => relationships.user.data.id === former.id)
    await service.call('DELETE', `/v1/users-events-roles/${role.id}`, { as: owner })

    assert.deepEqual(await codes(former, `/v1/users/${former.id}/discount-codes`), [])
  })
})

describe('a code for the event', () => {
  const create = (event: Json, relationships: Json) => {
    const { data } = bodyOf('discount-code', { code: `E${event.id}`, 'used-for': 'event' })
    return service.call('POST', '/v1/discount-codes', {
      as: admin,
      body: { data: { ...data, relationships } },
    })
  }
  const listOf = (...records: Json[]) => ({ data: records.map(linkTo) })

  it('names its event as a list of one too', async () => {
    const one = await make(service, owner, 'event')
    const { status, body } = await create(one, { events: listOf(one) })

    assert.deepEqual([status, body.data.relationships.event.data], [201, linkTo(one)])
  })

  it('names it once, when both are sent', async () => {
    const one = await make(service, owner, 'event')
    const { status, body } = await create(one, { event: { data: linkTo(one) }, events: listOf(one) })

    assert.deepEqual([status, body.data.relationships.event.data], [201, linkTo(one)])
  })

  it('is for one event', async () => {
    const one = await make(service, owner, 'event')
    for (const relationships of [
      { events: listOf(one, event) },
      { events: { data: linkTo(one) } },
      { event: { data: linkTo(one) }, events: listOf(event) },
    ]) {
      const { status, body } = await create(one, relationships)
      assert.deepEqual(
        [status, body.errors.map(({ source }: Json) => source)],
        [422, [{ pointer: '/data/relationships/event' }]],
      )
    }
    const { status, body } = await create(one, { events: listOf() })
    assert.deepEqual([status, body.errors[0].source], [422, { pointer: '/data/relationships/event' }])
  })
})

describe('a code that is not valid now', () => {
  const look = (as: Caller | undefined, path: string) =>
    service.call('GET', `/v1/events/${event.id}/${path}`, { as })

  it('is found by those who manage it', async () => {
    await make(service, owner, 'discount-code', { code: 'OFF', 'is-active': false }, at)
    await make(service, owner, 'access-code', { code: 'SHUT', 'is-active': false }, at)
    for (const path of ['discount-codes/off', 'access-codes/shut']) {
      for (const as of [owner, coorganizer, admin]) {
        const { status, body } = await look(as, path)
        assert.deepEqual([status, body.data.attributes['is-active']], [200, false])
      }
      for (const as of [undefined, stranger])
        assertRefused(await look(as, path), 404, 'This code is not valid now.')
    }
  })

  it('is not redeemed by them', async () => {
    const { status } = await service.call('POST', `/v1/events/${event.id}/discount-codes/off/redemptions`, {
      as: owner,
      body: { data: { type: 'discount-redemption', attributes: { quantity: 1 } } },
    })
    assert.equal(status, 404)
  })

  it('is found by staff alone when it is the code of the event', async () => {
    await make(service, admin, 'discount-code', { code: 'STAFF', 'used-for': 'events' }, at)

    assert.equal((await look(admin, 'discount-codes/staff')).status, 200)
    for (const as of [undefined, stranger, coorganizer, owner])
      assertRefused(await look(as, 'discount-codes/staff'), 404, 'The event does not have this code.')
  })
})
