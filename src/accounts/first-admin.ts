import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { hashPassword } from '../access/password.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connect.ts'

export interface FirstAdmin {
  email: string
  /** Present when it was made here, to be shown once. */
  password: string | undefined
}

/** Creates the first administrator if there is none, and returns it only then. Safe if several processes start at once. */
export async function makeFirstAdmin(
  db: Db,
  { email, password }: Config['admin'],
): Promise<FirstAdmin | undefined> {
  const existing = await db.query(
    sql`select 1 from users where is_super_admin and deleted_at is null limit 1`,
  )
  if (existing.length > 0) return undefined
  const chosen = password ?? randomBytes(12).toString('base64url')
  const hash = await hashPassword(chosen)
  return db.transaction(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('plenum first admin'))`)
    const made =
      await tx.query(sql`insert into users (email, password_hash, is_admin, is_super_admin, is_verified)
      select ${email}, ${hash}, true, true, true
      where not exists (select 1 from users where is_super_admin and deleted_at is null)
      on conflict ((lower(email))) where deleted_at is null
        do update set password_hash = excluded.password_hash, is_admin = true, is_super_admin = true, is_verified = true
      returning id`)
    return made.length === 0 ? undefined : { email, password: password === undefined ? chosen : undefined }
  })
}
