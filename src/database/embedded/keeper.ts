/** Keeps the embedded server running: one that ends by itself is started again, unless that cannot help. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from './launch.ts'

export interface Kept {
  /** Fulfilled with the reason when the server is given up. */
  lost: Promise<Error>
  stop(): Promise<void>
}

interface KeeperParts {
  /** Where the database lies. */
  data: string
  start(): Promise<Running>
  /** Reports in a sentence what happens. */
  tell(text: string): void
}

/** After this many crashes and failed starts within this time (in ms) the server is given up. */
const MOST_ENDS = 5
const WITHIN = 60_000
/** How long the first new start waits (in ms); each further one twice as long. */
const FIRST_WAIT = 100
/** How often it is looked whether the data is still there (in ms). */
const LOOK_EVERY = 2_000

export function keepRunning(first: Running, parts: KeeperParts): Kept {
  const stopping = new AbortController()
  let running: Running | undefined = first
  const lost = Promise.withResolvers<Error>()
  const watch = async () => {
    const ends: number[] = []
    for (;;) {
      if (running) await endOrLoss(running, parts.data, stopping.signal)
      if (stopping.signal.aborted) return
      if (!(await isThere(parts.data))) throw goneError(parts.data)
      if (running) parts.tell('The embedded PostgreSQL stopped and is restarting.')
      ends.push(performance.now())
      const recent = ends.filter((end) => end > performance.now() - WITHIN).length
      const fault = await startAgain(recent)
      if (fault && recent >= MOST_ENDS) throw fault
      if (recent > MOST_ENDS)
        throw new Error(`The embedded PostgreSQL stopped ${recent} times within one minute.`)
    }
  }
  const startAgain = async (times: number): Promise<Error | undefined> => {
    running = undefined
    await delay(FIRST_WAIT * 2 ** (times - 1), undefined, { signal: stopping.signal }).catch(() => undefined)
    if (stopping.signal.aborted) return undefined
    try {
      running = await parts.start()
      return undefined
    } catch (error) {
      return error as Error
    }
  }
  const watching = watch().catch(async (error: Error) => {
    await running?.end().catch(() => undefined)
    lost.resolve(error)
  })
  return {
    lost: lost.promise,
    async stop() {
      stopping.abort()
      // A start under way ends first, so that nothing is left running.
      await watching
      await running?.end()
    },
  }
}

/** Fulfilled when the server ends, when its data is gone, and when it is to stop. */
async function endOrLoss(running: Running, data: string, stopping: AbortSignal): Promise<void> {
  const stop = Promise.withResolvers<void>()
  const timer = setInterval(async () => {
    if (!(await isThere(data))) stop.resolve()
  }, LOOK_EVERY)
  timer.unref()
  const heed = () => stop.resolve()
  stopping.addEventListener('abort', heed)
  await Promise.race([running.ended, stop.promise])
  stopping.removeEventListener('abort', heed)
  clearInterval(timer)
}

/** A fault of the disk that passes is no loss. */
async function isThere(data: string): Promise<boolean> {
  return stat(join(data, 'PG_VERSION')).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR',
  )
}

function goneError(data: string): Error {
  return new Error(
    `The folder of the embedded database, ${data}, no longer exists. Put it back, or restart Plenum and restore a backup.`,
  )
}
