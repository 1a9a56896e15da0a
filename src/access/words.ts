/** The table of access words. The same condition serves single reads, lists, includes and filters. */
import sql from 'sql-template-tag'
import type { Access } from '../resources/declare.ts'
import { type Caller, eventsWhere } from './caller.ts'
import {
  both,
  type Condition,
  either,
  isAmong,
  isListed,
  isVisible,
  type Scope,
  takesPart,
} from './conditions.ts'
import { MAIL_WORDS } from './mail-words.ts'
import { PROGRAMME_WORDS } from './programme-words.ts'
import { REVIEW_WORDS } from './review-words.ts'
import {
  CLOSED,
  CLOSED_HIDING,
  FOR_STAFF,
  OPEN,
  OPEN_HIDING,
  type RoleWord,
  role,
  type Word,
} from './word.ts'

const WORDS: Record<Access, Word> = {
  all: { ...OPEN, needs: 'nothing', holds: () => true },
  user: { ...CLOSED, needs: 'to be logged in', holds: (caller) => caller !== undefined },
  staff: { ...FOR_STAFF, needs: 'administrator access', holds: (caller) => caller?.isStaff ?? false },
  super: { ...FOR_STAFF, needs: 'super admin access', holds: (caller) => caller?.isSuperAdmin ?? false },
  ...MAIL_WORDS,
  self: {
    ...CLOSED_HIDING,
    needs: 'to be this user or to have administrator access',
    holds: (caller, { user }) => {
      if (!caller) return false
      if (caller.isStaff) return true
      return user ? sql`${user} = ${caller.id}` : false
    },
  },
  // A user who may change an account can take it over, so an administrator could become super admin.
  account: {
    ...CLOSED,
    needs: 'to be this user or to have administrator access; for staff accounts, super admin access',
    holds: (caller, { user }) => {
      if (!caller || !user) return false
      if (caller.isSuperAdmin) return true
      const isStaff = sql`exists (select 1 from users s where s.id = ${user} and (s.is_admin or s.is_super_admin))`
      return either(sql`${user} = ${caller.id}`, caller.isStaff && sql`not ${isStaff}`)
    },
  },
  colleague: {
    ...CLOSED,
    needs:
      'to be this user, to have coorganizer access to one of their events, or to have administrator access',
    holds: (caller, scope) => {
      if (!caller || caller.isStaff) return caller !== undefined
      const events = eventsWhere(caller, WORDS.coorganizer.roles)
      return either(condition('self', caller, scope), takesPart(scope.user!, events))
    },
  },
  visible: { ...OPEN_HIDING, needs: 'a published event, or a role at the event', holds: isVisible },
  listed: { ...OPEN, needs: 'a published and public event, or a role at the event', holds: isListed },
  viewer: {
    ...CLOSED_HIDING,
    needs: 'to be logged in',
    holds: (caller, scope) => caller !== undefined && isVisible(caller, scope),
  },
  listed_viewer: {
    ...CLOSED,
    needs: 'to be logged in',
    holds: (caller, scope) => caller !== undefined && isListed(caller, scope),
  },
  owner: role('owner', 'owner access to the event'),
  organizer: role('organizer', 'organizer access to the event'),
  coorganizer: role('coorganizer', 'coorganizer access to the event'),
  track_organizer: role('track_organizer', 'track organizer access to the event'),
  ...PROGRAMME_WORDS,
  ...REVIEW_WORDS,
  ticket: {
    ...OPEN_HIDING,
    needs: 'a ticket that is not hidden, or coorganizer access to the event',
    holds: (caller, scope) => both(isVisible(caller, scope), isOnShow(caller, scope)),
  },
  listed_ticket: {
    ...OPEN,
    needs: 'a ticket that is not hidden, or coorganizer access to the event',
    holds: (caller, scope) => both(isListed(caller, scope), isOnShow(caller, scope)),
  },
  // The kind of the code decides: the event-level one is for staff alone.
  discount_code: {
    ...CLOSED,
    needs: 'administrator access, or coorganizer access to the event for a ticket-level code',
    holds: (caller, scope) => caller?.isStaff || condition('ticket_code', caller, scope),
  },
  ticket_code: {
    ...CLOSED,
    needs: 'coorganizer access to the event, and a ticket-level code',
    holds: (caller, scope) =>
      both(condition('coorganizer', caller, scope), sql`${scope.row}.used_for = 'tickets'`),
  },
  // Some entries belong to no event, and staff read them also when the event is deleted.
  log_reader: {
    ...CLOSED,
    refusesLists: true,
    needs: 'organizer access to the event',
    holds: (caller, scope) => {
      if (!caller || caller.isStaff) return caller !== undefined
      return both(condition('organizer', caller, scope), isVisible(caller, scope))
    },
  },
  buyer: {
    ...CLOSED_HIDING,
    needs: 'to be its buyer or to have coorganizer access to the event',
    holds: (caller, scope) => both(isVisible(caller, scope), condition('writer', caller, scope)),
  },
}

export function condition(word: Access, caller: Caller | undefined, scope: Scope): Condition {
  const holds = WORDS[word].holds(caller, scope)
  const events = caller?.token?.events
  // An API token that is limited to some events sees nothing of the others, not even what is public.
  return events && scope.event ? both(holds, isAmong(scope.event, [...events])) : holds
}

/** The sentence of a refusal. */
export function needed(word: Access): string {
  return `You need ${WORDS[word].needs}.`
}

/** Whether an anonymous caller may ask; the result may still be empty. */
export function isOpen(word: Access): boolean {
  return WORDS[word].isOpen
}

/** Whether the existence of a record that this word refuses stays secret. */
export function hides(word: Access): boolean {
  return WORDS[word].hides
}

/** Whether this word refuses lists of an owner's records as a whole. */
export function refusesLists(word: Access): boolean {
  return WORDS[word].refusesLists
}

/** Whether only staff satisfy the word. */
export function isForStaff(word: Access): boolean {
  return WORDS[word].isForStaff ?? false
}

/** Whether the word requires a role at the event. */
export function isRole(word: Access): boolean {
  return WORDS[word].roles.length > 0
}

/** Whether the caller may do at this event what the word allows. */
export function hasRole(caller: Caller | undefined, word: RoleWord, eventId: string): boolean {
  if (!caller) return false
  return caller.isStaff || eventsWhere(caller, WORDS[word].roles).includes(eventId)
}

/** Hidden tickets are shown to coorganizers; others need an access code. */
function isOnShow(caller: Caller | undefined, scope: Scope): Condition {
  return either(sql`not ${scope.row}.is_hidden`, condition('coorganizer', caller, scope))
}
