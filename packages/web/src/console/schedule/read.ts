/** Reads what the editor needs. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '../../browser/service.ts'
import { type Item, lengthOf, type ReadItems, type Room } from './model.ts'
import { slotOf } from './slots.ts'

/** Sessions that may stand in a schedule. */
export const PLANNED = ['pending', 'accepted', 'confirmed'] as const
const PAGE = 1_000
const BETWEEN_LOOKS = 5_000

async function readItems(event: string): Promise<Item[]> {
  const sessions = client.sessions.all({
    event,
    filter: { state: PLANNED },
    include: ['speakers', 'track', 'sessionType'],
    fields: {
      session: ['title', 'state', 'startsAt', 'endsAt', 'track', 'sessionType', 'microlocation', 'speakers'],
      speaker: ['name'],
      track: ['name', 'color'],
      'session-type': ['length'],
    },
    page: { size: PAGE },
  })
  const items: Item[] = []
  for await (const session of sessions)
    items.push({
      id: session.id,
      title: session.title,
      state: session.state,
      track: session.track ? { name: session.track.name, color: session.track.color } : undefined,
      speakers: session.speakers.map(({ id, name }) => ({ id, name })),
      length: lengthOf(session.sessionType?.length),
      slot: slotOf(session),
    })
  return items
}

export const itemsQuery = (event: string) =>
  queryOptions({
    queryKey: ['schedule', event],
    queryFn: async (): Promise<ReadItems> => ({ readAt: performance.now(), items: await readItems(event) }),
    staleTime: 0,
    gcTime: 0,
  })

/** Changes whenever a session of the event does: looked at often, because it is little. */
export const pulseQuery = (event: string) =>
  queryOptions({
    queryKey: ['schedule-pulse', event],
    queryFn: async () => {
      const { records, count } = await client.sessions.list({
        event,
        sort: ['-lastModifiedAt'],
        fields: { session: ['lastModifiedAt'] },
        page: { size: 1 },
      })
      return `${count} ${records[0]?.id} ${records[0]?.lastModifiedAt}`
    },
    refetchInterval: BETWEEN_LOOKS,
  })

export const roomsQuery = (event: string) =>
  queryOptions({
    queryKey: ['rooms', event],
    queryFn: async (): Promise<Room[]> => {
      const rooms: (Room & { position: number })[] = []
      for await (const { id, name, position } of client.microlocations.all({ event }))
        rooms.push({ id, name, position: position ?? 0 })
      return rooms.sort((one, other) => one.position - other.position || one.name.localeCompare(other.name))
    },
  })

/** What the service finds wrong, also what only it can know. */
export const conflictsQuery = (event: string) =>
  queryOptions({
    queryKey: ['conflicts', event],
    queryFn: async () => {
      const { records, count } = await client.scheduleConflicts.list({
        event,
        include: ['sessions'],
        fields: { session: ['title'] },
        page: { size: 100 },
      })
      return { records, count }
    },
  })
