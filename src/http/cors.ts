import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const METHODS = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS'
const EXPOSED =
  'ETag, Location, Retry-After, Content-Disposition, X-Request-Id, Preference-Applied, Idempotent-Replayed'

/** Pages of the allowed origins may call the service. Credentials are tokens in a header, never cookies of other sites. */
export function addCors(app: FastifyInstance, origins: string[] | '*'): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (origin !== undefined && (origins === '*' || origins.includes(origin))) allow(origin, request, reply)
    done()
  })
  function allow(origin: string, request: FastifyRequest, reply: FastifyReply): void {
    reply.header('access-control-allow-origin', origins === '*' ? '*' : origin)
    reply.header('access-control-expose-headers', EXPOSED)
    if (request.method !== 'OPTIONS') return
    reply.header('access-control-allow-methods', METHODS)
    const wanted = request.headers['access-control-request-headers']
    if (wanted) reply.header('access-control-allow-headers', wanted)
    reply.header('access-control-max-age', '86400')
  }
}

/** A browser asks whether a page may call. */
export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && 'origin' in headers && 'access-control-request-method' in headers
}
