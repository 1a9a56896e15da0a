/** The conditions on a row that define the access words. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Declaration } from '../resources/declare.ts'
import { type Caller, EVENT_ROLES, eventsWhere, MANAGER, REVIEWER } from './caller.ts'

/** A condition that does not depend on the row is a plain boolean. */
export type Condition = Sql | boolean

/** What a word is judged by: the event and the user that a row belongs to, and the row itself. */
export interface Scope {
  row: Sql
  event?: Sql
  user?: Sql
  /** The row is the event itself. */
  isEvent: boolean
}

export function scopeOf(declaration: Declaration, alias = 't'): Scope {
  const isEvent = declaration.type === 'event'
  const isUser = declaration.type === 'user'
  const belongsTo = declaration.belongsTo ?? {}
  const event = isEvent ? 'id' : belongsTo.event ? 'event_id' : undefined
  const user = isUser ? 'id' : belongsTo.user ? 'user_id' : undefined
  return {
    row: raw(alias),
    isEvent,
    ...(event && { event: raw(`${alias}.${event}`) }),
    ...(user && { user: raw(`${alias}.${user}`) }),
  }
}

export function either(...conditions: Condition[]): Condition {
  if (conditions.includes(true)) return true
  const open = conditions.filter((one) => one !== false) as Sql[]
  return open.length === 0 ? false : sql`(${join(open, ' or ')})`
}

export function both(...conditions: Condition[]): Condition {
  if (conditions.includes(false)) return false
  const open = conditions.filter((one) => one !== true) as Sql[]
  return open.length === 0 ? true : sql`(${join(open, ' and ')})`
}

export function toSql(one: Condition): Sql {
  return typeof one === 'boolean' ? raw(String(one)) : one
}

export function isAmong(expression: Sql, ids: string[]): Condition {
  return ids.length > 0 && sql`${expression} = any(${ids}::bigint[])`
}

/** The row's event is live and meets the rule; staff and everyone with a role there need no rule. */
function eventMeets(scope: Scope, caller: Caller | undefined, rule: (event: Sql) => Sql): Condition {
  if (!scope.event) return true
  const e = scope.isEvent ? scope.row : raw('e')
  const member = caller ? isAmong(sql`${e}.id`, eventsWhere(caller, EVENT_ROLES)) : false
  const meets = both(sql`${e}.deleted_at is null`, caller?.isStaff || either(rule(e), member))
  if (scope.isEvent) return meets
  return sql`exists (select 1 from events e where e.id = ${scope.event} and ${toSql(meets)})`
}

/** The event of the row is published: everyone with its address may open it. */
export function isVisible(caller: Caller | undefined, scope: Scope): Condition {
  return eventMeets(scope, caller, (e) => sql`${e}.state = 'published'`)
}

/** The event of the row appears in public lists. */
export function isListed(caller: Caller | undefined, scope: Scope): Condition {
  return eventMeets(scope, caller, (e) => sql`(${e}.state = 'published' and ${e}.privacy = 'public')`)
}

/** The user has a role, a session or a speaker's profile at one of these events. */
export function takesPart(user: Sql, events: string[]): Condition {
  if (events.length === 0) return false
  const within = (table: string, column: string) => sql`exists (select 1 from ${raw(table)} own
    where own.${raw(column)} = ${user} and own.event_id = any(${events}::bigint[]))`
  return either(
    within('users_events_roles', 'user_id'),
    within('sessions', 'creator_id'),
    within('speakers', 'user_id'),
  )
}

/** The mail carries a link that lets its reader into the account. */
export function opensAccount(mail: Sql): Sql {
  return sql`(${mail}.action in ('password_reset', 'user_registration', 'user_confirmation'))`
}

/** The event has a call for speakers that is open now. */
export function hasOpenCall(event: Sql): Sql {
  return sql`exists (select 1 from speakers_calls c where c.event_id = ${event}
      and c.deleted_at is null and c.starts_at <= now() and c.ends_at > now())`
}

/** The caller made the session or speaks in it. */
export function wrote(caller: Caller, { row }: Scope): Sql {
  return sql`(${row}.creator_id = ${caller.id} or exists (
    select 1 from speakers_sessions ss join speakers sp on sp.id = ss.speaker_id
    where ss.session_id = ${row}.id and sp.user_id = ${caller.id} and sp.deleted_at is null))`
}

/** The same for the session that the row belongs to. */
export function wroteSession(caller: Caller, { row, isEvent }: Scope): Sql {
  return sql`exists (select 1 from sessions own where own.id = ${row}.session_id and own.deleted_at is null
    and ${wrote(caller, { row: raw('own'), isEvent })})`
}

/** One of the speakers has the address of the caller, who has confirmed it. */
export function hasOwnEmail(caller: Caller, { row }: Scope): Sql {
  return sql`exists (select 1 from users u, speakers_sessions ss join speakers sp on sp.id = ss.speaker_id
    where u.id = ${caller.id} and u.is_verified and ss.session_id = ${row}.id and sp.deleted_at is null
      and lower(sp.email) = lower(u.email))`
}

/** The caller reviews the proposals of the event. */
export function reviewsAt(caller: Caller, { event }: Scope): Condition {
  return event !== undefined && isAmong(event, eventsWhere(caller, [REVIEWER]))
}

/** The caller is a reviewer, and no more, of an event whose reviewers must not know who made a proposal. */
export function isBlind(caller: Caller, { event }: Scope): Condition {
  const managed = eventsWhere(caller, EVENT_ROLES.slice(0, EVENT_ROLES.indexOf(MANAGER) + 1))
  const reviewed = eventsWhere(caller, [REVIEWER]).filter((id) => !managed.includes(id))
  if (caller.isStaff || event === undefined || reviewed.length === 0) return false
  return sql`(${toSql(isAmong(event, reviewed))}
    and exists (select 1 from events b where b.id = ${event} and b.is_review_anonymous))`
}

/** The speaker is in a session that waits for a decision. */
export function proposes({ row }: Scope): Sql {
  return sql`exists (select 1 from speakers_sessions ss join sessions s on s.id = ss.session_id
    where ss.speaker_id = ${row}.id and s.deleted_at is null and s.state = 'pending')`
}

/**
 * A speaker is public if featured or in a public session, or if organizers entered a person who has no session yet.
 * Speakers who have only proposed sessions are hidden from everyone else.
 */
export function isPresented({ row }: Scope): Condition {
  const sessions = sql`select 1 from speakers_sessions ss join sessions s on s.id = ss.session_id
    where ss.speaker_id = ${row}.id and s.deleted_at is null`
  // The cheapest first: PostgreSQL stops at the first condition that is true.
  return either(
    sql`${row}.is_featured`,
    sql`exists (${sessions} and s.state in ('accepted', 'confirmed'))`,
    sql`(not ${row}.is_proposed and not exists (${sessions}))`,
  )
}
