/** The columns of the tables, and values that would show if they were ever written. */
import sql from 'sql-template-tag'
import type { Model } from '../../src/jsonapi/model.ts'
import type { Row } from '../../src/resources/declare.ts'
import type { TestService } from '../support/service.ts'

export type Columns = Map<string, { name: string; type: string }[]>

export async function columnsOf(service: TestService): Promise<Columns> {
  const rows = await service.db.query<{ table: string; name: string; type: string }>(
    sql`select table_name as table, column_name as name, data_type as type
      from information_schema.columns where table_schema = 'public'`,
  )
  return Map.groupBy(rows, ({ table }) => table)
}

/** For each of the columns a value that its type allows and that the row does not have. */
export function attackOn(
  columns: Columns,
  { table }: Model,
  names: (name: string) => boolean,
  row: Row,
): Row {
  const attacked = columns.get(table)!.filter(({ name }) => names(name))
  return Object.fromEntries(attacked.map(({ name, type }) => [name, otherThan(row[name], type)]))
}

function otherThan(value: unknown, type: string): unknown {
  if (type === 'boolean') return value !== true
  if (type === 'integer' || type === 'bigint' || type === 'double precision' || type === 'numeric')
    return 4242
  if (type === 'jsonb') return { attack: 'q7zattack' }
  return type.startsWith('timestamp') ? '2001-01-01T00:00:00+00:00' : 'q7zattack'
}

/** Which of the attacked columns hold what was sent. */
export function taken(attack: Row, row: Row): string[] {
  const same = ([name, value]: [string, unknown]) => JSON.stringify(row[name]) === JSON.stringify(value)
  return Object.entries(attack)
    .filter((one) => same([one[0], one[1]]) || same([one[0], String(one[1])]))
    .map(([name]) => name)
}
