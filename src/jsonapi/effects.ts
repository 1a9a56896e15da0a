import type { Caller } from '../access/caller.ts'
import type { Db } from '../database/connect.ts'
import type { AnyDeclaration, NewRowOf, RowOf, SentOf, SentToCreate } from '../database/rows.ts'
import type { Declaration, Row } from '../resources/declare.ts'

/** The changes that have just been made, each in its own transaction. */
export interface Created<D extends Declaration = AnyDeclaration> {
  caller: CreatorOf<D>
  id: string
  before?: undefined
  after: RowOf<D>
  /** The values as sent, transient ones included. */
  sent: SentToCreate<D>
  /** For secrets that only the answer to this write has. */
  shown: Row
}

export interface Updated<D extends Declaration = AnyDeclaration> {
  caller: Caller
  id: string
  before: RowOf<D>
  after: RowOf<D>
  sent: SentOf<D>
}

export interface Removed<D extends Declaration = AnyDeclaration> {
  caller: Caller
  id: string
  before: RowOf<D>
}

export type Written<D extends Declaration = AnyDeclaration> = Created<D> | Updated<D>

/** Strangers create only what all may create. */
type CreatorOf<D extends Declaration> = 'all' extends D['access']['create'] ? Caller | undefined : Caller

/** A write that is about to be made. */
type Coming<D extends Declaration = AnyDeclaration> =
  | (Omit<Created<D>, 'id' | 'after' | 'shown'> & { after: NewRowOf<D> })
  | Omit<Updated<D>, 'id'>

/**
 * The effects of writing a record, within the transaction of the write: a thrown error undoes both. service/effects.ts has the
 * table of effects by type; the engine only looks it up. `created` may return the caller to read the response as.
 */
export interface Effects<D extends Declaration = AnyDeclaration> {
  /** Whether anything follows from a change; where nothing does, the write is a single statement. Absent: it always may. */
  follows?(change: Coming<D>): boolean
  // biome-ignore lint/suspicious/noConfusingVoidType: most effects return nothing
  created?(tx: Db, change: Created<D>): Promise<Caller | void>
  updated?(tx: Db, change: Updated<D>): Promise<void>
  removed?(tx: Db, change: Removed<D>): Promise<void>
}

/** Whether the creation or update that is about to be made needs a transaction for what follows from it. */
export function hasConsequences(effects: Effects | undefined, change: Coming): boolean {
  if (effects === undefined || !(change.before ? effects.updated : effects.created)) return false
  return effects.follows?.(change) ?? true
}

export type EffectsByType = Readonly<Record<string, Effects | undefined>>
