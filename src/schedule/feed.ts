/** The formats of a feed, by the ending of its address. */
import type { FeedFormat } from '../resources/feed-address.ts'
import { type Addresses, feedAddress } from './addresses.ts'
import type { CalendarOptions } from './calendar.ts'
import type { FeedSource } from './frab.ts'
import { frabJson } from './frab-json.ts'
import { frabXml } from './frab-xml.ts'
import { iCalendar } from './icalendar.ts'
import { xCal } from './xcal.ts'

/** What all feeds of an installation have in common. */
export interface FeedParts {
  addresses: Addresses
  /** The version of the service. */
  generator: string
}

interface FormatRules {
  write(source: FeedSource): string
  /** The first, unless the reader asks for another. */
  mediaTypes: readonly [string, ...string[]]
}

export const FORMATS: Record<FeedFormat, FormatRules> = {
  json: {
    write: frabJson,
    mediaTypes: ['application/json', 'application/vnd.c3voc.schedule+json'],
  },
  xml: { write: frabXml, mediaTypes: ['application/xml', 'application/vnd.c3voc.schedule+xml'] },
  ics: { write: (source) => iCalendar(whole(source, 'ics')), mediaTypes: ['text/calendar; charset=utf-8'] },
  xcal: { write: (source) => xCal(whole(source, 'xcal')), mediaTypes: ['application/calendar+xml'] },
}

function whole(source: FeedSource, format: FeedFormat): CalendarOptions {
  const { event, sessions } = source.programme
  return {
    ...source,
    name: event.name,
    feed: feedAddress(source.addresses, event.identifier, format),
    sessions,
  }
}

/** A part of the programme as a calendar; undefined when there is no such session. */
export function calendarOfPart(
  source: FeedSource,
  part: { session: string } | { speaker: string },
): string | undefined {
  const { event, persons, sessions } = source.programme
  const held = sessions.filter(({ id, person_ids }) =>
    'session' in part ? id === part.session : person_ids.includes(part.speaker),
  )
  if (held.length === 0) return undefined
  const own = 'session' in part ? held[0]!.title : persons.find(({ id }) => id === part.speaker)!.name
  return iCalendar({ ...source, name: `${event.name}: ${own}`, sessions: held })
}
