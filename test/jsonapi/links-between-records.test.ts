/** Links between records stay within an event, and both ends have a say. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { makeSample } from '../support/sample-body.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const ada = await signUp(service)
const grace = await signUp(service)
const event = await make(service, owner, 'event')
const other = await make(service, owner, 'event', { name: 'Other' })
await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })

const inEvent = (type: string, as: Caller = owner, attributes: Json = {}, at: Json = event) =>
  make(service, as, type, attributes, { event: linkTo(at) })
const url = ({ links }: Json) => links.self as string
const call = (method: string, at: string, as: Caller, data: Json) =>
  service.call(method, at, { as, body: { data } })
const linked = async (record: Json, name: string) =>
  (await service.call('GET', `${url(record)}/relationships/${name}`, { as: admin })).body.data

function unprocessable({ status, body }: Answer): Json {
  return [status, body.errors.map(({ detail, source }: Json) => ({ detail, source }))]
}

const KINDS = {
  track: 'track',
  'session-type': 'session-type',
  microlocation: 'microlocation',
  speakers: 'speaker',
} as const

describe('a link to a record of another event', () => {
  for (const [name, type] of Object.entries(KINDS)) {
    const fault = [
      422,
      [
        {
          detail: `${name} must belong to the same event`,
          source: { pointer: `/data/relationships/${name}` },
        },
      ],
    ]
    const linkage = (record: Json) => (name === 'speakers' ? [linkTo(record)] : linkTo(record))

    it(`is refused as the ${name} of a session, wherever it is sent`, async () => {
      const foreign = await inEvent(type, owner, {}, other)
      const session = await inEvent('session')
      const before = await linked(session, name)
      const links = { event: linkTo(event), [name]: linkage(foreign) }
      const relationships = { [name]: { data: linkage(foreign) } }

      const created = await service.call('POST', '/v1/sessions', {
        as: owner,
        body: bodyOf('session', {}, links),
      })
      const changed = await call('PATCH', url(session), owner, { ...linkTo(session), relationships })
      const set = await call('PATCH', `${url(session)}/relationships/${name}`, owner, linkage(foreign))

      assert.deepEqual([created, changed, set].map(unprocessable), [fault, fault, fault])
      assert.deepEqual(await linked(session, name), before)
    })
  }

  for (const type of ['track', 'session-type', 'microlocation', 'speaker'] as const) {
    it(`is refused among the sessions of a ${type}`, async () => {
      const record = await inEvent(type)
      const foreign = await inEvent('session', owner, {}, other)

      const answer = await call('POST', `${url(record)}/relationships/sessions`, owner, [linkTo(foreign)])

      assert.deepEqual(unprocessable(answer), [
        422,
        [
          {
            detail: 'sessions must belong to the same event',
            source: { pointer: '/data/relationships/sessions' },
          },
        ],
      ])
      assert.deepEqual(await linked(record, 'sessions'), [])
    })
  }
})

describe('the event of a record', () => {
  it('never changes, also for staff', async () => {
    const parts = [...service.models.values()].filter(
      ({ parent, declaration: { access } }) =>
        parent?.target.type === 'event' && access.update && access.create && access.create !== 'staff',
    )
    for (const { type } of parts) {
      const { owners } = service.catalog.entryOf(type).sample
      const own = await makeSample(service, owner, 'event', {}, owners?.event)
      const record = await makeSample(service, owner, type, { event: linkTo(own) })
      const relationships = { event: { data: linkTo(other) } }
      for (const as of [owner, admin]) {
        const changed = await call('PATCH', url(record), as, { ...linkTo(record), relationships })
        const set = await call('PATCH', `${url(record)}/relationships/event`, as, linkTo(other))

        assert.deepEqual([changed.status, set.status], [403, 403])
        assert.equal(changed.body.errors[0].detail, 'The event of a record cannot be changed.')
      }
      assert.deepEqual(await linked(record, 'event'), linkTo(own))
    }
  })

  it('may be sent back as it is, by its id or its identifier', async () => {
    const track = await inEvent('track')
    for (const id of [event.id, event.attributes.identifier]) {
      const data = { type: 'event', id }
      const changed = await call('PATCH', url(track), owner, {
        ...linkTo(track),
        relationships: { event: { data } },
      })
      const set = await call('PATCH', `${url(track)}/relationships/event`, owner, data)

      assert.deepEqual([changed.status, set.status], [200, 204])
    }
  })
})

describe('a relationship that is not set by itself', () => {
  it('answers 204 to what changes nothing', async () => {
    const fresh = await make(service, owner, 'event')
    const track = await inEvent('track', owner, {}, fresh)
    const speakersCall = await inEvent('speakers-call', owner, {}, fresh)
    const session = await inEvent('session', owner, {}, fresh)
    const at = (name: string, record: Json = fresh) => `${url(record)}/relationships/${name}`
    const me = { type: 'user', id: owner.id }

    const answers = [
      await call('PATCH', at('tracks'), owner, [linkTo(track)]),
      await call('POST', at('tracks'), owner, [linkTo(track)]),
      await call('DELETE', at('tracks'), owner, []),
      await call('PATCH', at('speakers-call'), owner, linkTo(speakersCall)),
      await call('PATCH', at('event-copyright'), owner, null),
      await call('PATCH', at('owner'), owner, me),
      await call('PATCH', at('organizers'), owner, []),
      await call('PATCH', at('creator', session), owner, me),
    ]

    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      Array(8).fill([204, '']),
    )
  })

  it('refuses the smallest change', async () => {
    const fresh = await make(service, owner, 'event')
    const track = await inEvent('track', owner, {}, fresh)

    const { status, body } = await call('PATCH', `${url(fresh)}/relationships/tracks`, owner, [])

    assert.deepEqual([status, body.errors[0].detail], [403, 'tracks cannot be changed here.'])
    assert.deepEqual(await linked(fresh, 'tracks'), [linkTo(track)])
  })
})

describe('events named by their identifier', () => {
  it('are linked to a topic, kept and taken away like those named by their id', async () => {
    const topic = await make(service, admin, 'event-topic')
    const at = `/v1/event-topics/${topic.id}/relationships/events`
    const named = [{ type: 'event', id: event.attributes.identifier }]

    assert.deepEqual((await call('POST', at, admin, named)).body.data, [linkTo(event)])
    assert.equal((await call('PATCH', at, admin, named)).status, 204)
    assert.deepEqual(await linked(topic, 'events'), [linkTo(event)])
    assert.deepEqual((await call('DELETE', at, admin, named)).body.data, [])
  })
})

describe('the speakers of a session', () => {
  it('do not join the session of somebody else by themselves', async () => {
    const session = await inEvent('session', owner, { state: 'accepted' })
    const speaker = await inEvent('speaker', ada)

    const fromSpeaker = await call('POST', `${url(speaker)}/relationships/sessions`, ada, [linkTo(session)])
    const fromSession = await call('POST', `${url(session)}/relationships/speakers`, ada, [linkTo(speaker)])
    const links = { event: linkTo(event), sessions: [linkTo(session)] }
    const body = bodyOf('speaker', { name: 'Intruder' }, links)
    const created = await service.call('POST', '/v1/speakers', { as: ada, body })

    assert.deepEqual([fromSpeaker.status, fromSession.status, created.status], [403, 403, 403])
    assert.deepEqual(await linked(session, 'speakers'), [])
    const names = (await service.call('GET', `/v1/events/${event.id}/speakers`)).body.data
    assert.equal(names.filter((one: Json) => one.attributes.name === 'Intruder').length, 0)
  })

  it('are not made to speak by the author of a session', async () => {
    const session = await inEvent('session', ada, { state: 'pending' })
    const speaker = await inEvent('speaker', grace)

    const added = await call('POST', `${url(session)}/relationships/speakers`, ada, [linkTo(speaker)])
    const links = { event: linkTo(event), speakers: [linkTo(speaker)] }
    const body = bodyOf('session', { state: 'pending' }, links)
    const created = await service.call('POST', '/v1/sessions', { as: ada, body })

    assert.deepEqual([added.status, created.status], [404, 404])
    assert.deepEqual(await linked(speaker, 'sessions'), [])
  })

  it('are not made to speak when everyone can see them either', async () => {
    const session = await inEvent('session', ada, { state: 'pending' })
    const speaker = await inEvent('speaker')

    const added = await call('POST', `${url(session)}/relationships/speakers`, ada, [linkTo(speaker)])

    assert.equal(added.status, 403)
  })

  it('are set by an author who is the speaker, and by the organizers of the event', async () => {
    const session = await inEvent('session', ada, { state: 'pending' })
    const own = await inEvent('speaker', ada)
    const others = await inEvent('speaker', grace)
    const at = `${url(session)}/relationships/speakers`

    assert.deepEqual((await call('POST', at, ada, [linkTo(own)])).body.data, [linkTo(own)])
    assert.deepEqual((await call('POST', at, owner, [linkTo(others)])).body.data, [own, others].map(linkTo))
    assert.equal((await call('PATCH', at, ada, [own, others].map(linkTo))).status, 404)
    // An author who does not see the other speaker sends back what can be seen, and nobody is lost.
    assert.equal((await call('PATCH', at, ada, [linkTo(own)])).status, 204)
    assert.deepEqual(await linked(session, 'speakers'), [own, others].map(linkTo))
  })
})
