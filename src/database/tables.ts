/** Tables as a whole: list, copy out, copy in and remove them. Only this file knows the copying library. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import type { Connection } from './single-connection.ts'

export interface Table {
  name: string
  /** The columns with stored values; computed ones are left out. */
  columns: string[]
}

/** The last number that a sequence gave, by its name, and whether it was given already. */
export type Sequences = Record<string, { value: string; isUsed: boolean }>

const HERE = 'current_schema()::regnamespace'
const OF_EXTENSION = (kind: string, oid: string) =>
  `exists (select 1 from pg_depend d where d.classid = '${kind}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Without the table of migrations, which records how the others are built. */
export async function listTables(connection: Connection): Promise<Table[]> {
  const { rows } = await connection.query<Table>(`select c.relname as name,
      array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = ${HERE} and c.relkind = 'r' and c.relname <> 'migrations' and not ${OF_EXTENSION('pg_class', 'c.oid')}
    group by c.relname order by c.relname`)
  return rows
}

export function copyOut(connection: Connection, table: Table): Readable {
  return connection.query(to(`copy ${nameOf(table)} to stdout`))
}

export async function copyIn(connection: Connection, table: Table, content: Readable): Promise<void> {
  await pipeline(content, connection.query(from(`copy ${nameOf(table)} from stdin`)))
}

function nameOf({ name, columns }: Table): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export async function readSequences(connection: Connection): Promise<Sequences> {
  const { rows } = await connection.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = ${HERE} and relkind = 'S' order by relname`,
  )
  const found: Sequences = {}
  for (const { name } of rows) {
    const { rows: values } = await connection.query(`select last_value, is_called from ${quoted(name)}`)
    found[name] = { value: String(values[0].last_value), isUsed: values[0].is_called }
  }
  return found
}

export async function writeSequences(connection: Connection, sequences: Sequences): Promise<void> {
  for (const [name, { value, isUsed }] of Object.entries(sequences))
    await connection.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isUsed])
}

/** Removes all tables, functions and types of our own, and the queue. What belongs to extensions stays. */
export async function removeTables(connection: Connection): Promise<void> {
  await connection.query('drop schema if exists pgboss cascade')
  const { rows } = await connection.query<{ statement: string }>(`
    select format('drop table if exists %s cascade', c.oid::regclass) as statement from pg_class c
      where relnamespace = ${HERE} and relkind in ('r', 'p') and not ${OF_EXTENSION('pg_class', 'c.oid')}
    union all select format('drop routine if exists %s cascade', p.oid::regprocedure) from pg_proc p
      where pronamespace = ${HERE} and not ${OF_EXTENSION('pg_proc', 'p.oid')}
    union all select format('drop type if exists %s cascade', t.oid::regtype) from pg_type t
      where typnamespace = ${HERE} and typtype in ('e', 'd') and not ${OF_EXTENSION('pg_type', 't.oid')}`)
  for (const { statement } of rows) await connection.query(statement)
}

/** Fills the tables in any order: references are checked and triggers act only afterwards. What migrations put in goes. */
export async function refill(
  connection: Connection,
  tables: Table[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows: references } = await connection.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = ${HERE} order by conrelid, conname`,
  )
  for (const { owner, name } of references)
    await connection.query(`alter table ${owner} drop constraint ${name}`)
  const names = tables.map(({ name }) => quoted(name))
  for (const name of names) await connection.query(`alter table ${name} disable trigger user`)
  await connection.query(`truncate ${names.join(', ')}`)
  await fill()
  for (const name of names) await connection.query(`alter table ${name} enable trigger user`)
  for (const { owner, name, definition } of references)
    await connection.query(`alter table ${owner} add constraint ${name} ${definition}`)
}
