/**
 * Access to the embedded server requires its password. It is in a file beside the data that only the account of the
 * service can read. The account that runs the server may be shared with other programs.
 */
import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forgive } from '../../system/file-errors.ts'
import { run, type User } from '../../system/processes.ts'
import { giveTo } from './folder.ts'

const RULES = '# Written by Plenum: the password is in the file ../password.\nlocal all all scram-sha-256\n'

const fileOf = (data: string) => join(data, '..', 'password')

/** The password of the database in this folder, if one is stored. */
export async function readPassword(data: string): Promise<string | undefined> {
  const kept = await readFile(fileOf(data), 'utf8').catch(forgive('', 'ENOENT', 'EACCES'))
  return kept.trim() || undefined
}

/** The password of an existing database. A database of an older version has none yet, and is given one. */
export async function demandPassword(data: string, binaries: string, user: User): Promise<string> {
  const kept = await readPassword(data)
  const rules = await readFile(join(data, 'pg_hba.conf'), 'utf8').catch(forgive('', 'ENOENT'))
  return kept && rules === RULES ? kept : lock(data, binaries, user)
}

/** Runs the statements and sets the password, while no server runs. */
export async function lock(data: string, binaries: string, user: User, before = ''): Promise<string> {
  const password = (await readPassword(data)) ?? randomBytes(32).toString('base64url')
  await writeWhole(fileOf(data), `${password}\n`)
  // A random password needs no costly hash, which every new connection would pay for.
  const settings = ['-c', 'exit_on_error=on', '-c', 'scram_iterations=1']
  const statements = `${before}alter role plenum password '${password}';\n`
  await run(join(binaries, 'postgres'), ['--single', '-D', data, ...settings, 'postgres'], user, statements)
  // Last, so that a start that is interrupted does all of it again.
  await writeWhole(join(data, 'pg_hba.conf'), RULES, user)
  return password
}

async function writeWhole(path: string, text: string, user?: User): Promise<void> {
  const draft = `${path}.new`
  await writeFile(draft, text, { mode: 0o600, flush: true })
  // A draft of an interrupted start keeps its old permissions.
  await chmod(draft, 0o600)
  await giveTo(user, draft)
  await rename(draft, path)
}
