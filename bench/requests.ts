/** Requests of the API against bare routes that send the same bytes. */
import { compare, type Target } from './load.ts'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { logIn, type Subject as Served, type World } from './world.ts'

const SESSIONS = 300
export const MEDIA_TYPE = 'application/vnd.api+json'

interface Subject {
  name: string
  path: string
  bar: number
  method?: 'POST' | 'PATCH'
  body?: object
}

export async function requests(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('requests')
  const { url: plenum } = await subject.start('serve')
  const token = await logIn(plenum)
  const { eventId, sessionIds } = await seedEvent(subject.pool, SESSIONS)
  const { url: bare, prepare } = await bareBeside(subject, plenum, eventId)
  const sessions = `/v1/events/${eventId}/sessions`
  const filter = encodeURIComponent(JSON.stringify([{ name: 'level', op: 'eq', val: 'Expert' }]))
  const attributes = { title: 'A talk', level: 'Expert', 'short-abstract': '<p>What it is about.</p>' }
  const subjects: Subject[] = [
    { name: 'GET one event', path: `/v1/events/${eventId}`, bar: 0.8 },
    { name: 'list of 20 sessions', path: `${sessions}?page[size]=20`, bar: 0.75 },
    {
      name: 'the same with include=track,microlocation,speakers',
      path: `${sessions}?page[size]=20&include=track,microlocation,speakers`,
      bar: 0.6,
    },
    {
      name: 'filtered and sorted list',
      path: `${sessions}?filter=${filter}&sort=-starts-at&page[size]=20`,
      bar: 0.75,
    },
    {
      name: 'POST a session',
      path: sessions,
      bar: 0.6,
      method: 'POST',
      body: { data: { type: 'session', attributes } },
    },
    {
      name: 'PATCH a session',
      path: `/v1/sessions/${sessionIds[0]}`,
      bar: 0.6,
      method: 'PATCH',
      body: { data: { type: 'session', id: sessionIds[0], attributes: { title: 'Another title' } } },
    },
  ]
  const figures: Figure[] = []
  for (const { name, path, bar, method, body } of subjects) {
    const headers = method ? { authorization: `JWT ${token}`, 'content-type': MEDIA_TYPE } : undefined
    const target = (base: string): Target => ({
      url: `${base}${path}`,
      ...(method && { method }),
      ...(headers && { headers }),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!method) await prepare(path)
    await demandSameBytes(target(plenum), target(bare))
    const [ours, limit] = await compare(target(plenum), target(bare), isQuick)
    figures.push({
      name,
      unit: 'requests/s',
      value: ours,
      limit,
      bar: { atLeast: bar },
    })
  }
  return figures
}

interface Bare {
  url: string
  /** Tells it the links of a list that it is going to be asked for. */
  prepare(path: string): Promise<unknown>
}

/** The bare routes on the same database. */
export async function bareBeside(subject: Served, plenum: string, eventId: string): Promise<Bare> {
  const { url } = await subject.startScript('bare-server.ts', [plenum, eventId])
  return { url, prepare: (path) => fetch(`${url}/links?url=${encodeURIComponent(path)}`) }
}

/** A comparison with something that sends something else would say nothing. */
async function demandSameBytes(one: Target, other: Target): Promise<void> {
  const [first, second] = [await textOf(one), await textOf(other)]
  if (first === second) return
  const at = [...first].findIndex((letter, index) => letter !== second[index])
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  throw new Error(`The bare route answers something else:\n${near(first)}\n${near(second)}`)
}

async function textOf({ url, method = 'GET', headers = {}, body }: Target): Promise<string> {
  const response = await fetch(url, { method, headers, body: body ?? null })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`)
  // What differs from write to write.
  return method === 'GET'
    ? text
    : text
        .replaceAll(/"(id|guid|self|related)":"?[^",}]*/g, '')
        .replaceAll(/"(created|last-modified)-at":"[^"]*"/g, '')
}
