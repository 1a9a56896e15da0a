/**
 * Cursors by the profile "Cursor Pagination". A cursor holds the sort values of one record as its reader saw them, so it
 * reveals nothing new, and a signature, so that only what this service has made is read.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { BadRequestError } from '../errors.ts'

export const CURSOR_PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'

/** The values of the keys of an order, as text. */
export type Position = readonly (string | null)[]

export interface Cursors {
  /** The order that the position is in must be the same when it is read. */
  write(order: string, position: Position): string
  /** Undefined for what is no cursor of this order. */
  read(order: string, cursor: string): Position | undefined
}

/** How a list is to be paged, as far as the query does not say. */
export interface Paging {
  cursors: Cursors
  /** The request asks for the profile, and so for the cursor of each record. */
  isProfiled: boolean
}

const SIGNATURE_BYTES = 16
/** Links with cursors must fit into the headers of the next request. */
const LONGEST = 8_000

export function makeCursors(secret: string): Cursors {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'plenum cursors', 32))
  const sign = (order: string, payload: string) =>
    createHmac('sha256', key).update(`${order}\n${payload}`).digest().subarray(0, SIGNATURE_BYTES)
  return {
    write(order, position) {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
      const cursor = `${payload}.${sign(order, payload).toString('base64url')}`
      if (cursor.length > LONGEST) throw unsupportedSort('the values to sort by are too long for a cursor')
      return cursor
    },
    read(order, cursor) {
      const [payload = '', signature = '', ...others] = cursor.split('.')
      const given = Buffer.from(signature, 'base64url')
      const isOurs =
        others.length === 0 &&
        given.length === SIGNATURE_BYTES &&
        timingSafeEqual(given, sign(order, payload)) &&
        given.toString('base64url') === signature
      return isOurs ? JSON.parse(Buffer.from(payload, 'base64url').toString()) : undefined
    },
  }
}

export function unsupportedSort(reason: string): BadRequestError {
  const detail = `sort cannot be used with cursors: ${reason}. Sort by another field, or use page[number].`
  const links = { type: `${CURSOR_PROFILE}unsupported-sort` }
  return new BadRequestError(detail, { parameter: 'sort' }, { links })
}

export function maxSizeExceeded(size: number, maxSize: number): BadRequestError {
  const detail = `page[size] must not be above ${maxSize}; got ${size}.`
  const links = { type: `${CURSOR_PROFILE}max-size-exceeded` }
  return new BadRequestError(detail, { parameter: 'page[size]' }, { links, meta: { page: { maxSize } } })
}
