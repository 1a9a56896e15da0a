/** Two tenants on one service: a victim with an event that holds one of everything, and attackers with their own. */
import sql, { join, raw } from 'sql-template-tag'
import type { Attribute, Model } from '../../src/jsonapi/model.ts'
import { makeWorld, type Records, type World } from '../permissions/world.ts'
import { type Cast, castOf, giveRole, signUp } from '../support/people.ts'
import { type Caller, type CallOptions, MEDIA_TYPE, type TestService } from '../support/service.ts'

export interface Tenants {
  victim: Tenant
  /** What the attackers own. */
  own: World
  /** Who attacks. Roles only add rights, so one who has them all elsewhere stands for each of them. */
  attackers: Record<string, Caller | undefined>
}

export interface Tenant {
  world: World
  cast: Cast
  events: string[]
  users: string[]
}

const ROLES = ['owner', 'organizer', 'coorganizer', 'track_organizer', 'moderator', 'registrar', 'reviewer']

export async function makeTenants(service: TestService, state: 'draft' | 'published'): Promise<Tenants> {
  const cast = await castOf(service)
  const world = await makeWorld(service, cast, state)
  const attackCast = { ...(await castOf(service)), admin: cast.admin }
  const own = await makeWorld(service, attackCast, 'published')
  const member = await signUp(service)
  for (const role of ROLES) await giveRole(service, member, own.records.event!.id, role)
  const { id, foreign } = world.records.event!
  const { admin: _, anonymous: __, ...users } = cast
  return {
    victim: { world, cast, events: [id, foreign], users: Object.values(users).map((user) => user!.id) },
    own,
    attackers: { anonymous: undefined, stranger: await signUp(service), member },
  }
}

/** The kinds of which nobody else must learn that they are there: what lies below an event, and what is one's own. */
export function isPrivate({ type, declaration: { belongsTo = {}, access } }: Model): boolean {
  return type === 'event' || belongsTo.event !== undefined || access.read === 'self'
}

/** The same world with ids that no record has, for all that is private. */
export function nowhere(service: TestService, world: World): World {
  const moved = Object.entries(world.records).map(([type, records], place): [string, Records] => {
    if (!isPrivate(service.models.get(type)!)) return [type, records]
    const id = (more: number) => String(900_000_000 + place * 10 + more)
    return [type, { id: id(1), spare: id(2), foreign: id(3) }]
  })
  return { ...world, records: Object.fromEntries(moved) }
}

/** Which rows of a table are the victim's. */
function isOwn({ type, declaration: { belongsTo = {} } }: Model, { events, users }: Tenant) {
  if (type === 'event') return sql`id = any(${events}::bigint[])`
  if (type === 'user') return sql`id = any(${users}::bigint[])`
  if (belongsTo.event) return sql`event_id = any(${events}::bigint[])`
  return belongsTo.user ? sql`user_id = any(${users}::bigint[])` : undefined
}

/** Writes the mark into every text of the victim for which this holds; addresses of mails and pages hold it too. */
export async function mark(
  service: TestService,
  tenant: Tenant,
  text: string,
  isMarked: (attribute: Attribute, model: Model) => boolean,
): Promise<number> {
  const made = await service.db.query<{ name: string }>(sql`select table_name || '.' || column_name as name
    from information_schema.columns where is_generated = 'ALWAYS'`)
  const isMade = ({ table }: Model, column: string) => made.some(({ name }) => name === `${table}.${column}`)
  let marked = 0
  for (const model of service.models.values()) {
    const where = isOwn(model, tenant)
    const sets = [...model.attributes.values()]
      .filter((attribute) => isStoredText(attribute) && !isMade(model, attribute.name))
      .filter((attribute) => isMarked(attribute, model))
      .map(({ name, field }) => sql`${raw(`"${name}"`)} = ${markOf(field.kind.name, text)} || id`)
    if (!where || sets.length === 0 || model.declaration.view) continue
    await service.db.query(sql`update ${raw(model.table)} set ${join(sets, ', ')} where ${where}`)
    marked += sets.length
  }
  return marked
}

/** Someone who has only proposed something, and answers to fields of forms that are not public. */
export async function hideProposals(
  { db }: TestService,
  { world: { records } }: Tenant,
  text: string,
): Promise<void> {
  const { session, speaker } = records
  await db.query(
    sql`update speakers set is_proposed = true, name = ${text}, city = ${text} where id = ${speaker!.spare}`,
  )
  const answers = JSON.stringify({ title: text, diet: text })
  for (const [table, { id }] of [
    ['sessions', session!],
    ['speakers', speaker!],
  ] as const)
    await db.query(sql`update ${raw(table)} set complex_field_values = ${answers}::jsonb where id = ${id}`)
}

function isStoredText({ field: { kind, transient, expression } }: Attribute): boolean {
  const { pattern } = kind.schema as { pattern?: string }
  return ['text', 'email', 'url'].includes(kind.name) && !(transient || expression || pattern)
}

function markOf(kind: string, text: string): string {
  if (kind === 'email') return `${text}@example.org`
  return kind === 'url' ? `https://example.org/${text}` : `${text} `
}

/** All that the victim has, row by row, the links between records too. */
export async function rowsOf(service: TestService, tenant: Tenant): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  const read = async (table: string, where: ReturnType<typeof sql>) => {
    const found = await service.db.query<{ row: string }>(
      sql`select t::text as row from ${raw(table)} t where ${where} order by 1`,
    )
    rows[table] = found.map(({ row }) => row)
  }
  for (const model of service.models.values()) {
    const where = isOwn(model, tenant)
    if (!where) continue
    await read(model.table, where)
    for (const relation of model.relations.values()) {
      if (relation.kind !== 'links-many' || !relation.links.table.includes('_')) continue
      const { table, own } = relation.links
      await read(table, sql`${raw(own)} in (select id from ${raw(model.table)} where ${where})`)
    }
  }
  return rows
}

export interface Told {
  status: number
  headers: string
  body: string
}

/** Asks as `service.call` does, but holds no answer against the documentation: there are too many. */
export async function ask(
  service: TestService,
  method: string,
  url: string,
  { as, body, headers }: CallOptions = {},
): Promise<Told> {
  const answer = await service.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(as && { authorization: `JWT ${as.token}` }),
      ...(body !== undefined && { 'content-type': MEDIA_TYPE }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.statusCode, headers: JSON.stringify(answer.headers), body: answer.payload }
}
