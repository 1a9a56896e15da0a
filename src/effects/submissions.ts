/** The effects of submitting sessions and speakers: required answers, and news for organizers and speakers. */
import sql from 'sql-template-tag'
import { type Caller, MANAGER } from '../access/caller.ts'
import { countedMail } from '../access/counted-mail.ts'
import { hasRole } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import type { Effects, Written } from '../jsonapi/effects.ts'
import { newSessionMessage } from '../mail/messages.ts'
import { recordNotification } from '../mail/outbox.ts'
import { eventOf, newsContent, tellState } from '../mail/session-news.ts'
import type { session } from '../resources/session.ts'
import type { speaker } from '../resources/speaker.ts'
import { type Answered, demandAnswers, hasNewAnswers } from './form-answers.ts'

type Session = typeof session

const ANNOUNCED_STATES = new Set<string>(['accepted', 'rejected', 'confirmed', 'canceled', 'withdrawn'])

export const sessionEffects: Effects<Session> = {
  follows: (change) =>
    !isOrganized(change) ||
    hasNewAnswers(change) ||
    (change.before !== undefined && change.before.state !== change.after.state),
  async created(tx, change) {
    await demand(tx, 'session', change)
    if (isProposal(change)) await announceProposal(tx, change)
  },
  async updated(tx, change) {
    await demand(tx, 'session', change)
    if (isProposal(change)) await announceProposal(tx, change)
    const { before, after, sent } = change
    const isNews = before.state !== after.state && ANNOUNCED_STATES.has(after.state)
    if (isNews && sent.send_email === true)
      await tellState(tx, after, 'speakers and owner', countedMail(tx, change.caller))
  },
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

async function announceProposal(tx: Db, { caller, after: session }: Written<Session>): Promise<void> {
  const event = await eventOf(tx, session)
  const organizers = await tx.query<{ id: string; email: string; is_owner: boolean }>(
    sql`select u.id, u.email, bool_or(r.name = 'owner') as is_owner from users_events_roles ur
      join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
      where ur.event_id = ${event.id} and r.name in ('owner', 'organizer') and u.deleted_at is null
      group by u.id order by u.id`,
  )
  for (const { id, email, is_owner } of organizers) {
    await recordNotification(tx, id, newsContent('new_session', event, session))
    if (is_owner) await countedMail(tx, caller)([email], newSessionMessage(event.name, session.title))
  }
}
