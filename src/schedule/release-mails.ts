/** The mails of a release: one for each speaker whose sessions it added, moved or removed. */
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { limit } from '../access/limits.ts'
import { takeTry } from '../access/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { releaseMessage, type SessionNews } from '../mail/messages.ts'
import { named } from '../mail/named.ts'
import { recordMail } from '../mail/outbox.ts'
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
  const { programme } = release.source
  const news = newsBySpeaker(release)
  const calendarOf = calendarWriter(release)
  const speakers = await tx.query<{ id: string; email: string }>(
    // In one order for all, so that two releases at once do not wait for each other's counts.
    sql`select id, email from speakers where id = any(${[...news.keys()]}::bigint[])
      and email is not null and not is_email_overridden and deleted_at is null order by lower(email), id`,
  )
  for (const { id, email } of speakers) {
    await takeTry(tx, [
      limit('release mail by a user', caller.id),
      limit('session mail by a user to an address', caller.id, email),
    ])
    const message = releaseMessage(programme.event.name, news.get(id)!)
    await recordMail(tx, email, { ...message, calendar: calendarOf(id) })
  }
}

function newsBySpeaker({ source, before, changes }: Release): Map<string, SessionNews[]> {
  const { sessions, event } = source.programme
  const all = new Map([...(before?.sessions ?? []), ...sessions].map((session) => [session.id, session]))
  const news = new Map<string, SessionNews[]>()
  const tell = (what: SessionNews['what'], some: Change[]) => {
    for (const { id, title, new: slot } of some)
      for (const person of all.get(id)!.person_ids) {
        const known = news.get(person) ?? []
        known.push({ what, title, ...(slot && { when: slotText(slot, event.timezone), room: slot.room }) })
        news.set(person, known)
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
