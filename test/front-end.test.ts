/** What the web front end of the original sends and reads; see docs/api.md, "The front end of Open Event". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkTo, make } from './support/make.ts'
import { castOf, giveRoles } from './support/people.ts'
import { type Caller, type Json, startTestService } from './support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { owner } = cast
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
