/** Feeds of a released schedule beside a list of 20 sessions: on the day of a conference every phone asks for them. */
import { compare, type Target } from './load.ts'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { logIn, type World } from './world.ts'

const SESSIONS = 5_000
const QUICK_SESSIONS = 100
/** As many as the list has, so that the answers are of about the same size. */
const FEW = 20
const BAR = 5

export async function feeds(world: World, isQuick: boolean): Promise<Figure[]> {
  const count = isQuick ? QUICK_SESSIONS : SESSIONS
  const subject = await world.subject('feeds')
  const { url } = await subject.start('serve', { CACHE_MB: '64' })
  const { url: reading } = await subject.start('serve')
  const token = await logIn(url)
  const { eventId: large } = await seedEvent(subject.pool, count)
  const { eventId: small } = await seedEvent(subject.pool, FEW)
  for (const eventId of [large, small]) await release(url, token, eventId)
  const feed = `${url}/v1/events/${large}/schedule.xml`
  const first = await timed(feed)
  const again = await timed(feed)
  // By a process that reads each list from the database.
  const list: Target = { url: `${reading}/v1/events/${large}/sessions?page[size]=${FEW}` }
  const known: Target = { url: feed, headers: { 'if-none-match': first.tag }, isKnown: true }
  const kept: Target = { url: `${url}/v1/events/${small}/schedule.xml` }
  const [unchanged, listed] = await compare(known, list, isQuick)
  const [sent, listedAgain] = await compare(kept, list, isQuick)
  const sessions = `${count.toLocaleString('en')} sessions`
  return [
    {
      name: `304 for the feed of ${sessions}, beside a list of ${FEW}`,
      unit: 'requests/s',
      value: unchanged,
      limit: listed,
      bar: { atLeast: BAR },
    },
    {
      name: `kept feed of ${FEW} sessions, beside a list of ${FEW}`,
      unit: 'requests/s',
      value: sent,
      limit: listedAgain,
      bar: { atLeast: BAR },
    },
    {
      name: `feed of ${sessions} when it is built, and when it is kept`,
      unit: 'ms',
      value: first.ms,
      note: `${again.ms.toFixed(0)} ms when it is kept; ${(first.bytes / 1024 / 1024).toFixed(1)} MiB`,
    },
  ]
}

async function release(url: string, token: string, eventId: string): Promise<void> {
  const response = await fetch(`${url}/v1/events/${eventId}/schedule-releases`, {
    method: 'POST',
    headers: { authorization: `JWT ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'schedule-release', attributes: {} } }),
  })
  if (response.status !== 201) throw new Error(await response.text())
}

async function timed(url: string): Promise<{ ms: number; bytes: number; tag: string }> {
  const start = performance.now()
  const response = await fetch(url)
  const { byteLength } = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  return { ms: performance.now() - start, bytes: byteLength, tag: response.headers.get('etag')! }
}
