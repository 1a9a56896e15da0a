/** Where the review is anonymous, a reviewer learns by no route who made a proposal. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { isComparable, type Model } from '../../src/jsonapi/model.ts'
import { requestOf } from '../permissions/requests.ts'
import { makeWorld, storeFiles } from '../permissions/world.ts'
import { castOf, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { ask } from './tenants.ts'

const service = await startTestService()
await storeFiles(service)
const cast = await castOf(service)
const world = await makeWorld(service, cast, 'published')
const { event, session: open, speaker: known } = world.records
const { reviewer, coorganizer } = cast as Record<string, Caller>

// Whoever hands in a proposal, and all that could tell who it is. The ids are like no others.
const MARK = 'q7zmark'
const IDS = /\b7[0-9]00000\d\b/
await service.db.query(sql`alter table users alter column id restart with 7100000`)
await service.db.query(sql`alter table speakers alter column id restart with 7200000`)
const author = await signUp(service, `${MARK}@plenum.test`)
await service.db.query(sql`update users set first_name = ${MARK}, last_name = ${MARK}, public_name = ${MARK},
  avatar_url = ${`https://example.org/${MARK}.png`} where id = ${author.id}`)
const [made] = await service.db.query<{ session: string; speaker: string }>(sql`with
  session as (insert into sessions (event_id, creator_id, title, state)
    values (${event!.id}, ${author.id}, 'Proposal', 'pending') returning id),
  speaker as (insert into speakers (event_id, user_id, name, email, photo_url, short_biography, organisation, is_proposed)
    values (${event!.id}, ${author.id}, ${MARK}, ${`${MARK}@plenum.test`}, ${`https://example.org/${MARK}.png`},
      ${MARK}, ${MARK}, true) returning id),
  linked as (insert into speakers_sessions (session_id, speaker_id) select session.id, speaker.id from session, speaker),
  public as (insert into speakers_sessions (session_id, speaker_id) select session.id, ${known!.id}::bigint from session),
  invited as (insert into speaker_invites (event_id, session_id, email)
    select ${event!.id}::bigint, id, ${`${MARK}@plenum.test`} from session),
  review as (insert into reviews (event_id, session_id, reviewer_id)
    select ${event!.id}, id, ${reviewer!.id}::bigint from session)
  select session.id as session, speaker.id as speaker from session, speaker`)
const { session, speaker } = made!
await service.db.query(sql`update events set is_review_anonymous = true where id = ${event!.id}`)
// The speaker who is known from an accepted session stays known; see below.

const models = [...service.models.values()]
const hidden = {
  ...world,
  records: {
    ...world.records,
    session: { ...open!, id: session },
    speaker: { ...known!, id: speaker },
    user: { ...world.records.user!, id: author.id },
  },
}
const asFilter = (...nodes: object[]) => `filter=${encodeURIComponent(JSON.stringify(nodes))}`
const tells = (text: string) => text.includes(MARK) || IDS.test(text)

/** The addresses of all reads, about what is hidden and about what is not. */
async function addresses(): Promise<string[]> {
  const urls = new Set<string>()
  for (const route of service.routes.filter(({ method }) => method === 'GET'))
    for (const one of [world, hidden]) {
      const trial = { service, world: one, cast, caller: reviewer, refreshToken: undefined, keepsAll: true }
      const { url } = await requestOf(route, trial)
      if (!url.includes('*')) urls.add(url)
    }
  return [...urls]
}

const SORTED = new Set(['event', 'session', 'speaker', 'review', 'feedback'])

/** A list with everything that it leads to, and in the order of every field. */
function questions(model: Model): string[] {
  const relations = [...model.relations.values()]
  const near = relations.map(({ wire }) => wire)
  const far = relations.flatMap(({ wire, target }) =>
    ['session', 'speaker', 'event', 'user'].includes(target.type)
      ? [...target.relations.values()].map((next) => `${wire}.${next.wire}`)
      : [],
  )
  const paths = [...near, ...far]
  const parts = Array.from({ length: Math.ceil(paths.length / 30) }, (_, n) =>
    paths.slice(n * 30, n * 30 + 30),
  )
  return [
    ...parts.map((part) => `include=${part}`),
    ...[...model.attributes.values()]
      .filter((one) => SORTED.has(model.type) && isComparable(one))
      .map(({ wire }) => `sort=${wire}`),
  ].map((query) => `${model.path}?page[size]=100&${query}`)
}

