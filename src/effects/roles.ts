/** What follows from making an event, giving and taking roles, and inviting people to them. */
import sql from 'sql-template-tag'
import { type Caller, OWNER } from '../access/caller.ts'
import { limit } from '../access/limits.ts'
import { takeTry } from '../access/rate-limit.ts'
import { giveRole } from '../access/roles.ts'
import { makeToken } from '../access/secret-token.ts'
import { hasRole } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import type { RowOf } from '../database/rows.ts'
import { ForbiddenError, UnprocessableError } from '../errors.ts'
import type { Effects } from '../jsonapi/effects.ts'
import { roleInviteMessage } from '../mail/messages.ts'
import { recordMail, recordNotification } from '../mail/outbox.ts'
import type { event } from '../resources/event.ts'
import { ROLE_NAMES, type role } from '../resources/role.ts'
import type { roleInvite } from '../resources/role-invite.ts'
import type { usersEventsRoles } from '../resources/users-events-roles.ts'

/** The creator of an event becomes its owner. The response is read with the new role. */
export const eventEffects: Effects<typeof event> = {
  async created(tx, { caller, id }) {
    await giveRole(tx, caller.id, id, OWNER)
    return { ...caller, roles: [...caller.roles, { event_id: id, name: OWNER }] }
  },
}

export const roleEffects: Effects<typeof usersEventsRoles> = {
  async removed(tx, { before }) {
    const [role] = await tx.query<{ name: string }>(sql`select name from roles where id = ${before.role_id}`)
    if (role?.name === OWNER)
      throw new ForbiddenError('The owner of an event cannot be removed. Invite another owner instead.')
  },
}

/** The roles that access words speak of keep their names: an owner by another name would own nothing. */
export const builtInRoleEffects: Effects<typeof role> = {
  async updated(_tx, { before, after }) {
    if (isBuiltIn(before) && before.name !== after.name)
      throw new ForbiddenError('A built-in role cannot be renamed.')
  },
  async removed(_tx, { before }) {
    if (isBuiltIn(before)) throw new ForbiddenError('A built-in role cannot be removed.')
  },
}

function isBuiltIn({ name }: RowOf<typeof role>): boolean {
  return ROLE_NAMES.some((one) => one === name)
}

type Invite = RowOf<typeof roleInvite>

export function roleInviteEffects(frontendUrl: string): Effects<typeof roleInvite> {
  return {
    async created(tx, { id, caller, after }) {
      demandOwnerForOwner(caller, after)
      await takeTry(tx, [limit('invitation to an address', after.email)])
      await fillRole(tx, id, after)
      const { token, hash } = makeToken()
      await tx.query(
        sql`update role_invites set token_hash = ${hash}, expires_at = now() + interval '7 days',
          sender_id = ${caller.id} where id = ${id}`,
      )
      await announce(tx, after, `${frontendUrl}/role-invites?token=${token}`)
    },
  }
}

function demandOwnerForOwner(caller: Caller, invite: Invite): void {
  if (invite.role_name === OWNER && !hasRole(caller, OWNER, invite.event_id)) {
    throw new ForbiddenError('Inviting an owner requires owner access to the event.')
  }
}

async function fillRole(tx: Db, id: string, invite: Invite): Promise<void> {
  const [role] = await tx.query<{ id: string }>(sql`select id from roles where name = ${invite.role_name}`)
  if (invite.role_id != null && invite.role_id !== role?.id) {
    throw UnprocessableError.at('/data/attributes/role-name', 'role-name must be the name of the role')
  }
  await tx.query(sql`update role_invites set role_id = ${role?.id ?? null} where id = ${id}`)
}

async function announce(tx: Db, invite: Invite, link: string): Promise<void> {
  const [event] = await tx.query<{ id: string; name: string; identifier: string }>(
    sql`select id, name, identifier from events where id = ${invite.event_id}`,
  )
  const { id, name, identifier } = event!
  const role = invite.role_name
  await recordMail(tx, invite.email, roleInviteMessage(name, role, link))
  const [user] = await tx.query<{ id: string }>(
    sql`select id from users where lower(email) = lower(${invite.email}) and is_verified and deleted_at is null`,
  )
  if (user)
    await recordNotification(tx, user.id, { type: 'event_role', role, event: { id, name, identifier } })
}
