/** The effects of submitting sessions and speakers: required answers, and news for organizers and speakers. */
import sql from 'sql-template-tag'
import { type Caller, MANAGER } from '../access/caller.ts'
import { countedMail } from '../access/counted-mail.ts'
import { hasRole } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import type { Effects, Updated, Written } from '../jsonapi/effects.ts'
import type { MailAddresses } from '../mail/event-mail.ts'
import { named } from '../mail/named.ts'
import { recordNotification } from '../mail/outbox.ts'
import { eventOf, isAnnounced, newsContent, tellMove, tellProposal, tellState } from '../mail/session-news.ts'
import type { session } from '../resources/session.ts'
import type { speaker } from '../resources/speaker.ts'
import { type Answered, demandAnswers, hasNewAnswers } from './form-answers.ts'

type Session = typeof session

export function sessionEffects(addresses: MailAddresses): Effects<Session> {
  return {
    follows: (change) =>
      !isOrganized(change) ||
      hasNewAnswers(change) ||
      change.sent.send_email === true ||
      (change.before !== undefined && change.before.state !== change.after.state),
    async created(tx, change) {
      await demand(tx, 'session', change)
      if (isProposal(change)) await announceProposal(tx, change, addresses)
    },
    async updated(tx, change) {
      await demand(tx, 'session', change)
      if (isProposal(change)) await announceProposal(tx, change, addresses)
      if (change.sent.send_email === true) await announceChange(tx, change, addresses)
    },
  }
}

/** A decision, or else a new slot in the programme. */
async function announceChange(
  tx: Db,
  { before, after: session, sent, caller }: Updated<Session>,
  addresses: MailAddresses,
): Promise<void> {
  const news = { tx, session, addresses, reason: sent.decision_reason, send: countedMail(tx, caller) }
  if (before.state !== session.state) {
    if (isAnnounced(session.state)) await tellState(news, 'speakers and owner')
  } else if (session.state === 'accepted' || session.state === 'confirmed') {
    if (SLOT.some((name) => before[name] !== session[name])) await tellMove(news, await slotText(tx, session))
  }
}

const SLOT = ['starts_at', 'ends_at', 'microlocation_id'] as const

/** In the time zone of the event. */
async function slotText(tx: Db, { id }: { id: string }): Promise<string> {
  const [row] = await tx.query<{
    day: string | null
    start: string
    end: string | null
    zone: string
    room: string | null
  }>(
    sql`select to_char(s.starts_at at time zone e.timezone, 'YYYY-MM-DD') as day,
        to_char(s.starts_at at time zone e.timezone, 'HH24:MI') as start,
        to_char(s.ends_at at time zone e.timezone, 'HH24:MI') as end, e.timezone as zone, m.name as room
      from sessions s join events e on e.id = s.event_id
      left join microlocations m on m.id = s.microlocation_id and m.deleted_at is null where s.id = ${id}`,
  )
  const { day, start, end, zone, room } = row!
  if (day === null) return 'not scheduled yet'
  const time = `${day}, ${start}${end === null ? '' : ` to ${end}`} (${zone})`
  return room === null ? time : `${time}, ${named(room)}`
}

export const speakerEffects: Effects<typeof speaker> = {
  follows: (change) => !isOrganized(change) || hasNewAnswers(change),
  async created(tx, change) {
    const { caller, id } = change
    await demand(tx, 'speaker', change)
    if (isOrganized(change)) return
    await tx.query(
      sql`update speakers set is_proposed = true, email = coalesce(email, ${caller.email}) where id = ${id}`,
    )
  },
  updated: (tx, change) => demand(tx, 'speaker', change),
}

function isOrganized({ caller, after }: { caller: Caller; after: { event_id: string } }): boolean {
  return hasRole(caller, MANAGER, after.event_id)
}

/** A draft is private until its author submits it. */
function isProposal(change: Written<Session>): boolean {
  const { before, after } = change
  return (before?.state ?? 'draft') === 'draft' && after.state !== 'draft' && !isOrganized(change)
}

/** Organizers may leave open what the form asks for, and nobody completes what they withdraw. */
function demand(
  tx: Db,
  form: 'session' | 'speaker',
  change: { caller: Caller; before?: Answered; after: Answered },
): Promise<void> {
  const isComplete = change.after.state !== 'withdrawn'
  return demandAnswers(tx, form, { ...change, isOrganized: isOrganized(change), isComplete })
}

async function announceProposal(
  tx: Db,
  { caller, after: session }: Written<Session>,
  addresses: MailAddresses,
): Promise<void> {
  const event = await eventOf(tx, session)
  const organizers = await tx.query<{ id: string }>(
    sql`select distinct u.id from users_events_roles ur
      join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
      where ur.event_id = ${event.id} and r.name in ('owner', 'organizer') and u.deleted_at is null order by u.id`,
  )
  for (const { id } of organizers)
    await recordNotification(tx, id, newsContent('new_session', event, session))
  await tellProposal({ tx, session, addresses, send: countedMail(tx, caller) }, event)
}
