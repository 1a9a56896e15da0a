/** Load on a server, and on the one that it is compared with, in turns, so that what else the machine does meets both. */
import autocannon from 'autocannon'

export interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  body?: string
  /** The answer is 304. */
  isKnown?: boolean
  /** A write of another record after so many requests. */
  also?: { after: number; write: Write }
}

export interface Write {
  method: 'POST' | 'PATCH'
  path: string
  headers: Record<string, string>
  body: string
}

const CONNECTIONS = 10
/** How often, and for how long (in seconds). */
const THOROUGH = { rounds: 5, seconds: 2 }
const QUICK = { rounds: 1, seconds: 1 }

/** How many requests in a second the first target answers, and the second: the median of the rounds. */
export async function compare(one: Target, other: Target, isQuick: boolean): Promise<[number, number]> {
  const { rounds: times, seconds } = isQuick ? QUICK : THOROUGH
  await load(one, 1)
  await load(other, 1)
  const rounds: [number, number][] = []
  for (let round = 0; round < times; round++)
    rounds.push([await load(one, seconds), await load(other, seconds)])
  return [middle(rounds.map(([first]) => first)), middle(rounds.map(([, second]) => second))]
}

function middle(rates: number[]): number {
  return rates.toSorted((a, b) => a - b)[rates.length >> 1]!
}

export async function load(
  { url, method = 'GET', headers = {}, body, isKnown = false, also }: Target,
  seconds: number,
  connections = CONNECTIONS,
): Promise<number> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    ...(body !== undefined && { body }),
    ...(also && { requests: [...Array(also.after).fill({ method }), also.write] }),
  })
  const refused = isKnown ? result.requests.total - result['3xx'] : result.non2xx
  const failed = refused + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${method} ${url}: ${failed} of ${result.requests.total} requests failed`)
  return result.requests.total / result.duration
}
