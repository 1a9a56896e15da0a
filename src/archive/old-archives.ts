import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'
import { ARCHIVE, exportKey } from './export-files.ts'

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
  await storage.remove(exportKey(ARCHIVE, taskId))
  await db.query(sql`update export_jobs set removed_at = now() where task_id = ${taskId}`)
}
