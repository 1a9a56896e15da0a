import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Row } from '../resources/declare.ts'
import type { Model } from './model.ts'

export function insertRow(model: Model, values: Row): Sql {
  const names = Object.keys(values)
  const table = raw(model.table)
  if (names.length === 0) return sql`insert into ${table} default values returning *`
  const list = join(
    names.map((name) => toColumn(model, name, values[name])),
    ', ',
  )
  return sql`insert into ${table} (${raw(names.map(quote).join(', '))}) values (${list}) returning *`
}

/** Several rows at once. A column that a row does not name has its default. */
export function insertRows(model: Model, rows: readonly Row[]): Sql {
  const [first] = rows
  if (rows.length === 1 && first) return insertRow(model, first)
  const names = [...new Set(rows.flatMap((values) => Object.keys(values)))]
  const lists = rows.map((values) => {
    const columns = names.map((name) =>
      name in values ? toColumn(model, name, values[name]) : raw('default'),
    )
    return sql`(${columns.length > 0 ? join(columns, ', ') : raw('default')})`
  })
  const columns = raw((names.length > 0 ? names : ['id']).map(quote).join(', '))
  return sql`insert into ${raw(model.table)} (${columns}) values ${join(lists, ', ')} returning *`
}

/** `before`: only while the fields that change have still these values. */
export function updateRow(model: Model, id: string, values: Row, before?: Row): Sql {
  const sets = Object.entries(values).map(
    ([name, value]) => sql`${raw(quote(name))} = ${toColumn(model, name, value)}`,
  )
  const same = Object.keys(before ? values : {}).map(
    (name) => sql` and ${raw(quote(name))} is not distinct from ${toColumn(model, name, before![name])}`,
  )
  const where = sql`id = ${id}${same.length > 0 ? join(same, '') : empty}`
  return sql`update ${raw(model.table)} set ${join([...sets, ...touched(model)], ', ')} where ${where} returning *`
}

/** The columns that every change of a row sets. */
export function touched(model: Model): Sql[] {
  return [...model.attributes.values()]
    .filter(({ field }) => field.touched)
    .map(({ name }) => raw(`${quote(name)} = now()`))
}

/** pg would turn a JSON array into a PostgreSQL array. */
function toColumn(model: Model, name: string, value: unknown): Sql {
  const isJson = model.attributes.get(name)?.field.kind.column === 'jsonb'
  return sql`${isJson && value !== null ? JSON.stringify(value) : value}`
}

const quote = (name: string) => `"${name}"`
