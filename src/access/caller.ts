/** The roles at an event, each with all rights of those after it that are marked as ranks. */
export const EVENT_ROLES = [
  'owner',
  'organizer',
  'coorganizer',
  'track_organizer',
  'moderator',
  'registrar',
] as const
export type EventRole = (typeof EVENT_ROLES)[number]

/** Whose roles satisfy a word: everyone named may do what the word allows. */
export const ROLES_OF_WORD = {
  owner: ['owner'],
  organizer: ['owner', 'organizer'],
  coorganizer: ['owner', 'organizer', 'coorganizer'],
  track_organizer: ['owner', 'organizer', 'coorganizer', 'track_organizer'],
  member: [...EVENT_ROLES],
} as const satisfies Record<string, readonly EventRole[]>
export type RoleWord = keyof typeof ROLES_OF_WORD

/** Who makes a request. Absent for an anonymous one. */
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
}

/** The events at which the caller has a role that satisfies the word. */
export function eventsWhere(caller: Caller, word: RoleWord): string[] {
  const roles: readonly string[] = ROLES_OF_WORD[word]
  return caller.roles.filter((role) => roles.includes(role.name)).map((role) => role.event_id)
}

/** Whether the caller may do at this event what the word allows. */
export function hasRole(caller: Caller | undefined, word: RoleWord, eventId: string): boolean {
  return caller !== undefined && (caller.isStaff || eventsWhere(caller, word).includes(eventId))
}
