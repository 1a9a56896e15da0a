import { chmod, chown, lstat, mkdir, readlink, realpath, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { forgive } from '../../system/file-errors.ts'
import { run, type User } from '../../system/processes.ts'
import { linkToNewPlace, ownsPlace, removeLeftovers, SHARED } from './shared.ts'

/** PostgreSQL refuses to run as root, so root lends it an account without rights; others run it themselves. */
export async function chooseUser(): Promise<User> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = [run('id', ['-u', name]), run('id', ['-g', name])]
    const [uid, gid] = await Promise.all(ids).catch(() => [])
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    'PostgreSQL cannot run as root, and this machine has no user "postgres" or "nobody". ' +
      'Start Plenum as another user, or set DATABASE_URL to the address of a PostgreSQL server.',
  )
}

/** Creates the folder if it is missing, and returns its real path. */
export async function openFolder(folder: string, user: User): Promise<string> {
  await mkdir(dirname(folder), { recursive: true })
  const place = await findPlace(folder, user)
  const { uid } = await stat(place)
  if (uid !== process.getuid?.()) {
    throw new Error(
      `The data folder ${folder} belongs to the user with ID ${uid}. ` +
        'Start Plenum as that user, or set DATA_DIR to another folder.',
    )
  }
  // The account that root lends may pass through the folder but writes only in the folders inside that it owns.
  await chmod(place, user ? 0o711 : 0o700)
  if (user && !(await canReach(place, user))) {
    throw new Error(
      `PostgreSQL cannot run as root, and the user it runs as (ID ${user.uid}) cannot enter ${place}. ` +
        'Make its parent folders accessible (chmod o+x), or set DATA_DIR to another folder.',
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
      `The database for ${folder} was stored in ${target}, which no longer exists. ` +
        `Restore that folder, or remove ${folder} to start with an empty database.`,
    )
  }
  if (user && target && dirname(target) === SHARED && !(await ownsPlace(folder, target))) await unlink(folder)
  if (!user || (await canReach(dirname(folder), user))) {
    await mkdir(folder).catch(forgive(undefined, 'EEXIST'))
  } else if (!(await lstat(folder).catch(forgive(undefined, 'ENOENT')))) {
    await linkToNewPlace(folder)
  }
  const place = await realpath(folder)
  if (dirname(place) === SHARED) await removeLeftovers()
  return place
}

async function canReach(folder: string, user: User): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user).then(
    () => true,
    () => false,
  )
}
