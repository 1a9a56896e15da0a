/** The rows of a type in a world, as its sample is. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Row } from '../../src/resources/declare.ts'
import { anotherLike, type Entry } from '../support/catalog.ts'

/** Whose rows are whose: the first and the third are the stranger's. */
type People = { stranger: { id: string }; admin: { id: string } }

const MOST_ROWS = 4

/** Two for each event, or one where it has no more; two of what belongs to no event. Each is linked with what it needs. */
export function sampleRows(entry: Entry, people: People): Sql {
  const { type, table, belongsTo = {} } = entry.declaration
  const rows = Array.from({ length: MOST_ROWS }, () => columnsOf(entry))
  const columns = Object.keys(rows[0]!)
  const links = Object.entries(belongsTo).filter(([, { required }]) => required)
  const places = belongsTo.event ? (entry.sample.onePerEvent ? 'parts where n = 1' : 'parts') : 'pairs'
  const names = [...columns, ...links.map(([name]) => `${name}_id`)].map((name) => raw(`"${name}"`))
  const values = [
    ...columns.map((name) => raw(`r."${name}"`)),
    ...links.map(([, { to }]) => linkTo(to, people)),
  ]
  return sql`${raw(`"${type}"`)} as (insert into ${raw(table)} (${join(names)}) select ${join(values)}
    from (select * from ${raw(places)}) p,
      jsonb_populate_record(null::${raw(table)}, ${JSON.stringify(rows)}::jsonb -> p.place) r
    order by p.place returning id)`
}

function linkTo(type: string, { stranger, admin }: People): Sql {
  if (type === 'event') return sql`p.event_id`
  if (type === 'user') return sql`case p.place % 2 when 0 then ${stranger.id}::bigint else ${admin.id} end`
  const all = raw(`"${type}"`)
  return sql`coalesce((select id from ${all} order by id offset p.place limit 1), (select min(id) from ${all}))`
}

/** What is sent and kept, and what follows from it. */
function columnsOf(entry: Entry): Row {
  const { fields, derive } = entry.declaration
  const defaults = Object.entries(fields).map(([name, field]) => [name, field.default ?? null])
  const row = anotherLike(entry)
  const derived = derive?.({ ...Object.fromEntries(defaults), ...row }, undefined)
  const kept = Object.entries({ ...row, ...derived }).filter(([name]) => {
    const { transient, expression } = fields[name]!
    return !transient && !expression
  })
  return Object.fromEntries(kept)
}
