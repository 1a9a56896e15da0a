/** Open invitations of speakers: whether the sender may still invite, and how they end. */
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import { hashToken } from './secret-token.ts'

/** The condition that the sender of an invitation `i` may still invite speakers to its session `s`. */
export const INVITER_MAY: Sql = sql`exists (select 1 from users u where u.id = i.sender_id and u.deleted_at is null
  and not u.is_blocked and (u.is_admin or u.is_super_admin or s.creator_id = u.id
    or exists (select 1 from users_events_roles ur join roles r on r.id = ur.role_id
      where ur.user_id = u.id and ur.event_id = i.event_id and r.name in ('owner', 'organizer', 'coorganizer'))
    or exists (select 1 from speakers_sessions ss join speakers sp on sp.id = ss.speaker_id
      where ss.session_id = s.id and sp.user_id = u.id and sp.deleted_at is null)))`

export interface OpenSpeakerInvite {
  id: string
  email: string
  event_id: string
  session_id: string
  event_name: string
  event_identifier: string
  title: string
  is_backed: boolean
}

/** The invitation that has this token and can still be answered. */
export async function demandSpeakerInvite(db: Db, token: string): Promise<OpenSpeakerInvite> {
  const [invite] = await db.query<OpenSpeakerInvite>(
    sql`select i.id, i.email, i.event_id, i.session_id, e.name as event_name, e.identifier as event_identifier,
        s.title, ${INVITER_MAY} as is_backed
      from speaker_invites i join events e on e.id = i.event_id and e.deleted_at is null
      join sessions s on s.id = i.session_id and s.deleted_at is null
      where i.token_hash = ${hashToken(token)} and i.status = 'pending' and i.expires_at > now()
      for update of i`,
  )
  if (!invite) throw new NotFoundError('The invitation is unknown, used or expired.')
  return invite
}

/** The invitation cannot be answered a second time. */
export async function closeSpeakerInvite(tx: Db, id: string, status: 'accepted' | 'rejected'): Promise<void> {
  await tx.query(sql`update speaker_invites set status = ${status}, token_hash = null where id = ${id}`)
}

/** An invitation that has expired or can no longer be accepted must not block a new one. */
export async function endOldSpeakerInvites(db: Db): Promise<void> {
  await db.query(sql`update speaker_invites i set status = 'expired', token_hash = null from sessions s
    where s.id = i.session_id and i.status = 'pending' and (i.expires_at < now() or not ${INVITER_MAY})`)
}
