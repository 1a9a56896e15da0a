/** Drafts are known only to staff and to people with a role there; private events stay out of public lists. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { makeSample } from '../support/sample-body.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const stranger = await signUp(service)
const topic = await make(service, admin, 'event-topic')
const subTopic = await make(service, admin, 'event-sub-topic', {}, { 'event-topic': linkTo(topic) })
const type = await make(service, admin, 'event-type')
const rightsOf = (type: string) => service.catalog.entryOf(type).sample.rights
/** Those that everybody may list, or everybody who is logged in. */
const PARTS = [...service.models.values()].filter(({ type }) =>
  ['kept by coorganizers', 'kept by organizers'].includes(rightsOf(type) ?? ''),
)

const published = await makeEvent({ name: 'Published' })
const draft = await makeEvent({ name: 'Draft', state: 'draft' })
const hidden = await makeEvent({ name: 'Private', privacy: 'private' })

/** An event with one of each part; its session is in its track and has its speaker. */
async function makeEvent(attributes: Record<string, unknown>): Promise<Record<string, Json>> {
  const event = await make(service, owner, 'event', attributes, {
    'event-topic': linkTo(topic),
    'event-sub-topic': linkTo(subTopic),
    'event-type': linkTo(type),
  })
  const records: Record<string, Json> = { event }
  for (const { type: kind } of PARTS) {
    const parts = { event: linkTo(event) }
    records[kind] =
      kind === 'session'
        ? await make(
            service,
            owner,
            kind,
            {},
            {
              ...parts,
              track: linkTo(records.track),
              speakers: [linkTo(records.speaker)],
            },
          )
        : await makeSample(service, owner, kind, { ...parts, ...needed(records) })
  }
  return records
}

/** A part of another part belongs to that of the event. */
function needed(records: Record<string, Json>) {
  return Object.fromEntries(Object.entries(records).map(([kind, record]) => [kind, linkTo(record)]))
}

async function list(as: Caller | undefined, url: string): Promise<{ ids: string[]; count: number }> {
  const { status, body } = await service.call('GET', url, { as })
  assert.equal(status, 200, JSON.stringify(body))
  return { ids: body.data.map(({ id }: Json) => id), count: body.meta.count }
}

const only = (...records: Json[]) => ({ ids: records.map(({ id }) => id), count: records.length })
const filter = (...nodes: Json[]) => `filter=${encodeURIComponent(JSON.stringify(nodes))}`

describe('a list over all events', () => {
  const listed = PARTS.filter(({ declaration: { access } }) => access.list !== false)
  for (const { type: kind, path } of [service.models.get('event')!, ...listed]) {
    it(`${path} shows strangers what belongs to published, public events`, async () => {
      assert.deepEqual(await list(stranger, path), only(published[kind]))
      if (rightsOf(kind) !== 'kept by organizers')
        assert.deepEqual(await list(undefined, path), only(published[kind]))
    })

    it(`${path} shows everything to staff and to people with a role there`, async () => {
      const all = only(published[kind], draft[kind], hidden[kind])

      assert.deepEqual(await list(owner, path), all)
      assert.deepEqual(await list(admin, path), all)
    })
  }
})

describe('the events of a topic, a sub-topic and a type', () => {
  const places = {
    topic: `/v1/event-topics/${topic.id}`,
    'sub-topic': `/v1/event-sub-topics/${subTopic.id}`,
    type: `/v1/event-types/${type.id}`,
  }
  for (const [name, url] of Object.entries(places)) {
    it(`of a ${name} are for strangers those that are published and public`, async () => {
      const links = await service.call('GET', `${url}/relationships/events`, { as: stranger })

      assert.deepEqual(await list(stranger, `${url}/events`), only(published.event))
      assert.deepEqual(await list(undefined, `${url}/events`), only(published.event))
      assert.deepEqual(links.body.data, [linkTo(published.event)])
    })

    it(`of a ${name} are for staff all of them`, async () => {
      assert.deepEqual(await list(admin, `${url}/events`), only(published.event, draft.event, hidden.event))
    })

    it(`of a ${name} are included by the same rule, with their linkage`, async () => {
      const { body } = await service.call('GET', `${url}?include=events`, { as: stranger })

      assert.deepEqual(body.data.relationships.events.data, [linkTo(published.event)])
      assert.deepEqual(body.included.map(linkTo), [linkTo(published.event)])
    })

    it(`of a ${name} are included for the owner with drafts and private ones`, async () => {
      const { body } = await service.call('GET', `${url}?include=events`, { as: owner })

      assert.deepEqual(
        body.included.map(linkTo),
        [published, draft, hidden].map(({ event }) => linkTo(event)),
      )
    })
  }
})

