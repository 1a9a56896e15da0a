import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { tellFull } from './disk-full.ts'

const FORGOTTEN_AFTER = 24 * 60 * 60_000

/** A folder for files that live only as long as a request or a task. */
export interface TempFolder {
  /** Writes the content to a new file and returns its path and size; leaves nothing if that fails. */
  keep(content: Readable): Promise<{ path: string; size: number }>
  remove(path: string): Promise<void>
}

export async function openTemp(folder: string): Promise<TempFolder> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeForgotten(folder)
  return {
    async keep(content) {
      const path = join(folder, randomUUID())
      try {
        await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
        return { path, size: (await stat(path)).size }
      } catch (error) {
        await rm(path, { force: true })
        throw tellFull(error)
      }
    },
    remove: (path) => rm(path, { force: true }),
  }
}

/** A killed process leaves its files; after a day they are certainly unused. */
export async function removeForgotten(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > FORGOTTEN_AFTER)
      await rm(path, { force: true, recursive: true })
  }
}
