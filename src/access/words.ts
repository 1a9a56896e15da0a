/** The meaning of every access word, as a condition over a row. The same condition serves single reads, lists, includes and filters. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Access, Declaration } from '../resources/declare.ts'
import { type Caller, eventsWhere, type RoleWord } from './caller.ts'

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

export function condition(word: Access, caller: Caller | undefined, scope: Scope): Condition {
  return MEANINGS[word](caller, scope)
}

const role =
  (word: RoleWord) =>
  (caller: Caller | undefined, { event }: Scope): Condition => {
    if (!caller) return false
    if (caller.isStaff) return true
    return event ? isAmong(event, eventsWhere(caller, word)) : false
  }

const MEANINGS: Record<Access, (caller: Caller | undefined, scope: Scope) => Condition> = {
  all: () => true,
  user: (caller) => caller !== undefined,
  staff: (caller) => caller?.isStaff ?? false,
  super: (caller) => caller?.isSuperAdmin ?? false,
  // Who reads such a mail can take over the account, so an administrator could become super admin.
  mail_text: (caller, { row }) => {
    if (!caller?.isStaff) return false
    return (
      caller.isSuperAdmin ||
      sql`${row}.action not in ('password_reset', 'user_registration', 'user_confirmation')`
    )
  },
  self: (caller, { user }) => {
    if (!caller) return false
    if (caller.isStaff) return true
    return user ? sql`${user} = ${caller.id}` : false
  },
  // Whoever may change an account can take it over, so an administrator could become super admin.
  account: (caller, { user }) => {
    if (!caller || !user) return false
    if (caller.isSuperAdmin) return true
    const isStaff = sql`exists (select 1 from users s where s.id = ${user} and (s.is_admin or s.is_super_admin))`
    return either(sql`${user} = ${caller.id}`, caller.isStaff && sql`not ${isStaff}`)
  },
  colleague: (caller, scope) => {
    if (!caller || caller.isStaff) return caller !== undefined
    const events = eventsWhere(caller, 'coorganizer')
    const within = (table: string, user: string) => sql`exists (select 1 from ${raw(table)} own
      where own.${raw(user)} = ${scope.user!} and own.event_id = any(${events}::bigint[]))`
    const shared = either(
      within('users_events_roles', 'user_id'),
      within('sessions', 'creator_id'),
      within('speakers', 'user_id'),
    )
    return either(MEANINGS.self(caller, scope), events.length > 0 && shared)
  },
  visible: (caller, scope) => eventMeets(scope, caller, (e) => sql`${e}.state = 'published'`),
  listed: (caller, scope) =>
    eventMeets(scope, caller, (e) => sql`(${e}.state = 'published' and ${e}.privacy = 'public')`),
  viewer: (caller, scope) => caller !== undefined && MEANINGS.visible(caller, scope),
  listed_viewer: (caller, scope) => caller !== undefined && MEANINGS.listed(caller, scope),
  owner: role('owner'),
  organizer: role('organizer'),
  coorganizer: role('coorganizer'),
  track_organizer: role('track_organizer'),
  submitter: (caller, scope) => {
    if (!caller) return false
    const openCall = sql`exists (select 1 from speakers_calls c where c.event_id = ${scope.event!}
      and c.deleted_at is null and c.starts_at <= now() and c.ends_at > now())`
    return either(MEANINGS.coorganizer(caller, scope), openCall)
  },
  creator: (caller, scope) =>
    caller !== undefined &&
    either(MEANINGS.coorganizer(caller, scope), sql`${scope.row}.creator_id = ${caller.id}`),
  author: (caller, scope) =>
    caller !== undefined && either(MEANINGS.coorganizer(caller, scope), wrote(caller, scope)),
  editor: (caller, scope) =>
    caller !== undefined &&
    either(
      MEANINGS.coorganizer(caller, scope),
      sql`(not ${scope.row}.is_locked and ${wrote(caller, scope)})`,
    ),
  submission: (caller, scope) => both(MEANINGS.visible(caller, scope), isPublicOrOwn(caller, scope)),
  listed_submission: (caller, scope) => both(MEANINGS.listed(caller, scope), isPublicOrOwn(caller, scope)),
  speaker: (caller, scope) =>
    caller !== undefined &&
    either(MEANINGS.coorganizer(caller, scope), sql`${scope.row}.user_id = ${caller.id}`),
  profile: (caller, scope) => both(MEANINGS.visible(caller, scope), isPresentedOrOwn(caller, scope)),
  listed_profile: (caller, scope) => both(MEANINGS.listed(caller, scope), isPresentedOrOwn(caller, scope)),
  ticket: (caller, scope) => both(MEANINGS.visible(caller, scope), isOnShow(caller, scope)),
  listed_ticket: (caller, scope) => both(MEANINGS.listed(caller, scope), isOnShow(caller, scope)),
  // The kind of the code decides: the event-level one is for staff alone.
  discount_code: (caller, scope) => caller?.isStaff || MEANINGS.ticket_code(caller, scope),
  ticket_code: (caller, scope) =>
    both(MEANINGS.coorganizer(caller, scope), sql`${scope.row}.used_for = 'tickets'`),
  buyer: (caller, scope) => both(MEANINGS.visible(caller, scope), MEANINGS.speaker(caller, scope)),
}

/** Hidden tickets are shown to those who made them; others need an access code. */
function isOnShow(caller: Caller | undefined, scope: Scope): Condition {
  return either(sql`not ${scope.row}.is_hidden`, MEANINGS.coorganizer(caller, scope))
}