describe('a filter', () => {
  const topicsWith = (name: string) =>
    `/v1/event-topics?${filter({ name: 'events', op: 'any', val: { name: 'name', op: 'eq', val: name } })}`

  it('finds a topic by its events only where the caller may list the event', async () => {
    assert.deepEqual(await list(stranger, topicsWith('Published')), only(topic))
    assert.deepEqual(await list(stranger, topicsWith('Draft')), only())
    assert.deepEqual(await list(stranger, topicsWith('Private')), only())
    assert.deepEqual(await list(owner, topicsWith('Draft')), only(topic))
    assert.deepEqual(await list(admin, topicsWith('Private')), only(topic))
  })

  it('by the short name of a related attribute sees no more', async () => {
    const url = `/v1/event-topics?${filter({ name: 'events__name', op: 'eq', val: 'Draft' })}`

    assert.deepEqual(await list(stranger, url), only())
    assert.deepEqual(await list(owner, url), only(topic))
  })

  it('reaches no draft through the event of a session, a track or a speaker', async () => {
    const inDraft = filter({ name: 'event', op: 'has', val: { name: 'state', op: 'eq', val: 'draft' } })

    for (const kind of ['session', 'track', 'speaker'] as const) {
      assert.deepEqual(await list(stranger, `${service.models.get(kind)!.path}?${inDraft}`), only())
      assert.deepEqual(await list(owner, `${service.models.get(kind)!.path}?${inDraft}`), only(draft[kind]))
    }
  })

  it('for the id of a draft or a private event finds nothing for strangers', async () => {
    for (const { event } of [draft, hidden])
      assert.deepEqual(await list(stranger, `/v1/sessions?filter[event]=${event.id}`), only())
  })

  it('does not find a topic by an event that was deleted', async () => {
    const gone = await make(service, owner, 'event', { name: 'Gone' }, { 'event-topic': linkTo(topic) })
    assert.deepEqual(await list(stranger, topicsWith('Gone')), only(topic))

    await service.call('DELETE', `/v1/events/${gone.id}`, { as: owner })

    assert.deepEqual(await list(stranger, topicsWith('Gone')), only())
    assert.deepEqual(await list(admin, topicsWith('Gone')), only())
  })
})

describe('sorting', () => {
  it('by an attribute of the event brings no hidden record into a list', async () => {
    assert.deepEqual(await list(stranger, '/v1/sessions?sort=event.name'), only(published.session))
    assert.deepEqual(
      await list(owner, '/v1/sessions?sort=event.name'),
      only(draft.session, hidden.session, published.session),
    )
  })
})

describe('a private event', () => {
  it('opens to everyone who has its address', async () => {
    for (const address of [hidden.event.id, hidden.event.attributes.identifier]) {
      const { status, body } = await service.call('GET', `/v1/events/${address}`)

      assert.equal(status, 200)
      assert.deepEqual(body.data.attributes.name, 'Private')
    }
  })

  it('shows its parts below its address and beside each other', async () => {
    const event = `/v1/events/${hidden.event.id}`

    assert.deepEqual(await list(stranger, `${event}/sessions`), only(hidden.session))
    assert.deepEqual(await list(stranger, `${event}/custom-forms`), only(hidden['custom-form']))
    assert.deepEqual(await list(stranger, `/v1/tracks/${hidden.track.id}/sessions`), only(hidden.session))
    assert.deepEqual(await list(stranger, `/v1/speakers/${hidden.speaker.id}/sessions`), only(hidden.session))
  })

  it('includes its parts', async () => {
    const { body } = await service.call(
      'GET',
      `/v1/events/${hidden.event.id}?include=tracks.sessions.speakers`,
    )

    assert.deepEqual(body.included.map(linkTo), [hidden.session, hidden.speaker, hidden.track].map(linkTo))
  })
})

describe('a draft', () => {
  it('hides also what a stranger handed in there, until it is published again', async () => {
    const event = await make(service, owner, 'event')
    await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
    const session = await make(service, stranger, 'session', { state: 'pending' }, { event: linkTo(event) })
    const mine = `/v1/users/${stranger.id}/sessions`
    const own = `/v1/users/${stranger.id}?include=sessions`
    const setState = (state: string) =>
      service.call('PATCH', `/v1/events/${event.id}`, {
        as: owner,
        body: { data: { type: 'event', id: event.id, attributes: { state } } },
      })
    assert.deepEqual(await list(stranger, mine), only(session))

    await setState('draft')
    const { body } = await service.call('GET', own, { as: stranger })

    assert.deepEqual(await list(stranger, mine), only())
    assert.deepEqual(body.data.relationships.sessions.data, [])
    assert.deepEqual(body.included, [])

    await setState('published')

    assert.deepEqual(await list(stranger, mine), only(session))
  })

  it('is no longer behind the job that imported it once its importer has no role there', async () => {
    const [job] = await service.db.query<{ id: string }>(
      sql`with task as (insert into tasks (name, data) values ('import.event', '{}') returning id)
        insert into import_jobs (task_id, event_id, user_id)
        select id, ${draft.event.id}, ${stranger.id} from task returning id`,
    )

    const { status, body } = await service.call('GET', `/v1/import-jobs/${job!.id}/event`, { as: stranger })

    assert.deepEqual([status, body.data], [200, null])
  })
})
