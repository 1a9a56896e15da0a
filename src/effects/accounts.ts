/** What follows from signing up, changing or deleting an account. */
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { issueEmailToken } from '../access/email-tokens.ts'
import { revokeLogins } from '../access/logins.ts'
import { hashPassword } from '../access/password.ts'
import type { Db } from '../database/connect.ts'
import { ForbiddenError, UnauthorizedError } from '../errors.ts'
import type { Change, Effects } from '../jsonapi/change.ts'
import { addressChangeMessage, confirmationMessage, registrationMessage } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import type { Row } from '../resources/declare.ts'

export function accountEffects(frontendUrl: string): Effects {
  const verifyLink = async (tx: Db, id: string, email: string) =>
    `${frontendUrl}/verify?token=${await issueEmailToken(tx, id, email, 'verify')}`
  return {
    async created(tx, { id, after, sent }) {
      if (after!.is_admin || after!.is_super_admin)
        throw new ForbiddenError('Nobody signs up as staff: change the flags of the account afterwards.')
      const email = after!.email as string
      const hash = await hashPassword(sent.password as string)
      await tx.query(sql`update users set password_hash = ${hash} where id = ${id}`)
      await recordMail(tx, email, registrationMessage(await verifyLink(tx, id, email)))
      return newCaller(id, email)
    },
    async updated(tx, change) {
      const { id, before, after } = change
      demandSuperAdmin(change)
      if (isSuperAdmin(before!) && !isSuperAdmin(after!)) await demandAnotherSuperAdmin(tx, id)
      if (after!.is_blocked && !before!.is_blocked) await revokeLogins(tx, id)
      if (before!.email === after!.email) return
      demandFresh(change)
      const email = after!.email as string
      await tx.query(sql`update users set is_verified = false where id = ${id}`)
      await recordMail(tx, before!.email as string, addressChangeMessage(email))
      await recordMail(tx, email, confirmationMessage(await verifyLink(tx, id, email)))
    },
    async removed(tx, { id, before }) {
      if (isSuperAdmin(before!)) await demandAnotherSuperAdmin(tx, id)
      const held = await tx.query(sql`select 1 from users_events_roles ur join events e on e.id = ur.event_id
        where ur.user_id = ${id} and e.deleted_at is null limit 1`)
      if (held.length > 0)
        throw new ForbiddenError('This account still has a role at an event; give up its roles first.')
      await revokeLogins(tx, id)
    },
  }
}

/** Signing up is anonymous; the answer shows the account as its owner sees it. */
function newCaller(id: string, email: string): Caller {
  return { id, email, isStaff: false, isSuperAdmin: false, loginId: '', isFresh: true, roles: [] }
}

function demandFresh({ caller, id }: Change): void {
  if (caller?.id === id && !caller.isFresh) {
    throw new UnauthorizedError(
      'Changing the e-mail address needs a fresh token: log in with your password first.',
    )
  }
}

/** An address is confirmed by its mail, or by whoever stands above the account. */
function demandSuperAdmin({ caller, before, after }: Change): void {
  const isStaff = before!.is_admin || before!.is_super_admin
  if (before!.is_verified !== after!.is_verified && isStaff && !caller?.isSuperAdmin)
    throw new ForbiddenError(
      'is-verified may not be changed. For accounts of staff this needs super admin access.',
    )
}

function isSuperAdmin(user: Row): boolean {
  return user.is_super_admin === true && user.is_blocked === false
}

/** Two super admins could step down at the same moment; the lock makes one wait and then see what the other did. */
async function demandAnotherSuperAdmin(tx: Db, id: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('plenum super admins'))`)
  const others = await tx.query(
    sql`select 1 from users where id <> ${id} and is_super_admin and not is_blocked and deleted_at is null limit 1`,
  )
  if (others.length === 0) throw new ForbiddenError('The last super admin cannot step down.')
}
