import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import type { Config } from '../config.ts'
import { toLine } from './log-line.ts'

type LogConfig = Pick<Config, 'logLevel' | 'logFormat'>

/** The log of a process, on its standard output. */
export function openLog(config: LogConfig): Logger {
  return makeLogger(config.logLevel, isForPeople(config) ? { write: writeLine } : manyLines())
}

/** Whether the log is text for people; else it is JSON for programs. */
export function isForPeople({ logFormat }: Pick<LogConfig, 'logFormat'>): boolean {
  return logFormat === 'auto' ? process.stdout.isTTY : logFormat === 'text'
}

/** Logs of this shape contain no personal data and no secrets: no address, no query, no token in a path. */
export function makeLogger(level: string, destination: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, path: toLoggedPath(request) }),
      res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    },
    redact: ['err.config', 'err.parameters', 'err.where', 'err.detail'],
  }
  return pino(options, destination)
}

function writeLine(json: string): void {
  process.stdout.write(toLine(json))
}

/**
 * Many lines in one write: a write for each would cost more than reading a record. The end of the process writes the
 * rest. Up to this length a pipe takes a write whole, also when the process of the tasks writes too.
 */
function manyLines(): DestinationStream {
  const destination = pino.destination({ sync: false, minLength: 3_072, maxWrite: 4_096 })
  let isWaiting = false
  const flush = () => {
    isWaiting = false
    destination.flush()
  }
  return {
    write(line) {
      destination.write(line)
      // The library's own timer would write every time, also when there is nothing.
      if (!isWaiting) setTimeout(flush, LONGEST_WAIT).unref()
      isWaiting = true
    },
  }
}

/** How long a line may wait for others (in ms). */
const LONGEST_WAIT = 100

/** Numbers of records, and identifiers of events. */
const HARMLESS = /^(\d{1,19}|[0-9a-f]{8})$/

/**
 * The path for logs and traces. Of its parameters it contains only ids of records: ids of tasks, codes and links to files
 * are secrets, and a mistyped address may contain anything.
 */
export function toLoggedPath({ url, routeOptions }: Pick<FastifyRequest, 'url' | 'routeOptions'>): string {
  const sent = url.replace(/\?.*$/s, '').split('/')
  const route = routeOptions.url?.split('/')
  if (!route) return unknownPath(sent)
  return route
    .map((part, place) => {
      const isKept = part.startsWith(':') && part !== ':code' && HARMLESS.test(sent[place] ?? '')
      if (isKept) return sent[place]
      return part.startsWith(':') || part === '*' ? '…' : part
    })
    .join('/')
}

/** Enough to see what scanners look for. */
function unknownPath(sent: string[]): string {
  const [, first = '', second, ...more] = sent
  const shown = [first, ...(second === undefined ? [] : [second])].map((part) =>
    /^[\w.-]{0,20}$/.test(part) ? part : '…',
  )
  return ['', ...shown, ...(more.length > 0 ? ['…'] : [])].join('/')
}

/** The id that a proxy gave, when it is harmless, or a new one. */
export function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{8,100}$/.test(given) ? given : randomUUID()
}
