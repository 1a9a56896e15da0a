/** Fetches media from other servers, never from addresses that only this network can reach. */
import { lookup as resolve } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Transform } from 'node:stream'

export class FetchError extends Error {
  override name = 'FetchError'
}

export interface FetchOptions {
  /** Hosts with port that are allowed whatever their address is. */
  allow: string[]
  maxBytes: number
  /** Without a byte for this long (in ms) the server is given up. */
  silence?: number
  /** For the whole, redirects included (in ms). */
  longest?: number
}

const MOST_REDIRECTS = 5
const SILENCE = 15_000
const LONGEST = 10 * 60_000

const inner = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  inner.addSubnet(net, bits, 'ipv4')
}

/** Only 2000::/3 is the public internet; of that, these lead elsewhere (documentation, tunnels into IPv4). */
const outer6 = new BlockList()
outer6.addSubnet('2000::', 3, 'ipv6')
const inner6 = new BlockList()
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  inner6.addSubnet(net, bits, 'ipv6')
}

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !inner.check(address, 'ipv4')
  return family === 6 && outer6.check(address, 'ipv6') && !inner6.check(address, 'ipv6')
}

/** The answer's body, cut off with an error when it grows too large. */
export async function safeFetch(
  address: string,
  options: FetchOptions,
): Promise<IncomingMessage | Transform> {
  const deadline = AbortSignal.timeout(options.longest ?? LONGEST)
  let url = URL.parse(address)
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (!url || !/^https?:$/.test(url.protocol))
      throw new FetchError('Only http and https addresses are fetched.')
    const response = await get(url, options, deadline)
    const { statusCode = 0, headers } = response
    const isPage = /text|html/i.test(headers['content-type'] ?? '')
    if (statusCode === 200 && !isPage) return limited(response, options.maxBytes)
    // Its body may have no end.
    response.destroy()
    if (statusCode === 200) throw new FetchError(`${url.host} answered with a page.`)
    if (statusCode < 300 || statusCode >= 400 || !headers.location)
      throw new FetchError(`${url.host} answered ${statusCode}.`)
    url = URL.parse(headers.location, url.href)
  }
  throw new FetchError('Too many redirects.')
}

function get(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { allow, silence = SILENCE } = options
  const isAllowed = allow.some((host) => URL.parse(`${url.protocol}//${host}`)?.host === url.host)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!isAllowed && isIP(host) && !isPublicAddress(host)) throw notPublic(url)
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const request = send(url, {
      signal,
      // The very address that is checked is the one connected to.
      lookup: isAllowed ? undefined : publicLookup(url),
      headers: { accept: '*/*', 'user-agent': 'Plenum' },
      timeout: silence,
      agent: false,
    })
    request.once('response', done)
    request.once('timeout', () => request.destroy(new FetchError(`${url.host} is silent.`)))
    request.once('error', (error) =>
      fail(error instanceof FetchError ? error : new FetchError(`${url.host} cannot be reached.`)),
    )
    request.end()
  })
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
  response.once('error', () => counted.destroy(new FetchError('The connection broke.')))
  response.once('aborted', () => counted.destroy(new FetchError('The connection broke.')))
  counted.once('close', () => response.destroy())
  return response.pipe(counted)
}
