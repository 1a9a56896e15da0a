/** Every link that the service prints can be fetched by whoever it was printed to. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { isToMany } from '../../src/jsonapi/model.ts'
import { table } from '../permissions/table.ts'
import { recordsOf } from '../support/csv.ts'
import { linkTo, make } from '../support/make.ts'
import { CALLERS, type CallerName, castOf, giveRoles } from '../support/people.ts'
import { makeSample } from '../support/sample-body.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { stranger: author, organizer: coSpeaker, owner, admin } = cast

// One record of every kind at least, and two pages of some. The topics and types of the installation add nothing.
await service.db.query(sql`delete from event_topics`)
await service.db.query(sql`delete from event_types`)
const topic = await make(service, admin, 'event-topic')
const subTopic = await make(service, admin, 'event-sub-topic', {}, { 'event-topic': linkTo(topic) })
const type = await make(service, admin, 'event-type')
const event = await make(
  service,
  owner,
  'event',
  { 'can-pay-onsite': true },
  { 'event-topic': linkTo(topic), 'event-sub-topic': linkTo(subTopic), 'event-type': linkTo(type) },
)
await giveRoles(service, cast, event.id)
const inEvent = (kind: string, attributes: Json = {}, links: Json = {}, as: Caller | undefined = owner) =>
  make(service, as, kind, attributes, { event: linkTo(event), ...links })
for (const kind of ['speakers-call', 'event-copyright', 'social-link', 'sponsor', 'custom-form'])
  await inEvent(kind)
await inEvent('webhook')
await inEvent('track')
const track = await inEvent('track')
const place = await inEvent('microlocation')
const kind = await inEvent('session-type')
const speaker = await inEvent('speaker', {}, {}, author)
const other = await inEvent('speaker', {}, {}, coSpeaker)
const links = {
  track: linkTo(track),
  microlocation: linkTo(place),
  'session-type': linkTo(kind),
  speakers: [speaker, other].map(linkTo),
}
const shown = await inEvent('session', { state: 'accepted', 'starts-at': '2030-05-01T09:00:00Z' }, links)
const proposed = await inEvent('session', { state: 'pending' }, { speakers: [linkTo(speaker)] }, author)
await inEvent('role-invite', { email: author!.email })
await inEvent('payment-authorization')
await make(service, author, 'api-token', {}, { events: [linkTo(event)] })
await make(service, author, 'feed-token', {}, { user: { type: 'user', id: author!.id } })
await make(service, author, 'user-favourite-session', {}, { session: linkTo(shown) })
// It has begun.
await service.db.query(sql`update events set starts_at = '2020-05-01'`)
await inEvent('feedback', {}, {}, author)
await inEvent('review-criterion')
await make(service, owner, 'review', {}, { session: linkTo(proposed) })
const tag = await inEvent('ticket-tag')
const ticket = await inEvent('ticket', { type: 'paid', price: 9 }, { 'ticket-tags': [linkTo(tag)] })
const hidden = await inEvent('ticket', { name: 'Crew', 'is-hidden': true })
await inEvent('access-code', {}, { tickets: [linkTo(hidden)] })
await inEvent('discount-code', { code: 'OURS', 'used-for': 'events' }, {}, admin)
const code = await inEvent('discount-code', {}, { tickets: [linkTo(ticket)] })
await service.call('POST', `/v1/events/${event.id}/discount-codes/${code.attributes.code}/redemptions`, {
  as: author,
  body: { data: { type: 'discount-redemption', attributes: { quantity: 1 } } },
})
await service.db.query(sql`with task as (insert into tasks (name, data) values ('import.event', '{}') returning id),
  import as (insert into import_jobs (task_id, event_id, user_id) select id, ${event.id}, ${owner!.id} from task)
  insert into export_jobs (task_id, event_id, user_id) select id, ${event.id}, ${owner!.id} from task`)

const [form] = (await service.call('GET', `/v1/events/${event.id}/custom-forms`, { as: owner })).body.data
await make(service, owner, 'custom-form-option', {}, { 'custom-form': linkTo(form) })

await make(service, owner, 'speaker-invite', {}, { session: linkTo(shown) })

// One of whatever else there is below an event.
for (const { type, belongsTo, access } of service.catalog.declarations)
  if (belongsTo?.event?.fixed && access.create === 'coorganizer')
    if ((await service.db.query(sql`select 1 from ${raw(service.models.get(type)!.table)}`)).length === 0)
      await makeSample(service, owner!, type, { event: linkTo(event) })

/** The lists that the table of permissions opens to a caller. */
function collectionsFor(caller: CallerName): string[] {
  const place = CALLERS.indexOf(caller)
  const lists = [...service.models.values()].flatMap(({ declaration: { path, aliases = [] } }) => [
    path,
    ...aliases,
  ])
  return lists.filter((path) => table[`GET /v1${path}`]?.published[place] === 200)
}

const DESCRIPTION = '/v1/openapi.json'

/** The members of every `links` object, and only those that lead to documents of records. */
function linksIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === 'links'
      ? Object.values(one as Json).filter((link) => link !== null && link !== DESCRIPTION)
      : linksIn(one),
  ) as string[]
}

