import { loadSecret } from '../access/secret.ts'
import { connect, type Database } from '../database/connect.ts'
import { migrate, pendingMigrations } from '../database/migrate.ts'
import { type Closers, openParts, type Parts } from '../service/parts.ts'
import type { Call } from './command.ts'
import { withDatabase } from './with-database.ts'

type Given = Pick<Call, 'config' | 'log'>

/** Gives the work the parts of the service, on a database that is up to date. */
export function withParts<T>(given: Given, work: (parts: Parts) => Promise<T>): Promise<T> {
  return withDatabase(given.config, async (url) => {
    await demandUpToDate(url)
    return openAndClose(given, url, work)
  })
}

/** The same on a database that is brought up to date, also one that is empty. */
export function withMigratedParts<T>(given: Given, work: (parts: Parts) => Promise<T>): Promise<T> {
  return withDatabase(given.config, async (url) => {
    await migrate(url)
    return openAndClose(given, url, work)
  })
}

async function openAndClose<T>(
  { config, log }: Given,
  url: string,
  work: (parts: Parts) => Promise<T>,
): Promise<T> {
  const secret = await loadSecret(config.secret, config.dataDir)
  const closers: Closers = []
  try {
    return await work(await openParts({ config, secret, url, log }, closers))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** Gives the work the database alone, which is quicker. */
export async function withDb<T>(
  { config }: Pick<Call, 'config'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withDatabase(config, async (url) => {
    await demandUpToDate(url)
    const db = connect(url)
    return work(db).finally(() => db.close())
  })
}

async function demandUpToDate(url: string): Promise<void> {
  const pending = await pendingMigrations(url)
  if (pending.length === 0) return
  throw new Error(`The database has ${pending.length} pending migrations. Apply them first: plenum migrate`)
}
