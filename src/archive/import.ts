/** The task `import.event`: reads an uploaded archive and writes it as a new event, all or nothing. */
import { Readable } from 'node:stream'
import sql from 'sql-template-tag'
import { recordChange } from '../access/change-log.ts'
import type { Db } from '../database/connect.ts'
import type { Media } from '../files/media.ts'
import { extensionOf } from '../files/media-types.ts'
import type { Storage } from '../files/storage.ts'
import type { TempFolder } from '../files/temp.ts'
import { openZip, ZipError, type ZipReader } from '../files/zip.ts'
import { announcement } from '../jsonapi/announcements.ts'
import { recordMail, recordNotification } from '../mail/outbox.ts'
import { importFailedMessage, importMessage } from '../mail/task-messages.ts'
import { importJob } from '../resources/import-job.ts'
import { fromWire } from '../resources/names.ts'
import { finishTask, type Task } from '../tasks/task.ts'
import { type Run, TaskError, type TaskType } from '../tasks/worker.ts'
import type { Formats, RecordFormat } from './formats.ts'
import { readRecords, readValue } from './json-records.ts'
import { mediaStore } from './media.ts'
import { findMembers } from './members.ts'
import { isRead } from './record.ts'
import { type Source, type WrittenEvent, writeEvent } from './write.ts'

export const IMPORT_TASK = 'import.event'

/** What imports and copies need to write an event. */
export interface WritingParts {
  formats: Formats
  media: Media
  temp: TempFolder
  frontendUrl: string
}

interface ImportParts extends WritingParts {
  storage: Storage
}

export function importTask(parts: ImportParts): TaskType {
  return {
    run: (run) => importArchive(parts, run),
    fail: finishFailed,
    async renew() {
      throw new TaskError('The archive of a finished import is not kept. Import it again.')
    },
    async tidy(task) {
      for (const key of uploadKeys(task.id)) await parts.storage.remove(key)
    },
  }
}

/** Not below `media/`, which everyone may read. */
export function uploadKey(taskId: string): string {
  return `private/imports/${taskId}.zip`
}

/** Includes the place where older versions put it. */
function uploadKeys(taskId: string): string[] {
  return [uploadKey(taskId), `imports/${taskId}.zip`]
}

async function importArchive(parts: ImportParts, run: Run): Promise<void> {
  await run.progress('Started')
  const { path, size } = await fetchArchive(parts, run.task)
  try {
    const zip = await openZip(path, size)
    try {
      await writeAndFinish(parts, run, zipSource(zip, parts.formats))
    } finally {
      await zip.close()
    }
  } catch (error) {
    throw error instanceof ZipError ? new TaskError(error.message, { cause: error }) : error
  } finally {
    await parts.temp.remove(path)
  }
}

async function fetchArchive(
  { storage, temp }: ImportParts,
  task: Task,
): Promise<{ path: string; size: number }> {
  for (const key of uploadKeys(task.id))
    if (await storage.find(key)) return temp.keep(await storage.read(key))
  throw new TaskError('The uploaded archive no longer exists. Upload it again.')
}

function zipSource(zip: ZipReader, { event, files }: Formats): Source {
  const names = files.map(({ file }) => file)
  const members = findMembers(zip.names, event.file, [...names, 'meta'])
  const isInEvent = (key: string) => isRead(event, key) || names.includes(fromWire(key))
  return {
    event: async () => readValue(await zip.open(members.holding(event.file)!), isInEvent),
    records(file) {
      const name = members.holding(file)
      const format = files.find((one) => one.file === file)!
      return name === undefined ? undefined : Readable.from(recordsOf(zip, name, format))
    },
    media(address) {
      // A path inside the archive. It is looked up among the members and never used as a path of this machine.
      const name = members.at(address.replace(/^(\.?\/)+/, ''))
      if (name === undefined) return address.startsWith('/') ? 'missing' : undefined
      return { extension: extensionOf(name), open: () => zip.open(name) }
    },
    unread: members.unread,
  }
}

async function* recordsOf(zip: ZipReader, name: string, format: RecordFormat): AsyncGenerator<unknown> {
  yield* readRecords(await zip.open(name), (key) => isRead(format, key))
}

/** The event, the end of its task, the job record, the mail and the notice become visible together. */
export async function writeAndFinish(parts: WritingParts, run: Run, source: Source): Promise<void> {
  const { formats, frontendUrl } = parts
  const { db, task, signal, progress } = run
  const store = mediaStore(parts, task)
  const written = db.transaction(async (tx) => {
    const owner = await demandOwner(tx, task)
    const options = { ownerId: task.user_id!, isStaff: owner.is_staff, signal, progress, store }
    const event = await writeEvent(tx, formats, source, options)
    const url = `${frontendUrl}/events/${event.identifier}`
    await finishWritten(tx, task, owner.email, { ...event, url })
  })
  await written.catch(async (error) => {
    await store.removeAll()
    throw error
  })
}

export async function demandOwner(tx: Db, { user_id }: Task): Promise<{ email: string; is_staff: boolean }> {
  const [owner] = await tx.query<{ email: string; is_staff: boolean }>(
    sql`select email, is_admin or is_super_admin as is_staff from users where id = ${user_id} and deleted_at is null`,
  )
  if (!owner) throw new TaskError('The account that started this task no longer exists.')
  return owner
}

/** What more is known of the event becomes part of the result. */
export async function finishWritten(
  tx: Db,
  task: Task,
  email: string,
  { id, name, identifier, url, ...more }: WrittenEvent & { url: string },
): Promise<void> {
  await finishTask(tx, task, { state: 'SUCCESS', result: { id, event_name: name, url, ...more } })
  const ended = sql`update import_jobs set status = 'SUCCESS', event_id = ${id} where task_id = ${task.id} returning *`
  await tx.query(sql`with t as (${ended})${announcement(importJob, 'finished', true)} select`)
  await recordWritten(tx, task, id, more.id_map)
  await recordMail(tx, email, importMessage(name, url, more.warnings.length))
  await recordNotification(tx, task.user_id!, {
    type: 'event_imported',
    event: { id, name, identifier, url },
  })
}

/** One entry for everything that was written. A schedule may have been imported into an event that was there. */
async function recordWritten(tx: Db, task: Task, id: string, idMap: WrittenEvent['id_map']): Promise<void> {
  const sizes = Object.entries(idMap).map(([file, ids]) => [file, Object.keys(ids).length])
  await recordChange(tx, {
    caller: { id: task.user_id! },
    action: String(task.data.event_id) === id ? 'updated' : 'created',
    type: 'event',
    id,
    eventId: id,
    counts: Object.fromEntries(sizes),
    taskId: task.id,
  })
}

export async function finishFailed(tx: Db, task: Task, text: string): Promise<void> {
  await finishTask(tx, task, { state: 'FAILURE', result: text })
  await tx.query(sql`update import_jobs set status = 'FAILURE', message = ${text} where task_id = ${task.id}`)
  const [user] = await tx.query<{ email: string }>(
    sql`select email from users where id = ${task.user_id} and deleted_at is null`,
  )
  if (user) await recordMail(tx, user.email, importFailedMessage(text))
}
