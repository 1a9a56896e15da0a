/** Files that a command writes: whole or not at all, and never over another one unasked. */
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, link, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { forgive } from '../system/file-errors.ts'

/** Backups and archives contain secrets and personal data. */
const ONLY_OWNER = 0o600

interface TargetOptions {
  isForced: boolean
  signal: AbortSignal
}

/** To be asked before long work begins. */
export async function demandFree(path: string, isForced: boolean): Promise<void> {
  const folder = dirname(path)
  await access(folder, constants.W_OK).catch(() => {
    throw new Error(`The folder ${folder} does not exist or is not writable.`)
  })
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) throw new Error(`${path} is a folder. Choose a file with --out.`)
  if (found && !isForced) throw taken(path)
}

/** Writes next to the target and gives the file its name at the end, so that a broken one never has it. */
export async function writeTarget(path: string, content: Readable, options: TargetOptions): Promise<void> {
  const { isForced, signal } = options
  const draft = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.part`)
  try {
    await pipeline(content, createWriteStream(draft, { flags: 'wx', flush: true, mode: ONLY_OWNER }), {
      signal,
    })
    // A link fails when the name was taken meanwhile. Not every file system knows links.
    if (isForced || !(await link(draft, path).then(() => true, forgive(false, 'EPERM', 'ENOTSUP', 'ENOSYS'))))
      await rename(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw taken(path)
    throw error
  } finally {
    await rm(draft, { force: true })
  }
}

function taken(path: string): Error {
  return new Error(`${path} already exists. Choose another name with --out, or add --force to overwrite it.`)
}
