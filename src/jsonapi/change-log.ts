/** The entry of each write in the change log. It is a part of the statement that writes, so it costs no round trip. */
import { isDeepStrictEqual } from 'node:util'
import sql, { raw, type Sql } from 'sql-template-tag'
import { AUTHOR_COLUMNS, authorValues, type ChangeAction, type ChangedValues } from '../access/change-log.ts'
import type { Row } from '../resources/declare.ts'
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

/** The statement that writes rows as `t`, with an entry for each of them, in the order of their ids. */
export function withEntries(
  write: Pick<Write, 'model' | 'caller' | 'requestId'>,
  statement: Sql,
  action: ChangeAction,
  values: readonly ChangedValues[],
): Sql {
  const { model } = write
  const author = authorValues(write)
  const columns = raw(`(action, record_type, record_id, event_id, field_values, ${AUTHOR_COLUMNS})`)
  return sql`with t as (${statement}), noted as (insert into changes ${columns}
    select ${action}, ${model.type}, n.id::text, n.event_id, v.value, ${author}
    from (select t.id, ${raw(eventColumn(model))} as event_id, row_number() over (order by t.id) as place from t) n
    join jsonb_array_elements(${JSON.stringify(values)}::jsonb) with ordinality v (value, place) on v.place = n.place)`
}

function eventColumn({ type, declaration }: Model): string {
  if (type === 'event') return 't.id'
  return declaration.belongsTo?.event ? 't.event_id' : 'null::bigint'
}
