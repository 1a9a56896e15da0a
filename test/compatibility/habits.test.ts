/** What existing clients do and must go on to do: a front end, site generators, scripts. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorsOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Answer, type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)

interface Programme {
  event: Json
  records: Record<string, Json>
}

/** A published event with a record of every kind that belongs to it, all linked. */
async function makeProgramme(): Promise<Programme> {
  const event = await make(service, owner, 'event')
  const of = { event: linkTo(event) }
  const records: Record<string, Json> = { event }
  for (const type of [
    'track',
    'microlocation',
    'session-type',
    'speaker',
    'sponsor',
    'social-link',
    'custom-form',
    'speakers-call',
    'event-copyright',
  ])
    records[type] = await make(service, owner, type, {}, of)
  const { track, microlocation, speaker } = records
  const links = {
    track: linkTo(track),
    microlocation: linkTo(microlocation),
    'session-type': linkTo(records['session-type']),
    speakers: [linkTo(speaker)],
  }
  records.session = await make(service, owner, 'session', {}, { ...of, ...links })
  return { event, records }
}

const { event, records } = await makeProgramme()
const { id } = event
const { identifier } = event.attributes

async function read(url: string): Promise<Json> {
  const { status, body } = await service.call('GET', url)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const attributesOf = (type: string) => [...service.models.get(type)!.attributes.values()]

describe('a front end', () => {
  test('addresses an event by its identifier, with the number as data.id and in relationships', async () => {
    const attributes = { name: 'Renamed' }
    const change = await service.call('PATCH', `/v1/events/${identifier}`, {
      as: owner,
      body: { data: { type: 'event', id, attributes } },
    })
    const track = await service.call('POST', '/v1/tracks', {
      as: owner,
      body: bodyOf('track', { name: 'Arts' }, { event: { type: 'event', id } }),
    })
    const nested = await service.call('POST', `/v1/events/${identifier}/tracks`, {
      as: owner,
      body: bodyOf('track', { name: 'Crafts' }),
    })

    assert.deepEqual(
      [change.status, change.body.data.id, change.body.data.attributes.name],
      [200, id, 'Renamed'],
    )
    for (const { status, body } of [track, nested])
      assert.deepEqual([status, body.data.relationships.event.data], [201, { type: 'event', id }])
  })

  test('sends a content type with GET and DELETE, without a body', async () => {
    const headers = { 'content-type': MEDIA_TYPE, accept: MEDIA_TYPE }
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })

    const got = await service.call('GET', `/v1/events/${identifier}`, { headers })
    const removed = await service.call('DELETE', `/v1/tracks/${track.id}`, { as: owner, headers })

    assert.deepEqual([got.status, got.body.data.id], [200, id])
    assert.deepEqual([removed.status, removed.body.meta], [200, { message: 'Object successfully deleted' }])
  })

  test('asks the plain routes for the JSON:API type', async () => {
    const headers = { accept: MEDIA_TYPE, 'content-type': 'application/json' }
    const body = { email: owner.email, password: 'a good password' }

    const login = await service.call('POST', '/auth/session', { headers, body })
    const health = await service.call('GET', '/health-check', { headers })
    const who = await service.call('GET', '/v1/users/user-details/get-user-id', { as: owner, headers })

    assert.deepEqual([login.status, Object.keys(login.body)], [200, ['access_token']])
    assert.deepEqual([health.status, health.body.passed], [200, true])
    assert.deepEqual([who.status, who.body], [200, { user_id: Number(owner.id) }])
  })

  test('follows the related links of an event and adds its own query', async () => {
    const { data } = await read(`/v1/events/${identifier}`)
    const related = (name: string) => data.relationships[name].links.related

    const sessions = await read(`${related('sessions')}?include=speakers,track&sort=starts-at&page[size]=10`)
    const copyright = await read(`${related('event-copyright')}?fields[event-copyright]=licence`)

    assert.deepEqual(sessions.data.map(linkTo), [linkTo(records.session)])
    assert.deepEqual(sessions.included.map(linkTo), [linkTo(records.speaker), linkTo(records.track)])
    assert.deepEqual(copyright.data.attributes, { licence: 'CC BY 4.0' })
  })

  test('follows every link that an event prints, whoever it is for', async () => {
    const { body } = await service.call('GET', `/v1/events/${identifier}`, { as: owner })
    const links: string[] = Object.values(body.data.relationships).flatMap((one) =>
      Object.values((one as Json).links),
    )

    const answers = await Promise.all(links.map((link) => service.call('GET', link, { as: owner })))

    assert.deepEqual(
      links.filter((_link, place) => answers[place]!.status !== 200),
      [],
    )
    assert.ok(links.length > 20)
  })

  for (const [type, record] of Object.entries({ ...records, user: { type: 'user', id: owner.id } }))
    test(`saves all attributes of the ${type} on every PATCH, but for the read-only ones`, async () => {
      const url = `${service.models.get(type)!.path}/${record.id}`
      const { body: before } = await service.call('GET', url, { as: owner })
      const writable = attributesOf(type).filter(({ field }) => !field.readOnly && !field.writeOnly)
      const attributes = Object.fromEntries(writable.map(({ wire }) => [wire, before.data.attributes[wire]]))

      const answer = await service.call('PATCH', url, {
        as: owner,
        body: { data: { ...linkTo(record), attributes, relationships: before.data.relationships } },
      })

      assert.deepEqual([answer.status, answer.body.data], [200, before.data])
    })

  test('saves an event that has no start, but cannot take a start away', async () => {
    const save = (record: Json, change: Json) => {
      const attributes = { ...record.attributes, ...change }
      const body = { data: { type: 'event', id: record.id, attributes } }
      return service.call('PATCH', `/v1/events/${record.id}`, { as: owner, body })
    }
    const sent = bodyOf('event', { name: 'Some day' })
    delete sent.data.attributes['starts-at']
    const { body } = await service.call('POST', '/v1/events', { as: owner, body: sent })

    const saved = await save(body.data, { name: 'One day' })
    const emptied = await save(event, { 'starts-at': null })

    assert.deepEqual([saved.status, saved.body.data?.attributes['starts-at']], [200, null])
    const fault = errorsOf(422, 'unprocessable', 'Unprocessable Entity', [
      'starts-at must not be null',
      { pointer: '/data/attributes/starts-at' },
    ])
    assert.deepEqual([emptied.status, emptied.body], [422, fault])
  })

  test('sends dates as ISO with Z and milliseconds', async () => {
    const dates = { 'starts-at': '2030-05-01T10:00:00.000Z', 'ends-at': '2030-05-01T11:30:00.250Z' }

    const { attributes } = await make(service, owner, 'session', dates, { event: linkTo(event) })

    assert.equal(attributes['starts-at'], '2030-05-01T10:00:00+00:00')
    assert.equal(attributes['ends-at'], '2030-05-01T11:30:00.25+00:00')
  })

  test('asks for relationships of the older system too, and gets those that there are', async () => {
    const sessions = await read(
      `/v1/events/${identifier}/sessions?include=track,favourite,feedbacks,microlocation.video-stream&filter[id]=${records.session.id}`,
    )
    const plain = await read(
      `/v1/events/${identifier}/sessions?include=track,feedbacks,microlocation&filter[id]=${records.session.id}`,
    )
    const events = await service.call('GET', '/v1/events?include=general-statistics,tax,tickets.orders')

    assert.deepEqual([sessions.data, sessions.included], [plain.data, plain.included])
    assert.deepEqual([events.status, events.body.included], [200, []])
  })

  test('may put page[size] on a single resource, and it is ignored', async () => {
    const plain = await read(`/v1/events/${identifier}`)
    const paged = await read(`/v1/events/${identifier}?page[size]=0`)

    assert.deepEqual(paged.data, plain.data)
  })
})

