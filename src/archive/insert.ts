/** Writes many rows with one statement. */
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { ByLinks, Model } from '../jsonapi/model.ts'
import type { Row } from '../resources/declare.ts'

export const AT_ONCE = 500

/** Takes ids for new rows before they are written, so that the id of each record is known. */
export async function takeIds(tx: Db, model: Model, count: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence(${model.table}, 'id')) as id from generate_series(1, ${count}::int)`,
  )
  return rows.map(({ id }) => id)
}

export async function insertRows(tx: Db, model: Model, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const names = [...new Set(rows.flatMap(Object.keys))]
  const list = raw(names.map((name) => `"${name}"`).join(', '))
  const typed = raw(names.map((name) => `"${name}" ${columnType(model, name)}`).join(', '))
  await tx.query(sql`insert into ${raw(model.table)} (${list}) overriding system value
    select ${list} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${typed})`)
}

function columnType(model: Model, name: string): string {
  return model.attributes.get(name)?.field.kind.column ?? 'bigint'
}

export async function insertLinks(
  tx: Db,
  { table, own, other }: ByLinks['links'],
  pairs: [string, string][],
): Promise<void> {
  for (let at = 0; at < pairs.length; at += 10 * AT_ONCE) {
    const some = pairs.slice(at, at + 10 * AT_ONCE)
    await tx.query(sql`insert into ${raw(table)} (${raw(own)}, ${raw(other)})
      select * from unnest(${some.map(([id]) => id)}::bigint[], ${some.map(([, id]) => id)}::bigint[])
      on conflict do nothing`)
  }
}
