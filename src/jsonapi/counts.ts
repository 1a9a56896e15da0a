/** Counting takes longer the more there is. A large number is kept for a moment, for whoever turns pages. */
import { hash } from 'node:crypto'
import type { Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'

/** Smaller numbers are counted each time, and so are exact at any moment. */
export const LARGE_COUNT = 10_000
/** How old a large number may be (in ms). */
export const COUNT_KEPT = 5_000
const MOST_KEPT = 1_000

interface Kept {
  until: number
  count: Promise<number>
}

const kept = new WeakMap<Db, Map<string, Kept>>()

/** The number that the statement answers as `count`. */
export async function countOf(db: Db, statement: Sql): Promise<number> {
  const large = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, large)
  // Callers write what is asked, at any length.
  const key = hash('sha256', `${statement.text}\n${JSON.stringify(statement.values)}`, 'base64url')
  const known = large.get(key)
  if (known && known.until > Date.now()) return known.count
  const count = ask(db, statement)
  // Whoever comes while a number that was large is counted anew waits for the same.
  if (known) keep(large, key, count)
  const number = await count
  if (number < LARGE_COUNT) large.delete(key)
  else if (!known) keep(large, key, count)
  return number
}

function keep(large: Map<string, Kept>, key: string, count: Promise<number>): void {
  if (large.size >= MOST_KEPT) large.clear()
  large.set(key, { until: Date.now() + COUNT_KEPT, count })
  // One that fails is forgotten; whoever waits for it hears of the fault.
  count.catch(() => large.delete(key))
}

async function ask(db: Db, statement: Sql): Promise<number> {
  const [row] = await db.query<{ count: string }>(statement)
  return Number(row!.count)
}
