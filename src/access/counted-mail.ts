import type { Db } from '../database/connect.ts'
import type { Message } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import type { Caller } from './caller.ts'
import { limit } from './limits.ts'
import { takeTry } from './rate-limit.ts'

/** Anyone can make an event and speakers with the addresses of others, so the mails of a user are counted. */
export const countedMail =
  (tx: Db, { id }: Caller) =>
  async (addresses: Iterable<string>, message: Message): Promise<void> => {
    // In one order for all, so that two changes at once do not wait for each other's counts.
    for (const address of [...addresses].sort()) {
      const limits = [
        limit('session mail by a user', id),
        limit('session mail by a user to an address', id, address),
      ]
      await takeTry(tx, limits)
      await recordMail(tx, address, message)
    }
  }
