import type { Config } from '../config.ts'
import { migrate, pendingMigrations } from '../database/migrate.ts'
import type { Print } from './commands.ts'
import { withDatabase } from './with-database.ts'

/** Brings the database up to date, or only tells what is missing. */
export async function runMigrations(config: Config, isStatus: boolean, print: Print): Promise<void> {
  const names = await withDatabase(config, isStatus ? pendingMigrations : migrate)
  const text = isStatus ? 'Not yet applied' : 'Applied'
  const lines = names.length === 0 ? ['The database is up to date.'] : names.map((name) => `${text}: ${name}`)
  print(lines.join('\n'), { [isStatus ? 'pending' : 'applied']: names })
}
