import { forgetOldTries } from '../access/rate-limit.ts'
import { endOldInvites } from '../access/role-invites.ts'
import { removeOldArchives } from '../archive/old-archives.ts'
import type { Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'

const EVERY = 10 * 60_000

/** Removes what has outlived its time: archives of exports, counters of tries, invitations, files that nobody needs. Returns what stops it. */
export function startCleanUp(
  db: Db,
  storage: Storage,
  sweep: () => Promise<void>,
  days: number,
  fail: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const clean = () => {
    running = Promise.all([
      removeOldArchives(db, storage, days),
      forgetOldTries(db),
      endOldInvites(db),
      sweep(),
    ]).then(() => undefined, fail)
  }
  const timer = setInterval(clean, EVERY)
  clean()
  return async () => {
    clearInterval(timer)
    await running
  }
}
