import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { type Connection, withConnection } from './single-connection.ts'
import { watchTables } from './watched-tables.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const NAME = /^\d{4}_\w+\.sql$/

// Any number that no one else uses: two processes that start at once take turns.
const LOCK = 7_536_861

const TABLE = `create table if not exists migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`

export interface AppliedMigration {
  name: string
  checksum: string
}

interface Migration extends AppliedMigration {
  sql: string
}

/** Brings the database up to date and returns the names of the migrations that were applied. */
export async function migrate(url: string): Promise<string[]> {
  return withConnection(url, (connection) =>
    withMigrationLock(connection, async () => {
      await connection.query(TABLE)
      const pending = await findPending(connection)
      for (const migration of pending) await apply(connection, migration)
      await watchTables(connection)
      return pending.map(({ name }) => name)
    }),
  )
}

/** The names of the migrations that the database still lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  return withConnection(url, async (connection) => (await findPending(connection)).map(({ name }) => name))
}

/** What the database was built with, in order; none when it is empty. */
export async function appliedMigrations(connection: Connection): Promise<AppliedMigration[]> {
  return [...(await readApplied(connection))].map(([name, checksum]) => ({ name, checksum }))
}

/** This version can build a database that was built with these migrations. */
export async function demandKnown(level: readonly AppliedMigration[]): Promise<void> {
  const known = await readMigrations()
  const wrong = level.find(({ name, checksum }, place) => {
    const own = known[place]
    return own?.name !== name || own.checksum !== checksum
  })
  if (wrong)
    throw new Error(
      `The backup was made with the migration ${wrong.name}, which this version does not have. Use the version that made the backup, or a newer one.`,
    )
}

/** Builds an empty database as it was after these migrations, in the caller's transaction. */
export async function buildAt(connection: Connection, level: readonly AppliedMigration[]): Promise<void> {
  await connection.query(TABLE)
  await demandKnown(level)
  for (const migration of (await readMigrations()).slice(0, level.length)) {
    await connection.query(migration.sql)
    await note(connection, migration)
  }
}

/** No other process migrates or restores while the work runs. */
export async function withMigrationLock<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  // The lock belongs to the connection and ends with it.
  await connection.query('select pg_advisory_lock($1)', [LOCK])
  try {
    return await work()
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => undefined)
  }
}

async function findPending(connection: Connection): Promise<Migration[]> {
  const known = await readMigrations()
  const applied = await readApplied(connection)
  const names = new Set(known.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !names.has(name))
  if (unknown) {
    throw new Error(
      `The database has the migration ${unknown}, which this version does not have. Start the newer version that applied it.`,
    )
  }
  const changed = known.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) {
    throw new Error(
      `The migration ${changed.name} has changed since it was applied. Restore the file and put the change into a new migration.`,
    )
  }
  return known.filter(({ name }) => !applied.has(name))
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => NAME.test(name)).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readApplied(connection: Connection): Promise<Map<string, string>> {
  const { rows: tables } = await connection.query(`select to_regclass('migrations') is not null as exists`)
  if (!tables[0].exists) return new Map()
  const { rows } = await connection.query('select name, checksum from migrations order by name')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function apply(connection: Connection, migration: Migration): Promise<void> {
  const { name, sql } = migration
  try {
    await connection.query('begin')
    await connection.query(sql)
    await note(connection, migration)
    await connection.query('commit')
  } catch (error) {
    // The connection ends now, and what was begun is rolled back with it.
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function note(connection: Connection, { name, checksum }: Migration): Promise<void> {
  await connection.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
}
