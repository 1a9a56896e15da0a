/** The records of stored files. Each is written before its file, so that the remains of a killed process can be found. */
import type { Readable } from 'node:stream'
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/db.ts'
import { TooLargeError } from '../errors.ts'
import type { Owner, Storage, StoredFile } from './storage.ts'

export type StorageName = 'local' | 's3'

/** The most bytes for all files of one user or event. Absent: no limit. */
interface Quotas {
  user: number | undefined
  event: number | undefined
}

/** A file that is to be stored. */
interface NewFile {
  key: string
  content: Readable
  type?: string | undefined
  owner?: Owner | undefined
}

export interface StoredFiles {
  put(storage: StorageName, file: NewFile): Promise<StoredFile>
  find(key: string): Promise<{ storage: Storage; file: StoredFile } | undefined>
  remove(key: string): Promise<void>
}

export function storedFiles(
  db: Db,
  storages: { local: Storage; s3: Storage | undefined },
  quotas: Quotas,
): StoredFiles {
  const find = (key: string) => findFile(db, storages, key)
  return {
    async put(storage, { key, content, type, owner = {} }) {
      const record = { key, storage, owner }
      await reserve(db, quotas, record)
      try {
        const file = await storages[storage]!.put(key, content, type)
        await confirm(db, quotas, record, file)
        return file
      } catch (error) {
        content.destroy()
        // The record stays, so that the remains of the file are removed later.
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

async function findFile(
  db: Db,
  { local, s3 }: { local: Storage; s3: Storage | undefined },
  key: string,
): Promise<{ storage: Storage; file: StoredFile } | undefined> {
  // The folder comes first: its files are available even if the bucket or the database is not.
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

interface FileRecord {
  key: string
  storage: StorageName
  owner: Owner
}

async function reserve(db: Db, quotas: Quotas, record: FileRecord): Promise<void> {
  const { key, storage } = record
  const { userId = null, eventId = null, size = 0 } = record.owner
  await db.transaction(async (tx) => {
    await demandRoom(tx, quotas, record, size)
    await tx.query(sql`insert into stored_files (key, storage, bytes, user_id, event_id)
      values (${key}, ${storage}, ${size}, ${userId}, ${eventId})
      on conflict (key) do update set storage = excluded.storage, bytes = excluded.bytes, created_at = now(),
        stored_at = null, unused_since = null`)
  })
}

/** Counts the actual size, which may be larger than the one that was reserved. */
async function confirm(db: Db, quotas: Quotas, record: FileRecord, { size }: StoredFile): Promise<void> {
  const done = (tx: Db) =>
    tx.query(sql`update stored_files set bytes = ${size}, stored_at = now() where key = ${record.key}`)
  if (size <= (record.owner.size ?? 0)) return void (await done(db))
  await db.transaction(async (tx) => {
    await demandRoom(tx, quotas, record, size)
    await done(tx)
  })
}

/** Concurrent uploads take turns here, so that together they cannot exceed the quota. */
async function demandRoom(
  tx: Db,
  quotas: Quotas,
  { key, owner: { userId, eventId } }: FileRecord,
  size: number,
): Promise<void> {
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
