/** The only place that turns errors into responses. */
import type { FastifyBaseLogger, FastifyError } from 'fastify'
import type { RefusalOf } from '../database/refusals.ts'
import {
  BadRequestError,
  NotFoundError,
  PlenumError,
  TooLargeError,
  UnsupportedTypeError,
} from '../errors.ts'
import { JSONAPI } from './document.ts'

interface ErrorAnswer {
  status: number
  code: string
  headers: Record<string, string>
  body: { errors: unknown[]; jsonapi: typeof JSONAPI }
}

/** Without `refusalOf` before the database was asked anything. */
export function toAnswer(
  error: unknown,
  log: FastifyBaseLogger,
  refusalOf: RefusalOf = () => undefined,
): ErrorAnswer {
  const known =
    error instanceof PlenumError ? error : (fastifyFault(error as FastifyError) ?? refusalOf(error))
  if (!known) {
    log.error({ err: error }, 'unexpected error')
    return answer(500, 'server-error', 'Internal Server Error', [
      { detail: 'Internal Server Error', source: {} },
    ])
  }
  if (known.status >= 500) log.error({ err: error }, known.message)
  return { ...answer(known.status, known.code, known.title, known.faults), headers: known.headers }
}

/** The document of an error that occurs before there is an application. */
export function toDocument({ status, code, title, faults }: PlenumError): ErrorAnswer['body'] {
  return answer(status, code, title, faults).body
}

function answer(status: number, code: string, title: string, faults: PlenumError['faults']): ErrorAnswer {
  const errors = faults.map((fault) => ({ status: String(status), code, title, ...fault }))
  return { status, code, headers: {}, body: { errors, jsonapi: JSONAPI } }
}

/** What Fastify itself refuses: bodies that are no JSON, too large or of a type without parser. */
function fastifyFault({ statusCode, code, message }: FastifyError): PlenumError | undefined {
  if (statusCode === 413) return new TooLargeError('The body is too large.')
  if (statusCode === 415)
    return new UnsupportedTypeError('The body must be application/vnd.api+json or application/json.')
  // Nothing has a name that long.
  if (statusCode === 414) return new NotFoundError()
  if (statusCode === 400 || code === 'FST_ERR_BAD_URL') return new BadRequestError(plain(message))
  return undefined
}

function plain(message: string): string {
  return /JSON|json|prototype|proto/.test(message)
    ? 'The body is not valid JSON.'
    : 'The request is malformed.'
}
