import { UnavailableError } from '../errors.ts'

interface GateLimits {
  /** How many may work at once. */
  atOnce: number
  /** How many may wait for their turn. */
  waiting: number
  /** The message for callers that are turned away. */
  full: string
}

/** Lets a few callers work at once and some wait in order. If the line is full, a caller is turned away. */
export function makeGate({ atOnce, waiting, full }: GateLimits) {
  let working = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) {
      if (line.length >= waiting) throw new UnavailableError(full)
      // A caller that leaves passes its place on, so that no other caller can take it in between.
      await new Promise<void>((resolve) => line.push(resolve))
    } else working++
    try {
      return await work()
    } finally {
      const next = line.shift()
      if (next) next()
      else working--
    }
  }
}
