/** What the headers ask for, by the rules of JSON:API. */
import type { FastifyRequest } from 'fastify'
import { NotAcceptableError, UnsupportedTypeError } from '../errors.ts'

export const MEDIA_TYPE = 'application/vnd.api+json'
export const TABLE_TYPE = 'text/csv'

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

/** What is acceptable at all. */
function acceptable(accept: string): MediaRange[] {
  return parse(accept).filter((range) => qualityOf(range) !== 0)
}

/** Extensions are not supported, profiles need no support. */
function isPlain({ parameters }: MediaRange): boolean {
  return [...parameters.keys()].every((name) => name === 'profile' || name === 'q')
}

const GENERAL = new Set(['application/json', 'application/*', '*/*'])

export function demandAcceptable(accept: string | undefined): void {
  if (!accept || accept === '*/*' || accept === MEDIA_TYPE) return
  if (documentQuality(acceptable(accept)).quality > 0) return
  throw new NotAcceptableError(
    `This answers with ${MEDIA_TYPE} without parameters; the Accept header rules that out.`,
  )
}

/** How much a document is wanted, and whether it is named. */
function documentQuality(ranges: MediaRange[]): { quality: number; isNamed: boolean } {
  const own = ranges.filter(({ type }) => type === MEDIA_TYPE)
  const isNamed = own.length > 0
  // A client that accepts the type only with parameters does not accept it without.
  const wanted = isNamed ? own.filter(isPlain) : ranges.filter(({ type }) => GENERAL.has(type))
  return { quality: Math.max(0, ...wanted.map(qualityOf)), isNamed }
}

function qualityOf({ parameters }: MediaRange): number {
  const quality = Number(parameters.get('q') ?? 1)
  return Number.isNaN(quality) ? 1 : quality
}

const FORMATS = new Set(['csv', 'json'])

export const isFormat = (word: unknown): boolean => typeof word === 'string' && FORMATS.has(word)

/** Whether a list is wanted as a table. The query word `format` decides over the header, because links have no headers. */
export function wantsTable({ headers: { accept }, query }: FastifyRequest): boolean {
  const { format } = query as { format?: unknown }
  if (isFormat(format)) return format === 'csv'
  if (!accept || accept === '*/*' || accept === MEDIA_TYPE) return false
  const ranges = acceptable(accept)
  const named = ranges.filter((range) => range.type === TABLE_TYPE && isTable(range))
  const tables = named.length > 0 ? named : ranges.filter(({ type }) => type === 'text/*')
  const quality = Math.max(0, ...tables.map(qualityOf))
  const document = documentQuality(ranges)
  // Of two that are wanted alike the one that is named is meant.
  if (quality === document.quality) return quality > 0 && named.length > 0 && !document.isNamed
  return quality > document.quality
}

function isTable({ parameters }: MediaRange): boolean {
  const charset = parameters.get('charset') ?? 'utf-8'
  return /^utf-?8$/i.test(charset) && parameters.get('header') !== 'absent'
}

/** For routes of lists, which have two forms. */
export function demandAcceptableList(request: FastifyRequest): void {
  const { accept } = request.headers
  const { format } = request.query as { format?: unknown }
  if (!accept || accept === '*/*' || accept === MEDIA_TYPE || isFormat(format)) return
  if (wantsTable(request) || documentQuality(acceptable(accept)).quality > 0) return
  throw new NotAcceptableError(
    `This answers with ${MEDIA_TYPE} without parameters or with ${TABLE_TYPE}; the Accept header rules that out.`,
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

/** Both the body and the answer are documents with this extension. */
export function demandExtension(headers: FastifyRequest['headers'], extension: string): void {
  const isExtended = ({ type, parameters }: MediaRange, allowed: string[]) =>
    type === MEDIA_TYPE &&
    parameters.get('ext') === extension &&
    [...parameters.keys()].every((name) => allowed.includes(name))
  const [sent, ...others] = parse(headers['content-type'] ?? '')
  const wanted = `${MEDIA_TYPE}; ext="${extension}"`
  if (!sent || others.length > 0 || !isExtended(sent, ['ext', 'profile']))
    throw new UnsupportedTypeError(`The body must be ${wanted}.`)
  const accepted = parse(headers.accept ?? '').filter((range) => isExtended(range, ['ext', 'profile', 'q']))
  if (!accepted.some(({ parameters }) => Number(parameters.get('q') ?? 1) !== 0))
    throw new NotAcceptableError(`This returns ${wanted}; the Accept header must name it.`)
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
