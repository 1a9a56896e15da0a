/** Views whose ids carry what they are kept by, which the database cannot see in an id. */
import sql, { empty, raw, type Sql } from 'sql-template-tag'
import type { Model } from './model.ts'

/** A further condition on the records of a view, or on their links, by the ids (an array) of those records. */
export function narrowed({ declaration: { view } }: Model, alias: string, ids: Sql): Sql {
  return view ? sql` and ${raw(`${alias}.${view.column}`)} = any(${raw(view.of)}(${ids}))` : empty
}