/** Every attribute is there, null when it has no value, and each named relationship has linkage. */
function assertWhole(resource: Json, linked: Record<string, Json>): void {
  const readable = attributesOf(resource.type).filter(({ field }) => !field.writeOnly)
  assert.deepEqual(
    Object.keys(resource.attributes),
    readable.map(({ wire }) => wire),
  )
  const linkage = Object.keys(linked).map((name) => [name, resource.relationships[name].data])
  assert.deepEqual(Object.fromEntries(linkage), linked)
}

describe('a site generator, without a token,', () => {
  test('reads an event with its social links and copyright', async () => {
    const links = [records['event-copyright'], records['social-link']].map(linkTo)

    const { data, included } = await read(
      `/v1/events/${id}?include=social-links,event-copyright&page[size]=0`,
    )

    assertWhole(data, { 'event-copyright': links[0], 'social-links': [links[1]] })
    assert.deepEqual(included.map(linkTo), links)
    for (const one of included) assertWhole(one, { event: linkTo(event) })
  })

  for (const prefix of ['/v1', `/v1/events/${id}`, `/v1/events/${identifier}`]) {
    const below = (path: string) => `${prefix}${path}&page[size]=0&filter[id]=`

    test(`reads ${prefix.replace(identifier, '{identifier}')}/sessions with what they link to`, async () => {
      const { track, microlocation, session, speaker } = records
      const type = records['session-type']
      const url = below('/sessions?include=track,microlocation,session-type,speakers')

      const { data, included } = await read(url + session.id)

      assert.deepEqual(data.map(linkTo), [linkTo(session)])
      assertWhole(data[0], {
        track: linkTo(track),
        microlocation: linkTo(microlocation),
        'session-type': linkTo(type),
        speakers: [linkTo(speaker)],
      })
      const expected = [track, microlocation, type, speaker].map(linkTo)
      assert.deepEqual(new Set(included.map(linkTo)), new Set(expected))
      for (const one of included) assertWhole(one, { event: linkTo(event) })
    })

    for (const name of ['speaker', 'track'])
      test(`reads ${prefix.replace(identifier, '{identifier}')}/${name}s with their sessions`, async () => {
        const { data, included } = await read(below(`/${name}s?include=sessions`) + records[name].id)

        assert.deepEqual(data.map(linkTo), [linkTo(records[name])])
        assertWhole(data[0], { sessions: [linkTo(records.session)] })
        assert.deepEqual(included.map(linkTo), [linkTo(records.session)])
      })
  }

  test('gets all records with page[size]=0, more than a page of them', async () => {
    const { event: large } = await makeProgramme()
    for (let n = 0; n < 24; n++) await make(service, owner, 'track', {}, { event: linkTo(large) })

    const all = await read(`/v1/events/${large.id}/tracks?page[size]=0`)
    const page = await read(`/v1/events/${large.id}/tracks`)

    assert.deepEqual([all.data.length, all.meta], [25, { count: 25 }])
    assert.deepEqual([page.data.length, page.meta], [20, { count: 25 }])
  })
})

describe('a script', () => {
  test('filters by one state or another, sorts by id and asks for few fields', async () => {
    const { event: other } = await makeProgramme()
    const made: Record<string, string> = {}
    for (const state of ['confirmed', 'pending', 'rejected']) {
      const { id: one } = await make(service, owner, 'session', { state }, { event: linkTo(other) })
      made[state] = one
    }
    const filter = JSON.stringify([
      {
        or: [
          { name: 'state', op: 'eq', val: 'pending' },
          { name: 'state', op: 'eq', val: 'confirmed' },
        ],
      },
    ])
    const words = `filter=${encodeURIComponent(filter)}&sort=id&fields[session]=id,state`

    const answer: Answer = await service.call('GET', `/v1/events/${other.id}/sessions?${words}`, {
      as: owner,
    })

    assert.deepEqual(
      answer.body.data.map((one: Json) => [one.id, one.attributes, one.relationships]),
      [
        [made.confirmed, { state: 'confirmed' }, {}],
        [made.pending, { state: 'pending' }, {}],
      ],
    )
  })
})
