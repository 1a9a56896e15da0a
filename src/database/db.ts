import type { Sql } from 'sql-template-tag'
import type { RowRoom } from './prepared-query.ts'

/** What a function needs to read and write: the pool, or one open transaction. */
export interface Db {
  /** The rows are counted where a room for them is given. */
  query<T = Record<string, unknown>>(statement: Sql, room?: RowRoom): Promise<T[]>
  /** Runs the work in one transaction; inside a transaction it joins that one. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** The same database outside the unit of work of the request, for what must last whatever becomes of it. */
  apart?: Db
}

/** Outside the unit of work, unless this is a transaction already. */
export function apartFrom(db: Db): Db {
  return db.apart ?? db
}
