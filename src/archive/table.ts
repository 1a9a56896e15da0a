/** The records of one type as a table: all fields that coorganizers see, and the names of linked records. */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { ByLinks, Model, ToOne } from '../jsonapi/model.ts'
import { expressionOf, keyOf, quote } from '../jsonapi/projection.ts'
import type { Row } from '../resources/declare.ts'
import { type Cell, toCell } from '../web/csv.ts'
import { pagesOf } from './rows.ts'

interface Table {
  model: Model
  columns: Column[]
  lists: List[]
}

interface Column {
  header: string
  /** The key of its value in a row. */
  key: string
  /** As SQL over the row `t`. */
  value: string
}

/** The records that a table of links leads to: a column for each of these attributes. */
interface List {
  relation: ByLinks
  attributes: string[]
}

/** The most linked records in a cell; the others are only counted. */
const MOST_LISTED = 200

export function tableOf(model: Model): Table {
  const relations = [...model.relations.values()]
  // The table contains no deleted records, so this column would be empty.
  const attributes = [...model.attributes.values()]
    .filter(({ name, field }) => !field.writeOnly && !field.transient && name !== 'deleted_at')
    .map((attribute) => ({ header: attribute.wire, key: attribute.name, value: expressionOf(attribute) }))
  const links = relations
    .filter((relation): relation is ToOne => relation.kind === 'belongs-to' && relation !== model.parent)
    .map((relation) => ({ header: relation.wire, key: relation.name, value: nameBehind(relation) }))
  const lists = relations
    .filter((relation): relation is ByLinks => relation.kind === 'links-many')
    .map((relation) => ({ relation, attributes: listedOf(relation.target) }))
  return { model, columns: [{ header: 'id', key: 'id', value: 't.id' }, ...attributes, ...links], lists }
}

/** Accounts have no public name, so their ids are used. */
function nameBehind(relation: ToOne): string {
  const { target, column } = relation
  if (!target.attributes.has('name')) return keyOf(relation)!
  const live = target.softDelete ? ' and x.deleted_at is null' : ''
  return `(select x.name from ${target.table} x where x.id = t.${column}${live})`
}

function listedOf({ attributes }: Model): string[] {
  return ['name', 'title', 'email'].filter((name) => attributes.has(name))
}

export function headersOf({ columns, lists }: Table): string[] {
  const linked = lists.flatMap(({ relation: { wire }, attributes }) =>
    attributes.map((name) => `${wire}-${name}`),
  )
  return [...columns.map(({ header }) => header), ...linked]
}

/** The cells of each record, in the order of the headers. */
export async function* linesOf(
  db: Db,
  table: Table,
  eventId: string,
  conditions: Sql,
): AsyncGenerator<Cell[]> {
  const { model, columns, lists } = table
  const selected = raw(columns.map(({ key, value }) => `${value} as ${quote(key)}`).join(', '))
  for await (const rows of pagesOf(db, { model, eventId, columns: selected, conditions })) {
    const texts = []
    for (const list of lists) texts.push(await textsOf(db, list, rows))
    for (const row of rows) {
      const linked = texts.flatMap((cellsOf) => cellsOf(row.id as string))
      yield [...columns.map(({ key }) => toCell(row[key])), ...linked]
    }
  }
}

/** Reads the linked records of all rows with one statement. Returns a function for the cells of one row. */
async function textsOf(
  db: Db,
  { relation: { links, target }, attributes }: List,
  rows: Row[],
): Promise<(id: string) => Cell[]> {
  const [table, own, other] = [links.table, links.own, links.other].map((name) => raw(name))
  const alive = raw(target.softDelete ? 'and x.deleted_at is null' : '')
  const values = raw(attributes.map((name) => `x.${quote(name)}`).join(', '))
  const found = await db.query<Row & { own: string; count: number }>(
    sql`select * from (select l.${own} as own, ${values}, row_number() over (partition by l.${own} order by l.${other}) as place,
        (count(*) over (partition by l.${own}))::int as count
      from ${table} l join ${raw(target.table)} x on x.id = l.${other} ${alive}
      where l.${own} = any(${rows.map(({ id }) => id)}::bigint[])) linked
      where place <= ${MOST_LISTED} order by own, place`,
  )
  const linked = Map.groupBy(found, (one) => one.own)
  return (id) => attributes.map((name) => listText(linked.get(id) ?? [], name))
}

function listText(linked: (Row & { count: number })[], name: string): Cell {
  const texts = linked.flatMap((one) => (one[name] as string | null) ?? [])
  const more = (linked[0]?.count ?? 0) - linked.length
  return texts.length === 0 ? null : [...texts, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}
