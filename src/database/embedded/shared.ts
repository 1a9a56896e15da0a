import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, join } from 'node:path'
import { forgive } from '../../system/file-errors.ts'
import { releaseLock, takeLock } from '../../system/process-lock.ts'
import { isServing, readPostmaster } from './postmaster.ts'

/** Where root keeps what PostgreSQL's own user must reach, when the data folder lies out of its reach. */
export const SHARED = '/var/lib/plenum'
const HOUR = 3600 * 1000
const WEEK = 7 * 24 * HOUR

/** The owner distinguishes a checkout that was moved (its database moves along) from a copy (it gets its own). */
export async function ownsPlace(folder: string, place: string): Promise<boolean> {
  const owner = await readOwner(place)
  if (owner && (await pointsTo(owner, place)) && !(await isSameFile(owner, folder))) return false
  await writeFile(join(place, 'link'), folder)
  return true
}

export async function linkToNewPlace(folder: string): Promise<void> {
  await mkdir(SHARED, { recursive: true })
  await chmod(SHARED, 0o755)
  const place = await mkdtemp(join(SHARED, 'data-'))
  await writeFile(join(place, 'link'), folder)
  const isLinked = await symlink(place, folder).then(() => true, forgive(false, 'EEXIST'))
  if (!isLinked) await rm(place, { recursive: true })
}

/** Removes databases whose data folder was deleted. */
export async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(SHARED)) {
    // Another service may remove it at the same moment.
    await removeLeftover(join(SHARED, name)).catch(forgive(undefined, 'ENOENT'))
  }
}

async function removeLeftover(place: string): Promise<void> {
  const owner = await readOwner(place)
  if (!owner || (await pointsTo(owner, place)) || !(await isForgotten(place))) return
  if ((await takeLock(join(place, 'lock'))) !== undefined) return
  const data = join(place, 'data')
  const postmaster = await readPostmaster(data)
  if (postmaster && (await isServing(postmaster, data))) return releaseLock(join(place, 'lock'))
  const removed = join(SHARED, `removed-${basename(place)}`)
  await rename(place, removed)
  await rm(removed, { recursive: true })
}

/**
 * The data folder may only have been moved, or its disk unmounted. So a database is kept for as long as it was
 * in use before: at least an hour, while a start may still be making its link, and at most a week.
 */
async function isForgotten(place: string): Promise<boolean> {
  // Taking and releasing the lock changes the folder.
  const { mtimeMs: lastUse } = await stat(place)
  const made = await stat(join(place, 'data', 'PG_VERSION')).catch(forgive(undefined, 'ENOENT'))
  const timeInUse = made ? lastUse - made.mtimeMs : 0
  return Date.now() - lastUse > Math.min(WEEK, Math.max(HOUR, timeInUse))
}

function readOwner(place: string): Promise<string | undefined> {
  return readFile(join(place, 'link'), 'utf8').catch(forgive(undefined, 'ENOENT', 'ENOTDIR'))
}

async function pointsTo(link: string, place: string): Promise<boolean> {
  return (await readlink(link).catch(forgive(undefined, 'ENOENT', 'EINVAL', 'ENOTDIR'))) === place
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = [await lstat(one), await lstat(other)]
  return a.ino === b.ino && a.dev === b.dev
}
