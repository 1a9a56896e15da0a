/** The only check of passwords: wrong ones are counted on every route. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Caller } from './caller.ts'
import { limit } from './limits.ts'
import { isKnownNetwork } from './logins.ts'
import { verifyPassword } from './password.ts'
import { refundTry, takeTry } from './rate-limit.ts'

interface JudgedAccount {
  id: string
  is_blocked: boolean
}

/** The account of this address when the password is its own. */
export async function checkPassword(
  db: Db,
  { email, password, network }: { email: string; password: string; network: string },
): Promise<JudgedAccount | undefined> {
  const [user] = await db.query<JudgedAccount & { password_hash: string | null; is_known: boolean }>(
    sql`select id, password_hash, is_blocked, ${isKnownNetwork(sql`users.id`, network)} as is_known
      from users where lower(email) = lower(${email}) and deleted_at is null`,
  )
  const limits = [
    limit('password from a network', network),
    limit('password of an account from a network', network, email),
    // Where the owner logs in from, guesses from elsewhere do not count.
    ...(user?.is_known ? [] : [limit('password of an account', email)]),
  ]
  await takeTry(db, limits)
  if (!(await verifyPassword(user?.password_hash, password))) return undefined
  await refundTry(db, limits)
  return user
}

/** Whether this is the password of the caller. */
export async function isOwnPassword(
  db: Db,
  caller: Caller,
  password: string,
  network: string,
): Promise<boolean> {
  return (await checkPassword(db, { email: caller.email, password, network })) !== undefined
}
