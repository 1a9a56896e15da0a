import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'

/** Logs of this shape hold no personal data and no secrets: no address, no query, no token in a path. */
export function makeLogger(level: string, destination: DestinationStream = manyLines()): Logger {
  const options: LoggerOptions = {
    level,
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, path: toLoggedPath(url) }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    redact: ['err.config', 'err.parameters', 'err.where', 'err.detail'],
  }
  return pino(options, destination)
}

/**
 * Many lines in one write: a write for each would cost more than reading a record. The end of the process writes the
 * rest. Up to this length a pipe takes a write whole, also when the process of the tasks writes too.
 */
function manyLines(): DestinationStream {
  return pino.destination({ sync: false, minLength: 3_072, maxWrite: 4_096, periodicFlush: 100 })
}

export function toLoggedPath(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/(\/exports\/)[^/]+/, '$1…')
}

/** The id that a proxy gave, when it is harmless, or a new one. */
export function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{8,100}$/.test(given) ? given : randomUUID()
}
