/** The addresses that stand in feeds. */
import { type FeedFormat, feedPath } from '../resources/feed-address.ts'

export interface Addresses {
  /** Where the API is reached. */
  publicUrl: string
  /** Where people read about events. */
  frontendUrl: string
}

export function feedAddress({ publicUrl }: Addresses, identifier: string, format: FeedFormat): string {
  return `${publicUrl}${feedPath(identifier, format)}`
}

export function eventPage({ frontendUrl }: Addresses, identifier: string): string {
  return `${frontendUrl}/events/${identifier}`
}

export function sessionPage(addresses: Addresses, identifier: string, sessionId: string): string {
  return `${eventPage(addresses, identifier)}/sessions/${sessionId}`
}

const PATH = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/
const QUERY = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9A-Fa-f]{2})*$/
const HOST = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=]+|\[[0-9a-f:.]+\])$/

/** An address by the letter of RFC 3986, which programs are stricter about than browsers are; undefined when there is none. */
export function strictAddress(text: string | null, schemes = ['http:', 'https:']): string | undefined {
  const url = text === null ? null : URL.parse(text)
  if (!url || !schemes.includes(url.protocol) || url.hostname === '') return undefined
  const { protocol, port, username } = url
  const [path, query, fragment] = [url.pathname, url.search.slice(1), url.hash.slice(1)].map(encoded)
  const isStrict = HOST.test(url.hostname) && PATH.test(path!) && QUERY.test(query!) && QUERY.test(fragment!)
  // Who gives an address with a password away does not mean to.
  if (!isStrict || username !== '') return undefined
  const authority = `${url.hostname}${port && `:${port}`}`
  return `${protocol}//${authority}${path}${query && `?${query}`}${fragment && `#${fragment}`}`
}

function encoded(part: string): string {
  return part
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]/gu, (sign) => encodeURIComponent(sign))
}
