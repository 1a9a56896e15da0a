import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Message } from './messages.ts'

/** Records a mail in the transaction of the change that it reports. An event may want to look through its mails first. */
export async function recordMail(
  db: Db,
  recipient: string,
  { action, subject, message, text, calendar, eventId, unsubscribeToken }: Message,
): Promise<void> {
  await db.query(sql`insert into mails (recipient, action, subject, message, text, calendar, event_id, unsubscribe_token, status)
    values (${recipient}, ${action}, ${subject}, ${message}, ${text ?? null}, ${calendar ?? null}, ${eventId ?? null},
      ${unsubscribeToken ?? null},
      case when (select is_mail_held from events where id = ${eventId ?? null}) then 'draft' else 'pending' end)`)
}

/** Records a notice that the user sees in the front end. */
export async function recordNotification(
  db: Db,
  userId: string,
  content: Record<string, unknown>,
): Promise<void> {
  await db.query(
    sql`insert into notifications (user_id, content) values (${userId}, ${JSON.stringify(content)})`,
  )
}
