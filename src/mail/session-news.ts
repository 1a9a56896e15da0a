/** News of a session for its speakers. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'
import { type Message, sessionStateMessage } from './messages.ts'
import { recordNotification } from './outbox.ts'

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

/** Reports the state of a session. */
export async function tellState(
  tx: Db,
  session: Row,
  whom: 'speakers' | 'speakers and owner',
  send: (addresses: Iterable<string>, message: Message) => Promise<void>,
): Promise<void> {
  const event = await eventOf(tx, session)
  const speakers = await tx.query<{ email: string | null; user_id: string | null }>(
    sql`select case when not s.is_email_overridden then s.email end as email, s.user_id
      from speakers s join speakers_sessions ss on ss.speaker_id = s.id
      where ss.session_id = ${session.id} and s.deleted_at is null`,
  )
  const owners = whom === 'speakers' ? [] : await ownersOf(tx, event.id)
  const addresses = new Set([...speakers, ...owners].flatMap(({ email }) => email ?? []))
  const usual = sessionStateMessage(event.name, session.title as string, session.state as string)
  await send(addresses, usual)
  for (const { user_id } of speakers) {
    if (user_id) await recordNotification(tx, user_id, newsContent('session_state_change', event, session))
  }
}

function ownersOf(tx: Db, eventId: string): Promise<{ email: string }[]> {
  return tx.query<{ email: string }>(
    sql`select u.email from users_events_roles ur join users u on u.id = ur.user_id join roles r on r.id = ur.role_id
      where ur.event_id = ${eventId} and r.name = 'owner' and u.deleted_at is null`,
  )
}

export function newsContent(type: string, event: EventRow, session: Row): Record<string, unknown> {
  return { type, event, session: { id: session.id, title: session.title } }
}
