import { migrate as applyMigrations, pendingMigrations } from '../database/migrate.ts'
import type { Call, Outcome } from './command.ts'
import { withDatabase } from './with-database.ts'

export async function migrate({ config, flag }: Call): Promise<Outcome> {
  const isStatus = flag('status')
  const names = await withDatabase(config, isStatus ? pendingMigrations : applyMigrations)
  const text = isStatus ? 'Not yet applied' : 'Applied'
  const lines = names.length === 0 ? ['The database is up to date.'] : names.map((name) => `${text}: ${name}`)
  return { text: lines.join('\n'), value: { [isStatus ? 'pending' : 'applied']: names } }
}
