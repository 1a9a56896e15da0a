/** What the tables of the contract give to each kind of caller, as rows of statuses that many routes share. */
import type { CALLERS } from '../support/people.ts'

/** One status for each of CALLERS, in that order. */
export type Statuses = OneEach<typeof CALLERS>
type OneEach<T> = { readonly [Place in keyof T]: number }

export interface Row {
  published: Statuses
  draft: Statuses
}
export type Rows = Record<string, Row>

/** Nothing of the event is concerned, so its state does not matter. */
export const inBoth = (statuses: Statuses): Row => ({ published: statuses, draft: statuses })

// The order of the callers:      anonymous, stranger, reviewer, registrar, coorganizer, organizer, owner, admin

export const openToAll = inBoth(/*     */ [200, 200, 200, 200, 200, 200, 200, 200])
/** To another address, which browsers should not remember. */
export const ledAway = inBoth(/*       */ [302, 302, 302, 302, 302, 302, 302, 302])
export const openToSignUp = inBoth(/*  */ [201, 201, 201, 201, 201, 201, 201, 201])
export const needsLogIn = inBoth(/*    */ [401, 200, 200, 200, 200, 200, 200, 200])
export const createLoggedIn = inBoth(/**/ [401, 201, 201, 201, 201, 201, 201, 201])
export const readStaff = inBoth(/*     */ [401, 403, 403, 403, 403, 403, 403, 200])
export const changeStaff = readStaff
export const createStaff = inBoth(/*   */ [401, 403, 403, 403, 403, 403, 403, 201])
/** A relationship that nobody sets by itself: those who may write the record are refused too. */
export const neverChanged = inBoth(/*  */ [401, 403, 403, 403, 403, 403, 403, 403])

// The stranger is the user concerned.

export const ownAccount = inBoth(/*    */ [401, 200, 403, 403, 403, 403, 403, 200])
export const ownRecord = inBoth(/*     */ [401, 200, 404, 404, 404, 404, 404, 200])
/** Others must not learn that it is there; its user, and staff, learn that it never changes. */
export const ownNeverChanged = inBoth(/**/ [401, 403, 404, 404, 404, 404, 404, 403])
export const ownInvitation = inBoth(/* */ [401, 200, 403, 403, 403, 403, 403, 403])

/** The stranger has no role, session or speaker, so there is nothing to take away. */
export const nothingToTake = inBoth(/* */ [401, 204, 403, 403, 403, 403, 403, 204])

// Below an event. A draft is unknown to strangers: they get 404, and so does who is not logged in, unless the route
// needs a log-in anyway.

