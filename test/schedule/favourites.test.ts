/** The sessions that a user marks; see docs/schedule.md, "Favourites". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorsOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const ada = await signUp(service)
const bob = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

const makeSession = async (attributes: Json = {}) =>
  linkTo(await make(service, owner, 'session', attributes, { event }))
const mark = (as: Caller | undefined, session: Json) =>
  service.call('POST', '/v1/user-favourite-sessions', {
    as,
    body: { data: { type: 'user-favourite-session', relationships: { session: { data: session } } } },
  })
const countOf = async ({ id }: Json) =>
  (await service.call('GET', `/v1/sessions/${id}`, { as: owner })).body.data.attributes['favourite-count']

describe('a favourite', () => {
  it('belongs to who marks the session, and is counted', async () => {
    const session = await makeSession()

    const { status, body } = await mark(ada, session)
    await mark(bob, session)

    const { user, session: marked } = body.data.relationships
    assert.deepEqual([status, user.data, marked.data], [201, { type: 'user', id: ada.id }, session])
    assert.equal(await countOf(session), 2)
  })

  it('is there once', async () => {
    const session = await makeSession()
    await mark(ada, session)

    const { body } = await mark(ada, session)

    const detail = 'The session is one of your favourites already.'
    assert.deepEqual(
      body,
      errorsOf(409, 'conflict', 'Conflict', [detail, { pointer: '/data/relationships/session' }]),
    )
    assert.equal(await countOf(session), 1)
  })

  it('is listed for its user alone', async () => {
    const session = await makeSession()
    const eve = await signUp(service)
    const { body } = await mark(eve, session)
    const idsOf = async (url: string, as: Caller) =>
      (await service.call('GET', url, { as })).body.data?.map((one: Json) => one.id)

    const own = `/v1/users/${eve.id}/user-favourite-sessions`
    assert.deepEqual(await idsOf('/v1/user-favourite-sessions', eve), [body.data.id])
    assert.deepEqual(await idsOf(own, eve), [body.data.id])
    assert.equal((await idsOf('/v1/user-favourite-sessions', bob)).includes(body.data.id), false)
    assert.equal((await service.call('GET', own, { as: bob })).status, 403)
    for (const method of ['GET', 'DELETE'])
      assert.equal(
        (await service.call(method, `/v1/user-favourite-sessions/${body.data.id}`, { as: bob })).status,
        404,
      )
  })

  it('can be taken back, and is no longer counted', async () => {
    const session = await makeSession()
    const { body } = await mark(ada, session)

    const { status } = await service.call('DELETE', `/v1/user-favourite-sessions/${body.data.id}`, {
      as: ada,
    })

    assert.deepEqual([status, await countOf(session)], [200, 0])
    assert.equal((await mark(ada, session)).status, 201)
  })

  it('is a session that the user may see', async () => {
    const pending = await makeSession({ state: 'pending' })

    assert.deepEqual([(await mark(ada, pending)).status, (await mark(owner, pending)).status], [404, 201])
    assert.equal((await mark(undefined, pending)).status, 401)
  })

  it('of a session that is deleted leads nowhere, and can still be taken back', async () => {
    const session = await makeSession()
    const { body } = await mark(ada, session)
    await service.call('DELETE', `/v1/sessions/${session.id}`, { as: owner })
    const url = `/v1/user-favourite-sessions/${body.data.id}`

    const read = await service.call('GET', url, { as: ada })

    assert.equal(read.body.data.relationships.session.data, null)
    assert.equal((await service.call('DELETE', url, { as: ada })).status, 200)
  })

  it('is counted right when many mark and take back at once', async () => {
    const session = await makeSession()
    const people = await Promise.all(Array.from({ length: 6 }, () => signUp(service)))

    const marked = await Promise.all([...people, ...people].map((as) => mark(as, session)))
    const statuses = marked.map(({ status }) => status).sort()
    const mine = marked.filter(({ status }) => status === 201).slice(0, 2)
    await Promise.all(
      mine.map(({ body }) =>
        service.call('DELETE', `/v1/user-favourite-sessions/${body.data.id}`, {
          as: people.find(({ id }) => id === body.data.relationships.user.data.id),
        }),
      ),
    )

    assert.deepEqual(statuses, [...Array(6).fill(201), ...Array(6).fill(409)])
    assert.equal(await countOf(session), 4)
  })
})
