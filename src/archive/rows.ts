/** Reads the rows of an event for an archive, file by file, a hundred at a time. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import type { Model } from '../jsonapi/model.ts'
import { keyOf } from '../jsonapi/projection.ts'
import type { Row } from '../resources/declare.ts'
import { type Formats, listKey, type RecordFormat } from './formats.ts'
import { toRecord } from './record.ts'

/** A row may have a megabyte of texts, and several exports run at once. */
const AT_ONCE = 100

/** The records of one file, in the order of their ids. */
export async function* recordsOf(db: Db, format: RecordFormat, eventId: string): AsyncGenerator<Row> {
  const { model } = format
  const query = { model, eventId, columns: columnsOf(format), conditions: wanted(format) }
  for await (const rows of pagesOf(db, query)) {
    await addLists(db, format, rows)
    for (const row of rows) yield toRecord(format, row)
  }
}

interface PagesQuery {
  model: Model
  eventId: string
  /** Expressions over the row `t`. */
  columns: Sql
  /** Further conditions on the row `t`, each with its `and`. */
  conditions: Sql
}

/** The rows of an event that are not deleted, page by page, in the order of their ids. */
export async function* pagesOf(
  db: Db,
  { model, eventId, columns, conditions }: PagesQuery,
): AsyncGenerator<Row[]> {
  let last = '0'
  for (;;) {
    const rows = await db.query<Row>(
      sql`select ${columns} from ${raw(model.table)} t
        where t.event_id = ${eventId} and t.id > ${last} ${live(model)} ${conditions} order by t.id limit ${AT_ONCE}`,
    )
    yield rows
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)!.id as string
  }
}

/**
 * Adds the ids that each table of links leads to, with one statement for all rows. As a subquery of the statement for the
 * rows it would be slow: a database without statistics would scan all targets for each row.
 */
async function addLists(db: Db, { lists }: RecordFormat, rows: Row[]): Promise<void> {
  for (const list of lists) {
    const [table, own, other] = [list.links.table, list.links.own, list.links.other].map((name) => raw(name))
    const alive = raw(list.target.softDelete ? 'and x.deleted_at is null' : '')
    const pairs = await db.query<{ own: string; other: string }>(
      sql`select l.${own} as own, l.${other} as other
        from ${table} l join ${raw(list.target.table)} x on x.id = l.${other} ${alive}
        where l.${own} = any(${rows.map(({ id }) => id)}::bigint[]) order by l.${own}, l.${other}`,
    )
    const found = Map.groupBy(pairs, (pair) => pair.own)
    for (const row of rows) row[listKey(list)] = (found.get(row.id as string) ?? []).map((pair) => pair.other)
  }
}

/** The record of the event itself, with the names of its categories and its embedded records. */
export async function eventRecord(
  db: Db,
  { event, embedded, categories }: Formats,
  eventId: string,
): Promise<Row> {
  const names = categories.map(({ name, column, target }) => {
    const alive = raw(target.softDelete ? 'and c.deleted_at is null' : '')
    return sql`(select c.name from ${raw(target.table)} c where c.id = t.${raw(column)} ${alive}) as ${raw(name)}`
  })
  const [row] = await db.query<Row>(
    sql`select ${join([columnsOf(event), ...names, ...categories.map((category) => raw(`${keyOf(category)} as ${category.column}`))], ', ')}
      from ${raw(event.model.table)} t where t.id = ${eventId} ${live(event.model)}`,
  )
  if (!row) throw new NotFoundError('The event was not found.')
  for (const format of embedded) {
    const [part] = await db.query<Row>(
      sql`select ${columnsOf(format)} from ${raw(format.model.table)} t where t.event_id = ${eventId} ${live(format.model)}`,
    )
    row[format.file] = part ? toRecord(format, part) : null
  }
  return toRecord(event, row)
}

function live({ softDelete }: Model): Sql {
  return raw(softDelete ? 'and t.deleted_at is null' : '')
}

/** Archives contain only some of the records of some types. */
function wanted({ archive }: RecordFormat): Sql {
  const conditions = Object.entries(archive.only ?? {}).map(
    ([name, value]) => sql`and t.${raw(name)} = ${value}`,
  )
  return conditions.length === 0 ? empty : join(conditions, ' ')
}

function columnsOf({ model, keys, links, accounts }: RecordFormat): Sql {
  const stored = keys
    .filter((key) => key === 'id' || key === 'event_id' || isStored(model, key))
    .map((key) => `t."${key}"`)
  const referred = links.map((link) => `${keyOf(link)} as ${link.column}`)
  const addresses = accounts.map(
    ({ relation: { target, column }, key }) =>
      `(select u.email from ${target.table} u where u.id = t.${column} and u.deleted_at is null) as ${key}`,
  )
  return raw([...stored, ...referred, ...addresses].join(', '))
}

function isStored({ attributes }: Model, key: string): boolean {
  const attribute = attributes.get(key)
  return attribute !== undefined && attribute.field.expression === undefined
}
