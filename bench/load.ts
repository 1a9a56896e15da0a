/** Load on a server, and on the one that it is compared with, in turns, so that what else the machine does meets both. */
import autocannon from 'autocannon'

export interface Target {
  url: string
  method?: 'GET' | 'POST' | 'PATCH'
  headers?: Record<string, string>
  body?: string
}

const CONNECTIONS = 10
/** How often, and for how long (in seconds). */
const THOROUGH = { rounds: 5, seconds: 2 }
const QUICK = { rounds: 1, seconds: 1 }

export interface Pace {
  /** Requests in a second, the median of the rounds. */
  rate: number
  /** In ms, of all rounds. */
  p50: number
  p99: number
}

/** The pace of the first target and of the second. */
export async function compare(one: Target, other: Target, isQuick: boolean): Promise<[Pace, Pace]> {
  const { rounds: times, seconds } = isQuick ? QUICK : THOROUGH
  await load(one, 1)
  await load(other, 1)
  const rounds: [Pace, Pace][] = []
  for (let round = 0; round < times; round++)
    rounds.push([await load(one, seconds), await load(other, seconds)])
  return [middle(rounds.map(([first]) => first)), middle(rounds.map(([, second]) => second))]
}

/** The round in the middle by its rate. */
function middle(paces: Pace[]): Pace {
  return paces.toSorted((a, b) => a.rate - b.rate)[paces.length >> 1]!
}

export async function load(
  { url, method = 'GET', headers = {}, body }: Target,
  seconds: number,
  connections = CONNECTIONS,
): Promise<Pace> {
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    ...(body !== undefined && { body }),
  })
  const failed = result.non2xx + result.errors + result.timeouts
  if (failed > 0) throw new Error(`${method} ${url}: ${failed} of ${result.requests.total} requests failed`)
  return { rate: result.requests.total / result.duration, p50: result.latency.p50, p99: result.latency.p99 }
}
