/** The access words of reviews: who reads and writes them, and what reviewers see of proposals. */
import sql from 'sql-template-tag'
import type { Access } from '../resources/declare.ts'
import { type Caller, MANAGER, REVIEWER } from './caller.ts'
import {
  both,
  type Condition,
  either,
  hasOwnEmail,
  isVisible,
  reviewsAt,
  type Scope,
  wrote,
} from './conditions.ts'
import { CLOSED, CLOSED_HIDING, role, type Word } from './word.ts'

const manager = role(MANAGER, '')
const reviewer = role(MANAGER, 'reviewer access to the event', [REVIEWER])

export const REVIEW_WORDS = {
  reviewer,
  // Asked of the session, because there is no review yet.
  assessor: {
    ...CLOSED,
    needs: 'reviewer access to the event; the session must be pending and not your own',
    holds: (caller, scope) =>
      caller !== undefined &&
      both(
        reviewer.holds(caller, scope),
        sql`${scope.row}.state = 'pending'`,
        // Imported sessions have no creator, so the condition may be unknown.
        sql`${wrote(caller, scope)} is not true`,
        sql`not ${hasOwnEmail(caller, scope)}`,
      ),
  },
  review: {
    ...CLOSED_HIDING,
    needs: 'to be its author, to have reviewed the session too, or to have coorganizer access to the event',
    holds: (caller, scope) =>
      caller !== undefined &&
      both(
        isVisible(caller, scope),
        sql`exists (select 1 from sessions s where s.id = ${scope.row}.session_id and s.deleted_at is null)`,
        either(
          manager.holds(caller, scope),
          sql`${scope.row}.reviewer_id = ${caller.id}`,
          hasReviewed(caller, scope, sql`${scope.row}.session_id`),
        ),
      ),
  },
  review_author: {
    ...CLOSED,
    needs: 'to be its author, with reviewer access to the event, while the session is pending',
    holds: (caller, scope) =>
      caller !== undefined &&
      both(
        reviewer.holds(caller, scope),
        sql`${scope.row}.reviewer_id = ${caller.id}`,
        sql`exists (select 1 from sessions s where s.id = ${scope.row}.session_id and s.state = 'pending')`,
      ),
  },
  // Asked of a session.
  review_reader: {
    ...CLOSED,
    needs: 'to have reviewed the session, or to have coorganizer access to the event',
    holds: (caller, scope) =>
      caller !== undefined &&
      either(manager.holds(caller, scope), hasReviewed(caller, scope, sql`${scope.row}.id`)),
  },
} satisfies Partial<Record<Access, Word>>

/** Reviewers see what others think only after they have made up their own mind. */
function hasReviewed(caller: Caller, scope: Scope, session: ReturnType<typeof sql>): Condition {
  return both(
    reviewsAt(caller, scope),
    sql`exists (select 1 from reviews own where own.session_id = ${session} and own.reviewer_id = ${caller.id})`,
  )
}
