/**
 * Who may connect to the embedded server: only who knows its password, which lies beside the data in a file that only
 * the account of the service can read. The account that runs the server may be shared with other programs.
 */
import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forgive } from '../../system/file-errors.ts'
import { run, type User } from '../../system/processes.ts'
import { giveTo } from './folder.ts'

const RULES = '# Written by Plenum: the password is in the file ../password.\nlocal all all scram-sha-256\n'

const fileOf = (place: string) => join(place, 'password')

export async function readPassword(place: string): Promise<string | undefined> {
  const kept = await readFile(fileOf(place), 'utf8').catch(forgive('', 'ENOENT', 'EACCES'))
  return kept.trim() || undefined
}

/** The password of a database that is there. One of an older version had none and let in whoever reached its socket. */
export async function demandPassword(
  place: string,
  data: string,
  binaries: string,
  user: User,
): Promise<string> {
  const kept = await readPassword(place)
  const rules = await readFile(join(data, 'pg_hba.conf'), 'utf8').catch(forgive('', 'ENOENT'))
  return kept && rules === RULES ? kept : lock(place, data, binaries, user)
}

/** Sets the password after these statements, while no server runs. */
export async function lock(
  place: string,
  data: string,
  binaries: string,
  user: User,
  before = '',
): Promise<string> {
  const password = (await readPassword(place)) ?? randomBytes(32).toString('base64url')
  await writeWhole(fileOf(place), `${password}\n`)
  // One that is random needs no costly hash, which every new connection would pay for.
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
  // A draft of an interrupted start keeps the rights that it had.
  await chmod(draft, 0o600)
  await giveTo(user, draft)
  await rename(draft, path)
}
