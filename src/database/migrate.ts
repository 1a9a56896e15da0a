import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
const NAME = /^\d{4}_\w+\.sql$/

// Any number that no one else uses: two processes that start at once take turns.
const LOCK = 7_536_861

interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Brings the database up to date and answers the names of the migrations that were applied now. */
export async function migrate(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    // The lock belongs to the connection and ends with it.
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(`create table if not exists migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    const pending = await findPending(client)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  })
}

/** The names of the migrations that the database still lacks. */
export async function pendingMigrations(url: string): Promise<string[]> {
  return withClient(url, async (client) => (await findPending(client)).map(({ name }) => name))
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  // A broken connection also fails the query at hand; without a listener the process would end.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function findPending(client: pg.Client): Promise<Migration[]> {
  const known = await readMigrations()
  const applied = await readApplied(client)
  const names = new Set(known.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !names.has(name))
  if (unknown) {
    throw new Error(
      `The database has the migration ${unknown}, which this version does not know: start the newer version that made it.`,
    )
  }
  const changed = known.find(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum)
  if (changed) {
    throw new Error(
      `The migration ${changed.name} has changed since it was applied to the database: restore the file, and put the change into a new migration.`,
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

async function readApplied(client: pg.Client): Promise<Map<string, string>> {
  const { rows: tables } = await client.query(`select to_regclass('migrations') is not null as exists`)
  if (!tables[0].exists) return new Map()
  const { rows } = await client.query('select name, checksum from migrations order by name')
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    // The connection ends now, and what was begun is rolled back with it.
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
