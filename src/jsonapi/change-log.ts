/** The entry of each write in the change log. It is a part of the statement that writes, so it costs no round trip. */
import { isDeepStrictEqual } from 'node:util'
import sql, { raw, type Sql } from 'sql-template-tag'
import { AUTHOR_COLUMNS, authorValues, type ChangeAction, type ChangedValues } from '../access/change-log.ts'
import type { Row } from '../resources/declare.ts'
import { announcing, eventColumn } from './announcements.ts'
import type { Model, Relation } from './model.ts'
import type { Write } from './request.ts'

/** In characters. A longer value is shortened. */
const LONGEST = 500
const MOST_LINKS = 100

/** The fields among these columns with their old and new values. What is not returned is only named. */
export function changedValues(model: Model, { before, after }: { before?: Row; after?: Row }): ChangedValues {
  const values: ChangedValues = {}
  const add = (name: string, wire: string, isShown: boolean) => {
    const [old, next] = [before?.[name] ?? null, after?.[name] ?? null]
    if ((after && !(name in after)) || (old === null && next === null)) return
    values[wire] = !isShown
      ? {}
      : { ...(before && { old: shorten(old) }), ...(after && { new: shorten(next) }) }
  }
  // What a new record has because nothing else was sent says nothing.
  const isUsual = (name: string, usual: unknown) => !before && isDeepStrictEqual(after?.[name], usual)
  for (const { name, wire, field } of model.attributes.values())
    if (!field.expression && !field.touched && !isUsual(name, field.default))
      add(name, wire, !field.writeOnly)
  for (const relation of model.relations.values())
    if (relation.kind === 'belongs-to') add(relation.column, relation.wire, true)
  return values
}

function shorten(value: unknown): unknown {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  return typeof text === 'string' && text.length > LONGEST
    ? `${text.slice(0, LONGEST).toWellFormed()}…`
    : value
}

/** The records that a relationship led to, and those that it leads to. */
export function changedLinks(relation: Relation, old: string[] | undefined, next: string[]): ChangedValues {
  return {
    [relation.wire]: { ...(old && { old: old.slice(0, MOST_LINKS) }), new: next.slice(0, MOST_LINKS) },
  }
}

/** What is written of a change beside its rows. */
export interface Entry {
  action: ChangeAction
  /** One for each row, in the order of their ids. */
  values: readonly ChangedValues[]
  /** What was known of the rows before; see `announcing`. */
  before: readonly Row[]
}

/** The statement that writes rows as `t`, with an entry for each of them and what webhooks are told. */
export function withEntries(
  write: Pick<Write, 'model' | 'caller' | 'requestId'>,
  statement: Sql,
  { action, values, before }: Entry,
): Sql {
  const { model } = write
  const author = authorValues(write)
  const columns = raw(`(action, record_type, record_id, event_id, field_values, ${AUTHOR_COLUMNS})`)
  const column = eventColumn(model.declaration)
  const event = raw(column ? `t.${column}` : 'null::bigint')
  return sql`with t as (${statement}), noted as (insert into changes ${columns}
    select ${action}, ${model.type}, n.id::text, n.event_id, v.value, ${author}
    from (select t.id, ${event} as event_id, row_number() over (order by t.id) as place from t) n
    join jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality v (value, place) on v.place = n.place)${announcing(model, action, before)}`
}

/** The same for a record that a plain route has written already. Its lock keeps the entries of a record in order. */
export async function recordEntry(
  write: Pick<Write, 'db' | 'model' | 'caller' | 'requestId'>,
  { id, ...before }: Row & { id: string },
  action: ChangeAction,
  values: ChangedValues,
): Promise<void> {
  const written = sql`select * from ${raw(write.model.table)} where id = ${id} for no key update`
  const entry = { action, values: [values], before: [{ id, ...before }] }
  await write.db.query(sql`${withEntries(write, written, entry)} select`)
}
