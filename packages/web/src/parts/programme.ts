/** The programme of an event as the schedule shows it. */
import type { PlenumClient } from '../../../client/src/plenum-client.ts'
import { formatOf } from './times.tsx'

export interface Programme {
  days: Day[]
  tracks: Track[]
}

export interface Day {
  /** Such as `2030-05-01`. */
  date: string
  /** Those that are used on this day, in their order. */
  rooms: Room[]
  sessions: Slot[]
}

export interface Room {
  id: string
  name: string
}

export interface Track {
  id: string
  name: string
  /** Six digits, without the sign. */
  color: string
}

export interface Slot {
  id: string
  title: string
  startsAt: number
  endsAt: number
  room: Room
  track: Track | undefined
  speakers: string[]
}

const FIELDS = {
  session: ['title', 'startsAt', 'endsAt', 'track', 'microlocation', 'speakers'],
  speaker: ['name'],
  track: ['name', 'color', 'position'],
  microlocation: ['name', 'position'],
} as const

/** Sessions with a time and a room. */
export const HAS_SLOT = (['startsAt', 'endsAt', 'microlocation'] as const).map(
  (name) => ({ name, op: 'ne', val: null }) as const,
)

export async function readProgramme(
  client: PlenumClient,
  event: { id: string; timezone: string },
): Promise<Programme> {
  const { records } = await client.sessions.list({
    event: event.id,
    filter: HAS_SLOT,
    include: ['track', 'microlocation', 'speakers'],
    fields: FIELDS,
    page: { size: 0 },
  })
  const ordered = <T extends { id: string; position: number | null }>(all: T[]) =>
    [...new Map(all.map((one) => [one.id, one])).values()].toSorted(
      (one, other) => (one.position ?? 0) - (other.position ?? 0) || Number(one.id) - Number(other.id),
    )
  const rooms = ordered(records.flatMap(({ microlocation }) => microlocation ?? []))
  const tracks = ordered(records.flatMap(({ track }) => track ?? [])).map(toTrack)
  const slots = records.flatMap((session): Slot[] => {
    const room = rooms.find(({ id }) => id === session.microlocation?.id)
    if (!room || !session.startsAt || !session.endsAt) return []
    return [
      {
        id: session.id,
        title: session.title,
        startsAt: Date.parse(session.startsAt),
        endsAt: Date.parse(session.endsAt),
        room,
        track: tracks.find(({ id }) => id === session.track?.id),
        speakers: session.speakers.map(({ name }) => name),
      },
    ]
  })
  return { days: daysOf(slots, rooms, event.timezone), tracks }
}

function toTrack({ id, name, color }: { id: string; name: string; color: string }): Track {
  return { id, name, color: color.slice(1).toLowerCase() }
}

function daysOf(slots: Slot[], rooms: Room[], timezone: string): Day[] {
  const dates = formatOf('sv', timezone, {})
  const byDate = Map.groupBy(
    slots.toSorted((one, other) => one.startsAt - other.startsAt),
    ({ startsAt }) => dates.format(startsAt),
  )
  return [...byDate]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([date, sessions]) => ({
      date,
      rooms: rooms.filter((room) => sessions.some((session) => session.room === room)),
      sessions,
    }))
}
