import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isServing, readPostmaster } from './embedded-postmaster.ts'
import { forgive } from './forgive.ts'
import { releaseLock, takeLock } from './process-lock.ts'
import { run, type User } from './processes.ts'

/** Where root keeps what PostgreSQL's own user must reach, when the data folder lies out of its reach. */
export const SHARED = '/var/lib/plenum'
const WEEK = 7 * 24 * 3600 * 1000

/** PostgreSQL refuses to run as root, so root lends it an account without rights; others run it themselves. */
export async function chooseUser(): Promise<User> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = [run('id', ['-u', name]), run('id', ['-g', name])]
    const [uid, gid] = await Promise.all(ids).catch(() => [])
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor a user "nobody". ' +
      'Start Plenum as another user, or set DATABASE_URL to the address of a PostgreSQL server.',
  )
}

/** Makes the folder when it is not there yet, and answers where it really is. */
export async function openFolder(folder: string, user: User): Promise<string> {
  await mkdir(dirname(folder), { recursive: true })
  const place = await findPlace(folder, user)
  const { uid } = await stat(place)
  if (uid !== process.getuid?.()) {
    throw new Error(
      `The data folder ${folder} belongs to the user with the id ${uid}. Start Plenum as that user, or set DATA_DIR to another folder.`,
    )
  }
  // The account that root lends may pass through the folder but writes only in the folders inside that it owns.
  await chmod(place, user ? 0o711 : 0o700)
  if (user && !(await canReach(place, user))) {
    throw new Error(
      `PostgreSQL does not run as root, and the user with the id ${user.uid}, as whom it runs, cannot enter ${place}. ` +
        'Let everybody pass through the folders above it (chmod o+x), or set DATA_DIR to another folder.',
    )
  }
  return place
}

/** Makes a folder for PostgreSQL alone. */
export async function makePrivateFolder(path: string, user: User): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  await giveTo(user, path)
}

export async function giveTo(user: User, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}

async function findPlace(folder: string, user: User): Promise<string> {
  const target = await readlink(folder).catch(forgive(undefined, 'ENOENT', 'EINVAL'))
  if (target && !(await stat(folder).catch(forgive(undefined, 'ENOENT')))) {
    throw new Error(
      `The database of ${folder} was kept in ${target}, which is gone. ` +
        `Bring it back, or remove ${folder} to begin with an empty database.`,
    )
  }
  if (user && target && dirname(target) === SHARED && !(await ownsPlace(folder, target))) await unlink(folder)
  if (!user || (await canReach(dirname(folder), user)))
    await mkdir(folder).catch(forgive(undefined, 'EEXIST'))
  else if (!(await lstat(folder).catch(forgive(undefined, 'ENOENT')))) await linkToNewPlace(folder)
  const place = await realpath(folder)
  if (dirname(place) === SHARED) await removeLeftovers()
  return place
}

/** Ownership tells a checkout that was moved (its database moves along) from one that was copied (it gets its own). */
async function ownsPlace(folder: string, place: string): Promise<boolean> {
  const owner = await readOwner(place)
  if (owner && (await pointsTo(owner, place)) && !(await isSameFile(owner, folder))) return false
  await writeFile(join(place, 'link'), folder)
  return true
}

async function linkToNewPlace(folder: string): Promise<void> {
  await mkdir(SHARED, { recursive: true })
  await chmod(SHARED, 0o755)
  const place = await mkdtemp(join(SHARED, 'data-'))
  await writeFile(join(place, 'link'), folder)
  const isLinked = await symlink(place, folder).then(() => true, forgive(false, 'EEXIST'))
  if (!isLinked) await rm(place, { recursive: true })
}

/** Databases whose data folder was deleted. A week passes first: the folder may only have been moved or unmounted. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(SHARED)) {
    // Another service may remove it at the same moment.
    await removeLeftover(join(SHARED, name)).catch(forgive(undefined, 'ENOENT'))
  }
}

async function removeLeftover(place: string): Promise<void> {
  const owner = await readOwner(place)
  if (!owner || (await pointsTo(owner, place))) return
  const { mtimeMs } = await stat(place)
  if (Date.now() - mtimeMs < WEEK || (await takeLock(join(place, 'lock'))) !== undefined) return
  const data = join(place, 'data')
  const postmaster = await readPostmaster(data)
  if (postmaster && (await isServing(postmaster, data))) return releaseLock(join(place, 'lock'))
  const removed = join(SHARED, `removed-${basename(place)}`)
  await rename(place, removed)
  await rm(removed, { recursive: true })
}

function readOwner(place: string): Promise<string | undefined> {
  return readFile(join(place, 'link'), 'utf8').catch(forgive(undefined, 'ENOENT', 'ENOTDIR'))
}

async function pointsTo(link: string, place: string): Promise<boolean> {
  return (await readlink(link).catch(forgive(undefined, 'ENOENT', 'EINVAL', 'ENOTDIR'))) === place
}

async function canReach(folder: string, user: User): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user).then(
    () => true,
    () => false,
  )
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = [await lstat(one), await lstat(other)]
  return a.ino === b.ino && a.dev === b.dev
}
