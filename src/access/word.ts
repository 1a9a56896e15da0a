/** What an access word is made of. */
import type { Access } from '../resources/declare.ts'
import { type Caller, EVENT_ROLES, type EventRole, eventsWhere, type REVIEWER } from './caller.ts'
import { type Condition, isAmong, type Scope } from './conditions.ts'

export interface Word {
  /** Whether the word applies to the caller and the row. */
  holds(caller: Caller | undefined, scope: Scope): Condition
  /** What a refused caller needs: the end of the sentence "You need …". */
  needs: string
  /** Anonymous callers may ask, though the result may be empty. Otherwise they are told to log in. */
  isOpen: boolean
  /** A record that the caller may not read is reported as 404, not 403, so that its existence stays secret. */
  hides: boolean
  /** A list below an owner is refused as a whole, not filtered record by record. */
  refusesLists: boolean
  /** The roles at the event that satisfy it; empty if it is not about roles. */
  roles: readonly EventRole[]
  /** Only staff satisfy it, at every event. */
  isForStaff?: true
}

/** The ways in which words refuse. */
export const OPEN = { isOpen: true, hides: false, refusesLists: false, roles: [] }
export const OPEN_HIDING = { isOpen: true, hides: true, refusesLists: false, roles: [] }
export const CLOSED = { isOpen: false, hides: false, refusesLists: false, roles: [] }
export const FOR_STAFF = {
  isOpen: false,
  hides: false,
  refusesLists: false,
  roles: [],
  isForStaff: true,
} as const
export const CLOSED_HIDING = { isOpen: false, hides: true, refusesLists: false, roles: [] }

/** The words that are names of roles. */
export type RoleWord = Extract<Access, EventRole>

/** A role at the event, or one above it, or another one. */
export function role(
  lowest: Exclude<RoleWord, typeof REVIEWER>,
  needs: string,
  others: readonly EventRole[] = [],
): Word {
  const roles = [...EVENT_ROLES.slice(0, EVENT_ROLES.indexOf(lowest) + 1), ...others]
  return {
    ...CLOSED,
    refusesLists: true,
    roles,
    needs,
    holds: (caller, { event }) => {
      if (!caller) return false
      if (caller.isStaff) return true
      return event ? isAmong(event, eventsWhere(caller, roles)) : false
    },
  }
}
