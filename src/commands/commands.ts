/** The commands besides serving: what an administrator does by hand. */
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { createAdmin } from './admin.ts'
import { tryMail, tryStorage } from './checks.ts'
import { runMigrations } from './migrate.ts'

/** Prints the text, or with `--json` the value. */
export type Print = (text: string, value: object) => void

export const COMMANDS = `  migrate [--status]     bring the database up to date, or only tell what is missing
  admin create <e-mail>  make a super admin, or make an account one with a new password
  storage check          write, read and delete a small object in the storage
  mail test <e-mail>     send a test mail`

/** False when there is no such command. */
export async function runCommand(words: string[], config: () => Config): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    strict: false,
    options: { json: { type: 'boolean', default: false }, status: { type: 'boolean', default: false } },
  })
  const unknown = Object.keys(values).some((option) => option !== 'json' && option !== 'status')
  const print: Print = (text, value) => console.log(values.json ? JSON.stringify(value) : text)
  const [name, action, argument, ...more] = positionals
  const command = action === undefined ? name : `${name} ${action}`
  const isStatus = values.status === true
  if (unknown || more.length > 0 || (isStatus && command !== 'migrate')) return false
  if (command === 'migrate') await runMigrations(config(), isStatus, print)
  else if (command === 'admin create' && argument) await createAdmin(config(), argument, print)
  else if (command === 'storage check' && !argument) await tryStorage(config(), print)
  else if (command === 'mail test' && argument) await tryMail(config(), argument, print)
  else return false
  return true
}
