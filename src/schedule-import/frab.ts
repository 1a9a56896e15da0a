/** The schedule of frab, pretalx and others that write its format, as JSON. The XML is brought into this shape first. */
import { isObject } from '../archive/dialects.ts'
import type { Warnings } from '../archive/warnings.ts'
import { htmlOf } from './plain-text.ts'
import {
  ScheduleCollector,
  ScheduleError,
  type ScheduleFile,
  type SourceRecord,
  textIn,
} from './schedule-file.ts'
import { followingDay, later, minutesBetween, minutesIn, momentIn, onDay } from './times.ts'

type Json = Record<string, unknown>

/** What the sessions of a file share. */
interface Reading {
  collector: ScheduleCollector
  warnings: Warnings
  timezone: string
}

export function readFrab(content: unknown, defaultZone: string, warnings: Warnings): ScheduleFile {
  const schedule = isObject(content) ? content.schedule : undefined
  const conference = isObject(schedule) ? schedule.conference : undefined
  if (!isObject(conference) || !Array.isArray(conference.days))
    throw new ScheduleError(
      'The file has no schedule.conference.days: it is not a schedule in the format of frab.',
    )
  const timezone = zoneOf(conference, defaultZone, warnings)
  const collector = new ScheduleCollector(warnings)
  const reading = { collector, warnings, timezone }
  for (const room of objectsIn(conference.rooms)) collector.room(room.name, room.guid)
  for (const track of objectsIn(conference.tracks)) collector.track(track.name, track.color)
  for (const day of objectsIn(conference.days)) readDay(reading, day)
  Object.assign(collector.file.event, eventOf(conference, schedule as Json, timezone))
  return collector.file
}

/** Offsets alone are no zone, so the times of the file are kept and the zone is the default. */
function zoneOf({ time_zone_name }: Json, defaultZone: string, warnings: Warnings): string {
  const name = textIn(time_zone_name)
  if (name === '') return defaultZone
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    warnings.add(`The time zone ${name.slice(0, 100)} is unknown; ${defaultZone} was used`)
    return defaultZone
  }
}

function eventOf({ title, description, url, start, end }: Json, { base_url }: Json, timezone: string): Json {
  const first = momentIn(wholeDay(textIn(start)), timezone)
  const last = textIn(end)
  // An end without a time means the whole day.
  const ended = /^\d{4}-\d{2}-\d{2}$/.test(last) ? wholeDay(followingDay(last) ?? '') : last
  return {
    name: textIn(title),
    timezone,
    starts_at: first,
    ends_at: momentIn(ended, timezone),
    ...(textIn(description) !== '' && { description: htmlOf(textIn(description)) }),
    ...addressAt('external_event_url', textIn(url) || textIn(base_url)),
  }
}

function wholeDay(date: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00` : date
}

function addressAt(name: string, address: string): Json {
  return /^https?:\/\//i.test(address) ? { [name]: address } : {}
}

/** Rooms are the keys of an object; in the shape of the XML they are a list of objects with a name and a guid. */
function readDay(reading: Reading, { date, rooms }: Json): void {
  const list = Array.isArray(rooms)
    ? objectsIn(rooms).map(({ name, guid, events }) => ({ name, guid, events }))
    : Object.entries(isObject(rooms) ? rooms : {}).map(([name, events]) => ({
        name,
        guid: undefined,
        events,
      }))
  for (const { name, guid, events } of list) {
    const room = reading.collector.room(name, guid)
    for (const event of objectsIn(events)) readSession(reading, textIn(date), event, room)
  }
}

function readSession(reading: Reading, date: string, event: Json, room: SourceRecord | null): void {
  const { collector, timezone } = reading
  const starts = startOf(event, date, timezone)
  const minutes = minutesIn(event.duration)
  const ends =
    momentIn(textIn(event.end), timezone) ??
    (starts === undefined || minutes === undefined ? undefined : later(starts, minutes))
  const length = minutes ?? (starts && ends ? minutesBetween(starts, ends) : 0)
  collector.session({
    name: textIn(event.title),
    guid: event.guid,
    sourceId: textIn(event.id) || event.code,
    fields: {
      subtitle: textIn(event.subtitle) || null,
      short_abstract: htmlOf(textIn(event.abstract)),
      long_abstract: htmlOf(textIn(event.description)),
      language: textIn(event.language) || null,
      starts_at: starts ?? null,
      ends_at: ends ?? null,
      ...linksOf(event),
    },
    room,
    track: collector.track(event.track),
    // The format needs a type, so sessions without one have this.
    type: event.type === 'other' ? null : collector.type(event.type, length),
    speakers: objectsIn(event.persons).flatMap((person) => speakerOf(collector, person) ?? []),
  })
}

function startOf({ date, start }: Json, day: string, timezone: string): string | undefined {
  const moment = momentIn(textIn(date), timezone)
  return moment ?? (textIn(start) === '' ? undefined : onDay(day, textIn(start), timezone))
}

/** The titles that our own feeds give to the links of a session, and their fields. */
const LINK_FIELDS: Record<string, string> = {
  Website: 'website',
  'Sign-up': 'signup_url',
  Video: 'video_url',
  Audio: 'audio_url',
  Slides: 'slides_url',
  GitHub: 'github',
  GitLab: 'gitlab',
  Mastodon: 'mastodon',
  Twitter: 'twitter',
  LinkedIn: 'linkedin',
  Facebook: 'facebook',
  Instagram: 'instagram',
}

/** Attachments and links of a session; a file that has neither says nothing of them. */
function linksOf({ attachments, links }: Json): Json {
  const fields: Json = {}
  const others: { name: string; link: string }[] = []
  for (const { url, href, title, name } of [...objectsIn(attachments), ...objectsIn(links)]) {
    const link = textIn(url) || textIn(href)
    if (!/^https?:\/\//i.test(link)) continue
    const label = textIn(title) || textIn(name) || link
    const field = Object.hasOwn(LINK_FIELDS, label) ? LINK_FIELDS[label]! : undefined
    if (field && fields[field] === undefined) fields[field] = link
    else others.push({ name: label, link })
  }
  return { ...fields, ...(others.length > 0 && { slides: others }) }
}

function speakerOf(collector: ScheduleCollector, person: Json): SourceRecord | undefined {
  const biography = textIn(person.biography) || textIn(person.description)
  return collector.speaker({
    name: textIn(person.public_name) || textIn(person.name) || textIn(person.full_public_name),
    guid: person.guid,
    sourceId: textIn(person.id) || person.code,
    fields: {
      ...(biography !== '' && { long_biography: htmlOf(biography) }),
      ...addressAt('photo_url', textIn(person.avatar)),
    },
  })
}

function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
