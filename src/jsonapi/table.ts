/** A list as a table for spreadsheets: all its records, read in parts of one snapshot and sent as the reader takes them. */
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import { both, toSql } from '../access/conditions.ts'
import type { Row } from '../resources/declare.ts'
import { toWire } from '../resources/names.ts'
import { BYTE_ORDER_MARK, type Cell, csvLine, toCell } from '../web/csv.ts'
import { linkage, source } from './include.ts'
import { isToMany, type Model, mayRead, type Relation, wordBehind } from './model.ts'
import { TABLE_TYPE } from './negotiation.ts'
import { type Fields, holdsColumn } from './projection.ts'
import { MOST_ROWS } from './query.ts'
import type { Listing } from './read.ts'
import type { Read } from './request.ts'
import { Room } from './room.ts'
import type { Exchange, Parts } from './route-parts.ts'
import { live, selectAll } from './select.ts'

/** How long a table may take altogether (in ms): its snapshot keeps old rows in the database. */
const LONGEST = 15 * 60_000
/** Rows that are read at once: the most, and as many as fit into so many bytes if they are like those before. */
const MOST_AT_ONCE = 100
const BYTES_AT_ONCE = 2 * 1024 * 1024
/** What is not known yet may be large. */
const FIRST_AT_ONCE = 10

export async function sendTable(
  { db, tables }: Pick<Parts, 'db' | 'tables'>,
  { request, reply }: Pick<Exchange, 'request' | 'reply'>,
  read: Read,
  listing: Listing,
): Promise<unknown> {
  tables.demandRoom(request.ip)
  const parts = db.snapshotOf((tx) => partsOf({ ...read, db: tx }, listing))
  // What refuses the request does so before the answer begins.
  const first = await parts.next()
  if (request.method === 'HEAD') {
    await parts.return(undefined)
    return announce(request, reply).send(Readable.from([]))
  }
  const content = Readable.from(startingWith(first.value as Buffer, parts), { objectMode: false })
  const end = setTimeout(() => content.destroy(new Error('The table took too long.')), LONGEST)
  content.once('close', () => clearTimeout(end))
  tables.add(request.ip, content)
  return announce(request, reply).send(content)
}

function announce(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?', 1)
  const name = path.replace('/v1/', '').replace(/[^\w-]+/g, '-')
  return reply.headers({
    'content-type': `${TABLE_TYPE}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}.csv"`,
  })
}

async function* startingWith(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first
    yield* others
  } finally {
    await others.return(undefined)
  }
}

let opened = 0

async function* partsOf(read: Read, listing: Listing): AsyncGenerator<Buffer> {
  const { db, query } = read
  const { model, where } = listing
  const columns = columnsOf(model, query.fields.get(model.type))
  let text = BYTE_ORDER_MARK + csvLine(columns.map(({ header }) => header))
  const all = selectAll(read, model, where)
  // The name is new each time, because the statements that read from a cursor are prepared by their text.
  const cursor = raw(`list_${++opened}`)
  if (all) await db.query(sql`declare ${cursor} no scroll cursor for ${all}`)
  else await listing.checkEmpty?.()
  let wanted = all ? FIRST_AT_ONCE : 0
  for (let isFirst = true; wanted > 0; isFirst = false) {
    const part = await nextPart(read, columns, sql`fetch ${raw(String(wanted))} from ${cursor}`)
    if (isFirst && part.count === 0) await listing.checkEmpty?.()
    const isLast = part.count < wanted
    text += part.text
    if (text !== '') yield Buffer.from(text)
    text = ''
    wanted = isLast ? 0 : Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(BYTES_AT_ONCE / part.rowBytes)))
  }
  if (text !== '') yield Buffer.from(text)
}

interface Part {
  text: string
  count: number
  /** Of a row, on average. */
  rowBytes: number
}

async function nextPart(read: Read, columns: Column[], fetch: ReturnType<typeof sql>): Promise<Part> {
  const room = new Room()
  try {
    const rows = await read.db.query<Row>(fetch, room)
    for (const { relation } of columns) {
      if (relation && isToMany(relation)) await addLinkage(read, relation, rows)
    }
    const text = rows.map((row) => csvLine(columns.map(({ cellOf }) => cellOf(row)))).join('')
    const count = rows.length
    // Otherwise a query that is done, and old enough not to be collected soon, would keep its rows in memory.
    rows.length = 0
    return { text, count, rowBytes: text.length / Math.max(1, count) }
  } finally {
    room.release()
  }
}

interface Column {
  header: string
  relation?: Relation
  cellOf(row: Row): Cell
}

/** The id, then everything that a document has, or what was asked for in the order in which it was. */
function columnsOf(model: Model, fields: Fields): Column[] {
  const { computed = {} } = model.declaration
  const own = [
    ...[...model.attributes.values()]
      .filter(({ field }) => !field.writeOnly && !field.shownOnce)
      .map(({ name, wire }) => [name, { header: wire, cellOf: (row: Row) => toCell(row[name]) }] as const),
    ...[...model.relations.values()].map((relation) => [relation.name, linkColumn(relation)] as const),
  ]
  const named = new Map<string, Column>(own)
  const chosen = fields
    ? [...fields].flatMap((name) => named.get(name) ?? [])
    : [
        ...named.values(),
        ...Object.entries(computed).map(([name, { visibleTo }]) => ({
          header: toWire(name),
          cellOf: (row: Row) => (row[holdsColumn(visibleTo)] === true ? String(row.id) : null),
        })),
      ]
  return [{ header: 'id', cellOf: (row) => String(row.id) }, ...chosen]
}

function linkColumn(relation: Relation): Column {
  const key = isToMany(relation) ? linkage(relation) : `${relation.name}_id`
  const cellOf = (row: Row) => (isHidden(relation, row) ? null : toCell(row[key]))
  return { header: relation.wire, relation, cellOf }
}

function isHidden({ visibleTo }: Relation, row: Row): boolean {
  return visibleTo !== undefined && row[holdsColumn(visibleTo)] !== true
}

/** The ids at the other end, with one statement for all rows. */
async function addLinkage({ db, caller }: Read, relation: Relation, rows: Row[]): Promise<void> {
  const { target } = relation
  const owners = rows.filter((row) => !isHidden(relation, row))
  const readable = both(live(target), mayRead(wordBehind(relation), target, caller))
  if (owners.length === 0 || readable === false) return
  const { from, parent, isOf } = source(relation, false)
  const most = raw(String(MOST_ROWS))
  const found = await db.query<{ owner: string; ids: string }>(
    sql`select ${raw(parent)} as owner, array_to_string((array_agg(t.id order by t.id))[1:${most}], ' ')
        || case when count(*) > ${most} then ' ...' else '' end as ids
      from ${raw(from)} where ${isOf(sql`${owners.map(({ id }) => id)}::bigint[]`)} and ${toSql(readable)} group by 1`,
  )
  const linked = new Map(found.map(({ owner, ids }) => [owner, ids]))
  for (const row of owners) row[linkage(relation)] = linked.get(row.id as string)
}
