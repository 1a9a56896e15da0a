/** The records of stored files: each is written before its file, so that what a killed process leaves can be found. */
import sql, { type Sql } from 'sql-template-tag'
import type { Database, Db } from '../database/connect.ts'
import { TooLargeError } from '../errors.ts'
import type { Owner, Storage, StoredFile } from './storage.ts'

export type StorageName = 'local' | 's3'

/** How many bytes the files of one user or event may take up together. Absent: as many as there is room for. */
interface Quotas {
  user: number | undefined
  event: number | undefined
}

export interface StoredFiles {
  put(
    kind: StorageName,
    key: string,
    content: Parameters<Storage['put']>[1],
    type?: string,
    owner?: Owner,
  ): Promise<StoredFile>
  find(key: string): Promise<{ storage: Storage; file: StoredFile } | undefined>
  remove(key: string): Promise<void>
}

export function storedFiles(
  db: Database,
  storages: { local: Storage; s3: Storage | undefined },
  quotas: Quotas,
): StoredFiles {
  const { local, s3 } = storages
  const find: StoredFiles['find'] = async (key) => {
    // The folder is asked first: its files are there also while the bucket, or the database, is not.
    const file = await local.find(key)
    if (file) return { storage: local, file }
    if (!s3) return undefined
    const [row] = await db.query<{ bytes: string }>(
      sql`select bytes from stored_files where key = ${key} and storage = 's3' and stored_at is not null`,
    )
    // Older versions kept no records.
    const found = row ? { size: Number(row.bytes) } : await s3.find(key)
    return found && { storage: s3, file: found }
  }
  return {
    async put(kind, key, content, type, owner = {}) {
      await reserve(db, quotas, kind, key, owner)
      try {
        const file = await storages[kind]!.put(key, content, type)
        await confirm(db, quotas, key, owner, file)
        return file
      } catch (error) {
        content.destroy()
        // The record stays, so that whatever is left of the file is removed later.
        await db.query(sql`update stored_files set bytes = 0, stored_at = null where key = ${key}`)
        throw error
      }
    },
    find,
    async remove(key) {
      await (await find(key))?.storage.remove(key)
      await db.query(sql`delete from stored_files where key = ${key}`)
    },
  }
}

async function reserve(
  db: Database,
  quotas: Quotas,
  kind: StorageName,
  key: string,
  owner: Owner,
): Promise<void> {
  const { userId = null, eventId = null, size = 0 } = owner
  await db.transaction(async (tx) => {
    await demandRoom(tx, quotas, key, owner, size)
    await tx.query(sql`insert into stored_files (key, storage, bytes, user_id, event_id)
      values (${key}, ${kind}, ${size}, ${userId}, ${eventId})
      on conflict (key) do update set storage = excluded.storage, bytes = excluded.bytes, created_at = now(),
        stored_at = null, unused_since = null`)
  })
}

/** What was not known before it came is counted now. */
async function confirm(
  db: Database,
  quotas: Quotas,
  key: string,
  owner: Owner,
  { size }: StoredFile,
): Promise<void> {
  const done = (tx: Db) =>
    tx.query(sql`update stored_files set bytes = ${size}, stored_at = now() where key = ${key}`)
  if (size <= (owner.size ?? 0)) return void (await done(db))
  await db.transaction(async (tx) => {
    await demandRoom(tx, quotas, key, owner, size)
    await done(tx)
  })
}

/** Uploads that come at once take turns here, so that together they cannot take more than is allowed. */
async function demandRoom(tx: Db, quotas: Quotas, key: string, owner: Owner, size: number): Promise<void> {
  const { userId, eventId } = owner
  const limits: [string, number | undefined, string | null | undefined, Sql][] = [
    ['user', quotas.user, userId, sql`user_id = ${userId}`],
    ['event', quotas.event, eventId, sql`event_id = ${eventId}`],
  ]
  for (const [name, most, id, isOwn] of limits) {
    if (most === undefined || !id) continue
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`quota of ${name} ${id}`}, 0))`)
    const [row] = await tx.query<{ taken: string }>(
      sql`select coalesce(sum(bytes), 0)::text as taken from stored_files where ${isOwn} and key <> ${key}`,
    )
    if (Number(row!.taken) + size > most)
      throw new TooLargeError(
        `This file exceeds the quota of the ${name}: ${row!.taken} of ${most} bytes are in use.`,
      )
  }
}
