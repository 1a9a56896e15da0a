/** News of a session: for its speakers, the user who submitted it, and the owner of the event. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'
import { OTHER_STATE } from '../resources/mail-occasions.ts'
import {
  type EventMail,
  hasTakenPart,
  type MailAddresses,
  mailTo,
  NAME_OF_USER,
  type Occurrence,
  type Recipient,
  subscriptionOf,
} from './event-mail.ts'
import { named } from './named.ts'
import { recordNotification } from './outbox.ts'
import { type Template, templateOf } from './templates.ts'

interface EventRow {
  id: string
  name: string
  identifier: string
}

export async function eventOf(tx: Db, session: Row): Promise<EventRow> {
  const [event] = await tx.query<EventRow>(
    sql`select id, name, identifier from events where id = ${session.event_id}`,
  )
  return event!
}

export interface News {
  tx: Db
  session: Row
  addresses: MailAddresses
  /** In the words of organizers. */
  reason?: string | null | undefined
  send: (mails: EventMail[]) => Promise<void>
}

const STATES = ['accepted', 'rejected', 'confirmed', 'canceled', 'withdrawn'] as const
export type AnnouncedState = (typeof STATES)[number]

export function isAnnounced(state: unknown): state is AnnouncedState {
  return STATES.includes(state as AnnouncedState)
}

/** Reports the state of a session. */
export async function tellState(news: News, whom: 'speakers' | 'speakers and owner'): Promise<void> {
  const { tx, session } = news
  const event = await eventOf(tx, session)
  const people = await authorsOf(tx, session)
  const template = await stateTemplate(tx, event.id, session.state)
  const about = occurrence(news, event, template, 'session_state_change')
  about.values.decision = session.state as string
  const mails = mailsTo(people, about)
  if (whom === 'speakers and owner') mails.push(...(await copiesFor(news, about, mails)))
  await news.send(mails)
  const users = new Set(people.flatMap(({ user_id }) => user_id ?? []))
  for (const user of users)
    await recordNotification(tx, user, newsContent('session_state_change', event, session))
}

async function stateTemplate(tx: Db, eventId: string, state: unknown): Promise<Template> {
  return isAnnounced(state) ? templateOf(tx, eventId, `session_${state}`) : { ...OTHER_STATE, isOwn: false }
}

/** Reports a new time or room. */
export async function tellMove(news: News, slot: string): Promise<void> {
  const event = await eventOf(news.tx, news.session)
  const template = await templateOf(news.tx, event.id, 'session_moved')
  const about = occurrence(news, event, template, 'session_moved')
  about.values.slot = slot
  await news.send(mailsTo(await authorsOf(news.tx, news.session), about))
}

/** Reports a new proposal to the owner. */
export async function tellProposal(news: News, event: EventRow): Promise<void> {
  const template = await templateOf(news.tx, event.id, 'new_session')
  const about = occurrence(news, event, template, 'new_session')
  await news.send(await ownerMails(news, about))
}

function occurrence(
  { session, addresses, reason }: News,
  event: EventRow,
  template: Template,
  action: string,
): Occurrence {
  const link = `${addresses.frontendUrl}/events/${event.identifier}/propose?proposal=${session.id}`
  const values = {
    event: named(event.name),
    title: named(session.title as string),
    reason: reason ?? '',
    link,
  }
  return { action, eventId: event.id, template, values }
}

interface Person extends Omit<Recipient, 'email'> {
  email: string | null
  user_id: string | null
}

/** Its speakers, and the user who submitted it unless that was one of the organizers. */
function authorsOf(tx: Db, { id, event_id, creator_id }: Row): Promise<Person[]> {
  const taken = hasTakenPart(sql`x.email`, event_id as string)
  return tx.query<Person>(
    sql`select x.*, ${taken} as has_taken_part from (
        select 1 as rank, case when not s.is_email_overridden then s.email end as email, s.name, s.user_id
        from speakers s join speakers_sessions ss on ss.speaker_id = s.id
        where ss.session_id = ${id} and s.deleted_at is null
        union all
        select 2, u.email, ${NAME_OF_USER}, u.id from users u where u.id = ${creator_id ?? null} and u.deleted_at is null
          and not exists (select 1 from users_events_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id
            and ur.event_id = ${event_id} and r.name in ('owner', 'organizer', 'coorganizer'))
      ) x order by rank, user_id, email`,
  )
}

/** One for each address, however often it is there. */
function mailsTo(people: Person[], about: Occurrence): EventMail[] {
  const byAddress = new Map<string, Recipient>()
  for (const { email, ...person } of people)
    if (email !== null && !byAddress.has(email.toLowerCase()))
      byAddress.set(email.toLowerCase(), { ...person, email, name: named(person.name) })
  return [...byAddress.values()].map((recipient) => mailTo(recipient, about))
}

async function copiesFor(news: News, about: Occurrence, sent: EventMail[]): Promise<EventMail[]> {
  const known = new Set(sent.map(({ recipient }) => recipient.toLowerCase()))
  const copies = await ownerMails(news, about, (filled) => ({
    subject: filled.subject,
    text: `For your information, as the owner of the event, what the speakers of the session get:\n\n${filled.text}`,
  }))
  return copies.filter(({ recipient }) => !known.has(recipient.toLowerCase()))
}

/** To owners who want to know. */
async function ownerMails(
  { tx }: News,
  about: Occurrence,
  change?: Parameters<typeof mailTo>[2],
): Promise<EventMail[]> {
  const owners = await tx.query<{ id: string; email: string; name: string }>(
    sql`select u.id, u.email, ${NAME_OF_USER} as name from users_events_roles ur join users u on u.id = ur.user_id
      join roles r on r.id = ur.role_id
      where ur.event_id = ${about.eventId} and r.name = 'owner' and u.deleted_at is null order by u.id`,
  )
  const mails: EventMail[] = []
  for (const { id, email, name } of owners) {
    const token = await subscriptionOf(tx, id, about.eventId)
    if (token === undefined) continue
    const mail = mailTo({ email, name: named(name), has_taken_part: true }, about, change)
    // Only the sent mail shows the token: others who read the text must not use it.
    mails.push({ ...mail, message: { ...mail.message, unsubscribeToken: token } })
  }
  return mails
}

export function newsContent(type: string, event: EventRow, session: Row): Record<string, unknown> {
  return { type, event, session: { id: session.id, title: session.title } }
}