/** Sessions are public once they are accepted; before that only their authors see them. */
function isPublicOrOwn(caller: Caller | undefined, scope: Scope): Condition {
  return either(sql`${scope.row}.state in ('accepted', 'confirmed')`, MEANINGS.author(caller, scope))
}

/**
 * A speaker is public when featured or in a public session, or when organizers entered someone who has no session yet.
 * Whoever has only proposed something is seen by nobody else.
 */
function isPresentedOrOwn(caller: Caller | undefined, scope: Scope): Condition {
  const { row } = scope
  const sessions = sql`select 1 from speakers_sessions ss join sessions s on s.id = ss.session_id
    where ss.speaker_id = ${row}.id and s.deleted_at is null`
  // The cheapest first: PostgreSQL stops at the first that holds.
  return either(
    MEANINGS.speaker(caller, scope),
    sql`${row}.is_featured`,
    sql`exists (${sessions} and s.state in ('accepted', 'confirmed'))`,
    sql`(not ${row}.is_proposed and not exists (${sessions}))`,
  )
}

/** The caller made the session or speaks in it. */
function wrote(caller: Caller, { row }: Scope): Sql {
  return sql`(${row}.creator_id = ${caller.id} or exists (
    select 1 from speakers_sessions ss join speakers sp on sp.id = ss.speaker_id
    where ss.session_id = ${row}.id and sp.user_id = ${caller.id} and sp.deleted_at is null))`
}

/** The row's event is live and meets the rule; staff and everyone with a role there need no rule. */
function eventMeets(scope: Scope, caller: Caller | undefined, rule: (event: Sql) => Sql): Condition {
  if (!scope.event) return true
  const e = scope.isEvent ? scope.row : raw('e')
  const member = caller ? isAmong(sql`${e}.id`, eventsWhere(caller, 'member')) : false
  const meets = both(sql`${e}.deleted_at is null`, caller?.isStaff || either(rule(e), member))
  if (scope.isEvent) return meets
  return sql`exists (select 1 from events e where e.id = ${scope.event} and ${toSql(meets)})`
}

function isAmong(expression: Sql, ids: string[]): Condition {
  return ids.length > 0 && sql`${expression} = any(${ids}::bigint[])`
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

const NEEDED: Partial<Record<Access, string>> = {
  user: 'to be logged in',
  viewer: 'to be logged in',
  listed_viewer: 'to be logged in',
  staff: 'administrator access',
  super: 'super admin access',
  self: 'to be the user concerned, or administrator access',
  account: 'to be the user concerned, or administrator access; for accounts of staff, super admin access',
  colleague: 'to be the user concerned, coorganizer access to an event of that user, or administrator access',
  owner: 'owner access to the event',
  organizer: 'organizer access to the event',
  coorganizer: 'coorganizer access to the event',
  track_organizer: 'track organizer access to the event',
  submitter: 'an open call for speakers, or coorganizer access to the event',
  creator: 'to be its creator, or coorganizer access to the event',
  author: 'to be its creator or speaker, or coorganizer access to the event',
  editor: 'to be its creator or speaker while it is not locked, or coorganizer access to the event',
  speaker: 'to be this speaker, or coorganizer access to the event',
  discount_code: 'administrator access, or for a ticket-level code coorganizer access to the event',
  ticket_code: 'a ticket-level code, and coorganizer access to the event',
  buyer: 'to be its buyer, or coorganizer access to the event',
}

/** The sentence of a refusal. */
export function needed(word: Access): string {
  return `This needs ${NEEDED[word] ?? `the access "${word}"`}.`
}