/** Fetches what is printed, each link once, until nothing new is printed. */
async function follow(as: Caller | undefined, starts: string[]): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const open = [...starts]
  for (let url = open.pop(); url !== undefined; url = open.pop()) {
    if (answers.has(url)) continue
    const answer = await service.call('GET', url, { as })
    answers.set(url, answer)
    open.push(...linksIn(answer.body))
  }
  return answers
}

const startsOf = (collections: string[]) => [
  ...[event.id, event.attributes.identifier].map((id) => `/v1/events/${id}?include=sessions.speakers`),
  ...collections.flatMap((path) => [`/v1${path}`, `/v1${path}?page[size]=1&sort=-id`]),
]

const READERS = {
  anonymous: { as: undefined, collections: collectionsFor('anonymous') },
  'an author': { as: author, collections: collectionsFor('stranger') },
  'the owner': { as: owner, collections: collectionsFor('owner') },
  'an administrator': { as: admin, collections: collectionsFor('admin') },
}

const walks = new Map<string, Map<string, Answer>>()
for (const [name, { as, collections }] of Object.entries(READERS))
  walks.set(name, await follow(as, startsOf(collections)))

it('the walk of an administrator reaches every kind of record that is kept', () => {
  const answers = [...walks.get('an administrator')!.values()]
  const kinds = new Set(answers.flatMap(({ body }) => [body.data].flat().map((one) => one?.type)))

  assert.deepEqual(
    [...service.models.keys()].filter((one) => !kinds.has(one)),
    [],
  )
})

for (const name of Object.keys(READERS)) {
  describe(`for ${name}`, () => {
    const answers = walks.get(name)!

    it('every link answers 200', () => {
      const others = [...answers].filter(([, { status }]) => status !== 200)

      assert.deepEqual(
        others.map(([url, { status }]) => `${status} ${url}`),
        [],
      )
    })

    it('the self link of every document leads back to the same content', () => {
      const strayed = [...answers].filter(([, { body }]) => {
        const again = answers.get(body.links.self)?.body
        return JSON.stringify([again?.data, again?.included]) !== JSON.stringify([body.data, body.included])
      })

      assert.deepEqual(
        strayed.map(([url]) => url),
        [],
      )
    })

    it('the self link of every resource leads to that resource', () => {
      const resources = [...answers.values()].flatMap(({ body }) => [body.data, body.included ?? []].flat())
      const strayed = resources.filter((one) => {
        if (!one?.links) return false
        const { data } = answers.get(one.links.self)!.body
        return data.type !== one.type || data.id !== one.id
      })

      assert.deepEqual(strayed.map(linkTo), [])
    })

    it('every list is also sent as a table of the same values', async () => {
      const lists = [...answers].filter(([url, { body }]) => body.meta?.count > 0 && !url.includes('?'))
      const { as } = READERS[name as keyof typeof READERS]
      for (const [url, { body }] of lists.filter(([url]) => !url.includes('/relationships/'))) {
        const many = manysOf(body.data[0].type)
        const all = await service.call('GET', `${url}?page[size]=0&include=${many}`, { as })
        const table = await service.call('GET', url, { as, headers: { accept: 'text/csv' } })

        assert.equal(table.status, 200, url)
        assert.deepEqual(recordsOf(table.body), all.body.data.map(toCells), url)
      }
      assert.ok(lists.length >= 20)
    })
  })
}

const manysOf = (type: string) => {
  const relations = [...service.models.get(type)!.relations.values()]
  return relations
    .filter(isToMany)
    .map(({ wire }) => wire)
    .join(',')
}

/** The cells of a record of a document. */
function toCells({ type, id, attributes, relationships }: Json): Record<string, string> {
  const { relations, declaration } = service.models.get(type)!
  const links = [...relations.values()].map(({ wire }) => wire)
  const computed = Object.keys(declaration.computed ?? {}).map((one) => one.replaceAll('_', '-'))
  const ids = (wire: string) => [relationships[wire]?.data ?? []].flat().map((one: Json) => one.id)
  const text = (value: Json) =>
    value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return {
    id,
    ...Object.fromEntries(
      Object.entries(attributes).map(([wire, value]) => [wire, text(value).replace(/^[=+@-]/, "'$&")]),
    ),
    ...Object.fromEntries([...links, ...computed].map((wire) => [wire, ids(wire).join(' ')])),
  }
}

describe('the custom forms of an event', () => {
  // Reading them needs a log-in, so the relationship is not there for those who have none.
  const relationships = async (as: Caller | undefined) =>
    Object.keys((await service.call('GET', `/v1/events/${event.id}`, { as })).body.data.relationships)

  it('are not linked for anonymous readers, to whom the link would answer 401', async () => {
    const { status } = await service.call('GET', `/v1/events/${event.id}/custom-forms`)

    assert.deepEqual([(await relationships(undefined)).includes('custom-forms'), status], [false, 401])
  })

  it('are linked for everyone who is logged in', async () => {
    assert.deepEqual((await relationships(author)).includes('custom-forms'), true)
  })
})

it('the description that every document leads to is served', async () => {
  const { body } = await service.call('GET', '/v1/events')
  const { status } = await service.call('GET', body.links.describedby)

  assert.deepEqual([body.links.describedby, status], [DESCRIPTION, 200])
})
