/** Reviewers, criteria and reviews; see docs/api.md, "Review". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { giveRole, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const coorganizer = await signUp(service)
const ada = await signUp(service)
const bob = await signUp(service)
const author = await signUp(service)
const stranger = await signUp(service)

const event = linkTo(await make(service, owner, 'event'))
await make(service, owner, 'speakers-call', {}, { event })
await giveRole(service, coorganizer, event.id, 'coorganizer')
for (const reviewer of [ada, bob]) await giveRole(service, reviewer, event.id, 'reviewer')

const propose = async (attributes: Json = {}, links: Json = {}) =>
  linkTo(await make(service, author, 'session', { state: 'pending', ...attributes }, { event, ...links }))
const criterion = async (attributes: Json = {}) =>
  (await make(service, coorganizer, 'review-criterion', attributes, { event })).id as string
const post = (as: Caller | undefined, session: Json, attributes: Json = {}) =>
  service.call('POST', '/v1/reviews', {
    as,
    body: { data: { type: 'review', attributes, relationships: { session: { data: session } } } },
  })
const get = async (as: Caller | undefined, url: string) => (await service.call('GET', url, { as })).body
const change = (as: Caller, { type, id }: Json, attributes: Json) =>
  service.call('PATCH', `/v1/${type === 'review-criterion' ? 'review-criteria' : `${type}s`}/${id}`, {
    as,
    body: { data: { type, id, attributes } },
  })
const faultsOf = ({ status, body }: Json) =>
  body.errors.map(({ detail, source }: Json) => [status, source.pointer, detail])
const scoreOf = async (as: Caller | undefined, { id }: Json) => {
  const { attributes } = (await get(as, `/v1/sessions/${id}`)).data
  return [attributes['review-score'], attributes['review-count']]
}

const relevance = await criterion({ name: 'Relevance', weight: 3, 'is-required': true, max: 10 })
const clarity = await criterion({ name: 'Clarity', min: 1, max: 5 })

describe('a reviewer', () => {
  it('sees pending sessions and their speakers, and no others that a stranger does not', async () => {
    const speaker = linkTo(await make(service, author, 'speaker', { name: 'Zed' }, { event }))
    const session = await propose({}, { speakers: [speaker] })
    const draft = await propose({ state: 'draft' })
    const read = async (as: Caller) =>
      Promise.all(
        [`/v1/sessions/${session.id}`, `/v1/speakers/${speaker.id}`, `/v1/sessions/${draft.id}`].map(
          async (url) => (await service.call('GET', url, { as })).status,
        ),
      )

    assert.deepEqual(await read(ada), [200, 200, 404])
    assert.deepEqual(await read(stranger), [404, 404, 404])
    const { data, included } = await get(ada, `/v1/events/${event.id}/sessions?include=speakers`)
    assert.ok(data.some(({ id }: Json) => id === session.id))
    assert.deepEqual(
      included.map(({ attributes }: Json) => [attributes.name, attributes.email]),
      [['Zed', null]],
    )
    await change(coorganizer, session, { state: 'rejected' })
    await service.db.query(sql`update sessions set state = 'rejected' where id = ${session.id}`)
    assert.deepEqual(await read(ada), [404, 404, 404])
  })

  it('is invited like the others', async () => {
    const attributes = { email: 'new@plenum.test', 'role-name': 'reviewer' }
    const invite = await make(service, owner, 'role-invite', attributes, { event })

    assert.equal(invite.attributes['role-name'], 'reviewer')
    assert.ok(invite.relationships.role.data.id)
  })

  it('sees no draft', async () => {
    const draft = await make(service, owner, 'event', { state: 'draft' })
    await giveRole(service, ada, draft.id, 'reviewer')

    assert.equal((await service.call('GET', `/v1/events/${draft.id}`, { as: ada })).status, 404)
  })
})

describe('a criterion', () => {
  it('has a weight above 0 and a range', async () => {
    const post = (attributes: Json) =>
      service.call('POST', `/v1/events/${event.id}/review-criteria`, {
        as: coorganizer,
        body: { data: { type: 'review-criterion', attributes: { name: 'A', ...attributes } } },
      })

    assert.deepEqual(faultsOf(await post({ weight: 0 })), [
      [422, '/data/attributes/weight', 'weight must be more than 0'],
    ])
    assert.deepEqual(faultsOf(await post({ min: 5 })), [
      [422, '/data/attributes/max', 'max must be more than min'],
    ])
  })
})

describe('a review', () => {
  it('scores the criteria, and its score is their weighted mean from 0 to 100', async () => {
    const session = await propose()

    const { status, body } = await post(ada, session, {
      scores: { [relevance]: 8, [clarity]: 2 },
      comment: 'Clear',
    })

    const { attributes, relationships } = body.data
    assert.deepEqual([status, attributes.scores], [201, { [relevance]: 8, [clarity]: 2 }])
    // (3 × 80 + 1 × 25) / 4
    assert.deepEqual([attributes.score, attributes.comment], [66.25, 'Clear'])
    assert.deepEqual(
      [relationships.session.data, relationships.event.data, relationships.reviewer.data.id],
      [session, event, ada.id],
    )
    assert.deepEqual(await scoreOf(coorganizer, session), [66.25, 1])
  })

  it('leaves out criteria that are not required', async () => {
    const { body } = await post(ada, await propose(), { scores: { [relevance]: '10', [clarity]: null } })

    assert.deepEqual([body.data.attributes.scores, body.data.attributes.score], [{ [relevance]: 10 }, 100])
  })

  it('names every score that is missing, unknown or out of range', async () => {
    const answer = await post(ada, await propose(), { scores: { [clarity]: 6, 900000: 1, 'a/b': 2 } })

    const at = (key: string) => `/data/attributes/scores/${key}`
    assert.deepEqual(faultsOf(answer), [
      [422, at(relevance), 'a score for Relevance is required'],
      [422, at(clarity), 'the score for Clarity must be between 1 and 5'],
      [422, at('900000'), 'the event has no such criterion'],
      [422, at('a~1b'), 'the event has no such criterion'],
    ])
    assert.deepEqual(faultsOf(await post(ada, await propose(), { scores: { [relevance]: 'good' } })), [
      [422, '/data/attributes/scores', 'scores must be an object of at most 100 numbers, by id'],
    ])
  })

  it('is written once by each reviewer, also by many requests at once', async () => {
    const session = await propose()

    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(ada, session, { scores: { [relevance]: 5 } })),
    )

    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
    assert.deepEqual(faultsOf(answers.find(({ status }) => status === 409)!), [
      [409, '/data/relationships/session', 'You have already reviewed this session.'],
    ])
    assert.deepEqual(await scoreOf(coorganizer, session), [50, 1])
  })

  it('is written by reviewers and coorganizers, of pending sessions that are not their own', async () => {
    const [session, accepted] = [await propose(), await propose()]
    await service.db.query(sql`update sessions set state = 'accepted' where id = ${accepted.id}`)
    const own = linkTo(await make(service, ada, 'session', { state: 'pending' }, { event }))
    const speaker = linkTo(
      await make(service, author, 'speaker', { email: bob.email.toUpperCase() }, { event }),
    )
    const named = await propose({}, { speakers: [speaker] })
    const imported = await propose()
    await service.db.query(sql`update sessions set creator_id = null where id = ${imported.id}`)
    const scores = { [relevance]: 1 }
    const statusOf = async (as: Caller | undefined, one: Json) => (await post(as, one, { scores })).status

    assert.deepEqual(
      [
        await statusOf(undefined, session),
        await statusOf(stranger, session),
        await statusOf(author, session),
        await statusOf(coorganizer, session),
        await statusOf(ada, accepted),
        await statusOf(ada, own),
        await statusOf(bob, named),
        await statusOf(ada, imported),
      ],
      [401, 404, 403, 201, 403, 403, 201, 201],
    )
    await service.db.query(sql`delete from reviews where session_id = ${named.id}`)
    await service.db.query(sql`update users set is_verified = true where id = ${bob.id}`)
    const { status, body } = await post(bob, named, { scores })
    const detail = 'You need reviewer access to the event; the session must be pending and not your own.'
    assert.deepEqual([status, body.errors[0].detail], [403, detail])
  })

  it('is changed and removed by its author while the session is pending', async () => {
    const session = await propose()
    const review = linkTo((await post(ada, session, { scores: { [relevance]: 5 } })).body.data)

    const changed = await change(ada, review, { scores: { [relevance]: 10 } })
    assert.deepEqual([changed.status, changed.body.data.attributes.score], [200, 100])
    assert.deepEqual(await scoreOf(coorganizer, session), [100, 1])
    const others = [await change(coorganizer, review, { comment: 'x' }), await change(bob, review, {})]
    assert.deepEqual(
      others.map(({ status }) => status),
      [403, 404],
    )

    await service.db.query(sql`update sessions set state = 'rejected' where id = ${session.id}`)
    assert.equal((await change(ada, review, { comment: 'x' })).status, 403)
    await service.db.query(sql`update sessions set state = 'pending' where id = ${session.id}`)
    assert.equal((await service.call('DELETE', `/v1/reviews/${review.id}`, { as: ada })).status, 200)
    assert.deepEqual(await scoreOf(coorganizer, session), [null, 0])
  })

  it('is read by coorganizers, its author, and reviewers who have reviewed the session too', async () => {
    const session = await propose()
    const { id } = (await post(ada, session, { scores: { [relevance]: 5 }, comment: 'Good' })).body.data
    const seenBy = async (as: Caller) => {
      const single = (await service.call('GET', `/v1/reviews/${id}`, { as })).status
      const below = await service.call('GET', `/v1/sessions/${session.id}/reviews`, { as })
      const all = (await get(as, '/v1/reviews')).data.some((one: Json) => one.id === id)
      const included = (await get(as, `/v1/events/${event.id}/sessions?include=reviews`)).included ?? []
      const filter = JSON.stringify([{ name: 'reviews__comment', op: 'eq', val: 'Good' }])
      const found = (await service.call('GET', `/v1/sessions?filter=${encodeURIComponent(filter)}`, { as }))
        .body
      return [
        single,
        below.status === 200 ? below.body.data.length : below.status,
        all,
        included.some((one: Json) => one.type === 'review' && one.id === id),
        (found.data ?? []).some((one: Json) => one.id === session.id),
      ]
    }

    assert.deepEqual(await seenBy(ada), [200, 1, true, true, true])
    assert.deepEqual(await seenBy(coorganizer), [200, 1, true, true, true])
    assert.deepEqual(await seenBy(bob), [404, 0, false, false, false])
    assert.deepEqual(await seenBy(stranger), [404, 404, false, false, false])
    assert.deepEqual((await seenBy(author)).slice(0, 2), [404, 403])
    await post(bob, session, { scores: { [relevance]: 1 } })
    assert.deepEqual(await seenBy(bob), [200, 2, true, true, true])
  })
})

describe('the score of a session', () => {
  it('follows when a criterion is changed or removed', async () => {
    const extra = await criterion({ name: 'Fun' })
    const session = await propose()
    const { id } = (await post(ada, session, { scores: { [relevance]: 10, [extra]: 0 } })).body.data
    const seen = [(await scoreOf(coorganizer, session))[0]]

    const one = { type: 'review-criterion', id: extra }
    await change(coorganizer, one, { weight: 9 })
    seen.push((await scoreOf(coorganizer, session))[0])
    await change(coorganizer, one, { min: -5 })
    seen.push((await scoreOf(coorganizer, session))[0])
    await change(coorganizer, one, { min: 2, max: 3 })
    seen.push((await scoreOf(coorganizer, session))[0])
    await service.call('DELETE', `/v1/review-criteria/${extra}`, { as: coorganizer })
    seen.push((await scoreOf(coorganizer, session))[0])

    // 3 × 100 of 4; of 12; with 9 × 50; a score below the range counts as the lowest; without it.
    assert.deepEqual(seen, [75, 25, 62.5, 25, 100])
    assert.deepEqual((await get(ada, `/v1/reviews/${id}`)).data.attributes.scores, { [relevance]: 10 })
  })

  it('is null for others, who cannot sort or filter by it', async () => {
    const [low, high] = [await propose({ title: 'Low' }), await propose({ title: 'High' })]
    await post(ada, low, { scores: { [relevance]: 1 } })
    await post(ada, high, { scores: { [relevance]: 9 } })
    await service.db.query(sql`update sessions set state = 'accepted' where id in (${low.id}, ${high.id})`)
    const ids = [low.id, high.id]
    const sorted = async (as: Caller | undefined, sort: string) => {
      const filter = JSON.stringify([{ name: 'id', op: 'in_', val: ids }])
      const url = `/v1/sessions?sort=${sort}&filter=${encodeURIComponent(filter)}`
      const { status, body } = await service.call('GET', url, { as })
      return body.data?.map((one: Json) => one.id) ?? status
    }
    const above = async (as: Caller | undefined) => {
      const filter = JSON.stringify([{ name: 'review-score', op: 'gt', val: 50 }])
      const { status, body } = await service.call(
        'GET',
        `/v1/sessions?filter=${encodeURIComponent(filter)}`,
        { as },
      )
      return body.data?.some((one: Json) => one.id === high.id) ?? status
    }

    assert.deepEqual(
      [await scoreOf(stranger, high), await scoreOf(undefined, high)],
      [
        [null, null],
        [null, null],
      ],
    )
    assert.deepEqual(
      [await scoreOf(bob, high), await scoreOf(ada, high)],
      [
        [null, null],
        [90, 1],
      ],
    )
    assert.deepEqual(await sorted(coorganizer, '-review-score'), [high.id, low.id])
    assert.deepEqual(await sorted(coorganizer, 'review-score'), ids)
    assert.deepEqual(await sorted(bob, '-review-score'), ids)
    assert.deepEqual(await sorted(bob, 'review-score'), ids)
    assert.deepEqual([await sorted(stranger, 'review-score'), await above(stranger)], [400, 400])
    assert.deepEqual([await above(coorganizer), await above(ada), await above(bob)], [true, true, false])
  })
})
