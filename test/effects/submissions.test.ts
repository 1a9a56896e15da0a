/** Handing in sessions and speakers: who may, who sees them, who changes them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { CALLERS, castOf, giveRole, giveRoles, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { stranger, coorganizer, owner } = cast
const author = await signUp(service)
const open = await makeEvent('2099-01-01T00:00:00Z')
const closed = await makeEvent('2020-02-01T00:00:00Z')
const without = await makeEvent(undefined)

/** An event whose call for speakers ends at the time given. */
async function makeEvent(endsAt: string | undefined): Promise<Json> {
  const event = await make(service, owner, 'event')
  await giveRoles(service, cast, event.id)
  if (endsAt) await make(service, owner, 'speakers-call', { 'ends-at': endsAt }, { event: linkTo(event) })
  return event
}

async function statuses(method: string, url: string, body: () => unknown): Promise<Record<string, number>> {
  const answers = CALLERS.map(async (name) => {
    const { status } = await service.call(method, url, { as: cast[name], body: body() })
    return [name, status] as const
  })
  return Object.fromEntries(await Promise.all(answers))
}

const inOrder = (...list: number[]) => Object.fromEntries(CALLERS.map((name, place) => [name, list[place]]))

for (const type of ['session', 'speaker'] as const) {
  const path = `/v1/${type}s`
  const body = (event: Json) => () =>
    bodyOf(type, type === 'session' ? { state: 'pending' } : {}, { event: linkTo(event) })

  describe(`a ${type}`, () => {
    it('is handed in by everyone who is logged in while the call is open', async () => {
      const expected = inOrder(401, 201, 201, 201, 201, 201, 201, 201)

      assert.deepEqual(await statuses('POST', path, body(open)), expected)
      assert.deepEqual(await statuses('POST', `/v1/events/${open.id}/${type}s`, body(open)), expected)
    })

    it('is made by coorganizers and up alone while there is no open call', async () => {
      const expected = inOrder(401, 403, 403, 403, 201, 201, 201, 201)

      assert.deepEqual(await statuses('POST', path, body(closed)), expected)
      assert.deepEqual(await statuses('POST', path, body(without)), expected)
    })

    it('is not handed in once the call is deleted', async () => {
      const event = await makeEvent('2099-01-01T00:00:00Z')
      await service.call('DELETE', `/v1/events/${event.id}/speakers-call`, { as: owner })

      const { status, body: answer } = await service.call('POST', path, { as: stranger, body: body(event)() })

      assert.deepEqual(
        [status, answer.errors[0].detail],
        [403, 'You need an open call for speakers, or coorganizer access to the event.'],
      )
    })
  })
}

describe('a session that is not accepted yet', () => {
  const EXPECTED = {
    draft: 404,
    pending: 404,
    rejected: 404,
    canceled: 404,
    withdrawn: 404,
    accepted: 200,
    confirmed: 200,
  }
  for (const [state, expected] of Object.entries(EXPECTED)) {
    it(`answers ${expected} to strangers as ${state}, with everything behind it`, async () => {
      const track = await make(service, owner, 'track', {}, { event: linkTo(closed) })
      const speaker = await make(service, owner, 'speaker', {}, { event: linkTo(closed) })
      const links = { event: linkTo(closed), track: linkTo(track), speakers: [linkTo(speaker)] }
      const session = await make(service, owner, 'session', { state }, links)
      const url = `/v1/sessions/${session.id}`
      const behind = `/v1/speakers/${speaker.id}/sessions`
      const urls = [
        url,
        `${url}/speakers`,
        `${url}/relationships/speakers`,
        `${url}/track`,
        `${url}/event`,
        behind,
      ]
      const shown = expected === 200 ? [session.id] : []
      const ids = async (as: Caller | undefined, at: string) =>
        (await service.call('GET', at, { as })).body.data.map(({ id }: Json) => id)

      for (const as of [undefined, stranger, cast.registrar]) {
        const answers = await Promise.all(urls.map((one) => service.call('GET', one, { as })))

        assert.deepEqual(
          answers.map(({ status }) => status),
          Array(urls.length).fill(expected),
        )
        assert.deepEqual(await ids(as, `/v1/tracks/${track.id}/sessions`), shown)
        if (expected === 200) assert.deepEqual(await ids(as, behind), shown)
        assert.deepEqual(await ids(as, `/v1/sessions?filter[track]=${track.id}`), shown)
      }
      assert.deepEqual(await ids(coorganizer, `/v1/tracks/${track.id}/sessions`), [session.id])
    })
  }

  it('is seen by its creator and by its speakers', async () => {
    const speaker = await make(service, author, 'speaker', {}, { event: linkTo(open) })
    const own = await make(service, author, 'session', { state: 'pending' }, { event: linkTo(open) })
    const links = { event: linkTo(open), speakers: [linkTo(speaker)] }
    const others = await make(service, owner, 'session', { state: 'pending' }, links)
    const status = async (as: Caller | undefined, { id }: Json) =>
      (await service.call('GET', `/v1/sessions/${id}`, { as })).status

    assert.deepEqual([await status(author, own), await status(author, others)], [200, 200])
    assert.deepEqual([await status(stranger, own), await status(stranger, others)], [404, 404])
  })
})

