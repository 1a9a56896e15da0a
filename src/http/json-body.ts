/** Bodies of JSON: bounded in their number of values too, as it is values that cost time and memory. */
import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isOpen } from '../access/words.ts'
import { BadRequestError, TooLargeError, UnsupportedTypeError } from '../errors.ts'
import { MEDIA_TYPE } from '../jsonapi/negotiation.ts'
import { addToDigest } from '../web/body-digest.ts'
import type { RouteConfig } from '../web/guard.ts'

const MOST_VALUES = 100_000
/** From strangers: enough for an account with all its fields, and read in a few milliseconds. */
const MOST_FROM_STRANGERS = 5_000

export function addJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    ['application/json', MEDIA_TYPE],
    { parseAs: 'buffer' },
    (request, body, done) => {
      addToDigest(request, body)
      if (body.length === 0) done(null, undefined)
      else if (!isUtf8(body)) done(new BadRequestError('The request body is not valid UTF-8.'))
      else if (hasMore(body, mostOf(request)))
        done(
          new TooLargeError(
            `The body has more than ${mostOf(request)} values. Send fewer values per request.`,
          ),
        )
      else parse(request, body.toString(), done)
    },
  )
  addForms(app)
}

/** Taken where a route says so, and not read even there. */
function addForms(app: FastifyInstance): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', ({ routeOptions }, _body, done) => {
    const { takesForms } = routeOptions.config as RouteConfig
    const refusal = new UnsupportedTypeError(`The body must be ${MEDIA_TYPE} or application/json.`)
    done(takesForms ? null : refusal, undefined)
  })
}

function mostOf({ routeOptions }: FastifyRequest): number {
  const { access } = routeOptions.config as RouteConfig
  return access && isOpen(access) ? MOST_FROM_STRANGERS : MOST_VALUES
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{')

/** Counts what begins a value or separates two, outside of texts. Much cheaper than reading the values. */
function hasMore(body: Buffer, most: number): boolean {
  let count = 0
  let isInText = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) isInText = !isInText
    else if (isInText) at += byte === BACKSLASH ? 1 : 0
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) count++
    if (count > most) return true
  }
  return false
}
