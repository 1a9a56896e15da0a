/** Who may read mails, and who holds back, changes and sends them. */
import sql from 'sql-template-tag'
import { both, isVisible, opensAccount } from './conditions.ts'
import { CLOSED, role, type Word } from './word.ts'

const NEEDS = 'coorganizer access to the event of the mail, or administrator access'
const coorganizer = role('coorganizer', NEEDS)

/** Mails of no event are for staff; those of an event are also for its coorganizers. */
const reader: Word = {
  ...CLOSED,
  refusesLists: true,
  needs: NEEDS,
  holds: (caller, scope) => {
    if (!caller || caller.isStaff) return caller !== undefined
    return both(coorganizer.holds(caller, scope), isVisible(caller, scope))
  },
}

export const MAIL_WORDS = {
  // A reader of such a mail can take over the account, so an administrator could become super admin.
  mail_text: {
    ...reader,
    needs: `${NEEDS}; for mails that open an account, super admin access`,
    holds: (caller, scope) => {
      const mayRead = reader.holds(caller, scope)
      return caller?.isSuperAdmin ? mayRead : both(mayRead, sql`not ${opensAccount(scope.row)}`)
    },
  },
  mail_reader: reader,
  mail_keeper: {
    ...reader,
    holds: (caller, scope) => both(reader.holds(caller, scope), sql`${scope.row}.event_id is not null`),
  },
} satisfies Record<string, Word>
