import type { Caller } from '../access/caller.ts'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'

/** A write that has just been made, in its own transaction. */
export interface Change {
  caller: Caller | undefined
  id: string
  /** The row before the change; absent for a creation. */
  before: Row | undefined
  /** The row after the change; absent for a removal. */
  after: Row | undefined
  /** The values as sent, transient ones included. */
  sent: Row
}

/**
 * What follows from writing a record, within the transaction of the write: a thrown error undoes both. The table
 * "type → effects" stands in service.ts; the engine only looks it up. `created` may name the caller to answer as.
 */
export interface Effects {
  /** Whether anything follows from a change; where nothing does, the write is a single statement. Absent: it always may. */
  follows?(change: Omit<Change, 'id'>): boolean
  // biome-ignore lint/suspicious/noConfusingVoidType: most effects have nothing to say
  created?(tx: Db, change: Change): Promise<Caller | void>
  updated?(tx: Db, change: Change): Promise<void>
  removed?(tx: Db, change: Change): Promise<void>
}

/** Whether the creation or update that is about to be made needs a transaction for what follows from it. */
export function hasConsequences(effects: Effects | undefined, change: Omit<Change, 'id'>): boolean {
  const effect = change.before ? effects?.updated : effects?.created
  return effect !== undefined && (effects!.follows?.(change) ?? true)
}

export type EffectsByType = Readonly<Record<string, Effects | undefined>>
