/** Accepting an invitation to a role at an event. */

import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { type Caller, OWNER } from '../access/caller.ts'
import { SENDER_MAY } from '../access/role-invites.ts'
import { hashToken } from '../access/secret-token.ts'
import type { Db } from '../database/connect.ts'
import { ForbiddenError, NotFoundError } from '../errors.ts'
import { recordEntry } from '../jsonapi/change-log.ts'
import type { Model, Models } from '../jsonapi/model.ts'
import { addRoute } from '../web/guard.ts'
import { demandText, readMembers } from '../web/members.ts'
import { members, texts } from '../web/route-doc.ts'
import type { AuthParts } from './auth-routes.ts'

interface Invite {
  id: string
  event_id: string
  role_id: string
  role_name: string
  is_theirs: boolean
  is_verified: boolean
}

const TEXT = { type: 'string' }

export function addRoleInviteRoutes(
  app: FastifyInstance,
  { db, identify, models }: Pick<AuthParts, 'db' | 'identify'> & { models: Models },
): void {
  for (const url of ['/v1/role-invites/accept-invite', '/v1/role_invites/accept-invite']) {
    addRoute(app, identify, {
      method: 'POST',
      url,
      access: 'user',
      scope: 'none',
      doc: {
        summary: 'Accept an invitation to an event role',
        body: members({ data: texts('token') }),
        answer: members({
          email: TEXT,
          event: TEXT,
          event_identifier: TEXT,
          name: { type: ['string', 'null'] },
          role: TEXT,
        }),
        example: { body: { data: { token: '$MAIL_TOKEN' } }, token: '$TOKEN_OF_THE_INVITED_USER' },
      },
      handler: (request, _reply, caller) =>
        acceptInvite(db, demandText(readMembers(request.body), 'token'), {
          caller: caller!,
          requestId: request.id,
          model: models.get('users-events-roles')!,
        }),
    })
  }
}

/** Only the invited user accepts: the token alone, which a mail server or a colleague may have seen, gives nothing. */
async function acceptInvite(
  db: Db,
  token: string,
  entry: { caller: Caller; requestId: string; model: Model },
): Promise<unknown> {
  const { caller } = entry
  return db.transaction(async (tx) => {
    // The event is locked too, so that the accepts of two new owners follow one another.
    const [invite] = await tx.query<Invite>(
      sql`select i.id, i.event_id, i.role_id, i.role_name, u.is_verified, lower(i.email) = lower(u.email) as is_theirs
        from role_invites i join events e on e.id = i.event_id and e.deleted_at is null
        join users u on u.id = ${caller.id}
        where i.token_hash = ${hashToken(token)} and i.status = 'pending' and i.expires_at > now()
        for update of i for no key update of e`,
    )
    if (!invite) throw new NotFoundError('The invitation is unknown, used or expired.')
    await demandGood(tx, invite)
    if (invite.role_name === OWNER) await turnOwnersIntoOrganizers(tx, invite.event_id)
    const [made] = await tx.query<{ id: string }>(
      sql`insert into users_events_roles (user_id, event_id, role_id)
        values (${caller.id}, ${invite.event_id}, ${invite.role_id}) on conflict do nothing returning id`,
    )
    if (made) {
      const values = { user: { new: caller.id }, role: { new: invite.role_id } }
      await recordEntry({ db: tx, ...entry }, { id: made.id, event_id: invite.event_id }, 'created', values)
    }
    await tx.query(
      sql`update role_invites set status = 'accepted', token_hash = null where id = ${invite.id}`,
    )
    return describe(tx, invite, caller)
  })
}

/**
 * The sender is checked after the locks: of two invitations for the owner, the second is checked after the first is
 * accepted.
 */
async function demandGood(tx: Db, { id, is_theirs, is_verified }: Invite): Promise<void> {
  if (!is_theirs)
    throw new ForbiddenError('This invitation is for another e-mail address. Log in as the invited user.')
  if (!is_verified)
    throw new ForbiddenError(
      'Confirm your e-mail address first. To get the mail again, call /v1/auth/resend-verification-email.',
    )
  const backed = await tx.query(sql`select 1 from role_invites i where i.id = ${id} and ${SENDER_MAY}`)
  if (backed.length === 0)
    throw new ForbiddenError(
      'The sender of this invitation may no longer assign this role. Ask for a new invitation.',
    )
}

/** An event has one owner. */
async function turnOwnersIntoOrganizers(tx: Db, eventId: string): Promise<void> {
  await tx.query(sql`insert into users_events_roles (user_id, event_id, role_id)
    select ur.user_id, ur.event_id, (select id from roles where name = 'organizer') from users_events_roles ur
    join roles r on r.id = ur.role_id where ur.event_id = ${eventId} and r.name = 'owner' on conflict do nothing`)
  await tx.query(sql`delete from users_events_roles ur using roles r
    where r.id = ur.role_id and r.name = 'owner' and ur.event_id = ${eventId}`)
}

async function describe(tx: Db, invite: Invite, caller: Caller): Promise<unknown> {
  const [row] = await tx.query<{ identifier: string; name: string | null }>(
    sql`select e.identifier, u.public_name as name from events e, users u where e.id = ${invite.event_id} and u.id = ${caller.id}`,
  )
  return {
    email: caller.email,
    event: invite.event_id,
    event_identifier: row!.identifier,
    name: row!.name,
    role: invite.role_name,
  }
}
