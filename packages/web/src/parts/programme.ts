/** The programme of an event as the schedule shows it. */
import type { Site } from '../../../../src/pages/contract.ts'

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
  name: string
}

export interface Track {
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

/** What this page reads of https://c3voc.de/schedule/schema.json */
interface Feed {
  schedule: {
    conference: {
      tracks: { name: string; color: string }[]
      days: { date: string; rooms: Record<string, FeedSession[]> }[]
    }
  }
}

interface FeedSession {
  id: number
  title: string
  date: string
  end: string
  track: string | null
  persons: { name: string }[]
}

/** The feed has the latest release, or the present state while there is none. */
export async function readProgramme(site: Site, identifier: string): Promise<Programme> {
  const response = await site.fetch(`${site.publicUrl}/v1/events/${identifier}/schedule.json`)
  if (!response.ok) throw new Error(`The feed of the event ${identifier} returned ${response.status}.`)
  const { conference } = ((await response.json()) as Feed).schedule
  const all = conference.tracks.map(({ name, color }) => ({ name, color: color.slice(1).toLowerCase() }))
  const byName = new Map(all.map((track) => [track.name, track]))
  const days = conference.days.map((day) => dayOf(day, byName)).filter(({ sessions }) => sessions.length > 0)
  const used = new Set(days.flatMap(({ sessions }) => sessions.map(({ track }) => track)))
  return { days, tracks: [...byName.values()].filter((track) => used.has(track)) }
}

function dayOf(
  { date, rooms }: Feed['schedule']['conference']['days'][number],
  tracks: Map<string, Track>,
): Day {
  const held = Object.entries(rooms).map(([name, sessions]) => ({ room: { name }, sessions }))
  const sessions = held.flatMap(({ room, sessions }) =>
    sessions.map(
      (session): Slot => ({
        id: String(session.id),
        title: session.title,
        startsAt: Date.parse(session.date),
        endsAt: Date.parse(session.end),
        room,
        track: tracks.get(session.track ?? ''),
        speakers: session.persons.map(({ name }) => name),
      }),
    ),
  )
  return {
    date,
    rooms: held.map(({ room }) => room),
    sessions: sessions.sort((one, other) => one.startsAt - other.startsAt),
  }
}
