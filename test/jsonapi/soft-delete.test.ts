/** A deleted record vanishes from every read, for everyone; staff bring it back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deletions, isNotFound } from '../support/deletions.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const { get, remove, restore } = deletions(service, admin, owner)

const DELETED = { meta: { message: 'Object successfully deleted' }, jsonapi: { version: '1.0' } }

/** Everything that the reads of an event say about one kind of its parts. */
async function seen(event: Json, path: string, relationship: string): Promise<Json> {
  const below = `/v1/events/${event.id}`
  const list = await get(`${path}?filter[event]=${event.id}`)
  const related = await get(`${below}/${relationship}`)
  const links = await get(`${below}/relationships/${relationship}`)
  const whole = await get(`${below}?include=${relationship}`)
  const identify = (data: Json) => (Array.isArray(data) ? data.map(linkTo) : data && linkTo(data))
  return {
    list: identify(list.body.data),
    count: list.body.meta.count,
    related: identify(related.body.data),
    links: links.body.data,
    linkage: whole.body.data.relationships[relationship].data,
    included: identify(whole.body.included),
  }
}

const LISTS = {
  'social-link': ['/v1/social-links', 'social-links'],
  microlocation: ['/v1/microlocations', 'microlocations'],
  sponsor: ['/v1/sponsors', 'sponsors'],
  track: ['/v1/tracks', 'tracks'],
  'session-type': ['/v1/session-types', 'session-types'],
  speaker: ['/v1/speakers', 'speakers'],
  session: ['/v1/sessions', 'sessions'],
} as const
const SINGLES = {
  'speakers-call': ['/v1/speakers-calls', 'speakers-call'],
  'event-copyright': ['/v1/event-copyright', 'event-copyright'],
} as const

for (const [type, [path, relationship]] of [...Object.entries(LISTS), ...Object.entries(SINGLES)]) {
  it(`a deleted ${type} is in no list, count, include or linkage, until staff restore it`, async () => {
    const event = await make(service, owner, 'event')
    const record = await make(service, owner, type, {}, { event: linkTo(event) })
    const isSingle = type in SINGLES
    const one = linkTo(record)
    const there = {
      list: [one],
      count: 1,
      related: isSingle ? one : [one],
      links: isSingle ? one : [one],
      linkage: isSingle ? one : [one],
      included: [one],
    }
    const empty = isSingle ? null : []
    // An event without a call has no such record, for the front end of the original.
    const none = type === 'speakers-call' ? undefined : empty
    assert.deepEqual(await seen(event, path, relationship), there)

    const deleted = await remove(`${path}/${record.id}`)

    assert.deepEqual([deleted.status, deleted.body], [200, DELETED])
    assert.deepEqual(await seen(event, path, relationship), {
      list: [],
      count: 0,
      related: none,
      links: empty,
      linkage: none,
      included: [],
    })
    isNotFound(await get(`${path}/${record.id}`))
    isNotFound(await remove(`${path}/${record.id}`))
    isNotFound(await restore(`${path}/${record.id}`, record, owner))

    const restored = await restore(`${path}/${record.id}`, record)

    assert.equal(restored.status, 200)
    assert.deepEqual(restored.body.data, (await get(`${path}/${record.id}`)).body.data)
    assert.deepEqual(restored.body.data.attributes['deleted-at'], null)
    assert.deepEqual(await seen(event, path, relationship), there)
  })
}

describe('what is linked to a deleted record', () => {
  for (const type of ['track', 'session-type', 'microlocation'] as const) {
    it(`a session has no ${type} while it is deleted`, async () => {
      const event = await make(service, owner, 'event')
      const target = await make(service, owner, type, {}, { event: linkTo(event) })
      const links = { event: linkTo(event), [type]: linkTo(target) }
      const session = await make(service, owner, 'session', {}, links)
      const filter = encodeURIComponent(
        JSON.stringify([{ name: type, op: 'has', val: { name: 'name', op: 'ne', val: '' } }]),
      )
      const reads = async () => {
        const whole = await get(`/v1/sessions/${session.id}?include=${type}`)
        const related = await get(`/v1/sessions/${session.id}/${type}`)
        const link = await get(`/v1/sessions/${session.id}/relationships/${type}`)
        const found = await get(`/v1/sessions?filter[event]=${event.id}&filter=${filter}`)
        return {
          linkage: whole.body.data.relationships[type].data,
          included: whole.body.included.map(linkTo),
          related: related.body.data && linkTo(related.body.data),
          link: link.body.data,
          found: found.body.data.map(linkTo),
        }
      }
      const one = linkTo(target)
      const there = { linkage: one, included: [one], related: one, link: one, found: [linkTo(session)] }
      const path = LISTS[type][0]
      assert.deepEqual(await reads(), there)

      await remove(`${path}/${target.id}`)

      assert.deepEqual(await reads(), { linkage: null, included: [], related: null, link: null, found: [] })
      isNotFound(await get(`${path}/${target.id}/sessions`))
      isNotFound(await get(`${path}/${target.id}/relationships/sessions`))

      await restore(`${path}/${target.id}`, target)

      assert.deepEqual(await reads(), there)
    })
  }

  it('a session has no deleted speaker, and a speaker no deleted session', async () => {
    const event = await make(service, owner, 'event')
    const speaker = await make(service, owner, 'speaker', {}, { event: linkTo(event) })
    const links = { event: linkTo(event), speakers: [linkTo(speaker)] }
    const session = await make(service, owner, 'session', {}, links)
    const speakersUrl = `/v1/sessions/${session.id}/speakers`
    const sessionsUrl = `/v1/speakers/${speaker.id}/sessions`
    const ids = async (url: string) => (await get(url)).body.data.map(({ id }: Json) => id)
    assert.deepEqual([await ids(speakersUrl), await ids(sessionsUrl)], [[speaker.id], [session.id]])

    await remove(`/v1/speakers/${speaker.id}`)
    const whole = await get(`/v1/sessions/${session.id}?include=speakers`)

    assert.deepEqual(await ids(speakersUrl), [])
    assert.deepEqual([whole.body.data.relationships.speakers.data, whole.body.included], [[], []])
    isNotFound(await get(sessionsUrl))

    await restore(`/v1/speakers/${speaker.id}`, speaker)
    await remove(`/v1/sessions/${session.id}`)

    assert.deepEqual(await ids(sessionsUrl), [])
    isNotFound(await get(speakersUrl))
  })

  it('an event has no deleted topic, and a deleted topic no events', async () => {
    const topic = await make(service, admin, 'event-topic', { name: 'Astronomy' })
    const event = await make(service, owner, 'event', {}, { 'event-topic': linkTo(topic) })
    const topicOf = async () =>
      (await get(`/v1/events/${event.id}`)).body.data.relationships['event-topic'].data
    assert.deepEqual(await topicOf(), linkTo(topic))

    await remove(`/v1/event-topics/${topic.id}`, admin)

    assert.deepEqual(await topicOf(), null)
    isNotFound(await get(`/v1/event-topics/${topic.id}/events`))
    isNotFound(await get(`/v1/event-topics/${topic.id}`))

    await restore(`/v1/event-topics/${topic.id}`, topic)

    assert.deepEqual(await topicOf(), linkTo(topic))
  })
})
