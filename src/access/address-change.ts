/** A new e-mail address of an account: asked for with the password, in force once it is confirmed. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { ConflictError } from '../errors.ts'
import { addressChangeMessage, addressRequestMessage, confirmationMessage } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import { accountOf } from './accounts.ts'
import type { Caller } from './caller.ts'
import { recordChange } from './change-log.ts'
import { issueEmailToken, type UsedToken, withdrawEmailTokens } from './email-tokens.ts'
import { revokeLogins } from './logins.ts'
import { tellOfInvites } from './role-invites.ts'

/** Until the link in the mail is used, log-ins and mails go on with the old address. The last request counts. */
export async function askForAddress(tx: Db, id: string, email: string, frontendUrl: string): Promise<void> {
  await demandFree(tx, email)
  await withdrawEmailTokens(tx, id, 'change')
  const token = await issueEmailToken(tx, id, email, 'change')
  const { email: old } = await accountOf(tx, id)
  await recordMail(tx, email, confirmationMessage(`${frontendUrl}/verify?token=${token}`))
  await recordMail(tx, old, addressRequestMessage(email))
}

/** Ends what was made with the old address: log-ins, but for the one that confirms, and mails that open the account. */
export async function moveAccount(
  tx: Db,
  { user_id: id, email }: UsedToken,
  caller: Caller | undefined,
): Promise<void> {
  const { email: old } = await accountOf(tx, id)
  await demandFree(tx, email)
  await tx.query(sql`update users set email = ${email}, is_verified = true where id = ${id}`)
  await revokeLogins(tx, id, caller?.id === id ? caller.loginId : undefined)
  await withdrawEmailTokens(tx, id, 'reset', 'verify', 'change')
  await recordMail(tx, old, addressChangeMessage(email))
  const values = { email: { old, new: email } }
  await recordChange(tx, { caller: { id }, action: 'updated', type: 'user', id, eventId: null, values })
  await tellOfInvites(tx, id)
}

/** If two users want it at the same moment, the unique index refuses one of them with the same message. */
async function demandFree(tx: Db, email: string): Promise<void> {
  const taken = await tx.query(
    sql`select 1 from users where lower(email) = lower(${email}) and deleted_at is null`,
  )
  if (taken.length > 0)
    throw new ConflictError('This e-mail address is taken.', { pointer: '/data/attributes/email' })
}
