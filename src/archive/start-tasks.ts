/** Starts exports, imports and copies as tasks, for the routes and for the command line. */
import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'
import { ARCHIVE_SETTINGS } from '../resources/archive.ts'
import type { Queue } from '../tasks/queue.ts'
import { type NewTask, startTask } from '../tasks/task.ts'
import { COPY_TASK } from './copy.ts'
import { ARCHIVE, type ExportFile, TABLES, type TableName } from './export-files.ts'
import { IMPORT_TASK, uploadKey } from './import.ts'

export const MEDIA_FLAGS = ['image', 'video', 'document', 'audio'] as const
export const EXPORT_FLAGS = [...MEDIA_FLAGS, ...ARCHIVE_SETTINGS] as const
/** Which media the archive contains, and which files beside those that every archive has. */
export type ExportFlags = Record<(typeof EXPORT_FLAGS)[number], boolean>

/** The user who starts the task. */
type Starter = Pick<NewTask, 'userId' | 'mark'>

interface EnterParts {
  db: Db
  queue: Queue
}

/** Returns the id of the task, like the functions below. */
export function enterExport(
  parts: EnterParts,
  eventId: string,
  flags: ExportFlags,
  starter: Starter,
): Promise<string> {
  return enterFile(parts, ARCHIVE, { event_id: eventId, ...flags }, starter)
}

export function enterTable(
  parts: EnterParts,
  eventId: string,
  { name, status }: { name: TableName; status: string },
  starter: Starter,
): Promise<string> {
  return enterFile(parts, TABLES[name], { event_id: eventId, status }, starter)
}

async function enterFile(
  { db, queue }: EnterParts,
  file: ExportFile,
  data: { event_id: string } & Record<string, unknown>,
  starter: Starter,
): Promise<string> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    await startTask(tx, queue, { id, name: file.task, data, ...starter })
    await tx.query(
      sql`insert into export_jobs (task_id, event_id, user_id) values (${id}, ${data.event_id}, ${starter.userId})`,
    )
  })
  return id
}

/** The archive is already in the storage, under the key of this task. It is removed if the task cannot be started. */
export async function enterImport(
  { db, queue, storage }: EnterParts & { storage: Storage },
  id: string,
  starter: Starter,
): Promise<string> {
  try {
    await db.transaction(async (tx) => {
      await startTask(tx, queue, { id, name: IMPORT_TASK, data: {}, ...starter })
      await tx.query(sql`insert into import_jobs (task_id, user_id) values (${id}, ${starter.userId})`)
    })
  } catch (error) {
    await storage.remove(uploadKey(id))
    throw error
  }
  return id
}

export async function enterCopy(
  { db, queue }: EnterParts,
  eventId: string,
  starter: Starter,
): Promise<string> {
  const id = randomUUID()
  await db.transaction((tx) =>
    startTask(tx, queue, { id, name: COPY_TASK, data: { event_id: eventId }, ...starter }),
  )
  return id
}
