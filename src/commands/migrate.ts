import { migrate as applyMigrations, pendingMigrations } from '../database/migrate.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

export const migrate: Command = {
  name: 'migrate',
  summary: 'bring the database up to date',
  options: { status: { about: 'only tell what is missing' } },
  details:
    'Every start of the service does this too; the command is for those who want it to happen at another time.\n' +
    'Migrations that have been applied are not applied again.',
  examples: ['migrate --status', 'migrate'],
  async run({ config, flag }) {
    const isStatus = flag('status')
    const names = await withDatabase(config, isStatus ? pendingMigrations : applyMigrations)
    const text = isStatus ? 'Not yet applied' : 'Applied'
    const lines =
      names.length === 0 ? ['The database is up to date.'] : names.map((name) => `${text}: ${name}`)
    return { text: lines.join('\n'), value: { [isStatus ? 'pending' : 'applied']: names } }
  },
}
