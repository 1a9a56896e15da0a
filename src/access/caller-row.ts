/** How the user behind a log-in or an API token is read. */
import type { Caller } from './caller.ts'

export interface CallerRow {
  id: string
  email: string
  is_admin: boolean
  is_super_admin: boolean
  roles: { event_id: string; name: string }[] | null
}

/** Of the user `u`. */
export const CALLER_COLUMNS = `u.id, u.email, u.is_admin, u.is_super_admin,
  (select json_agg(json_build_object('event_id', ur.event_id::text, 'name', r.name))
    from users_events_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id) as roles`

export const IS_ACTIVE = 'u.deleted_at is null and not u.is_blocked'

export function toCaller(row: CallerRow, login: Pick<Caller, 'loginId' | 'isFresh'>): Caller {
  return {
    id: row.id,
    email: row.email,
    isStaff: row.is_admin || row.is_super_admin,
    isSuperAdmin: row.is_super_admin,
    ...login,
    roles: row.roles ?? [],
  }
}
