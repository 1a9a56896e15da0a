import { randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { revokeLogins } from '../access/logins.ts'
import { hashPassword } from '../access/password.ts'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { emailKind, Invalid } from '../resources/field-types.ts'
import type { Call, Outcome } from './command.ts'
import { withDatabase } from './with-database.ts'

export async function adminCreate({ config, argument }: Call): Promise<Outcome> {
  const address = argument('e-mail')
  const email = emailKind.read(address)
  if (email instanceof Invalid) throw new Error(`${address} ${email.reason}.`)
  const chosen = config.admin.password
  const password = chosen ?? randomBytes(12).toString('base64url')
  await withDatabase(config, (url) => makeAdmin(url, email as string, password))
  const note =
    chosen === undefined
      ? `Password (shown only once): ${password}`
      : 'The password is the value of ADMIN_PASSWORD.'
  return {
    text: `${email} is a super admin.\n${note}`,
    value: { email, ...(chosen === undefined && { password }) },
  }
}

async function makeAdmin(url: string, email: string, password: string): Promise<void> {
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
}
