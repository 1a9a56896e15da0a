import { UnavailableError } from '../errors.ts'

interface GateLimits {
  /** How many may work at once. */
  atOnce: number
  /** How many may wait for their turn. */
  waiting: number
  /** What the next one is told. */
  full: string
}

/** Lets a few do their work at once and some wait for it, in order. Whoever comes when the line is full is sent away. */
export function makeGate({ atOnce, waiting, full }: GateLimits) {
  let working = 0
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (working >= atOnce) {
      if (line.length >= waiting) throw new UnavailableError(full)
      // Whoever leaves hands over the place, so that nobody can come between.
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
