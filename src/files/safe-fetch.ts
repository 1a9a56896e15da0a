/** Requests to other servers, such as for media, never to addresses that only this network can reach. */
import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Transform } from 'node:stream'
import ipaddr from 'ipaddr.js'

export class FetchError extends Error {
  override name = 'FetchError'
}

/** The server cannot be reached, so its other files cannot be fetched either. */
export class UnreachableError extends FetchError {}

interface FetchOptions {
  /** Hosts with port that are allowed with any address. */
  allow: string[]
  maxBytes: number
  /** Without a byte for this long (in ms) the server is given up. */
  silence?: number
  /** For the whole, redirects included (in ms). */
  longest?: number
  /** Breaks it off. */
  signal?: AbortSignal
}

const MOST_REDIRECTS = 5
const SILENCE = 15_000
const LONGEST = 10 * 60_000

/** The part of IPv6 for the public internet. The library also accepts ranges that are not assigned yet. */
const PUBLIC6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

export function isPublicAddress(address: string): boolean {
  // The library also reads short forms such as 127.1, which are no addresses here.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(PUBLIC6)
}

/** The body of the response. It fails if it grows too large. */
export async function safeFetch(
  address: string,
  options: FetchOptions,
): Promise<IncomingMessage | Transform> {
  const timeout = AbortSignal.timeout(options.longest ?? LONGEST)
  const deadline = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (!url || !/^https?:$/.test(url.protocol))
      throw new FetchError('Only http and https URLs can be fetched.')
    const { allow, silence = SILENCE } = options
    const response = await safeRequest(url, { allow, silence, signal: deadline })
    const { statusCode = 0, headers } = response
    const isPage = /text|html/i.test(headers['content-type'] ?? '')
    if (statusCode === 200 && !isPage) return limited(response, options.maxBytes)
    // Its body may have no end.
    response.destroy()
    if (statusCode === 200) throw new FetchError(`${url.host} returned a web page, not a file.`)
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new FetchError(`${url.host} returned ${statusCode}.`)
    url = URL.parse(headers.location, url.href)
  }
  throw new FetchError('Too many redirects.')
}

interface RequestOptions {
  allow: string[]
  silence: number
  /** Breaks it off. */
  signal: AbortSignal
  /** Absent: a GET. */
  post?: { headers: Record<string, string>; body: Buffer }
}

/** One request, whose redirects are not followed. */
export function safeRequest(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const { allow, silence, signal, post } = options
  const isAllowed = allow.some((host) => URL.parse(`${url.protocol}//${host}`)?.host === url.host)
  if (!isAllowed && isInner(url)) throw notPublic(url)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const request = send(url, {
      method: post ? 'POST' : 'GET',
      signal,
      // The very address that is checked is the one connected to.
      lookup: isAllowed ? undefined : publicLookup(url),
      headers: { accept: '*/*', 'user-agent': 'Plenum', ...post?.headers },
      timeout: silence,
      agent: false,
    })
    request.once('response', done)
    request.once('timeout', () => request.destroy(new UnreachableError(`${url.host} is silent.`)))
    request.once('error', (error) =>
      fail(error instanceof FetchError ? error : new UnreachableError(`${url.host} cannot be reached.`)),
    )
    request.end(post?.body)
  })
}

/** Whether the address is written as a number and is not public. What a name leads to is known when it is looked up. */
export function isInner(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !isPublicAddress(host)
}

function publicLookup(url: URL): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return done(notPublic(url), '')
      if (options.all) return done(null, addresses)
      done(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

function notPublic(url: URL): FetchError {
  return new FetchError(`${url.host} is not a public address.`)
}

function limited(response: IncomingMessage, maxBytes: number): Transform {
  let left = maxBytes
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      left -= chunk.length
      if (left < 0) next(new FetchError('The file is too large.'))
      else next(null, chunk)
    },
  })
  response.once('error', () => counted.destroy(new FetchError('The connection was lost.')))
  response.once('aborted', () => counted.destroy(new FetchError('The connection was lost.')))
  counted.once('close', () => response.destroy())
  return response.pipe(counted)
}
