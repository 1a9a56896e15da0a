/** One-time tokens sent by mail: to confirm an address or to choose a new password. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { hashToken, makeToken } from './secret-token.ts'

const LIFE = { verify: '7 days', reset: '1 hour' } as const

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

/** Uses the token up and answers whose it is; undefined when it is unknown, used, expired or for another address. */
export async function useEmailToken(
  db: Db,
  token: string,
  purpose: keyof typeof LIFE,
): Promise<string | undefined> {
  const [row] = await db.query<{ user_id: string }>(
    sql`update email_tokens t set used_at = now() from users u
      where t.token_hash = ${hashToken(token)} and t.purpose = ${purpose} and t.used_at is null and t.expires_at > now()
        and u.id = t.user_id and u.deleted_at is null and lower(u.email) = lower(t.email)
      returning t.user_id`,
  )
  return row?.user_id
}

/** Makes all open tokens of the user for this purpose useless. */
export async function withdrawEmailTokens(db: Db, userId: string, purpose: keyof typeof LIFE): Promise<void> {
  await db.query(sql`update email_tokens set used_at = now()
    where user_id = ${userId} and purpose = ${purpose} and used_at is null`)
}
