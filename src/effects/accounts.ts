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

export function accountEffects(frontendUrl: string): Effects {
  const verifyLink = async (tx: Db, id: string, email: string) =>
    `${frontendUrl}/verify?token=${await issueEmailToken(tx, id, email, 'verify')}`
  return {
    async created(tx, { id, after, sent }) {
      const email = after!.email as string
      const hash = await hashPassword(sent.password as string)
      await tx.query(sql`update users set password_hash = ${hash} where id = ${id}`)
      await recordMail(tx, email, registrationMessage(await verifyLink(tx, id, email)))
      return newCaller(id, email)
    },
    async updated(tx, change) {
      const { id, before, after } = change
      if (before!.is_super_admin && !after!.is_super_admin) await demandAnotherSuperAdmin(tx, id)
      if (after!.is_blocked && !before!.is_blocked) await revokeLogins(tx, id)
      if (before!.email === after!.email) return
      demandFresh(change)
      const email = after!.email as string
      await tx.query(sql`update users set is_verified = false where id = ${id}`)
      await recordMail(tx, before!.email as string, addressChangeMessage(email))
      await recordMail(tx, email, confirmationMessage(await verifyLink(tx, id, email)))
    },
    async removed(tx, { id, before }) {
      if (before!.is_super_admin) await demandAnotherSuperAdmin(tx, id)
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

/** Two super admins could step down at the same moment; locking all of them makes one wait for the other. */
async function demandAnotherSuperAdmin(tx: Db, id: string): Promise<void> {
  const others = await tx.query<{ id: string }>(
    sql`select id from users where is_super_admin and deleted_at is null order by id for update`,
  )
  if (others.every((other) => other.id === id))
    throw new ForbiddenError('The last super admin cannot step down.')
}