describe('the creator of a session', () => {
  it('is named to the creator and to coorganizers and up, and not to its other speakers', async () => {
    const speaker = await make(service, author, 'speaker', {}, { event: linkTo(open) })
    const links = { event: linkTo(open), speakers: [linkTo(speaker)] }
    const session = await make(service, owner, 'session', { state: 'accepted' }, links)
    const named = async (as: Caller | undefined) => {
      const { body } = await service.call('GET', `/v1/sessions/${session.id}?include=creator`, { as })
      return [body.data.relationships.creator?.data, body.included.map(linkTo)]
    }
    const creator = { type: 'user', id: owner!.id }

    assert.deepEqual(await named(owner), [creator, [creator]])
    assert.deepEqual(await named(coorganizer), [creator, [creator]])
    for (const as of [undefined, stranger, author]) assert.deepEqual(await named(as), [undefined, []])
  })
})

describe('an author', () => {
  const change = (as: Caller | undefined, { type, id }: Json, attributes: Json = {}) =>
    service.call('PATCH', `/v1/${type}s/${id}`, { as, body: { data: { type, id, attributes } } })
  const remove = (as: Caller | undefined, { type, id }: Json) =>
    service.call('DELETE', `/v1/${type}s/${id}`, { as })

  it('changes and deletes the own session until it is locked', async () => {
    const session = await make(service, author, 'session', { state: 'pending' }, { event: linkTo(open) })
    assert.equal((await change(author, session, { title: 'Better' })).body.data.attributes.title, 'Better')

    await change(coorganizer, session, { 'is-locked': true })

    const refused = await change(author, session, { title: 'Best' })
    assert.deepEqual(
      [refused.status, refused.body.errors[0].detail],
      [
        403,
        'You need to be its creator or speaker while it is not locked, or to have coorganizer access to the event.',
      ],
    )
    assert.equal((await remove(author, session)).status, 403)
    assert.equal((await change(coorganizer, session, { title: 'Final' })).status, 200)

    await change(coorganizer, session, { 'is-locked': false })

    assert.equal((await remove(author, session)).status, 200)
  })

  it('changes and deletes the own speaker, and nobody else does but coorganizers and up', async () => {
    const speaker = await make(service, author, 'speaker', {}, { event: linkTo(open) })

    assert.equal((await change(stranger, speaker, { city: 'Ockham' })).status, 404)
    assert.equal((await remove(stranger, speaker)).status, 404)
    await change(coorganizer, speaker, { 'is-featured': true })
    assert.equal((await change(stranger, speaker, { city: 'Ockham' })).status, 403)
    assert.equal((await remove(stranger, speaker)).status, 403)
    assert.equal((await change(author, speaker, { city: 'Ockham' })).body.data.attributes.city, 'Ockham')
    assert.equal((await change(coorganizer, speaker, { city: 'London' })).status, 200)
    assert.equal((await remove(author, speaker)).status, 200)
  })

  it('is the user of the speaker handed in, and cannot name another', async () => {
    const speaker = await make(service, author, 'speaker', {}, { event: linkTo(open) })
    const user = linkTo({ type: 'user', id: stranger!.id })

    const { status } = await service.call('PATCH', `/v1/speakers/${speaker.id}/relationships/user`, {
      as: author,
      body: { data: user },
    })

    assert.deepEqual(speaker.relationships.user.data, { type: 'user', id: author.id })
    assert.equal(status, 403)
  })

  it('may say so when handing in the speaker, but not hand in for somebody else', async () => {
    const handIn = (user: Caller) => {
      const links = { event: linkTo(open), user: linkTo({ type: 'user', id: user.id }) }
      return service.call('POST', '/v1/speakers', { as: author, body: bodyOf('speaker', {}, links) })
    }

    const { status, body } = await handIn(author)

    assert.deepEqual([status, body.data.relationships.user.data], [201, { type: 'user', id: author.id }])
    assert.equal((await handIn(stranger!)).status, 403)
  })
})

describe('a track organizer', () => {
  it('makes, changes and deletes tracks, and nothing else of the event', async () => {
    const person = await signUp(service)
    await giveRole(service, person, closed.id, 'track_organizer')
    const track = await make(service, person, 'track', {}, { event: linkTo(closed) })
    const session = await make(service, owner, 'session', {}, { event: linkTo(closed) })
    const call = async (method: string, url: string, body?: unknown) =>
      (await service.call(method, url, { as: person, body })).status
    const change = { data: { type: 'track', id: track.id, attributes: { name: 'Arts' } } }
    const other = bodyOf('microlocation', {}, { event: linkTo(closed) })

    assert.equal(await call('PATCH', `/v1/tracks/${track.id}`, change), 200)
    assert.equal(await call('POST', '/v1/microlocations', other), 403)
    assert.equal(await call('DELETE', `/v1/events/${closed.id}`), 403)
    assert.equal(
      await call('POST', `/v1/tracks/${track.id}/relationships/sessions`, { data: [linkTo(session)] }),
      403,
    )
    assert.equal(await call('DELETE', `/v1/tracks/${track.id}`), 200)
  })
})
