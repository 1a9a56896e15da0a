import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { tellFull } from './disk-full.ts'
import { demandKey, type Storage } from './storage.ts'
import { removeForgotten } from './temp.ts'

/** Files in a folder of this machine, closed to its other accounts. */
export function localStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, demandKey(key))
  const drafts = join(folder, '.drafts')
  let ready: Promise<void> | undefined
  const prepare = async () => {
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    await removeForgotten(drafts)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      const draft = join(drafts, randomUUID())
      ready ??= prepare()
      await ready
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await pipeline(content, createWriteStream(draft, { flags: 'wx', flush: true, mode: 0o600 }))
        const { size } = await stat(draft)
        await rename(draft, path)
        return { size }
      } catch (error) {
        await rm(draft, { force: true })
        throw tellFull(error)
      }
    },
    async find(key) {
      const found = await stat(pathOf(key)).catch(ignoreMissing)
      return found?.isFile() ? { size: found.size } : undefined
    },
    async read(key, range) {
      const stream = createReadStream(pathOf(key), range)
      // Opening is part of reading: a missing file must be an error here, not in the middle of a response.
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
      return stream
    },
    remove: async (key) => rm(pathOf(key), { force: true }),
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
  return undefined
}
