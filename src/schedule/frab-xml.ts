/** `schedule.xml`, by https://c3voc.de/schedule/schema.xsd */
import { eventPage, feedAddress, strictAddress } from './addresses.ts'
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
import { oneLine } from './plain-text.ts'
import type { ProgrammeLink, ProgrammeSession } from './programme.ts'
import { type Element, xmlText } from './xml.ts'

/** The schema has two digits for the hours. */
const LONGEST = '99:59'

export function frabXml(source: FeedSource): string {
  const { programme, version, addresses, generator } = source
  const { event, days } = programme
  const sessionOf = sessionWriter(source)
  return xmlText({
    schedule: {
      generator: { '@name': 'plenum', '@system': addresses.publicUrl, '@version': generator },
      url: feedAddress(addresses, event.identifier, 'xml'),
      version,
      conference: conferenceOf(source),
      day: days.map(({ index, date, starts_at, ends_at }) => ({
        '@index': index,
        '@date': date,
        '@start': zoned(starts_at, event.timezone),
        '@end': zoned(ends_at, event.timezone),
        room: roomsOfDay(programme, index).map(({ room, sessions }) => ({
          '@name': room.name,
          '@guid': room.guid,
          event: sessions.map((session) => sessionOf(session, room.name)),
        })),
      })),
    },
  })
}

function conferenceOf({ programme, addresses }: FeedSource): Element {
  const { event, days, tracks } = programme
  const logo = strictAddress(event.logo_url)
  return {
    acronym: event.identifier,
    title: oneLine(event.name),
    start: days[0]!.date,
    end: days.at(-1)!.date,
    days: days.length,
    timeslot_duration: '00:05',
    ...(logo && { logo }),
    url: strictAddress(event.external_event_url) ?? eventPage(addresses, event.identifier),
    time_zone_name: event.timezone,
    track: tracks.map(({ name, color }) => ({ '@name': name, '@color': color })),
  }
}

function sessionWriter(source: FeedSource): (session: ProgrammeSession, room: string) => Element {
  const { programme } = source
  const { timezone, licence } = programme.event
  const tracks = new Map(programme.tracks.map(({ id, name }) => [id, name]))
  const speakersOf = personsOf(programme)
  return (session, room) => {
    const length = lengthOf(session)
    return {
      '@guid': session.guid,
      '@id': session.id,
      room,
      title: session.title,
      subtitle: session.subtitle ?? '',
      type: session.type ?? 'other',
      date: zoned(session.starts_at, timezone),
      start: clockTime(session.starts_at, timezone),
      duration: length.length > LONGEST.length ? LONGEST : length,
      abstract: session.abstract ?? '',
      slug: sessionSlug(programme, session),
      track: tracks.get(session.track_id ?? '') ?? '',
      persons: {
        person: speakersOf(session).map(({ id, guid, name }) => ({ '@id': id, '@guid': guid, '#': name })),
      },
      language: session.language ?? '',
      description: session.description ?? '',
      ...(licence && { recording: { license: licence, optout: 'false' } }),
      url: pageOf(source, session),
      links: { link: usableLinks(session.links).map(linkOf) },
      attachments: { attachment: usableLinks(session.attachments).map(linkOf) },
    }
  }
}

function linkOf({ title, url }: ProgrammeLink): Element {
  return { '@href': url, '#': title }
}
