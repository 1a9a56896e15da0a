/** The access words of the programme: sessions, speakers and what visitors think of them. */
import sql from 'sql-template-tag'
import type { Access } from '../resources/declare.ts'
import { type Caller, MANAGER } from './caller.ts'
import {
  both,
  type Condition,
  either,
  hasOpenCall,
  isBlind,
  isListed,
  isPresented,
  isVisible,
  proposes,
  reviewsAt,
  type Scope,
  toSql,
  wrote,
  wroteSession,
} from './conditions.ts'
import { CLOSED, CLOSED_HIDING, OPEN, OPEN_HIDING, role, type Word } from './word.ts'

const manager = role(MANAGER, '')

export const PROGRAMME_WORDS = {
  submitter: {
    ...CLOSED,
    needs: 'an open call for speakers, or coorganizer access to the event',
    holds: (caller, scope) => orCoorganizer(caller, scope, () => hasOpenCall(scope.event!)),
  },
  creator: {
    ...CLOSED,
    needs: 'to be its creator or to have coorganizer access to the event',
    holds: (caller, scope) => orCoorganizer(caller, scope, ({ id }) => sql`${scope.row}.creator_id = ${id}`),
  },
  author: {
    ...CLOSED,
    needs: 'to be its creator or speaker, or to have coorganizer access to the event',
    holds: isAuthor,
  },
  editor: {
    ...CLOSED,
    needs: 'to be its creator or speaker while it is not locked, or to have coorganizer access to the event',
    holds: (caller, scope) =>
      orCoorganizer(caller, scope, (user) => sql`(not ${scope.row}.is_locked and ${wrote(user, scope)})`),
  },
  // Of what belongs to a session.
  session_author: {
    ...CLOSED_HIDING,
    needs: 'to be the creator or a speaker of the session, or to have coorganizer access to the event',
    holds: (caller, scope) =>
      both(
        isVisible(caller, scope),
        orCoorganizer(caller, scope, (user) => wroteSession(user, scope)),
      ),
  },
  submission: {
    ...OPEN_HIDING,
    needs: 'an accepted session, or to be its creator or speaker',
    holds: (caller, scope) => both(isVisible(caller, scope), isPublicOrOwn(caller, scope)),
  },
  listed_submission: {
    ...OPEN,
    needs: 'an accepted session, or to be its creator or speaker',
    holds: (caller, scope) => both(isListed(caller, scope), isPublicOrOwn(caller, scope)),
  },
  // The sessions of a speaker, as far as the caller may know whose they are.
  attributed_submission: {
    ...OPEN_HIDING,
    needs: 'an accepted session, or to be its creator or speaker',
    holds: (caller, scope) =>
      both(isVisible(caller, scope), isPublicOrOwn(caller, scope), isAttributed(caller, scope)),
  },
  cast: {
    ...OPEN,
    needs: 'a session that is not reviewed anonymously',
    holds: isAttributed,
  },
  speaker: {
    ...CLOSED,
    needs: 'to be this speaker or to have coorganizer access to the event',
    holds: isUser,
  },
  profile: {
    ...OPEN_HIDING,
    needs: 'a public speaker, or to be this speaker',
    holds: (caller, scope) => both(isVisible(caller, scope), isKnownSpeaker(caller, scope)),
  },
  listed_profile: {
    ...OPEN,
    needs: 'a public speaker, or to be this speaker',
    holds: (caller, scope) => both(isListed(caller, scope), isKnownSpeaker(caller, scope)),
  },
  writer: {
    ...CLOSED,
    needs: 'to be its author or to have coorganizer access to the event',
    holds: isUser,
  },
  feedback: {
    ...OPEN_HIDING,
    needs: 'feedback on a session in the programme',
    holds: (caller, scope) => both(isVisible(caller, scope), isAboutKnown(caller, scope)),
  },
  listed_feedback: {
    ...OPEN,
    needs: 'feedback on a session in the programme',
    holds: (caller, scope) => both(isListed(caller, scope), isAboutKnown(caller, scope)),
  },
} satisfies Partial<Record<Access, Word>>

function orCoorganizer(
  caller: Caller | undefined,
  scope: Scope,
  own: (user: Caller) => Condition,
): Condition {
  return caller !== undefined && either(manager.holds(caller, scope), own(caller))
}

function isAuthor(caller: Caller | undefined, scope: Scope): Condition {
  return orCoorganizer(caller, scope, (user) => wrote(user, scope))
}

/** The user of the row, or a coorganizer. */
function isUser(caller: Caller | undefined, scope: Scope): Condition {
  return orCoorganizer(caller, scope, ({ id }) => sql`${scope.row}.user_id = ${id}`)
}

/** Feedback goes with its session: nobody reads it once that is deleted, and strangers only while it is public. */
function isAboutKnown(caller: Caller | undefined, scope: Scope): Condition {
  const known = either(sql`s.state in ('accepted', 'confirmed')`, isUser(caller, scope))
  return sql`(${scope.row}.session_id is null or exists (select 1 from sessions s
    where s.id = ${scope.row}.session_id and s.deleted_at is null and ${toSql(known)}))`
}

/** Sessions are public once they are accepted; before that their authors and the reviewers see them. */
function isPublicOrOwn(caller: Caller | undefined, scope: Scope): Condition {
  const isReviewed =
    caller !== undefined && both(reviewsAt(caller, scope), sql`${scope.row}.state = 'pending'`)
  return either(isPublic(scope), isReviewed, isAuthor(caller, scope))
}

function isPublic({ row }: Scope): Condition {
  return sql`${row}.state in ('accepted', 'confirmed')`
}

/** The caller may know who the speakers of the session are. */
function isAttributed(caller: Caller | undefined, scope: Scope): Condition {
  const blind = caller !== undefined && isBlind(caller, scope)
  if (blind === false) return true
  return either(sql`not ${blind}`, isPublic(scope), isAuthor(caller, scope))
}

/** Reviewers know the speakers of proposals, unless the review is anonymous. */
function isKnownSpeaker(caller: Caller | undefined, scope: Scope): Condition {
  const blind = caller !== undefined && isBlind(caller, scope)
  const isReviewed =
    caller !== undefined &&
    both(reviewsAt(caller, scope), blind === false || sql`not ${blind}`, proposes(scope))
  return either(isUser(caller, scope), isPresented(scope), isReviewed)
}
