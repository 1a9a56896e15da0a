/** Mails of an event to those who take part in it: who gets one, in which words, and what they can unsubscribe from. */
import { randomBytes } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Message } from './messages.ts'
import { type Filled, fill, type Template, toMessage, type Values } from './templates.ts'

export interface MailAddresses {
  frontendUrl: string
  publicUrl: string
}

export interface Recipient {
  email: string
  name: string
  /** Has an account with this confirmed address, and has proposed something or has a role at the event. */
  has_taken_part: boolean
}

/** A mail that is ready, and whether it brings words of organizers to someone who never asked for them. */
export interface EventMail {
  recipient: string
  message: Message
  isUnasked: boolean
}

export interface Occurrence {
  action: string
  eventId: string
  template: Template
  /** Without the name of the recipient. */
  values: Values
}

export function mailTo(
  { email, name, has_taken_part }: Recipient,
  { action, eventId, template, values }: Occurrence,
  change: (filled: Filled) => Filled = (filled) => filled,
): EventMail {
  const message = toMessage(action, change(fill(template, { ...values, name })))
  const hasOwnWords = template.isOwn || Boolean(values.reason)
  return { recipient: email, message: { ...message, eventId }, isUnasked: hasOwnWords && !has_taken_part }
}

/** Whether the person with this address has taken part by their own act. Organizers can enter any address. */
export function hasTakenPart(email: Sql, eventId: string): Sql {
  return sql`exists (select 1 from users p where lower(p.email) = lower(${email}) and p.is_verified
    and p.deleted_at is null and (
      exists (select 1 from sessions o where o.creator_id = p.id and o.event_id = ${eventId})
      or exists (select 1 from users_events_roles o where o.user_id = p.id and o.event_id = ${eventId})
      or exists (select 1 from speaker_invites o where lower(o.email) = lower(p.email) and o.event_id = ${eventId}
        and o.status = 'accepted')))`
}

/** The name of an account `u` for a greeting. */
export const NAME_OF_USER: Sql = sql`coalesce(nullif(btrim(u.public_name), ''),
  nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), split_part(u.email, '@', 1))`

/**
 * The token with which a user ends what an event sends besides mails about their own sessions; undefined when they have
 * done so.
 */
export async function subscriptionOf(tx: Db, userId: string, eventId: string): Promise<string | undefined> {
  const [row] = await tx.query<{ token: string; is_on: boolean }>(
    sql`insert into mail_subscriptions as m (user_id, event_id, token)
      values (${userId}, ${eventId}, ${randomBytes(32).toString('base64url')})
      on conflict (user_id, event_id) do update set token = m.token
      returning token, unsubscribed_at is null as is_on`,
  )
  return row!.is_on ? row!.token : undefined
}
