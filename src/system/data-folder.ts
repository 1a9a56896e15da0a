/** DATA_DIR: made when it is not there, and closed to every other account of the machine. */
import { access, chmod, constants, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { forgive } from './file-errors.ts'

const FOLDER = 0o700
const FILE = 0o600
/** What others could do with it. */
const OTHERS = 0o077
const EVERYONE_WRITES = 0o002
const OURS = ['secret', 'postgres', 'files', 'temp']
const EMPTY = new Set(['lost+found'])

/** Reports in a sentence what was changed. */
type Tell = (text: string) => void

export async function openDataFolder(dataDir: string, tell: Tell = console.error): Promise<void> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw faultOf(error as NodeJS.ErrnoException, dataDir)
  }
  await closeToOthers(dataDir, tell)
  for (const name of ['files', 'temp', 'secret']) await closeInside(join(dataDir, name), tell)
}

/** Not mkdir's own recursion, which tries for ever where no folder can be made, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path).then(
      () => chmod(path, modeOfRoot()),
      async (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST' && (await stat(path)).isDirectory()) return
        throw error
      },
    )
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  })
}

/** Root lends the embedded database another account, which must be able to pass through. */
function modeOfRoot(): number {
  return process.getuid?.() === 0 ? 0o711 : FOLDER
}

async function closeToOthers(dataDir: string, tell: Tell): Promise<void> {
  const { uid, mode } = await stat(dataDir)
  if (uid !== process.getuid?.()) {
    // A volume that root has mounted for us: what is made inside is ours, and closed.
    if (uid === 0 && (mode & EVERYONE_WRITES) === 0) return
    throw new Error(
      `DATA_DIR (${dataDir}) belongs to the user with ID ${uid}. Run Plenum as that user, or set DATA_DIR to another folder.`,
    )
  }
  if ((mode & OTHERS & ~modeOfRoot()) === 0) return
  const names = (await readdir(dataDir)).filter((name) => !EMPTY.has(name))
  if (names.length > 0 && !names.some((name) => OURS.includes(name)))
    throw new Error(
      `DATA_DIR (${dataDir}) contains other files and is open to other users. Set DATA_DIR to a folder that only Plenum uses.`,
    )
  await chmod(dataDir, modeOfRoot())
  if (names.length > 0)
    tell(`Other users could read ${dataDir} (DATA_DIR). Its permissions are now restricted.`)
}

/** Closes the files of an older version that left them readable. A closed folder has nothing to check. */
async function closeInside(path: string, tell: Tell): Promise<void> {
  const found = await stat(path).catch(forgive(undefined, 'ENOENT'))
  if (!found || (found.mode & OTHERS) === 0) return
  if (found.isDirectory())
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue
      const mode = entry.isDirectory() ? FOLDER : FILE
      await chmod(join(entry.parentPath, entry.name), mode).catch(forgive(undefined, 'ENOENT'))
    }
  await chmod(path, found.isDirectory() ? FOLDER : FILE)
  tell(`Other users could read ${path}. Its permissions are now restricted.`)
}

function faultOf({ code, message }: NodeJS.ErrnoException, dataDir: string): Error {
  const reasons: Record<string, string> = {
    EACCES: 'this user has no write permission there',
    EPERM: 'this user has no write permission there',
    EROFS: 'the file system is read-only',
    ENOTDIR: 'a part of the path is a file, not a folder',
    EEXIST: 'a part of the path is a file, not a folder',
    ENOENT: 'the folder cannot be created',
    ENOSPC: 'the disk is full',
  }
  const reason = reasons[code ?? ''] ?? message
  return new Error(
    `The data folder ${dataDir} cannot be used: ${reason}. Set DATA_DIR to a folder that Plenum can write to.`,
  )
}
