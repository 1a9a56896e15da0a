/**
 * The limit: bare Fastify routes on the same driver, with the statements that someone would write by hand for just these
 * answers and object literals for just these documents. No access rules, no query to read, no tags, no log.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { buildModels, isToMany, type Model, type Relation } from '../src/jsonapi/model.ts'
import { keyOf } from '../src/jsonapi/projection.ts'
import { resources } from '../src/resources/all.ts'

const MEDIA_TYPE = 'application/vnd.api+json'
const [plenum, eventId] = process.argv.slice(2) as [string, string]
const models = buildModels(resources)
const event = models.get('event')!
const session = models.get('session')!
const related = ['track', 'microlocation', 'speaker'].map((type) => models.get(type)!)

const TIMESTAMPTZ = 1184
const options = `-c timezone=UTC -c plenum.public_url=${await publicUrl()}`
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, options })
pg.types.setTypeParser(TIMESTAMPTZ, (text) => `${text.slice(0, 10)}T${text.slice(11)}:00`)

/** The address that the service gives itself, from the address of a feed. */
async function publicUrl(): Promise<string> {
  const { data } = (await (await fetch(`${plenum}/v1/events/${eventId}`)).json()) as {
    data: { attributes: { 'ical-url': string } }
  }
  return data.attributes['ical-url'].split('/v1/')[0]!
}

type Row = Record<string, unknown>
type Make = (row: Row) => object
const query = async (name: string, text: string, values: unknown[]): Promise<Row[]> =>
  (await pool.query({ name, text, values })).rows

/** What stands in a document for those who see everything, or for everybody. The cast of a public session is public. */
const isSeen = (hidden: string | undefined, all: boolean) => hidden === undefined || hidden === 'cast' || all

function columns(model: Model, all: boolean): string {
  const list = ['t.id']
  for (const { name, field } of model.attributes.values())
    if (!field.writeOnly && !field.transient && isSeen(field.visibleTo, all))
      list.push(field.expression ? `${field.expression} as "${name}"` : `t."${name}"`)
  for (const relation of model.relations.values()) {
    const key = isSeen(relation.visibleTo, all) && keyOf(relation)
    if (key) list.push(`${key} as "${relation.name}_id"`)
  }
  return list.join(', ')
}

/** The literal that a person would write. */
function literal(model: Model, all: boolean, linked: string[] = []): Make {
  const attributes = [...model.attributes.values()]
    .filter(({ field }) => !field.writeOnly)
    .map(
      ({ name, wire, field }) =>
        `${JSON.stringify(wire)}: ${isSeen(field.visibleTo, all) && !field.transient ? `row[${JSON.stringify(name)}]` : 'null'}`,
    )
  const relationships = [...model.relations.values()]
    .filter(({ visibleTo }) => isSeen(visibleTo, all))
    .map((relation) => {
      const links = `links: { self: self + ${JSON.stringify(`/relationships/${relation.wire}`)}, related: self + ${JSON.stringify(`/${relation.wire}`)} }`
      return `${JSON.stringify(relation.wire)}: { ${links}${dataOf(relation, linked)} }`
    })
  const source = `(row) => {
    const self = ${JSON.stringify(`${model.path}/`)} + row.id
    return { type: ${JSON.stringify(model.type)}, id: row.id, attributes: { ${attributes} },
      relationships: { ${relationships} }, links: { self } }
  }`
  // biome-ignore lint/security/noGlobalEval: the source comes from our own declarations
  return globalThis.eval(source) as Make
}

function dataOf({ kind, name, target, ...relation }: Relation, linked: string[]): string {
  const type = JSON.stringify(target.type)
  if (!isToMany({ kind, name, target, ...relation } as Relation)) {
    const id = `row[${JSON.stringify(`${name}_id`)}]`
    const one = `{ type: ${type}, id: ${id} }`
    return relation.missingWhenEmpty
      ? `, ...(${id} != null && { data: ${one} })`
      : `, data: ${id} == null ? null : ${one}`
  }
  return linked.includes(name) ? `, data: row.linked.map((id) => ({ type: ${type}, id }))` : ''
}

const jsonapi = { version: '1.0' }
const toEvent = literal(event, false)
const toSession = literal(session, false)
const toLinked = literal(session, false, ['speakers'])
const toWritten = literal(session, true)
const toRelated = related.map((model) => literal(model, false))
const read = columns(session, false)
const PUBLIC = `t.event_id = $1 and t.deleted_at is null and t.state in ('accepted', 'confirmed')`

const app = Fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser(MEDIA_TYPE, { parseAs: 'string' }, app.getDefaultJsonParser('error', 'error'))
const answer = (reply: { header(name: string, value: string): unknown }, document: object) => {
  reply.header('content-type', MEDIA_TYPE)
  return Buffer.from(JSON.stringify(document))
}

