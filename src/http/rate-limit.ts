/** The number of requests per address and minute. docs/decisions/0015-rate-limits-in-blocks.md explains the design. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { networkOf } from '../access/network.ts'
import { takeBlock } from '../access/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { TooManyError } from '../errors.ts'
import { isInner } from '../web/inner.ts'

const MINUTE = 60_000
/** A process takes this part of the limit at once from what all processes share. */
const PART = 20
/** A client with very many networks makes the oldest ones forgotten, but takes no more memory. */
const MOST_COUNTS = 100_000

/** The requests that are granted without asking the database again, and when the minute ends (in ms from now). */
interface Block {
  granted: number
  left: number
}

type Take = (address: string, known: Count) => Promise<Block>

/** What a process knows of an address in its present minute. */
interface Count {
  granted: number
  endsAt: number
  isUsedUp: boolean
  /** Requests that arrive while the database is asked wait for the same result. */
  asking: Promise<void> | undefined
}

export interface RateLimitParts {
  /** 0 for no limit. */
  most: number
  /** Whose requests are not counted. */
  isExempt: (address: string) => boolean
  /** Where processes share their counts. Absent: this process counts for itself. */
  shared: { db: Db; log: FastifyBaseLogger } | undefined
}

export function addRateLimit(app: FastifyInstance, { most, isExempt, shared }: RateLimitParts): void {
  if (most === 0) return
  const take = shared ? sharedTake(shared, most) : ownTake(most)
  const counts = new Map<string, Count>()
  let sweepAt = 0
  const count = async (ip: string) => {
    if (counts.size >= MOST_COUNTS) counts.delete(counts.keys().next().value!)
    if (Date.now() >= sweepAt) {
      for (const [address, { endsAt, asking }] of counts) {
        if (!asking && endsAt <= Date.now()) counts.delete(address)
      }
      sweepAt = Date.now() + MINUTE
    }
    const wait = await waitOf(networkOf(ip), counts, take)
    if (wait > 0)
      throw new TooManyError(`More than ${most} requests in one minute. Slow down.`, Math.ceil(wait / 1000))
  }
  app.addHook('onRequest', (request, _reply, done) => {
    // Exempt clients do not wait for a promise either.
    if (isExempt(request.ip) || isInner(request)) done()
    else
      count(request.ip).then(
        () => done(),
        (error: Error) => done(error),
      )
  })
}

/** Counts a request; returns 0, or how long to wait (in ms) if the limit is reached. */
async function waitOf(address: string, counts: Map<string, Count>, take: Take): Promise<number> {
  for (;;) {
    let count = counts.get(address)
    if (!count || (!count.asking && count.endsAt <= Date.now())) {
      count = { granted: 0, endsAt: 0, isUsedUp: false, asking: undefined }
      counts.set(address, count)
    }
    if (count.granted > 0) {
      count.granted--
      return 0
    }
    if (count.isUsedUp) return Math.max(1, count.endsAt - Date.now())
    count.asking ??= ask(address, count, take)
    await count.asking
  }
}

async function ask(address: string, count: Count, take: Take): Promise<void> {
  const { granted, left } = await take(address, count)
  count.granted = granted
  count.endsAt = Date.now() + left
  count.isUsedUp = granted === 0
  count.asking = undefined
}

/** The whole limit at once, and nothing more until the minute is over. */
function ownTake(most: number): Take {
  return async (_address, { endsAt }) =>
    endsAt === 0 ? { granted: most, left: MINUTE } : { granted: 0, left: endsAt - Date.now() }
}

/** While the database is unreachable no request is refused: the limit protects the service, not the other way round. */
function sharedTake({ db, log }: { db: Db; log: FastifyBaseLogger }, most: number): Take {
  const block = Math.ceil(most / PART)
  return async (address) => {
    try {
      return await takeBlock(db, { key: `requests:${address}`, most, window: MINUTE / 1000 }, block)
    } catch (error) {
      log.warn({ err: error }, 'rate limiting is off: the database is unreachable')
      return { granted: most, left: MINUTE }
    }
  }
}
