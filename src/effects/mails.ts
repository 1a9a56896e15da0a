/** The outbox of an event: what may be done with a mail depends on how far it has come. */
import sql from 'sql-template-tag'
import { limit } from '../access/limits.ts'
import { type Limit, takeTry } from '../access/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { ForbiddenError } from '../errors.ts'
import type { Effects, Updated } from '../jsonapi/effects.ts'
import { hasTakenPart } from '../mail/event-mail.ts'
import type { mail } from '../resources/mail.ts'

type Mail = typeof mail

/** The row is locked, so no sender takes the mail meanwhile. */
export const mailEffects: Effects<Mail> = {
  async updated(tx, change) {
    const { before, after } = change
    const isEdited = before.subject !== after.subject || before.text !== after.text
    if (isEdited && before.status !== 'draft' && after.status !== 'draft')
      throw new ForbiddenError('Only drafts can be changed. Set status to draft to hold the mail back first.')
    await takeTry(tx, await limitsOf(tx, change, isEdited))
    if (before.status !== after.status && after.status === 'pending') await queue(tx, change.id)
  },
  async removed(_tx, { before: { status } }) {
    if (status !== 'draft' && status !== 'failed')
      throw new ForbiddenError('Only drafts and mails that could not be sent can be deleted.')
  },
}

/** Each sending counts, and so do new words to someone who never asked for them. */
async function limitsOf(
  tx: Db,
  { caller, before, after }: Updated<Mail>,
  isEdited: boolean,
): Promise<Limit[]> {
  const limits: Limit[] = []
  if (before.status !== after.status && after.status === 'pending')
    limits.push(
      limit('session mail by a user', caller.id),
      limit('session mail by a user to an address', caller.id, after.recipient),
    )
  if (!isEdited) return limits
  const [row] = await tx.query<{ is_known: boolean }>(
    sql`select ${hasTakenPart(sql`${after.recipient}`, after.event_id!)} as is_known`,
  )
  return row!.is_known
    ? limits
    : [...limits, limit('own words by a user to people who have not taken part', caller.id)]
}

async function queue(tx: Db, id: string): Promise<void> {
  await tx.query(sql`update mails set attempts = 0, error = null, next_try_at = now() where id = ${id}`)
  await tx.query(sql`select pg_notify('plenum_mail', '')`)
}
