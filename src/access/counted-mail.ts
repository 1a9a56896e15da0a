import type { Db } from '../database/connect.ts'
import type { EventMail } from '../mail/event-mail.ts'
import { recordMail } from '../mail/outbox.ts'
import type { Caller } from './caller.ts'
import { type LIMITS, limit } from './limits.ts'
import { takeTry } from './rate-limit.ts'

/** Anyone can make an event and speakers with the addresses of others, so the mails of a user are counted. */
export const countedMail =
  (tx: Db, { id }: Caller, kind: keyof typeof LIMITS = 'session mail by a user') =>
  async (mails: EventMail[]): Promise<void> => {
    // In one order for all, so that two changes at once do not wait for each other's counts.
    for (const { recipient, message, isUnasked } of mails.toSorted(byRecipient)) {
      await takeTry(tx, [
        limit(kind, id),
        limit('session mail by a user to an address', id, recipient),
        ...(isUnasked ? [limit('own words by a user to people who have not taken part', id)] : []),
      ])
      await recordMail(tx, recipient, message)
    }
  }

function byRecipient(one: EventMail, other: EventMail): number {
  return one.recipient < other.recipient ? -1 : 1
}
