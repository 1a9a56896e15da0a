/** Counting many rows is slow, so a large count is cached for a moment while a client reads page after page. */
import { hash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'

/** Smaller numbers are counted each time, so they are always exact. */
export const LARGE_COUNT = 10_000
/** How long a large count is cached (in ms). */
export const COUNT_KEPT = 5_000
const MOST_KEPT = 1_000

interface Kept {
  until: number
  count: Promise<number>
}

const kept = new WeakMap<Db, Map<string, Kept>>()

/** The number that the statement returns as `count`. */
export async function countOf(db: Db, statement: Sql): Promise<number> {
  const large = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, large)
  // Callers write filters of any length, so the key is a digest.
  const key = hash('sha256', `${statement.text}\n${JSON.stringify(statement.values)}`, 'base64url')
  const known = large.get(key)
  if (known && known.until > Date.now()) return known.count
  const count = ask(db, statement)
  // Requests that arrive while a large count is refreshed share the refresh.
  if (known) keep(large, key, count)
  const number = await count
  if (number < LARGE_COUNT) large.delete(key)
  else if (!known) keep(large, key, count)
  return number
}

function keep(large: Map<string, Kept>, key: string, count: Promise<number>): void {
  if (large.size >= MOST_KEPT) large.clear()
  large.set(key, { until: Date.now() + COUNT_KEPT, count })
  // A count that fails is removed; requests that wait for it get the error.
  count.catch(() => large.delete(key))
}

async function ask(db: Db, statement: Sql): Promise<number> {
  const [row] = await db.query<{ count: string }>(statement)
  return Number(row!.count)
}
