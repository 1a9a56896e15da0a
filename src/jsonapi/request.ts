/** A request as the engine sees it: the caller, what is requested, and where it is read or written. */
import type { Caller } from '../access/caller.ts'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'
import type { EffectsByType } from './effects.ts'
import type { Model } from './model.ts'
import type { Query } from './query.ts'

/** The caller, and the connection or transaction to use. */
export interface Asking {
  db: Db
  caller: Caller | undefined
}

export interface Read extends Asking {
  query: Query
}

export interface Write extends Read {
  effects: EffectsByType
  model: Model
  /** Where the request comes from. */
  network: string
  /** What the body names must be there: the caller asked for strict handling. */
  isStrict?: boolean
  /** For the change log. */
  requestId?: string
}

/** A part of a list, and how long the whole is or, for one that is found by a cursor, what lies around it. */
export type Page = { rows: Row[]; count: number } | { rows: Row[]; around: Around }

/** What is known of the rest of a list. */
export interface Around {
  hasBefore: boolean
  hasAfter: boolean
  /** There is more between the two cursors than was sent. */
  isTruncated: boolean
}