/** A list over all events filters, so it is never refused. */
export const listPublic = openToAll
export const readPublic: Row = {
  published: /*   */ [200, 200, 200, 200, 200, 200, 200, 200],
  draft: /*       */ [404, 404, 404, 200, 200, 200, 200, 200],
}
export const readLoggedIn: Row = {
  published: /*   */ [401, 200, 200, 200, 200, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 200, 200, 200, 200, 200],
}
/** A list of what the caller may read somewhere; whoever has no such role anywhere is refused. */
export const listCoorganizer = inBoth(/**/ [401, 403, 403, 403, 200, 200, 200, 200])
export const listOrganizer = inBoth(/*  */ [401, 403, 403, 403, 403, 200, 200, 200])
export const readCoorganizer: Row = {
  published: /*   */ [401, 403, 403, 403, 200, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 403, 200, 200, 200, 200],
}
export const changeCoorganizer = readCoorganizer
/** By a link whose signature does not hold; one that holds needs no log-in, so the route does not either. */
export const readArchive: Row = {
  published: /*   */ [401, 403, 403, 403, 200, 200, 200, 200],
  draft: /*       */ [404, 404, 404, 403, 200, 200, 200, 200],
}
export const createCoorganizer: Row = {
  published: /*   */ [401, 403, 403, 403, 201, 201, 201, 201],
  draft: /*       */ [401, 404, 404, 403, 201, 201, 201, 201],
}
export const changeOrganizer: Row = {
  published: /*   */ [401, 403, 403, 403, 403, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 403, 403, 200, 200, 200],
}
export const createOrganizer: Row = {
  published: /*   */ [401, 403, 403, 403, 403, 201, 201, 201],
  draft: /*       */ [401, 404, 404, 403, 403, 201, 201, 201],
}
export const readOrganizer = changeOrganizer
/** What everybody may do who is logged in and may see the event. */
export const createVisitor: Row = {
  published: /*   */ [401, 201, 201, 201, 201, 201, 201, 201],
  draft: /*       */ [401, 404, 404, 201, 201, 201, 201, 201],
}
/** Of the stranger, who is the author; others see it too. */
export const changeOwnBelow: Row = {
  published: /*   */ [401, 200, 403, 403, 403, 403, 403, 200],
  draft: /*       */ [401, 404, 404, 403, 403, 403, 403, 200],
}
/** What coorganizers may do too. */
export const ownBelow: Row = {
  published: /*   */ [401, 200, 403, 403, 200, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 403, 200, 200, 200, 200],
}
/** What reviewers score by; a draft is as unknown to them as to strangers. */
export const listReviewer = inBoth(/*  */ [401, 403, 200, 403, 200, 200, 200, 200])
export const readReviewer: Row = {
  published: /*   */ [401, 403, 200, 403, 200, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 403, 200, 200, 200, 200],
}
// The reviewer has written a review. Coorganizers read it too; the owner made the session.
export const readReview: Row = {
  published: /*   */ [401, 404, 200, 404, 200, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 404, 200, 200, 200, 200],
}
export const changeReview: Row = {
  published: /*   */ [401, 404, 200, 404, 403, 403, 403, 403],
  draft: /*       */ [401, 404, 404, 404, 403, 403, 403, 403],
}
export const createReview: Row = {
  published: /*   */ [401, 404, 201, 404, 201, 201, 403, 201],
  draft: /*       */ [401, 404, 404, 404, 201, 201, 403, 201],
}
export const reviewNeverChanged: Row = {
  published: /*   */ [401, 404, 403, 404, 403, 403, 403, 403],
  draft: /*       */ [401, 404, 404, 404, 403, 403, 403, 403],
}
/** Others must not learn that it is there. */
export const hiddenFromOthers = inBoth(/*   */ [401, 404, 404, 404, 200, 200, 200, 200])
/** Two records that may be linked and are not. */
export const nothingLinked: Row = {
  published: /*   */ [401, 403, 403, 403, 204, 204, 204, 204],
  draft: /*       */ [401, 404, 404, 403, 204, 204, 204, 204],
}
// The stranger is the buyer. Others must not learn of it, unless they sell the tickets.
export const ownPurchase: Row = {
  published: /*   */ [401, 200, 404, 404, 200, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 404, 200, 200, 200, 200],
}
export const purchaseForSellers: Row = {
  published: /*   */ [401, 403, 404, 404, 200, 200, 200, 200],
  draft: /*       */ [401, 404, 404, 404, 200, 200, 200, 200],
}
export const purchaseForBuyer: Row = {
  published: /*   */ [401, 200, 404, 404, 403, 403, 403, 200],
  draft: /*       */ [401, 404, 404, 404, 403, 403, 403, 200],
}
export const changeStaffBelow: Row = {
  published: /*   */ [401, 403, 403, 403, 403, 403, 403, 200],
  draft: /*       */ [401, 404, 404, 403, 403, 403, 403, 200],
}
export const readStaffBelow = changeStaffBelow
export const createStaffBelow: Row = {
  published: /*   */ [401, 403, 403, 403, 403, 403, 403, 201],
  draft: /*       */ [401, 404, 404, 403, 403, 403, 403, 201],
}
export const neverChangedBelow: Row = {
  published: /*   */ [401, 403, 403, 403, 403, 403, 403, 403],
  draft: /*       */ [401, 404, 404, 403, 403, 403, 403, 403],
}
/** Entries of a log stay where they are; those who do not see them have nothing to take away. */
export const linkedInLog: Row = {
  published: /*   */ [401, 403, 403, 403, 403, 204, 204, 204],
  draft: /*       */ [401, 404, 404, 403, 403, 204, 204, 204],
}
export const takenFromLog: Row = {
  published: /*   */ [401, 403, 403, 403, 204, 403, 403, 403],
  draft: /*       */ [401, 404, 404, 403, 204, 403, 403, 403],
}
