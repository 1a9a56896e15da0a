/** Open invitations to roles: whether the sender may still give the role, whom to notify, and how they end. */
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'

/** The condition that the sender of an invitation `i` may still give its role: only an owner makes an owner. */
export const SENDER_MAY: Sql = sql`exists (select 1 from users s where s.id = i.sender_id and s.deleted_at is null
  and not s.is_blocked and (s.is_admin or s.is_super_admin or exists (
    select 1 from users_events_roles ur join roles r on r.id = ur.role_id
    where ur.user_id = s.id and ur.event_id = i.event_id
      and (r.name = 'owner' or (r.name = 'organizer' and i.role_name <> 'owner')))))`

/** Shows the open invitations to the user who has just confirmed the address. */
export async function tellOfInvites(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`insert into notifications (user_id, content)
    select u.id, jsonb_build_object('type', 'event_role', 'role', i.role_name,
      'event', jsonb_build_object('id', e.id::text, 'name', e.name, 'identifier', e.identifier))
    from users u join role_invites i on lower(i.email) = lower(u.email)
    join events e on e.id = i.event_id and e.deleted_at is null
    where u.id = ${userId} and i.status = 'pending' and i.expires_at > now() order by i.id limit 100`)
  await tx.query(sql`insert into notifications (user_id, content)
    select u.id, jsonb_build_object('type', 'speaker_invite', 'session', jsonb_build_object('id', s.id::text, 'title', s.title),
      'event', jsonb_build_object('id', e.id::text, 'name', e.name, 'identifier', e.identifier))
    from users u join speaker_invites i on lower(i.email) = lower(u.email)
    join sessions s on s.id = i.session_id and s.deleted_at is null
    join events e on e.id = i.event_id and e.deleted_at is null
    where u.id = ${userId} and i.status = 'pending' and i.expires_at > now() order by i.id limit 100`)
}

/** An invitation that has expired or can no longer be accepted must not block a new one. */
export async function endOldInvites(db: Db): Promise<void> {
  await db.query(sql`update role_invites i set status = 'declined', token_hash = null
    where i.status = 'pending' and (i.expires_at < now() or not ${SENDER_MAY})`)
}
