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
  app.addHook('onRequest', (request, _reply, done) => {
    const now = Date.now()
    if (now >= ends) {
      counts = new Map()
      ends = now + MINUTE
    }
    const count = (counts.get(request.ip) ?? 0) + 1
    counts.set(request.ip, count)
    if (count > most)
      throw new TooManyError(`More than ${most} requests in a minute.`, Math.ceil((ends - now) / 1000))
    done()
  })
}

/** Ends a connection that sends its body too slowly. Uploads take as long as they need. */
export function addBodyTimeout(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const clear = (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request) && !request.headers['content-type']?.startsWith('multipart/')) {
      const end = () => request.raw.destroy()
      timers.set(request, setTimeout(end, LONGEST_BODY))
    }
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    clear(request)
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    clear(request)
    done()
  })
}

/** Old clients send a content type with GET and DELETE too, without a body. */
export function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
