import sql, { empty, raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'
import { isObject, type Named } from './dialects.ts'
import type { Formats } from './formats.ts'
import type { ReadingContext } from './reading.ts'

/** Types and topics are found by name; the ids of another installation mean nothing here. */
export async function categoriesOf(
  tx: Db,
  { event, categories }: Formats,
  named: Named,
  { warnings }: ReadingContext,
): Promise<Row> {
  const found: Row = {}
  for (const { name, column, target } of categories) {
    const value = named.get(name)
    const wanted = isObject(value) ? value.name : value
    if (typeof wanted !== 'string' || wanted.trim() === '') continue
    const alive = raw(target.softDelete ? 'and deleted_at is null' : '')
    // Of those that belong to a category themselves, one that belongs to the category found for it.
    const wider = categories.find(
      (one) => found[one.column] && target.relations.get(one.name)?.target === one.target,
    )
    const within = wider ? sql`and ${raw(wider.column)} = ${found[wider.column]}` : empty
    const [row] = await tx.query<{ id: string }>(
      sql`select id from ${raw(target.table)} where lower(btrim(name)) = lower(btrim(${wanted})) ${alive} ${within}
        order by name = ${wanted} desc, id limit 1`,
    )
    if (row) found[column] = row.id
    else
      warnings.add(
        `File ${event.file}: no ${target.type} is named ${wanted.slice(0, 100)}; it was left empty`,
      )
  }
  return found
}
