/** Keeps the files of the local storage from going while a backup is made. */
import { randomUUID } from 'node:crypto'
import { constants, copyFile, link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { forgive } from '../system/file-errors.ts'

/** Where the storage keeps what is not a file yet; it removes what is forgotten there. */
const DRAFTS = '.drafts'

export interface PinnedFiles {
  /** Links to all files that are there now. */
  pin(): Promise<void>
  /** The keys and sizes of all that were pinned, in order. */
  list(): Promise<{ key: string; size: number }[]>
  has(key: string): Promise<boolean>
  pathOf(key: string): string
  release(): Promise<void>
}

/** A stored file never changes, so a second name for it is as good as a copy. */
export async function pinFiles(folder: string): Promise<PinnedFiles> {
  const pinned = join(folder, DRAFTS, `backup-${randomUUID()}`)
  await mkdir(pinned, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => join(pinned, key)
  return {
    async pin() {
      for await (const key of keysIn(folder)) {
        await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 })
        await pinOne(join(folder, key), pathOf(key)).catch(forgive(undefined, 'EEXIST', 'ENOENT'))
      }
    },
    async list() {
      const found: { key: string; size: number }[] = []
      for await (const key of keysIn(pinned)) found.push({ key, size: (await stat(pathOf(key))).size })
      return found.sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    has: (key) =>
      stat(pathOf(key)).then(
        () => true,
        () => false,
      ),
    pathOf,
    release: () => rm(pinned, { recursive: true, force: true }),
  }
}

/** It may be pinned already, or gone since it was listed. */
async function pinOne(path: string, pinned: string): Promise<void> {
  await link(path, pinned).catch(async (error: NodeJS.ErrnoException) => {
    // Not every file system knows second names.
    if (!['EPERM', 'ENOTSUP', 'EMLINK', 'ENOSYS'].includes(error.code!)) throw error
    await copyFile(path, pinned, constants.COPYFILE_EXCL)
  })
}

async function* keysIn(folder: string, below = folder): AsyncGenerator<string> {
  for (const entry of await readdir(below, { withFileTypes: true })) {
    const path = join(below, entry.name)
    if (entry.isDirectory() && path !== join(folder, DRAFTS)) yield* keysIn(folder, path)
    if (entry.isFile()) yield relative(folder, path)
  }
}
