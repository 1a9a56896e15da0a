/** One-time tokens sent by mail: to confirm an address, to choose a new password, to move an account to a new address. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { hashToken, makeToken } from './secret-token.ts'

const LIFE = { verify: '7 days', reset: '1 hour', change: '7 days' } as const

export async function issueEmailToken(
  db: Db,
  userId: string,
  email: string,
  purpose: keyof typeof LIFE,
): Promise<string> {
  const { token, hash } = makeToken()
  await db.query(sql`insert into email_tokens (user_id, purpose, email, token_hash, expires_at)
    values (${userId}, ${purpose}, ${email}, ${hash}, now() + ${LIFE[purpose]}::interval)`)
  return token
}

export interface UsedToken {
  user_id: string
  /** Where it was sent. */
  email: string
}

/**
 * Uses the token up and returns its user; undefined if the token is unknown, used or expired. A token that was sent to an
 * address other than that of the account is only valid for a change of the address.
 */
export async function useEmailToken(
  db: Db,
  token: string,
  purpose: keyof typeof LIFE,
): Promise<UsedToken | undefined> {
  const [row] = await db.query<UsedToken>(
    sql`update email_tokens t set used_at = now() from users u
      where t.token_hash = ${hashToken(token)} and t.purpose = ${purpose} and t.used_at is null and t.expires_at > now()
        and u.id = t.user_id and u.deleted_at is null and not u.is_blocked
        and (t.purpose = 'change' or lower(u.email) = lower(t.email))
      returning t.user_id, t.email`,
  )
  return row
}

/** Makes all open tokens of the user for these purposes useless. */
export async function withdrawEmailTokens(
  db: Db,
  userId: string,
  ...purposes: (keyof typeof LIFE)[]
): Promise<void> {
  await db.query(sql`update email_tokens set used_at = now()
    where user_id = ${userId} and purpose = any(${purposes}) and used_at is null`)
}

export async function forgetOldEmailTokens(db: Db): Promise<void> {
  await db.query(sql`delete from email_tokens where expires_at < now()`)
}
