/** What follows from signing up, changing or deleting an account. */
import sql from 'sql-template-tag'
import { askForAddress } from '../access/address-change.ts'
import type { Caller } from '../access/caller.ts'
import { issueEmailToken } from '../access/email-tokens.ts'
import { limit } from '../access/limits.ts'
import { revokeLogins } from '../access/logins.ts'
import { hashPassword } from '../access/password.ts'
import { takeTry } from '../access/rate-limit.ts'
import { tellOfInvites } from '../access/role-invites.ts'
import type { Db } from '../database/connect.ts'
import type { RowOf } from '../database/rows.ts'
import { ForbiddenError } from '../errors.ts'
import type { Effects, Updated } from '../jsonapi/effects.ts'
import { registrationMessage } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import type { user } from '../resources/user.ts'

type User = typeof user

export function accountEffects(frontendUrl: string): Effects<User> {
  const verifyLink = async (tx: Db, id: string, email: string) =>
    `${frontendUrl}/verify?token=${await issueEmailToken(tx, id, email, 'verify')}`
  return {
    async created(tx, { id, after, sent }) {
      if (after.is_admin || after.is_super_admin)
        throw new ForbiddenError(
          'An account cannot be created as staff. Create it first, then change its flags.',
        )
      const { email } = after
      await takeTry(tx, [limit('account mail to an address', email)])
      const hash = await hashPassword(sent.password)
      await tx.query(sql`update users set password_hash = ${hash} where id = ${id}`)
      await recordMail(tx, email, registrationMessage(await verifyLink(tx, id, email)))
      return newCaller(id, email)
    },
    async updated(tx, change) {
      const { id, before, after, sent } = change
      demandSuperAdmin(change)
      if (isSuperAdmin(before) && !isSuperAdmin(after)) await demandAnotherSuperAdmin(tx, id)
      if (after.is_blocked && !before.is_blocked) await revokeLogins(tx, id)
      // Present only when it is another address and the password was right: account-operations.ts sees to that.
      if (sent.email !== undefined) await askForAddress(tx, id, sent.email, frontendUrl)
      if (after.is_verified && !before.is_verified) await tellOfInvites(tx, id)
    },
    async removed(tx, { id, before }) {
      if (isSuperAdmin(before)) await demandAnotherSuperAdmin(tx, id)
      const held = await tx.query(sql`select 1 from users_events_roles ur join events e on e.id = ur.event_id
        where ur.user_id = ${id} and e.deleted_at is null limit 1`)
      if (held.length > 0)
        throw new ForbiddenError('This account still has a role at an event. Remove its roles first.')
      await revokeLogins(tx, id)
      await tx.query(sql`delete from api_tokens where user_id = ${id}`)
    },
  }
}

/** Signing up is anonymous; the response shows the account as its owner sees it. */
function newCaller(id: string, email: string): Caller {
  return { id, email, isStaff: false, isSuperAdmin: false, loginId: '', isFresh: true, roles: [] }
}

/** An address is confirmed by its mail, or by a user who may manage the account. */
function demandSuperAdmin({ caller, before, after }: Updated<User>): void {
  const isStaff = before.is_admin || before.is_super_admin
  if (before.is_verified !== after.is_verified && isStaff && !caller.isSuperAdmin)
    throw new ForbiddenError(
      'You may not change is-verified. For staff accounts you need super admin access.',
    )
}

export function isSuperAdmin({ is_super_admin, is_blocked }: RowOf<User>): boolean {
  return is_super_admin && !is_blocked
}

/** Two super admins could step down at the same moment; the lock makes one wait and then see what the other did. */
export async function demandAnotherSuperAdmin(tx: Db, id: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('plenum super admins'))`)
  const others = await tx.query(
    sql`select 1 from users where id <> ${id} and is_super_admin and not is_blocked and deleted_at is null limit 1`,
  )
  if (others.length === 0) throw new ForbiddenError('The last super admin cannot be removed.')
}
