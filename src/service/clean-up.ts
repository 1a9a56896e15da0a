import { forgetOldChanges } from '../access/change-log.ts'
import { forgetOldEmailTokens } from '../access/email-tokens.ts'
import { forgetOldLogins } from '../access/logins.ts'
import { forgetOldTries } from '../access/rate-limit.ts'
import { endOldInvites } from '../access/role-invites.ts'
import { endOldSpeakerInvites } from '../access/speaker-invites.ts'
import { removeOldArchives } from '../archive/old-archives.ts'
import type { Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'
import { forgetOldAnswers } from '../web/kept-answers.ts'
import { forgetOldDeliveries } from '../webhooks/deliveries.ts'

interface CleanUpParts {
  db: Db
  storage: Storage
  /** How long the archives of exports are kept. */
  exportDays: number
  /** How long entries of the change log are kept. */
  auditDays: number
  sweepFiles(): Promise<void>
  fail(error: unknown): void
}

const EVERY = 10 * 60_000

/** Removes expired records and files every ten minutes. Returns the function that stops it. */
export function startCleanUp({
  db,
  storage,
  exportDays,
  auditDays,
  sweepFiles,
  fail,
}: CleanUpParts): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const clean = () => {
    running = Promise.all([
      removeOldArchives(db, storage, exportDays),
      forgetOldTries(db),
      forgetOldLogins(db),
      forgetOldEmailTokens(db),
      endOldInvites(db),
      endOldSpeakerInvites(db),
      forgetOldAnswers(db),
      forgetOldChanges(db, auditDays),
      forgetOldDeliveries(db),
      sweepFiles(),
    ]).then(() => undefined, fail)
  }
  const timer = setInterval(clean, EVERY)
  clean()
  return async () => {
    clearInterval(timer)
    await running
  }
}
