/** The roles that work on an event, drafts included. The first four are ranks: each has all rights of the ranks after it. */
export const EVENT_ROLES = [
  'owner',
  'organizer',
  'coorganizer',
  'track_organizer',
  'moderator',
  'registrar',
] as const
/** The role with all rights at an event. */
export const OWNER = 'owner' satisfies EventRole
/** The lowest role that works on everything of an event. */
export const MANAGER = 'coorganizer' satisfies EventRole

/** Judges proposals. Apart from those, it opens nothing that a stranger does not see: no draft, for instance. */
export const REVIEWER = 'reviewer' satisfies EventRole

export type EventRole = (typeof EVENT_ROLES)[number] | 'reviewer'

/** The user who makes a request. Absent for anonymous requests. */
export interface Caller {
  id: string
  email: string
  isStaff: boolean
  isSuperAdmin: boolean
  /** The log-in that the token belongs to; revoking it ends all its tokens. */
  loginId: string
  /** The token comes from a password, not from a refresh. */
  isFresh: boolean
  roles: readonly { event_id: string; name: string }[]
  /** Present when the request carries an API token in place of a log-in. */
  token?: ApiToken
}

interface ApiToken {
  id: string
  name: string
  scopes: readonly string[]
  /** The only events that it may be used for; absent when there is no such limit. */
  events?: readonly string[]
  /** The caller without that limit, to tell records of other events from those that nobody may know of. */
  unlimited?: Caller
}

/** The events at which the caller has one of the roles. */
export function eventsWhere(caller: Caller, roles: readonly EventRole[]): string[] {
  const names: readonly string[] = roles
  return caller.roles.filter(({ name }) => names.includes(name)).map((role) => role.event_id)
}