app.get(`/v1/events/${eventId}`, async (request, reply) => {
  const text = `select ${columns(event, false)} from events t where t.id = $1 and t.deleted_at is null and t.state = 'published'`
  const [row] = await query('event', text, [eventId])
  return answer(reply, { data: toEvent(row!), links: { self: request.url, describedby }, jsonapi })
})

/** A page of sessions: the rows and their number side by side. */
async function page(name: string, where: string, order: string): Promise<[Row[], number]> {
  const values = [eventId]
  const [rows, counted] = await Promise.all([
    query(name, `select ${read} from sessions t where ${where} order by ${order} limit 20`, values),
    query(`${name}-count`, `select count(*) as count from sessions t where ${where}`, values),
  ])
  return [rows, Number(counted[0]!.count)]
}

const LISTS: Record<string, { where: string; order: string }> = {
  '': { where: PUBLIC, order: 't.id' },
  filtered: { where: `${PUBLIC} and t.level = 'Expert'`, order: 't.starts_at desc, t.id' },
}
const describedby = '/v1/openapi.json'

/** The links depend on nothing that is read, so they are taken from the answer of the service. */
const linksOf = new Map<string, object>()

app.get(`/v1/events/${eventId}/sessions`, async (request, reply) => {
  const isIncluding = request.url.includes('include=')
  const name = request.url.includes('filter') ? 'filtered' : ''
  const { where, order } = LISTS[name]!
  const [rows, count] = await page(name || 'list', where, order)
  const links = linksOf.get(request.url)
  if (!isIncluding) return answer(reply, { data: rows.map(toSession), links, meta: { count }, jsonapi })
  const included = await relatedOf(rows)
  return answer(reply, { data: rows.map(toLinked), included, links, meta: { count }, jsonapi })
})

async function relatedOf(rows: Row[]): Promise<object[]> {
  const [tracks, rooms, speakers] = related as [Model, Model, Model]
  const [ofTracks, ofRooms, ofSpeakers, links] = await Promise.all([
    byId(tracks, [...new Set(rows.map((row) => row.track_id))]),
    byId(rooms, [...new Set(rows.map((row) => row.microlocation_id))]),
    query(
      'speakers',
      `select distinct ${columns(speakers, false)} from speakers t join speakers_sessions l on l.speaker_id = t.id
       where l.session_id = any($1::bigint[]) and t.deleted_at is null order by t.id`,
      [rows.map((row) => row.id)],
    ),
    query(
      'links',
      'select session_id, array_agg(speaker_id::text order by speaker_id) as ids from speakers_sessions where session_id = any($1::bigint[]) group by 1',
      [rows.map((row) => row.id)],
    ),
  ])
  const linked = new Map(links.map((row) => [row.session_id, row.ids]))
  for (const row of rows) row.linked = linked.get(row.id) ?? []
  const [toTrack, toRoom, toSpeaker] = toRelated as [Make, Make, Make]
  return [...ofRooms.map(toRoom), ...ofSpeakers.map(toSpeaker), ...ofTracks.map(toTrack)]
}

function byId(model: Model, ids: unknown[]): Promise<Row[]> {
  const text = `select ${columns(model, false)} from ${model.table} t where t.id = any($1::bigint[]) and t.deleted_at is null order by t.id`
  return query(model.type, text, [ids])
}

const written = columns(session, true)
const creatorId = (await pool.query('select min(id) as id from users')).rows[0].id
interface Sent {
  data: { attributes: { title: string; level: string; 'short-abstract': string } }
}

app.post<{ Body: Sent }>(`/v1/events/${eventId}/sessions`, async ({ body }, reply) => {
  const { title, level, 'short-abstract': text } = body.data.attributes
  const [row] = await query(
    'insert',
    `with t as (insert into sessions (event_id, creator_id, title, level, short_abstract) values ($1, $2, $3, $4, $5) returning *) select ${written} from t`,
    [eventId, creatorId, title, level, text],
  )
  reply.code(201)
  return answer(reply, {
    data: toWritten(row!),
    links: { self: `/v1/sessions/${row!.id}`, describedby },
    jsonapi,
  })
})

app.patch<{ Body: Sent; Params: { id: string } }>(
  '/v1/sessions/:id',
  async ({ body, params, url }, reply) => {
    const [row] = await query(
      'update',
      `with t as (update sessions set title = $2, last_modified_at = now() where id = $1 returning *) select ${written} from t`,
      [params.id, body.data.attributes.title],
    )
    return answer(reply, { data: toWritten(row!), links: { self: url, describedby }, jsonapi })
  },
)

/** The bench names the lists that it is going to ask for. */
app.get<{ Querystring: { url: string } }>('/links', async ({ query: { url } }) => {
  const { links } = (await (await fetch(`${plenum}${url}`)).json()) as { links: object }
  linksOf.set(url, links)
  return {}
})

console.log(`Bare Fastify serves ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
