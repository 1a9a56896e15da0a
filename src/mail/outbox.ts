import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Message } from './messages.ts'

/** Records a mail in the transaction of the change that it reports. */
export async function recordMail(
  db: Db,
  recipient: string,
  { action, subject, message, calendar }: Message,
): Promise<void> {
  await db.query(sql`insert into mails (recipient, action, subject, message, calendar)
    values (${recipient}, ${action}, ${subject}, ${message}, ${calendar ?? null})`)
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
