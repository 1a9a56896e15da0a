/** A programme as a calendar, in the form of jCal (RFC 7265), of which iCalendar and xCal are other spellings. */
import { wallTime } from '../resources/local-time.ts'
import { type FeedSource, pageOf, personsOf } from './frab.ts'
import type { Component, Property } from './jcal.ts'
import { oneLine, plainText, printable } from './plain-text.ts'
import type { ProgrammeSession } from './programme.ts'
import { isAmbiguous, timeZone } from './time-zone.ts'

export interface CalendarOptions extends FeedSource {
  /** What it is called in a calendar program. */
  name: string
  /** Where it is found again; absent for one that is sent once. */
  feed?: string
  sessions: ProgrammeSession[]
  /** Sessions that are not held as they were. */
  cancelled?: ProgrammeSession[]
}

/** The sequence of a session counts the seconds from here to its last change, so that a later version has a higher one. */
const START = Date.UTC(2020, 0, 1)

export function calendarOf(options: CalendarOptions): Component {
  const { programme, generator, name, feed, sessions, cancelled = [] } = options
  const { event } = programme
  const all = [...sessions, ...cancelled]
  const times = [event, ...all].flatMap(({ starts_at, ends_at }) => [
    Date.parse(starts_at),
    Date.parse(ends_at),
  ])
  const eventOf = eventWriter(options)
  return [
    'vcalendar',
    [
      ['version', {}, 'text', '2.0'],
      ['prodid', {}, 'text', `-//Plenum//Plenum ${generator}//EN`],
      ['calscale', {}, 'text', 'GREGORIAN'],
      ['method', {}, 'text', 'PUBLISH'],
      ['name', {}, 'text', oneLine(name)],
      ['x-wr-calname', {}, 'unknown', oneLine(name)],
      ['x-wr-timezone', {}, 'unknown', event.timezone],
      ...(feed === undefined ? [] : feedProperties(feed)),
    ],
    [
      timeZone(event.timezone, times),
      ...sessions.map((session) => eventOf(session, 'CONFIRMED')),
      ...cancelled.map((session) => eventOf(session, 'CANCELLED')),
    ],
  ]
}

function feedProperties(feed: string): Property[] {
  return [
    ['source', {}, 'uri', feed],
    ['refresh-interval', {}, 'duration', 'PT1H'],
    ['x-published-ttl', {}, 'unknown', 'PT1H'],
  ]
}

function eventWriter(options: CalendarOptions): (session: ProgrammeSession, status: string) => Component {
  const { programme } = options
  const rooms = new Map(programme.rooms.map(({ id, name }) => [id, name]))
  const tracks = new Map(programme.tracks.map(({ id, name }) => [id, name]))
  const describe = describer(options)
  const { timezone } = programme.event
  return (session, status) => {
    const track = tracks.get(session.track_id ?? '')
    const changed = Date.parse(session.modified_at)
    const properties: Property[] = [
      ['uid', {}, 'text', session.guid],
      ['dtstamp', {}, 'date-time', utc(changed)],
      ['last-modified', {}, 'date-time', utc(changed)],
      ['sequence', {}, 'integer', Math.max(0, Math.floor((changed - START) / 1000))],
      local('dtstart', session.starts_at, timezone),
      // An event without a length has no end.
      ...(isShort(session) ? [] : [local('dtend', session.ends_at, timezone)]),
      ['summary', {}, 'text', oneLine(session.title)],
      ['description', {}, 'text', describe(session)],
      ['location', {}, 'text', oneLine(rooms.get(session.room_id) ?? '')],
      ...(track === undefined ? [] : [['categories', {}, 'text', oneLine(track)] satisfies Property]),
      ['url', {}, 'uri', pageOf(options, session)],
      ['status', {}, 'text', status],
    ]
    return ['vevent', properties, []]
  }
}

/** A calendar counts in seconds. */
function isShort({ starts_at, ends_at }: ProgrammeSession): boolean {
  return Math.floor(Date.parse(ends_at) / 1000) <= Math.floor(Date.parse(starts_at) / 1000)
}

function describer({ programme }: FeedSource): (session: ProgrammeSession) => string {
  const speakersOf = personsOf(programme)
  return (session) => {
    const names = speakersOf(session).map(({ name }) => oneLine(name))
    const texts = [session.subtitle, session.abstract, session.description].map((text) =>
      plainText(text ?? ''),
    )
    return printable([names.join(', '), ...texts].filter(Boolean).join('\n\n'))
  }
}

function utc(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`
}

/** By the clocks of the event; in UTC where they show the same time twice. */
function local(name: string, moment: string, zone: string): Property {
  const time = Date.parse(moment)
  if (isAmbiguous(time, zone)) return [name, {}, 'date-time', utc(time)]
  return [name, { tzid: zone }, 'date-time', wallTime(time, zone).wall]
}
