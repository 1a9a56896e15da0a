/** What users think of events and sessions; see docs/api.md, "Feedback". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { errorsOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { giveRole, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const coorganizer = await signUp(service)
const ada = await signUp(service)
const bob = await signUp(service)

const BEGUN = { 'starts-at': '2020-05-01T09:00:00Z', 'ends-at': '2020-05-03T18:00:00Z' }

const makeEvent = async (attributes: Json = {}) => {
  const event = linkTo(await make(service, owner, 'event', { ...BEGUN, ...attributes }))
  await giveRole(service, coorganizer, event.id, 'coorganizer')
  return event
}
const event = await makeEvent()
const makeSession = async (attributes: Json = {}, links: Json = {}) =>
  linkTo(await make(service, owner, 'session', { ...BEGUN, ...attributes }, { event, ...links }))

const rate = (as: Caller | undefined, links: Json, attributes: Json = {}) =>
  service.call('POST', '/v1/feedbacks', {
    as,
    body: {
      data: {
        type: 'feedback',
        attributes: { rating: 4, ...attributes },
        relationships: Object.fromEntries(Object.entries(links).map(([name, data]) => [name, { data }])),
      },
    },
  })
const ratingsOf = async ({ id }: Json) => {
  const { attributes } = (await service.call('GET', `/v1/sessions/${id}`, { as: owner })).body.data
  return [attributes['average-rating'], attributes['rating-count']]
}
const fault = (pointer: string, detail: string) =>
  errorsOf(422, 'unprocessable', 'Unprocessable Entity', [detail, { pointer }])

describe('feedback', () => {
  it('is given on a session, whose event need not be sent', async () => {
    const session = await makeSession()

    const { status, body } = await rate(ada, { session }, { rating: 4.5, comment: 'Well told' })

    const { attributes, relationships } = body.data
    assert.deepEqual([status, attributes.rating, attributes.comment], [201, 4.5, 'Well told'])
    assert.deepEqual(
      [relationships.event.data, relationships.session.data, relationships.user.data],
      [event, session, { type: 'user', id: ada.id }],
    )
  })

  it('is given on an event as a whole, also below its address', async () => {
    const one = await makeEvent()

    const first = await rate(ada, { event: one })
    const second = await service.call('POST', `/v1/events/${one.id}/feedbacks`, {
      as: bob,
      body: { data: { type: 'feedback', attributes: { rating: 0 } } },
    })

    assert.deepEqual([first.status, first.body.data.relationships.session.data], [201, null])
    assert.deepEqual([second.status, second.body.data.attributes.rating], [201, 0])
  })

  it('rates from 0 to 5', async () => {
    const session = await makeSession()

    for (const rating of [-0.5, 5.5]) {
      const { body } = await rate(ada, { session }, { rating })
      assert.deepEqual(body, fault('/data/attributes/rating', 'rating must be between 0 and 5'))
    }
  })

  it('is given once by each user on each event and session', async () => {
    const [one, session] = [await makeEvent(), await makeSession()]
    await rate(ada, { event: one })
    await rate(ada, { session })

    const again = [await rate(ada, { event: one }), await rate(ada, { session })]

    assert.deepEqual(
      again.map(({ status, body }) => [status, body.errors[0].detail, body.errors[0].source.pointer]),
      [
        [409, 'You have already given feedback on this event.', '/data/relationships/event'],
        [409, 'You have already given feedback on this session.', '/data/relationships/session'],
      ],
    )
  })

  it('is given once, also by many requests at once', async () => {
    const session = await makeSession()

    const answers = await Promise.all(Array.from({ length: 6 }, () => rate(ada, { session })))

    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409])
    assert.deepEqual(await ratingsOf(session), [4, 1])
  })

  it('waits for the start of the event', async () => {
    const later = await makeEvent({ 'starts-at': '2090-05-01T09:00:00Z', 'ends-at': '2090-05-02T09:00:00Z' })

    const { body } = await rate(ada, { event: later })

    assert.deepEqual(
      body,
      fault('/data/relationships/event', 'Feedback can be given once the event has started.'),
    )
  })

  it('waits for the start of the session', async () => {
    const none = { 'starts-at': null, 'ends-at': null }
    for (const times of [none, { 'starts-at': '2090-05-01T09:00:00Z', 'ends-at': null }]) {
      const { body } = await rate(ada, { session: await makeSession(times) })

      assert.deepEqual(
        body,
        fault('/data/relationships/session', 'Feedback can be given once the session has started.'),
      )
    }
  })

  it('is not given by the author or a speaker of the session', async () => {
    const speaker = linkTo(await make(service, owner, 'speaker', {}, { event }))
    await service.db.query(sql`update speakers set user_id = ${ada.id} where id = ${speaker.id}`)
    const session = await makeSession({}, { speakers: [speaker] })

    for (const as of [owner, ada]) {
      const { status, body } = await rate(as, { session })
      assert.deepEqual(
        [status, body.errors[0].detail],
        [403, 'You cannot give feedback on a session of your own.'],
      )
    }
  })

  it('needs a session or an event that the user may see', async () => {
    const draft = await makeEvent({ state: 'draft' })
    const hidden = linkTo(await make(service, owner, 'session', BEGUN, { event: draft }))
    const pending = await makeSession({ state: 'pending' })
    const foreign = await makeEvent()

    const answers = await Promise.all([
      rate(undefined, { event }),
      rate(ada, { event: draft }),
      rate(ada, { session: hidden }),
      rate(ada, { session: pending }),
      rate(ada, { session: { type: 'session', id: '900000000' } }),
      rate(ada, { event: foreign, session: await makeSession() }),
      rate(ada, {}),
    ])

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.errors[0].source]),
      [
        [401, {}],
        [404, {}],
        [404, {}],
        [404, {}],
        [404, {}],
        [422, { pointer: '/data/relationships/session' }],
        [422, { pointer: '/data/relationships/event' }],
      ],
    )
  })
})

describe('the ratings of a session', () => {
  it('are counted and averaged as feedback comes, changes and goes', async () => {
    const session = await makeSession()
    const first = (await rate(ada, { session }, { rating: 5 })).body.data
    await rate(bob, { session }, { rating: 2 })
    const seen = [await ratingsOf(session)]

    const data = { type: 'feedback', id: first.id, attributes: { rating: 3 } }
    await service.call('PATCH', `/v1/feedbacks/${first.id}`, { as: ada, body: { data } })
    seen.push(await ratingsOf(session))
    await service.call('DELETE', `/v1/feedbacks/${first.id}`, { as: ada })
    seen.push(await ratingsOf(session))

    assert.deepEqual(seen, [
      [3.5, 2],
      [2.5, 2],
      [2, 1],
    ])
  })

  it('are 0 without feedback, and count every one that comes at once', async () => {
    const session = await makeSession()
    assert.deepEqual(await ratingsOf(session), [0, 0])

    await Promise.all([ada, bob, coorganizer].map((as) => rate(as, { session }, { rating: 3 })))

    assert.deepEqual(await ratingsOf(session), [3, 3])
  })

  it('follow when accounts are removed from the database', async () => {
    const [session, eve] = [await makeSession(), await signUp(service)]
    await rate(eve, { session }, { rating: 1 })
    await rate(bob, { session }, { rating: 5 })

    await service.db.query(sql`delete from feedbacks where user_id = ${eve.id}`)

    assert.deepEqual(await ratingsOf(session), [5, 1])
  })
})

describe('given feedback', () => {
  it('is read by everyone, its author by coorganizers and the author alone', async () => {
    const [session, eve] = [await makeSession(), await signUp(service)]
    const { id } = (await rate(eve, { session }, { comment: 'Good' })).body.data
    const read = async (as: Caller | undefined) => {
      const { body } = await service.call('GET', `/v1/feedbacks/${id}?include=user`, { as })
      return [body.data.attributes.comment, body.data.relationships.user?.data.id, body.included.length]
    }

    assert.deepEqual(
      [await read(undefined), await read(bob), await read(coorganizer), await read(eve)],
      [
        ['Good', undefined, 0],
        ['Good', undefined, 0],
        ['Good', eve.id, 0],
        ['Good', eve.id, 1],
      ],
    )
    const { body } = await service.call('GET', `/v1/feedbacks?filter[user]=${eve.id}`, { as: bob })
    assert.deepEqual(body.data ?? [], [])
  })

  it('is changed by its author, and removed by the author or a coorganizer', async () => {
    const session = await makeSession()
    const { id } = (await rate(ada, { session })).body.data
    const data = { type: 'feedback', id, attributes: { comment: 'Changed' } }
    const change = (as: Caller) => service.call('PATCH', `/v1/feedbacks/${id}`, { as, body: { data } })
    const remove = (as: Caller) => service.call('DELETE', `/v1/feedbacks/${id}`, { as })

    const answers = [await change(bob), await change(coorganizer), await change(ada), await remove(bob)]
    answers.push(await remove(coorganizer), await change(ada))

    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 200, 403, 200, 404],
    )
  })

  it('is hidden with its session', async () => {
    const session = await makeSession()
    const { id } = (await rate(ada, { session })).body.data
    const read = async (as: Caller | undefined) =>
      (await service.call('GET', `/v1/feedbacks/${id}`, { as })).status
    const change = (attributes: Json) =>
      service.call('PATCH', `/v1/sessions/${session.id}`, {
        as: owner,
        body: { data: { ...session, attributes } },
      })

    await change({ state: 'pending' })
    const whilePending = [await read(undefined), await read(bob), await read(ada), await read(owner)]
    await service.call('DELETE', `/v1/sessions/${session.id}`, { as: owner })
    const onceDeleted = [await read(undefined), await read(bob), await read(ada), await read(owner)]

    assert.deepEqual(whilePending, [404, 404, 200, 200])
    assert.deepEqual(onceDeleted, [404, 404, 404, 404])
  })

  it('is listed below its event, its session and its user', async () => {
    const [one, eve] = [await makeEvent(), await signUp(service)]
    const session = linkTo(await make(service, owner, 'session', BEGUN, { event: one }))
    const onEvent = (await rate(eve, { event: one })).body.data.id
    const onSession = (await rate(eve, { session })).body.data.id
    const list = async (url: string, as?: Caller) => {
      const { status, body } = await service.call('GET', `${url}?sort=id`, { as })
      return body.data?.map((record: Json) => record.id) ?? status
    }

    assert.deepEqual(await list(`/v1/events/${one.id}/feedbacks`), [onEvent, onSession])
    assert.deepEqual(await list(`/v1/sessions/${session.id}/feedbacks`), [onSession])
    assert.deepEqual(await list(`/v1/users/${eve.id}/feedbacks`, eve), [onEvent, onSession])
    assert.deepEqual(await list(`/v1/users/${eve.id}/feedbacks`, ada), 403)
  })
})
