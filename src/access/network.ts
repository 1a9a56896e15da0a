/** Where a request comes from, as far as limits are concerned. */
import { BlockList, isIPv4, isIPv6 } from 'node:net'

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

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', 'fc00::/7', 'fe80::/10']
const NAMED: Record<string, string[]> = { none: [], loopback: LOOPBACK, private: [...LOOPBACK, ...PRIVATE] }

/** Whether an address is among those named: `loopback`, `private`, single addresses, networks such as `10.1.0.0/16`. */
export function makeNetworks(words: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const word of words.flatMap((one) => NAMED[one] ?? [one])) {
    const [address = '', bits] = word.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return (address) => {
    const [ip = ''] = withoutPort(address.trim()).split('%')
    if (isIPv4(ip)) return list.check(ip, 'ipv4')
    // Knows addresses of IPv4 that are written as such of IPv6, too.
    return isIPv6(ip) && list.check(ip, 'ipv6')
  }
}

export const isLoopback = makeNetworks(['loopback'])

/** Some proxies add the port. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
}

/** The eight groups of an IPv6 address in any notation. */
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
