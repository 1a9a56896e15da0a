import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { EventRole } from './caller.ts'

export async function giveRole(tx: Db, userId: string, eventId: string, role: EventRole): Promise<void> {
  await tx.query(sql`insert into users_events_roles (user_id, event_id, role_id)
    select ${userId}, ${eventId}, id from roles where name = ${role} on conflict do nothing`)
}
