import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A JSON body is small; a client that needs longer for it (in ms) only occupies a connection. */
const LONGEST_BODY = 30_000

/** Ends a connection that sends its body too slowly. Uploads take as long as they need. */
export function addBodyTimeout(app: FastifyInstance): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()
  const clear = (request: FastifyRequest) => clearTimeout(timers.get(request))
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request) && !request.headers['content-type']?.startsWith('multipart/')) {
      const end = () => request.raw.destroy()
      // An aborted request has no response that would clear the timer, which must not keep the process alive.
      timers.set(request, setTimeout(end, LONGEST_BODY).unref())
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
