/** How commands name events and accounts. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'

export interface EventRow {
  id: string
  identifier: string
  name: string
  state: string
  starts_at: string
  ends_at: string
  owner: string | null
}

/** The first of its owners. */
const OWNER = sql`(select u.email from users_events_roles r join users u on u.id = r.user_id join roles n on n.id = r.role_id
  where r.event_id = e.id and n.name = 'owner' and u.deleted_at is null order by r.id limit 1)`

/** Newest first. */
export async function listEvents(db: Db, search: string | undefined, limit: number): Promise<EventRow[]> {
  const pattern = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  return db.query<EventRow>(sql`select id, identifier, name, state, starts_at, ends_at, ${OWNER} as owner
    from events e where deleted_at is null and (name ilike ${pattern} or identifier ilike ${pattern})
    order by id desc limit ${limit}`)
}

/** By its id or its identifier. */
export async function demandEvent(db: Db, address: string): Promise<EventRow> {
  const [event] =
    await db.query<EventRow>(sql`select id, identifier, name, state, starts_at, ends_at, ${OWNER} as owner
    from events e where deleted_at is null and (id::text = ${address} or identifier = ${address})`)
  if (!event)
    throw new Error(`The event ${address} does not exist. Run "plenum event list" to see all events.`)
  return event
}

/** The id of the account with this address. */
export async function demandUser(db: Db, email: string): Promise<string> {
  const [user] = await db.query<{ id: string }>(
    sql`select id from users where lower(email) = lower(${email}) and deleted_at is null`,
  )
  if (!user)
    throw new Error(
      `The account ${email} does not exist. Sign up first, or choose another account with --owner.`,
    )
  return user.id
}
