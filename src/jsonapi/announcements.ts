/**
 * What webhooks are told of a write. It is a part of the statement that writes, so an event without webhooks costs no
 * statement, and a thousand records cost one. The row is kept as the change leaves it; it becomes a document when it is sent.
 */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { type Condition, toSql } from '../access/conditions.ts'
import type { Db } from '../database/connect.ts'
import type { Announced, Declaration, Row } from '../resources/declare.ts'
import { type Model, mayRead } from './model.ts'

const ACTIONS = ['created', 'updated', 'deleted', 'restored'] as const

/** Marks the column that is no field: the deliveries that a statement has made. */
const TOLD_COLUMN = 'told:ids'

/** The column of a row that names its event. */
export function eventColumn({ type, belongsTo }: Declaration): string | undefined {
  if (type === 'event') return 'id'
  return belongsTo?.event ? 'event_id' : undefined
}

/** The names of what happens to a record, the one that is sent first. Undefined if no webhook is told. */
function namesOf(declaration: Declaration, what: Announced): [string, ...string[]] | undefined {
  const { type, announcedAs = {} } = declaration
  if (!announcedAs || !eventColumn(declaration)) return undefined
  if (what === 'finished') return announcedAs.finished === undefined ? undefined : [announcedAs.finished]
  // Nothing listens to an event that is only being made.
  if (type === 'event' && what === 'created') return undefined
  const usual = `${type}.${what}`
  const called = announcedAs[what]
  return called === undefined ? [usual] : [called, usual]
}

/** Every name that a webhook can ask for. */
export function announcedNames(declarations: readonly Declaration[]): Set<string> {
  const names = declarations.flatMap((declaration) => {
    const { create, update, remove } = declaration.access
    const isWritten = Boolean(create || update || remove)
    const actions = ACTIONS.filter((action) => isWritten && (action !== 'restored' || declaration.softDelete))
    return [...actions, 'finished' as const].flatMap((what) => namesOf(declaration, what) ?? [])
  })
  return new Set(names)
}

/** An organizer of these events who is nobody in particular. */
export function organizerOf(events: string[]): Caller {
  const roles = events.map((event_id) => ({ event_id, name: 'organizer' }))
  return { id: '0', email: '', isStaff: false, isSuperAdmin: false, loginId: '', isFresh: false, roles }
}

/**
 * For a `with` clause whose part `t` has the written rows. `before`: what was known of them before the write, of which
 * only their event matters. Webhooks learn only of what organizers may read.
 */
export function announcing(model: Model, what: Announced, before: readonly Row[]): Sql {
  const { declaration, type } = model
  const column = eventColumn(declaration)
  const events = [...new Set(before.flatMap((row) => (column && row[column] ? String(row[column]) : [])))]
  const readable = type === 'event' || mayRead(declaration.access.read, model, organizerOf(events))
  return announcement(declaration, what, readable)
}

/** The part `told`, or an empty one. `readable`: whether organizers may read the row. */
export function announcement(declaration: Declaration, what: Announced, readable: Condition): Sql {
  const names = namesOf(declaration, what)
  if (!names || readable === false) return raw(', told as (select null::bigint as id where false)')
  const [name] = names
  const patterns = ['*', ...names, ...names.map((one) => one.replace(/\.\w+$/, '.*'))]
  return sql`, told as (
    insert into webhook_deliveries (webhook_id, event_id, name, record_type, record_id, record)
    select hook.id, hook.event_id, ${name}, ${declaration.type}, t.id::text, to_jsonb(t)
    from t join webhooks hook on hook.event_id = t.${raw(eventColumn(declaration)!)}
      and hook.is_active and hook.events ?| ${patterns}::text[]
    where ${toSql(readable)} order by t.id, hook.id returning id)`
}

/** A column that says which deliveries the statement has made. */
export const TOLD = raw(`(select json_agg(told.id::text) from told) as "${TOLD_COLUMN}"`)

/** Takes that column out of a row. */
export function toldOf(row: Row): { told: string[] | null; rest: Row } {
  const { [TOLD_COLUMN]: told, ...rest } = row
  return { told: told as string[] | null, rest }
}

/** What follows from a write may change its record once more: the deliveries have the record as it is in the end. */
export async function tellEnd(tx: Db, { table }: Model, id: string, told: string[] | null): Promise<void> {
  if (!told) return
  await tx.query(sql`update webhook_deliveries set record = to_jsonb(t) from ${raw(table)} t
    where t.id = ${id} and webhook_deliveries.id = any(${told}::bigint[])`)
}
