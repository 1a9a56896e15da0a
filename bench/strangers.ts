/** Reads of strangers from what is kept, against bare routes that read the database, with one write for a hundred reads. */
import { compare, type Target } from './load.ts'
import type { Figure } from './report.ts'
import { bareBeside, MEDIA_TYPE } from './requests.ts'
import { seedEvent } from './seed.ts'
import { logIn, type World } from './world.ts'

const SESSIONS = 300
const READS = 100
const BAR = 2

export async function strangers(world: World, isQuick: boolean): Promise<Figure[]> {
  const subject = await world.subject('strangers')
  const { url: plenum } = await subject.start('serve', { CACHE_MB: '64' })
  const token = await logIn(plenum)
  const { eventId, sessionIds } = await seedEvent(subject.pool, SESSIONS)
  const bare = await bareBeside(subject, plenum, eventId)
  const written = sessionIds.at(-1)!
  const write = {
    method: 'PATCH' as const,
    path: `/v1/sessions/${written}`,
    headers: { authorization: `JWT ${token}`, 'content-type': MEDIA_TYPE },
    body: JSON.stringify({ data: { type: 'session', id: written, attributes: { title: 'A new title' } } }),
  }
  const list = `/v1/events/${eventId}/sessions?page[size]=20`
  const reads = {
    'GET one event': `/v1/events/${eventId}`,
    'list of 20 sessions': list,
    'the same with include=track,microlocation,speakers': `${list}&include=track,microlocation,speakers`,
  }
  const figures: Figure[] = []
  for (const [name, path] of Object.entries(reads)) {
    await bare.prepare(path)
    const target = (base: string): Target => ({ url: `${base}${path}`, also: { after: READS, write } })
    const [value, limit] = await compare(target(plenum), target(bare.url), isQuick)
    figures.push({
      name: `${name}, 1 write for ${READS} reads`,
      unit: 'requests/s',
      value,
      limit,
      bar: { atLeast: BAR },
    })
  }
  return figures
}
