import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { revokeLogins } from '../access/logins.ts'
import { hashPassword } from '../access/password.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { emailKind, Invalid } from '../resources/kinds.ts'
import type { Print } from './commands.ts'
import { withDatabase } from './with-database.ts'

/** Makes a super admin, or makes an account one and gives it a new password: also the way back in for who is locked out. */
export async function createAdmin(config: Config, address: string, print: Print): Promise<void> {
  const email = emailKind.read(address)
  if (email instanceof Invalid) throw new Error(`${address} ${email.reason}.`)
  const chosen = config.admin.password
  const password = chosen ?? randomBytes(12).toString('base64url')
  await withDatabase(config, async (url) => {
    await migrate(url)
    const db = connect(url)
    try {
      const hash = await hashPassword(password)
      const [user] = await db.query<{
        id: string
      }>(sql`insert into users (email, password_hash, is_admin, is_super_admin, is_verified)
        values (${email}, ${hash}, true, true, true)
        on conflict ((lower(email))) where deleted_at is null do update set password_hash = excluded.password_hash,
          is_admin = true, is_super_admin = true, is_verified = true, is_blocked = false
        returning id`)
      await revokeLogins(db, user!.id)
    } finally {
      await db.close()
    }
  })
  const note =
    chosen === undefined
      ? `\nPassword (shown only now): ${password}`
      : '\nIts password is the one in ADMIN_PASSWORD.'
  print(`${email} is a super admin.${note}`, { email, ...(chosen === undefined && { password }) })
}
