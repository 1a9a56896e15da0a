/** Limits on how much and how slowly one client may ask. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { TooManyError } from '../errors.ts'

const MINUTE = 60_000
/** A body of JSON is small; whoever needs longer for it (in ms) only holds a connection. */
const LONGEST_BODY = 30_000

/** At most so many requests in a minute from one address; 0 for no limit. Each process counts for itself. */
export function addRateLimit(app: FastifyInstance, most: number): void {
  if (most === 0) return
  let counts = new Map<string, number>()
  let ends = 0
  app.addHook('onRequest', async (request) => {
    const now = Date.now()
    if (now >= ends) {
      counts = new Map()
      ends = now + MINUTE
    }
    const count = (counts.get(request.ip) ?? 0) + 1
    counts.set(request.ip, count)
    if (count > most)
      throw new TooManyError(`More than ${most} requests in a minute.`, Math.ceil((ends - now) / 1000))
  })
}

/** Ends a connection that sends its body too slowly. Uploads take as long as they need. */
export function addBodyTimeout(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const clear = async (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', async (request) => {
    if (request.headers['content-type']?.startsWith('multipart/')) return
    timers.set(
      request,
      setTimeout(() => request.raw.destroy(), LONGEST_BODY),
    )
  })
  app.addHook('preHandler', clear)
  app.addHook('onResponse', clear)
}
