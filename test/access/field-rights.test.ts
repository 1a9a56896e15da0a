/** Fields that only some may change: sending them back as they are needs no right. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, PASSWORD } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { stranger, coorganizer, owner, admin } = cast
const author = stranger!
const event = await make(service, owner, 'event')
await giveRoles(service, cast, event.id)
await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })

function patch(as: Caller | undefined, url: string, data: Json) {
  return service.call('PATCH', url, { as, body: { data } })
}

async function read(as: Caller | undefined, url: string): Promise<Json> {
  return (await service.call('GET', url, { as })).body
}

describe('a field that the caller may not change', () => {
  const featured = (as: Caller | undefined, value: boolean) =>
    patch(as, `/v1/events/${event.id}`, { type: 'event', id: event.id, attributes: { 'is-featured': value } })

  it('is refused when it changes', async () => {
    const { status, body } = await featured(owner, true)

    assert.equal(status, 403)
    assert.deepEqual(body.errors, [
      {
        status: '403',
        code: 'forbidden',
        title: 'Access Forbidden',
        detail: 'You may not change is-featured. You need administrator access.',
        source: {},
      },
    ])
    assert.equal((await read(owner, `/v1/events/${event.id}`)).data.attributes['is-featured'], false)
  })

  it('may be sent back as it is', async () => {
    assert.equal((await featured(owner, false)).status, 200)
    assert.equal((await featured(admin, true)).body.data.attributes['is-featured'], true)
    assert.equal((await featured(owner, true)).body.data.attributes['is-featured'], true)
    assert.equal((await featured(owner, false)).status, 403)
  })

  it('is refused on create unless it is the default', async () => {
    const body = (value: boolean) => ({
      data: {
        type: 'event',
        attributes: { name: 'New', 'ends-at': '2030-01-01T00:00:00Z', 'is-featured': value },
      },
    })

    assert.equal((await service.call('POST', '/v1/events', { as: stranger, body: body(true) })).status, 403)
    assert.equal((await service.call('POST', '/v1/events', { as: stranger, body: body(false) })).status, 201)
  })

  it('the flags of staff are never taken from a sign-up', async () => {
    for (const flag of ['is-admin', 'is-super-admin', 'is-sales-admin', 'is-marketer', 'is-verified']) {
      const email = `${flag}@plenum.test`
      const attributes = { email, password: PASSWORD, [flag]: true }
      const { status } = await service.call('POST', '/v1/users', {
        body: { data: { type: 'user', attributes } },
      })
      const [row] = await service.db.query<Record<string, boolean>>(
        sql`select is_admin or is_super_admin or is_sales_admin or is_marketer or is_verified as is_staff
          from users where email = ${email}`,
      )

      assert.deepEqual([status === 201 || status === 403, row?.is_staff ?? false], [true, false])
    }
  })

  it('the flags of staff are not for users or plain administrators to give', async () => {
    const change = (as: Caller | undefined) =>
      patch(as, `/v1/users/${author.id}`, { type: 'user', id: author.id, attributes: { 'is-admin': true } })

    assert.equal((await change(author)).status, 403)
    assert.equal((await read(author, `/v1/users/${author.id}`)).data.attributes['is-admin'], false)
  })

  it('the lock of a session is not for its creator', async () => {
    const own = await make(service, author, 'session', { state: 'draft' }, { event: linkTo(event) })
    const lock = (as: Caller | undefined, value: boolean) =>
      patch(as, `/v1/sessions/${own.id}`, { type: 'session', id: own.id, attributes: { 'is-locked': value } })

    const { status, body } = await lock(author, true)

    assert.deepEqual(
      [status, body.errors[0].detail],
      [403, 'You may not change is-locked. You need coorganizer access to the event.'],
    )
    assert.equal((await lock(author, false)).status, 200)
    assert.equal((await lock(coorganizer, true)).body.data.attributes['is-locked'], true)
  })
})
