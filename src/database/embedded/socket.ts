import { mkdtemp, readdir, readlink, rm, rmdir, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { forgive } from '../../system/file-errors.ts'
import type { User } from '../../system/processes.ts'
import { giveTo, makePrivateFolder } from './folder.ts'

/** The shortest limit of any system for the path of a Unix socket (macOS; Linux allows 107 bytes). */
const LONGEST_PATH = 103

/** PostgreSQL names its socket after a port, though it listens on none. */
export const PORT = '5432'

/** A client must be able to enter the folder of the socket and must know the password. */
export function urlOf(socketFolder: string, password: string): string {
  return `postgresql://plenum:${password}@localhost/plenum?host=${encodeURIComponent(socketFolder)}&port=${PORT}&sslmode=disable`
}

export function answers(socketFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketIn(socketFolder))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** A new folder at every start, so that no socket of an earlier server is in the way. */
export async function makeSocketFolder(folder: string, user: User): Promise<string> {
  await removeSocketFolder(folder)
  const inside = join(folder, 'socket')
  if (Buffer.byteLength(socketIn(inside)) <= LONGEST_PATH) {
    await makePrivateFolder(inside, user)
    return inside
  }
  // Not os.tmpdir(): that may be long too, or closed to the user PostgreSQL runs as.
  const outside = await mkdtemp('/tmp/plenum-')
  await giveTo(user, outside)
  await symlink(outside, inside)
  return outside
}

/** Removes what a killed server left in it. The folder stays: its path is part of the address. */
export async function emptySocketFolder(socketFolder: string, user: User): Promise<void> {
  await makePrivateFolder(socketFolder, user).catch(forgive(undefined, 'EEXIST'))
  for (const name of await readdir(socketFolder)) await rm(join(socketFolder, name), { force: true })
}

export async function removeSocketFolder(folder: string): Promise<void> {
  const inside = join(folder, 'socket')
  const outside = await readlink(inside).catch(forgive(undefined, 'ENOENT', 'EINVAL'))
  // PostgreSQL has emptied it. What is not empty, or not ours any more, is no business of ours.
  if (outside)
    await rmdir(outside).catch(forgive(undefined, 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EACCES', 'EPERM'))
  await rm(inside, { recursive: true, force: true })
}

function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${PORT}`)
}
