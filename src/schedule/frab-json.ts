/** `schedule.json`, by https://c3voc.de/schedule/schema.json */
import { eventPage, strictAddress } from './addresses.ts'
import {
  clockTime,
  type FeedSource,
  lengthOf,
  pageOf,
  personsOf,
  roomsOfDay,
  sessionSlug,
  usableLinks,
  zoned,
} from './frab.ts'
import type { ProgrammePerson, ProgrammeSession } from './programme.ts'

const SCHEMA = 'https://c3voc.de/schedule/schema.json'
/** The zones that the schema knows; the times of all others have their offset. */
const KNOWN_ZONE = /^([A-Z][a-z]+\/[A-Z][a-z]+)|UTC$/

export function frabJson(source: FeedSource): string {
  const { version, addresses, generator } = source
  return JSON.stringify({
    $schema: SCHEMA,
    generator: { name: 'plenum', version: generator, url: addresses.publicUrl },
    schedule: { version, base_url: `${addresses.publicUrl}/`, conference: conferenceOf(source) },
  })
}

function conferenceOf(source: FeedSource): object {
  const { event, days, rooms, tracks } = source.programme
  const logo = strictAddress(event.logo_url)
  return {
    acronym: event.identifier,
    title: event.name,
    start: days[0]!.date,
    end: days.at(-1)!.date,
    daysCount: days.length,
    timeslot_duration: '00:05',
    ...(KNOWN_ZONE.test(event.timezone) && { time_zone_name: event.timezone }),
    ...(logo && { logo }),
    url: strictAddress(event.external_event_url) ?? eventPage(source.addresses, event.identifier),
    tracks: tracks.map(({ name, color }) => ({ name, color })),
    rooms: rooms.map(({ guid, name }) => ({ name, guid })),
    days: days.map((day) => ({
      index: day.index,
      date: day.date,
      day_start: zoned(day.starts_at, event.timezone),
      day_end: zoned(day.ends_at, event.timezone),
      rooms: roomsOf(source, day.index),
    })),
  }
}

/** Rooms of the same name are one here, because the format knows them by their names. */
function roomsOf(source: FeedSource, day: number): Record<string, object[]> {
  const byName = Map.groupBy(roomsOfDay(source.programme, day), ({ room }) => room.name)
  const sessionOf = sessionWriter(source)
  return Object.fromEntries(
    [...byName].map(([name, held]) => [
      name,
      held.flatMap(({ sessions }) => sessions.map((session) => sessionOf(session, name))),
    ]),
  )
}

function sessionWriter(source: FeedSource): (session: ProgrammeSession, room: string) => object {
  const { programme } = source
  const { timezone, licence } = programme.event
  const tracks = new Map(programme.tracks.map(({ id, name }) => [id, name]))
  const speakersOf = personsOf(programme)
  return (session, room) => ({
    guid: session.guid,
    id: Number(session.id),
    date: zoned(session.starts_at, timezone),
    start: clockTime(session.starts_at, timezone),
    end: zoned(session.ends_at, timezone),
    duration: lengthOf(session),
    room,
    slug: sessionSlug(programme, session),
    url: pageOf(source, session),
    title: session.title,
    subtitle: session.subtitle,
    track: tracks.get(session.track_id ?? '') ?? null,
    type: session.type ?? 'other',
    language: session.language,
    abstract: session.abstract,
    description: session.description,
    ...(licence && { recording_license: licence }),
    persons: speakersOf(session).map(personOf),
    links: usableLinks(session.links),
    attachments: usableLinks(session.attachments).map((link) => ({ ...link, type: 'slides' })),
  })
}

function personOf({ id, guid, name, biography, photo_url }: ProgrammePerson): object {
  return { guid, id: Number(id), name, biography, avatar: strictAddress(photo_url) ?? null }
}
