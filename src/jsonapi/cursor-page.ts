/** Pages that are found by cursors: each costs the same, however far it is from the start of the list. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Condition } from '../access/conditions.ts'
import type { Row } from '../resources/declare.ts'
import { type Position, unsupportedSort } from './cursor.ts'
import {
  type Direction,
  type OrderKey,
  orderBy,
  positionColumn,
  positionColumns,
  rangesBeyond,
} from './keyset.ts'
import type { Model } from './model.ts'
import type { Edges } from './page-links.ts'
import { bad, DEFAULT_SIZE, isByCursor, MOST_ROWS, type Query } from './query.ts'
import type { Page, Read } from './request.ts'
import { filtered, orderKeys, selectRows } from './select.ts'

/** Longer texts do not fit into a cursor. */
const LONGEST_TEXT = 2_048
const IS_WITHIN = 'position:within'

export function emptyPage(query: Query): Page {
  if (!isByCursor(query)) return { rows: [], count: 0 }
  return { rows: [], around: { hasBefore: false, hasAfter: false, isTruncated: false } }
}

export async function readByCursor(read: Read, model: Model, where: Condition): Promise<Page> {
  const { query } = read
  demandShort(query)
  const keys = orderKeys(read, model)
  const after = positionOf(query, model, keys, 'after')
  const before = positionOf(query, model, keys, 'before')
  const size = sizeOf(query)
  const wanted = filtered(read, model, where)
  if (wanted === false) return emptyPage(query)
  const part: Part = { keys, where: wanted, limit: size + 1, from: after, direction: 'forward' }
  if (before && !after) {
    const rows = await selectPart(read, model, { ...part, from: before, direction: 'backward' })
    const around = { hasBefore: rows.length > size, hasAfter: true, isTruncated: false }
    return { rows: rows.slice(0, size).reverse(), around }
  }
  const found = await selectPart(read, model, { ...part, until: before })
  // One row more than the page is read in any case, so it need not end exactly at the second cursor.
  const rows = before ? found.filter((row) => row[IS_WITHIN] === true) : found
  const hasMore = rows.length > size
  const isRange = before !== undefined
  const around = {
    hasBefore: after !== undefined,
    hasAfter: hasMore || isRange,
    isTruncated: hasMore && isRange,
  }
  return { rows: rows.slice(0, size), around }
}

function demandShort({ sort }: Query): void {
  for (const { attribute } of sort) {
    if (attribute === 'id') continue
    const { maxLength = 0 } = attribute.field.kind.schema as { maxLength?: number }
    if (maxLength > LONGEST_TEXT) throw unsupportedSort(`${attribute.wire} is too long for a cursor`)
  }
}

function sizeOf({ page }: Query): number {
  const { size, after, before } = page
  if (size === 0) throw bad('page[size]', 'must be at least 1 with cursors')
  return size ?? (after !== undefined && before !== undefined ? MOST_ROWS : DEFAULT_SIZE)
}

/** A cursor is valid for one type of records in one order. */
function orderName({ type }: Model, keys: readonly OrderKey[]): string {
  const names = keys.map((key) => `${key.descending ? '-' : ''}${key.name}:${key.type}`)
  return `${type} ${names.join(',')}`
}

function positionOf(
  { page, paging }: Query,
  model: Model,
  keys: readonly OrderKey[],
  word: 'after' | 'before',
): Position | undefined {
  const cursor = page[word]
  if (cursor === undefined) return undefined
  const position = paging?.cursors.read(orderName(model, keys), cursor)
  if (position) return position
  throw bad(`page[${word}]`, 'must be a cursor of this list in this order. Start again without it')
}

interface Part {
  keys: readonly OrderKey[]
  where: Sql
  limit: number
  /** Absent for the start of the list. */
  from: Position | undefined
  direction: Direction
  until?: Position | undefined
}

/** The rows beyond a position. Most pages are full after one range. */
async function selectPart(read: Read, model: Model, part: Part): Promise<Row[]> {
  const { keys, where, from, direction, until } = part
  const by = orderBy(keys, direction)
  const isWithin = until
    ? sql`, (${join(rangesBeyond(keys, until, 'backward'), ' or ')}) as ${raw(`"${IS_WITHIN}"`)}`
    : empty
  const also = sql`, ${positionColumns(keys)}${isWithin}`
  const ranges = from ? rangesBeyond(keys, from, direction) : [sql`true`]
  const rows: Row[] = []
  for (const range of ranges) {
    const limit = part.limit - rows.length
    if (limit === 0) break
    rows.push(
      ...(await selectRows(read, model, { keys, where: sql`${where} and ${range}`, by, limit, also })),
    )
  }
  return rows
}

/** Gives rows that were read with the columns of their position their cursor. */
export function cursorWriter(read: Read, model: Model): (row: Row) => string {
  const keys = orderKeys(read, model)
  const order = orderName(model, keys)
  const { cursors } = read.query.paging!
  return (row) =>
    cursors.write(
      order,
      keys.map((_, place) => row[positionColumn(place)] as string | null),
    )
}

/** The cursors that the pages before and after this one are found by. */
export function edgesOf(read: Read, model: Model, page: Extract<Page, { around: object }>): Edges {
  const { rows, around } = page
  const { before, after } = read.query.page
  const write = cursorWriter(read, model)
  const [first] = rows
  const last = rows.at(-1)
  return {
    before: around.hasBefore ? (first ? write(first) : after) : undefined,
    after: around.hasAfter ? (last ? write(last) : before) : undefined,
  }
}
