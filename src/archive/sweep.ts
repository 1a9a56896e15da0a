/**
 * Removes unused files: remains of killed processes, and files that no record mentions. A file may be unmentioned for a
 * day, because clients upload first and write the address into a record later.
 */
import sql, { raw } from 'sql-template-tag'
import type { Database, Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'
import type { StorageName } from '../files/stored-files.ts'
import type { Models } from '../jsonapi/model.ts'

interface SweepParts {
  db: Database
  storages: Record<StorageName, Storage | undefined>
  /** All tables whose records may mention a file, in any field. */
  tables: string[]
}

/** All tables but two sorts: a view repeats what tables hold, and the log of changes tells what they held. */
export function tablesWithFiles(models: Models): string[] {
  const holding = [...models.values()].filter(({ declaration: { view, type } }) => !view && type !== 'change')
  return [...new Set(holding.map(({ table }) => table))]
}

const BATCH = 200
/** The unique part of a key: its UUID and, for the files of an import, the number of the file. */
const MARK = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:/[0-9]+-[0-9]+)?)'

/** Runs every six hours, in the process that comes first. */
export async function sweepFiles(parts: SweepParts): Promise<void> {
  const claimed = await parts.db.query(
    sql`update file_sweeps set swept_at = now() where swept_at < now() - interval '6 hours' returning id`,
  )
  if (claimed.length === 0) return
  await parts.db.transaction((tx) => markUnused(tx, parts.tables))
  while (await removeSome(parts)) {
    // Until none is left.
  }
}

/** Every mention counts as a use: in a field, a text or a list, also of a deleted record. */
async function markUnused(tx: Db, tables: string[]): Promise<void> {
  await tx.query(sql`create temp table used_files (mark text, event_id bigint) on commit drop`)
  for (const table of tables) {
    const event = raw(table === 'events' ? 't.id' : `(to_jsonb(t)->>'event_id')::bigint`)
    await tx.query(sql`insert into used_files select distinct found[1], ${event}
      from ${raw(`"${table}"`)} t, regexp_matches((t.*)::text, ${MARK}, 'g') found`)
  }
  await tx.query(sql`insert into used_files select task_id::text, event_id from export_jobs
    where archive_key is not null and removed_at is null`)
  await tx.query(sql`insert into used_files select id::text from tasks where finished_at is null`)
  await tx.query(sql`update stored_files set unused_since = null
    where unused_since is not null and substring(key from ${MARK}) in (select mark from used_files)`)
  await tx.query(sql`update stored_files set unused_since = now()
    where unused_since is null and substring(key from ${MARK}) not in (select mark from used_files)`)
  await tx.query(sql`update stored_files f set event_id = used.event_id from used_files used
    where used.mark = substring(f.key from ${MARK}) and f.event_id is null and used.event_id is not null`)
}

const IS_OVER = sql`created_at < now() - interval '1 day'
  and (stored_at is null or unused_since < now() - interval '1 day')`

async function removeSome({ db, storages }: SweepParts): Promise<boolean> {
  const old = await db.query<{ key: string; storage: StorageName }>(
    sql`select key, storage from stored_files where ${IS_OVER} order by created_at limit ${BATCH}`,
  )
  let removed = 0
  for (const { key, storage } of old) {
    // A storage that is not configured any more keeps what it has.
    const place = storages[storage]
    if (place) await (place.discard ?? place.remove)(key)
    removed += (await db.query(sql`delete from stored_files where key = ${key} and ${IS_OVER} returning key`))
      .length
  }
  return removed === BATCH
}
