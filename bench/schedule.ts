/** Conflicts of a schedule of fifty thousand sessions, and a search among a hundred thousand. */
import { organizerOf, planOf } from './plans.ts'
import type { Figure } from './report.ts'
import { seedEvent } from './seed.ts'
import { quantile } from './tasks-api.ts'
import { logIn, type World } from './world.ts'

const TIMES = 7
const WORD = '4711'

export async function schedule(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('schedule')
  const planned = isQuick ? 200 : 50_000
  const searched = isQuick ? 500 : 100_000
  const { eventId } = await seedEvent(subject.pool, planned)
  const { eventId: large } = await seedEvent(subject.pool, searched)
  const { eventId: small } = await seedEvent(subject.pool, 100)
  const { url } = await subject.start('serve')
  const headers = { authorization: `JWT ${await logIn(url)}` }
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text
  }
  const median = async (path: string) => {
    const times: number[] = []
    for (let time = 0; time < TIMES; time++) {
      const start = performance.now()
      await read(path)
      times.push(performance.now() - start)
    }
    return quantile(times, 0.5)
  }
  const conflicts = (id: string) => `/v1/events/${id}/schedule-conflicts`
  const [one] = JSON.parse(await read(conflicts(small))).data as { id: string }[]
  const search = { eventId: large, relation: 'sessions', query: { 'filter[search]': WORD } }
  const organizer = organizerOf(eventId)
  const plan = { eventId, relation: 'schedule_conflicts', caller: organizer }
  const byStranger = await planOf(subject.pool, search)
  const byOrganizer = await planOf(subject.pool, { ...search, caller: organizerOf(large) })
  if (!isQuick) demandIndex([byStranger, byOrganizer])
  return [
    {
      name: `first page of the conflicts of ${planned.toLocaleString('en')} sessions, with their count`,
      unit: 'ms',
      value: await median(conflicts(eventId)),
      bar: { atMost: 1_000 },
      note: await planOf(subject.pool, plan),
    },
    {
      name: `one conflict of a small event beside them, with its sessions, for staff`,
      unit: 'ms',
      value: await median(`/v1/schedule-conflicts/${one!.id}?include=sessions`),
      bar: { atMost: 100 },
    },
    {
      name: `search among ${searched.toLocaleString('en')} sessions`,
      unit: 'ms',
      value: await median(`/v1/events/${large}/sessions?filter[search]=${WORD}`),
      bar: { atMost: 100 },
      note: `a stranger: ${byStranger}; an organizer: ${byOrganizer}`,
    },
  ]
}

/** A search that reads all texts is a fault, however fast this machine is. */
function demandIndex(plans: string[]): void {
  for (const plan of plans)
    if (!plan.includes('sessions_search')) throw new Error(`The search does not use its index: ${plan}`)
}
