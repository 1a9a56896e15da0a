/** The order of a list as SQL, and the rows on one side of a position in it. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Position } from './cursor.ts'

/** One key of an order. The last is the id, which no two rows share. */
export interface OrderKey {
  /** Tells the key from others, with the type of its values. */
  name: string
  value: Sql
  type: string
  descending: boolean
  /** Only the id never is null. */
  isNullable: boolean
}

export type Direction = 'forward' | 'backward'

/** Nulls come last, and first in descending order, as is usual in PostgreSQL. */
export function orderBy(keys: readonly OrderKey[], direction: Direction = 'forward'): Sql {
  const parts = keys.map((key) => sql`${key.value}${raw(isRising(key, direction) ? '' : ' desc')}`)
  return join(parts, ', ')
}

/** The values of the keys as columns, as text that reads back to exactly the same value. */
export function positionColumns(keys: readonly OrderKey[]): Sql {
  return join(
    keys.map(({ value }, place) => sql`(${value})::text as ${raw(`"${positionColumn(place)}"`)}`),
    ', ',
  )
}

export const positionColumn = (place: number) => `position:${place}`

function isRising({ descending }: OrderKey, direction: Direction): boolean {
  return descending === (direction === 'backward')
}

/**
 * The rows beyond the position, as ranges that follow each other. Each range is one that an index can start at, which a
 * single condition with `or` is not.
 */
export function rangesBeyond(
  keys: readonly OrderKey[],
  position: Position,
  direction: Direction = 'forward',
): Sql[] {
  const ranges: Sql[] = []
  let end = keys.length
  if (canCompareAsRow(keys, position, direction)) {
    end -= 2
    ranges.push(sql`${equalUntil(keys, position, end)}${lastTwo(keys, position, direction)}`)
    ranges.push(...nullsAfter(keys, position, end, direction))
  }
  for (let place = end - 1; place >= 0; place--) {
    const key = keys[place]!
    const value = position[place] ?? null
    const before = equalUntil(keys, position, place)
    const rising = isRising(key, direction)
    if (value !== null) ranges.push(sql`${before}${beyond(key, value, rising)}`)
    else if (!rising) ranges.push(sql`${before}${key.value} is not null`)
    ranges.push(...nullsAfter(keys, position, place, direction))
  }
  return ranges
}

/** Two last keys in the same direction are compared as one row, so that the usual page takes one statement. */
function canCompareAsRow(keys: readonly OrderKey[], position: Position, direction: Direction): boolean {
  const [first, id] = keys.slice(-2)
  if (!first || !id || position.at(-2) === null) return false
  return isRising(first, direction) === isRising(id, direction)
}

function lastTwo(keys: readonly OrderKey[], position: Position, direction: Direction): Sql {
  const [first, id] = keys.slice(-2) as [OrderKey, OrderKey]
  const sign = raw(isRising(id, direction) ? '>' : '<')
  const values = sql`${typed(first, position.at(-2)!)}, ${typed(id, position.at(-1)!)}`
  return sql`(${first.value}, ${id.value}) ${sign} (${values})`
}

/** Nulls come after every value, so they are a range of their own where values rise. */
function nullsAfter(
  keys: readonly OrderKey[],
  position: Position,
  place: number,
  direction: Direction,
): Sql[] {
  const key = keys[place]!
  if (!key.isNullable || !isRising(key, direction) || position[place] === null) return []
  return [sql`${equalUntil(keys, position, place)}${key.value} is null`]
}

function equalUntil(keys: readonly OrderKey[], position: Position, place: number): Sql {
  const equal = keys.slice(0, place).map((key, at) => {
    const value = position[at] ?? null
    return value === null ? sql`${key.value} is null and ` : sql`${key.value} = ${typed(key, value)} and `
  })
  return equal.length === 0 ? raw('') : join(equal, '')
}

function beyond(key: OrderKey, value: string, rising: boolean): Sql {
  return sql`${key.value} ${raw(rising ? '>' : '<')} ${typed(key, value)}`
}

function typed({ type }: OrderKey, value: string): Sql {
  return sql`${value}${raw(`::${type}`)}`
}
