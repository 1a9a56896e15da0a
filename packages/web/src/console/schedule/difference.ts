/** What the next release would change: the feed of the latest one beside that of the present state. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../browser/service.ts'

interface Place {
  start: string
  end: string
  room: string
}

export interface Changed {
  guid: string
  title: string
  before?: Place
  after?: Place
}

export interface Difference {
  added: Changed[]
  moved: Changed[]
  removed: Changed[]
}

/** What is read of https://c3voc.de/schedule/schema.json */
interface Feed {
  schedule: { conference: { days: { rooms: Record<string, FeedSession[]> }[] } }
}

interface FeedSession {
  guid: string
  title: string
  date: string
  end: string
}

export const releasesQuery = (event: string) =>
  queryOptions({
    queryKey: ['releases', event],
    queryFn: async () => {
      const { records } = await client.scheduleReleases.list({
        event,
        sort: ['-releasedAt'],
        page: { size: 50 },
      })
      return records
    },
  })

export const differenceQuery = (event: string, latest: string | undefined) =>
  queryOptions({
    queryKey: ['difference', event, latest],
    queryFn: async (): Promise<Difference> => {
      const before = latest === undefined ? new Map() : await readFeed(event, latest)
      return differenceOf(before, await readFeed(event, 'live'))
    },
  })

type Programme = Map<string, { title: string; place: Place }>

/** The feed is no route of plain JSON by its type, but it is JSON. */
async function readFeed(event: string, release: string): Promise<Programme> {
  const route =
    `GET /v1/events/{id}/schedule.json?release=${encodeURIComponent(release)}` as 'GET /v1/openapi.json'
  const call = { path: { id: event } } as unknown as Record<never, never>
  const { schedule } = (await client.call(route, call)) as unknown as Feed
  const programme: Programme = new Map()
  for (const { rooms } of schedule.conference.days)
    for (const [room, sessions] of Object.entries(rooms))
      for (const { guid, title, date, end } of sessions)
        programme.set(guid, { title, place: { start: date, end, room } })
  return programme
}

function differenceOf(before: Programme, after: Programme): Difference {
  const found: Difference = { added: [], moved: [], removed: [] }
  for (const [guid, { title, place }] of after) {
    const old = before.get(guid)
    if (!old) found.added.push({ guid, title, after: place })
    else if (!isSame(old.place, place)) found.moved.push({ guid, title, before: old.place, after: place })
  }
  for (const [guid, { title, place }] of before)
    if (!after.has(guid)) found.removed.push({ guid, title, before: place })
  return found
}

function isSame(one: Place, other: Place): boolean {
  const times = (place: Place) => `${Date.parse(place.start)} ${Date.parse(place.end)}`
  return one.room === other.room && times(one) === times(other)
}
