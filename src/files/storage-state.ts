/** Whether the bucket can be used, for monitors that ask often: it is tried at most every ten seconds. */
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { UnavailableError } from '../errors.ts'
import type { Storage } from './storage.ts'

const KEY = 'private/probe/ready'
const GOOD_FOR = 10_000
const LONGEST = 5_000

/** Returns what fails with a sentence while the storage is away. */
export function watchStorage(storage: Storage): () => Promise<void> {
  let asked = Number.NEGATIVE_INFINITY
  let state: Promise<void> = Promise.resolve()
  return () => {
    if (performance.now() - asked >= GOOD_FOR) {
      asked = performance.now()
      state = tried(storage)
      state.catch(() => undefined)
    }
    return state
  }
}

async function tried(storage: Storage): Promise<void> {
  const attempt = probe(storage)
  attempt.catch(() => undefined)
  const late = delay(LONGEST, 'late', { ref: false })
  if ((await Promise.race([attempt, late])) === 'late')
    throw new UnavailableError('The file storage is unreachable. Try again soon.')
}

async function probe(storage: Storage): Promise<void> {
  try {
    const content = await storage.read(KEY)
    content.destroy()
  } catch {
    // A bucket that may not be listed refuses to report a missing object, so writing one is the better test.
    await storage.put(KEY, Readable.from([Buffer.from('ready')]))
  }
}