describe('in an anonymous review a reviewer', () => {
  it('reads the proposal', async () => {
    const { status, body } = await service.call('GET', `/v1/sessions/${session}`, { as: reviewer })

    assert.deepEqual([status, body.data.attributes.title], [200, 'Proposal'])
    assert.deepEqual(
      ['speakers', 'creator'].filter((name) => name in body.data.relationships),
      [],
    )
  })

  it('is told by no route, as a document or as a table', async () => {
    const told: string[] = []
    const urls = await addresses()
    for (const url of urls) {
      const answer = await ask(service, 'GET', url, { as: reviewer })
      const isList = answer.body.includes('"meta":{"count":')
      const table =
        isList && (await ask(service, 'GET', url, { as: reviewer, headers: { accept: 'text/csv' } }))
      for (const { status, headers, body } of table ? [answer, table] : [answer]) {
        // The address that was asked for may come back.
        const text = `${headers} ${body}`.replaceAll(url, '')
        if (status === 500 || tells(text)) told.push(`${status} ${url}`)
      }
    }
    assert.ok(urls.length > 250)
    assert.deepEqual(told, [])
  })

  it('is told by no include and no order', async () => {
    const told: string[] = []
    const urls = models.filter(({ declaration: { singleton } }) => !singleton).flatMap(questions)
    const below = ['sessions', 'speakers'].map(
      (name) =>
        `/v1/events/${event!.id}/${name}?include=event.speakers,${name === 'sessions' ? 'speakers,creator,reviews.session.speakers' : 'user,sessions.speakers'}`,
    )
    for (const url of [...urls, ...below])
      if (tells((await ask(service, 'GET', url, { as: reviewer })).body)) told.push(url)
    assert.ok(urls.length > 200)
    assert.deepEqual(told, [])
  })

  it('is told by no filter: what is asked of the speakers or the creator makes no difference', async () => {
    const ids = async (url: string) => {
      const { status, body } = await service.call('GET', url, { as: reviewer })
      return body.data?.map((one: Json) => one.id).includes(session) ?? status
    }
    const bySession = (name: string, val: unknown) =>
      ids(`/v1/sessions?page[size]=100&${asFilter({ name, op: 'any', val })}`)
    const named = (val: string) => bySession('speakers', { name: 'name', op: 'eq', val })
    assert.deepEqual([await named(MARK), await named('Ada'), await named('nobody')], [false, false, false])
    const not = asFilter({ not: { name: 'speakers', op: 'any', val: { name: 'id', op: 'gt', val: 1 } } })
    assert.equal(await ids(`/v1/sessions?page[size]=100&${not}`), true)
    for (const url of [
      `/v1/sessions?page[size]=100&filter[search]=${MARK}`,
      `/v1/sessions?page[size]=100&${asFilter({ name: 'creator__email', op: 'eq', val: author.email })}`,
      `/v1/sessions?page[size]=100&${asFilter({ name: 'creator', op: 'has', val: { name: 'id', op: 'eq', val: author.id } })}`,
    ])
      assert.notEqual(await ids(url), true, url)
  })

  it('does not learn that a public speaker is in the proposal', async () => {
    const linked = async (url: string, as = reviewer) => {
      const { status, body } = await service.call('GET', url, { as })
      return body.data?.map?.((one: Json) => one.id).includes(session) ?? status
    }
    const { id } = known!
    const title = asFilter({ name: 'sessions__title', op: 'eq', val: 'Proposal' })
    const speakers = async (as?: Caller) =>
      (await service.call('GET', `/v1/speakers?page[size]=100&${title}`, { as })).body.data.length
    const include = async (as?: Caller) =>
      (await service.call('GET', `/v1/speakers/${id}?include=sessions`, { as })).body.included.length

    assert.deepEqual(
      [
        await linked(`/v1/speakers/${id}/sessions`),
        await linked(`/v1/speakers/${id}/relationships/sessions`),
      ],
      [false, false],
    )
    assert.deepEqual(
      [
        await linked(`/v1/sessions/${session}/speakers`),
        await linked(`/v1/sessions/${session}/relationships/speakers`),
      ],
      [403, 403],
    )
    assert.deepEqual([await speakers(reviewer), await include(reviewer)], [0, await include()])
    assert.deepEqual([await speakers(coorganizer), await include(coorganizer)], [2, 2])
  })

  it('gets the same refusal for a hidden speaker as for none', async () => {
    const refusal = async (method: string, url: string, body?: Json) => {
      const { status, body: answer } = await service.call(method, url, { as: reviewer, body })
      return JSON.stringify([status, answer.errors[0].detail, answer.errors[0].source])
    }
    const none = '7999999'
    const withSpeaker = (id: string) => ({
      data: {
        type: 'session',
        attributes: { title: 'Mine', state: 'pending' },
        relationships: {
          event: { data: { type: 'event', id: event!.id } },
          speakers: { data: [{ type: 'speaker', id }] },
        },
      },
    })
    await service.db.query(
      sql`update speakers_calls set ends_at = '2090-01-01' where event_id = ${event!.id}`,
    )

    assert.equal(
      await refusal('GET', `/v1/speakers/${speaker}`),
      await refusal('GET', `/v1/speakers/${none}`),
    )
    assert.equal(
      await refusal('POST', '/v1/sessions', withSpeaker(speaker)),
      await refusal('POST', '/v1/sessions', withSpeaker(none)),
    )
  })

  it('sees all once the review is open, or as a coorganizer too', async () => {
    const names = async (as: Caller) => {
      const { body } = await service.call('GET', `/v1/sessions/${session}?include=speakers`, { as })
      return (body.included ?? []).map(({ attributes }: Json) => attributes.name)
    }
    const both = await signUp(service)
    await service.db.query(sql`insert into users_events_roles (user_id, event_id, role_id)
      select ${both.id}::bigint, ${event!.id}::bigint, id from roles where name in ('reviewer', 'coorganizer')`)

    assert.deepEqual([await names(reviewer!), await names(both)], [[], ['Ada', MARK]])
    await service.db.query(sql`update events set is_review_anonymous = false where id = ${event!.id}`)
    assert.deepEqual(await names(reviewer!), ['Ada', MARK])
  })
})
