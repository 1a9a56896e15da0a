/** Accounts as their routes find and confirm them. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { recordChange } from './change-log.ts'
import { tellOfInvites } from './role-invites.ts'

interface Account {
  id: string
  email: string
  name: string | null
  is_verified: boolean
}

export async function accountOf(db: Db, id: string): Promise<Account> {
  const [account] = await db.query<Account>(
    sql`select id, email, public_name as name, is_verified from users where id = ${id}`,
  )
  return account!
}

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await db.query<Account>(
    sql`select id, email, public_name as name, is_verified from users
      where lower(email) = lower(${email}) and deleted_at is null and not is_blocked`,
  )
  return account
}

/**
 * The holder of a token from a mail can read the mails of the address. Invitations that waited for this proof are announced
 * now.
 */
export async function verifyAddress(tx: Db, id: string): Promise<void> {
  const changed = await tx.query(
    sql`update users set is_verified = true where id = ${id} and not is_verified returning id`,
  )
  if (changed.length === 0) return
  await tellOfInvites(tx, id)
  const values = { 'is-verified': { old: false, new: true } }
  await recordChange(tx, { caller: { id }, action: 'updated', type: 'user', id, eventId: null, values })
}
