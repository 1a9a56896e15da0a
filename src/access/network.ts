/** Where a request comes from, as far as limits are concerned. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * What limits count as one client: the whole address of IPv4, the first half of one of IPv6, as a client of IPv6 usually
 * has a network of addresses. The address may come from a header, so it may be written in any way, or be none at all.
 */
export function networkOf(address: string): string {
  const ip = withoutPort(address.trim())
  if (isIPv4(ip)) return ip
  const groups = groupsOf(ip)
  if (!groups) return 'unknown'
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

export function isLoopback(address: string): boolean {
  const ip = withoutPort(address.trim())
  const groups = groupsOf(ip)
  return /^127\./.test(networkOf(ip)) || (groups?.every((group, at) => group === (at === 7 ? 1 : 0)) ?? false)
}

/** Some proxies add the port. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The eight groups of an address of IPv6, whatever way it is written. */
function groupsOf(ip: string): number[] | undefined {
  const [address = ''] = ip.split('%')
  if (!isIPv6(address)) return undefined
  const [head = '', tail] = asGroups(address).split('::')
  const read = (text: string | undefined) =>
    text ? text.split(':').map((group) => Number.parseInt(group, 16)) : []
  const [before, after] = [read(head), read(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The last two groups may be written as an address of IPv4. */
function asGroups(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
}
