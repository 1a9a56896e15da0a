/** The mails of a release: one for each speaker whose sessions it added, moved or removed. */
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { countedMail } from '../access/counted-mail.ts'
import type { Db } from '../database/connect.ts'
import { hasTakenPart, mailTo, type Recipient } from '../mail/event-mail.ts'
import { named } from '../mail/named.ts'
import { templateOf } from '../mail/templates.ts'
import { eventPage } from './addresses.ts'
import type { Change, Changes } from './changes.ts'
import { clockTime, type FeedSource, zoned } from './frab.ts'
import { iCalendar } from './icalendar.ts'
import type { Programme, ProgrammeSession } from './programme.ts'

interface Release {
  source: FeedSource
  before: Programme | undefined
  changes: Changes
}

export async function tellSpeakers(tx: Db, caller: Caller, release: Release): Promise<void> {
  const { programme, addresses } = release.source
  const { id: eventId, identifier, name } = programme.event
  const news = newsBySpeaker(release)
  const calendarOf = calendarWriter(release)
  const speakers = await tx.query<Recipient & { id: string }>(
    sql`select id, email, name, ${hasTakenPart(sql`s.email`, eventId)} as has_taken_part from speakers s
      where id = any(${[...news.keys()]}::bigint[]) and email is not null and not is_email_overridden
        and deleted_at is null order by id`,
  )
  const template = await templateOf(tx, eventId, 'schedule_release')
  const values = { event: named(name), link: `${eventPage(addresses, identifier)}/schedule` }
  const about = { action: 'schedule_release', eventId, template, values }
  const mails = speakers.map(({ id, ...person }) => {
    const recipient = { ...person, name: named(person.name) }
    const changes = news.get(id)!.join('\n')
    const mail = mailTo(recipient, { ...about, values: { ...values, changes } })
    return { ...mail, message: { ...mail.message, calendar: calendarOf(id) } }
  })
  await countedMail(tx, caller, 'release mail by a user')(mails)
}

/** A line for each session. */
function newsBySpeaker({ source, before, changes }: Release): Map<string, string[]> {
  const { sessions, event } = source.programme
  const all = new Map([...(before?.sessions ?? []), ...sessions].map((session) => [session.id, session]))
  const news = new Map<string, string[]>()
  const tell = (what: string, some: Change[]) => {
    for (const { id, title, new: slot } of some)
      for (const person of all.get(id)!.person_ids) {
        const place = slot ? `: ${slotText(slot, event.timezone)}, ${named(slot.room)}` : ''
        news.set(person, [...(news.get(person) ?? []), `${what}: ${named(title)}${place}`])
      }
  }
  tell('Scheduled', changes.added)
  tell('Moved', changes.moved)
  tell('Removed', changes.removed)
  return news
}

function slotText(slot: NonNullable<Change['new']>, zone: string): string {
  const start = zoned(slot['starts-at'], zone)
  return `${start.slice(0, 10)}, ${start.slice(11, 16)} to ${clockTime(slot['ends-at'], zone)} (${zone})`
}

/** The sessions of a speaker, those that are gone as cancelled, so that the calendar removes them. */
function calendarWriter({ source, before, changes }: Release): (speakerId: string) => string {
  const removed = new Set(changes.removed.map(({ id }) => id))
  const present = withoutProse(source.programme)
  const old = before && withoutProse(before)
  const gone = (old?.sessions ?? []).filter(({ id }) => removed.has(id))
  const programme = {
    ...present,
    rooms: [...(old?.rooms ?? []), ...present.rooms],
    persons: [...(old?.persons ?? []), ...present.persons],
  }
  const heldBy = (id: string) => (session: ProgrammeSession) => session.person_ids.includes(id)
  return (id) =>
    iCalendar({
      ...source,
      programme,
      name: named(programme.event.name),
      sessions: programme.sessions.filter(heldBy(id)),
      cancelled: gone.filter(heldBy(id)),
    })
}

/** Anyone can make an event with the addresses of others, and must not advertise by our mails. */
function withoutProse(programme: Programme): Programme {
  return {
    ...programme,
    rooms: programme.rooms.map((room) => ({ ...room, name: named(room.name) })),
    tracks: [],
    persons: programme.persons.map((person) => ({ ...person, name: named(person.name) })),
    sessions: programme.sessions.map((session) => ({
      ...session,
      title: named(session.title),
      subtitle: null,
      abstract: null,
      description: null,
    })),
  }
}
