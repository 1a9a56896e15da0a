import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { StorageConfig } from '../config.ts'
import type { Storage } from './storage.ts'

/** Writes, reads and deletes a small object, and says in a sentence what does not work. */
export async function checkStorage(storage: Storage, { kind, s3 }: StorageConfig): Promise<void> {
  const key = `probe/${randomUUID()}`
  const content = `probe ${key}`
  const place = kind === 's3' ? `the bucket ${s3!.bucket}` : 'the folder for files in DATA_DIR'
  let step = 'written to'
  try {
    await storage.put(key, Readable.from([Buffer.from(content)]))
    step = 'read from'
    const read = await text(await storage.read(key))
    if (read !== content) throw new Error('what comes back is not what was written')
    step = 'deleted in'
    await storage.remove(key)
    if (await storage.find(key)) throw new Error('the object is still there')
  } catch (error) {
    // What can be written but not read must not pile up with each start.
    if (step === 'read from') await storage.remove(key).catch(() => undefined)
    const hint =
      kind === 's3'
        ? ' Check STORAGE and the variables that begin with S3_.'
        : ' Check DATA_DIR and its rights.'
    throw new Error(`Files cannot be ${step} ${place}: ${reasonOf(error as Error)}.${hint}`, { cause: error })
  }
}

/** The words of the library or the system, which are nearest to the fault. */
function reasonOf(error: Error): string {
  const { message, name } = error.cause instanceof Error ? error.cause : error
  return (message || name).replace(/\.$/, '')
}
