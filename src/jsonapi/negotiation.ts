/** What the headers ask for, by the rules of JSON:API. */
import type { FastifyRequest } from 'fastify'
import { NotAcceptableError, UnsupportedTypeError } from '../errors.ts'

export const MEDIA_TYPE = 'application/vnd.api+json'

interface MediaRange {
  type: string
  parameters: Map<string, string>
}

// The text between two separators; separators within quotes do not count.
const RANGES = /(?:"[^"]*"|[^,])+/g
const PARTS = /(?:"[^"]*"|[^;])+/g

function parse(header: string): MediaRange[] {
  return (header.match(RANGES) ?? []).map((range) => {
    const [type = '', ...parameters] = range.match(PARTS) ?? []
    const pairs = parameters.map((parameter) => {
      const [name = '', value = ''] = parameter.split('=')
      return [name.trim().toLowerCase(), value.trim().replace(/^"|"$/g, '')] as const
    })
    return { type: type.trim().toLowerCase(), parameters: new Map(pairs) }
  })
}

/** Extensions are not supported, profiles need no support. */
function isPlain({ parameters }: MediaRange): boolean {
  return [...parameters.keys()].every((name) => name === 'profile' || name === 'q')
}

const GENERAL = new Set(['application/json', 'application/*', '*/*'])

export function demandAcceptable(accept: string | undefined): void {
  if (!accept || accept === '*/*' || accept === MEDIA_TYPE) return
  const ranges = parse(accept).filter(({ parameters }) => Number(parameters.get('q') ?? 1) !== 0)
  const own = ranges.filter(({ type }) => type === MEDIA_TYPE)
  // A client that accepts the type only with parameters does not accept it without.
  if (own.length > 0 ? own.some(isPlain) : ranges.some(({ type }) => GENERAL.has(type))) return
  throw new NotAcceptableError(
    `This answers with ${MEDIA_TYPE} without parameters; the Accept header rules that out.`,
  )
}

export function demandReadable(contentType: string | undefined): void {
  if (contentType === MEDIA_TYPE) return
  const [range, ...others] = parse(contentType ?? '')
  const isAlone = range !== undefined && others.length === 0
  if (isAlone && range.type === 'application/json') return
  if (isAlone && range.type === MEDIA_TYPE && isPlain(range) && !range.parameters.has('q')) return
  throw new UnsupportedTypeError(`The body must be ${MEDIA_TYPE} (without parameters) or application/json.`)
}

/** Whether the client asks for this profile. */
export function asksForProfile(accept: string | undefined, profile: string): boolean {
  if (!accept?.includes('profile')) return false
  const isSame = (uri: string) => bare(uri) === bare(profile)
  return parse(accept).some(
    ({ type, parameters }) =>
      type === MEDIA_TYPE && (parameters.get('profile') ?? '').split(' ').some(isSame),
  )
}

/** A profile is named with or without the last slash. */
function bare(uri: string): string {
  return uri.replace(/^http:/, 'https:').replace(/\/$/, '')
}

/** `Prefer: handling=strict` (RFC 7240). */
export function prefersStrict({ headers: { prefer } }: FastifyRequest): boolean {
  if (prefer === undefined) return false
  return /(^|,)\s*handling\s*=\s*"?strict"?\s*(;|,|$)/i.test([prefer].flat().join(','))
}
