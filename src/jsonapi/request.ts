/** What a request is to the engine: who asks, what they ask for, and where it is looked up or written. */
import type { Caller } from '../access/caller.ts'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'
import type { EffectsByType } from './effects.ts'
import type { Model } from './model.ts'
import type { Query } from './query.ts'

/** Who asks, and the connection or transaction that is asked. */
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
