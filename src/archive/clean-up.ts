import sql from 'sql-template-tag'
import { forgetOldTries } from '../access/rate-limit.ts'
import { endOldInvites } from '../access/role-invites.ts'
import type { Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'
import { archiveKey } from './export.ts'

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

export async function removeOldArchives(db: Db, storage: Storage, days: number): Promise<void> {
  const old = await db.query<{ id: string; archive_key: string }>(
    sql`select id, archive_key from export_jobs
      where archive_key is not null and removed_at is null and starts_at < now() - make_interval(days => ${days}) limit 1000`,
  )
  for (const { id, archive_key } of old) {
    await storage.remove(archive_key)
    await db.query(sql`update export_jobs set removed_at = now() where id = ${id}`)
  }
}

/** Removes the archive of one export before its time. */
export async function removeArchive(db: Db, storage: Storage, taskId: string): Promise<void> {
  await storage.remove(archiveKey(taskId))
  await db.query(sql`update export_jobs set removed_at = now() where task_id = ${taskId}`)
}
