/** What scripts do: many creations in one request, and long lists page by page. */
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { quantile } from './tasks-api.ts'
import { logIn, type World } from './world.ts'

const MEDIA_TYPE = 'application/vnd.api+json'
const ATOMIC = `${MEDIA_TYPE}; ext="https://jsonapi.org/ext/atomic"`
const CURSORS = `${MEDIA_TYPE}; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"`

/** The page that is compared with the first; pages have one session. */
const PAGE = 50_000
const QUICK_PAGE = 90
/** The last page of a list asks for what follows the last value too: the records without one. */
const SESSIONS_BEYOND = 10
const CREATIONS = 1_000
const QUICK_CREATIONS = 10
const ROUNDS = 5
/** As many clients as keep the service busy. */
const CLIENTS = 8
const READS = 200

export async function automation(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('automation')
  const { url } = await subject.start('serve')
  const token = await logIn(url)
  const { eventId } = await seedEvent(subject.pool, (isQuick ? QUICK_PAGE : PAGE) + SESSIONS_BEYOND)
  const client: Client = { url, token, eventId }
  return [await creations(client, isQuick), ...(await depths(client, isQuick))]
}

interface Client {
  url: string
  token: string
  eventId: string
}

async function creations({ url, token, eventId }: Client, isQuick: boolean): Promise<Figure> {
  const count = isQuick ? QUICK_CREATIONS : CREATIONS
  const rounds = isQuick ? 1 : ROUNDS
  const event = { data: { type: 'event', id: eventId } }
  const data = { type: 'session', attributes: { title: 'A talk', level: 'Expert' }, relationships: { event } }
  const post = async (path: string, type: string, body: object) => {
    const headers = { authorization: `JWT ${token}`, 'content-type': type, accept: type }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 500)}`)
  }
  const operations = Array.from({ length: count }, () => ({ op: 'add', data }))
  const together = async () => {
    for (let round = 0; round < rounds; round++)
      await post('/v1/operations', ATOMIC, { 'atomic:operations': operations })
  }
  const alone = async () => {
    let left = count * rounds
    const work = async () => {
      while (left-- > 0) await post('/v1/sessions', MEDIA_TYPE, { data })
    }
    await Promise.all(Array.from({ length: CLIENTS }, work))
  }
  const rate = async (work: () => Promise<void>) => {
    const start = performance.now()
    await work()
    return (count * rounds) / ((performance.now() - start) / 1_000)
  }
  await rate(together)
  await rate(alone)
  return {
    name: `creations, ${count} in one request, against single POSTs`,
    unit: 'records/s',
    value: await rate(together),
    limit: await rate(alone),
    bar: { atLeast: 5 },
    note: `single POSTs by ${CLIENTS} clients at once`,
  }
}

/** A page at the end of the list against the first one. */
async function depths({ url, token, eventId }: Client, isQuick: boolean): Promise<Figure[]> {
  const reads = isQuick ? 5 : READS
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `JWT ${token}`, accept: CURSORS },
    })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return (await response.json()) as { data: { meta: { page: { cursor: string } } }[] }
  }
  const median = async (path: string) => {
    const times: number[] = []
    for (let read = 0; read < reads; read++) {
      const start = performance.now()
      await get(path)
      times.push(performance.now() - start)
    }
    return quantile(times, 0.5)
  }
  const figures: Figure[] = []
  for (const [name, sort] of [
    ['by id', 'id'],
    ['by start', 'starts-at'],
  ] as const) {
    const list = `/v1/events/${eventId}/sessions?page[size]=1&sort=${sort}`
    // A page by number has cursors too.
    const number = isQuick ? QUICK_PAGE : PAGE
    const near = await get(`${list}&page[number]=${number - 1}`)
    const deep = `${list}&page[after]=${near.data[0]!.meta.page.cursor}`
    await median(deep)
    figures.push({
      name: `page ${number.toLocaleString('en')} ${name}, against page 1`,
      unit: 'ms',
      value: await median(deep),
      limit: await median(list),
      bar: { atMost: 1.5 },
    })
  }
  return figures
}
