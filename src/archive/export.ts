/** The task `export.event`: one snapshot of the event, streamed into a zip in the storage. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Media } from '../files/media.ts'
import type { Storage } from '../files/storage.ts'
import type { TempFolder } from '../files/temp.ts'
import { makeZip, type ZipWriter } from '../files/zip.ts'
import { recordMail } from '../mail/outbox.ts'
import { exportFailedMessage, exportMessage } from '../mail/task-messages.ts'
import type { Row } from '../resources/declare.ts'
import { finishTask, type Task } from '../tasks/task.ts'
import type { Run, TaskKind } from '../tasks/worker.ts'
import type { DownloadLinks } from './download.ts'
import { addMedia, type MediaPaths } from './export-media.ts'
import type { Kind, Kinds } from './kinds.ts'
import { eventRecord, recordsOf } from './rows.ts'

export const EXPORT_TASK = 'export.event'

/** The longest that S3 allows a signed link to hold. */
const LONGEST_LINK_DAYS = 7

export interface ExportParts {
  kinds: Kinds
  storage: Storage
  media: Media
  temp: TempFolder
  fetchAllow: string[]
  downloads: DownloadLinks
  publicUrl: string
  exportDays: number
}

export function exportTask(parts: ExportParts): TaskKind {
  return {
    run: (run) => exportEvent(parts, run),
    async fail(tx, task, text) {
      await finishTask(tx, task, { state: 'FAILED', result: { __error: true, result: text } })
      await tx.query(
        sql`update export_jobs set status = 'FAILED', message = ${text} where task_id = ${task.id}`,
      )
      const { email, name } = await addressee(tx, task)
      if (email) await recordMail(tx, email, exportFailedMessage(name, text))
    },
    async renew(tx, task) {
      await tx.query(sql`update export_jobs set status = null, message = null where task_id = ${task.id}`)
    },
    // An attempt that was overtaken may have stored its archive.
    async tidy(task) {
      if (task.state === 'FAILED') await parts.storage.remove(archiveKey(task.id))
    },
  }
}

async function exportEvent(parts: ExportParts, { db, task, signal }: Run): Promise<void> {
  const eventId = String(task.data.event_id)
  const key = archiveKey(task.id)
  const warnings = await db.snapshot((tx) => writeArchive(parts, tx, task, key, signal))
  const url = await downloadUrl(parts, eventId, task.id)
  await db.transaction(async (tx) => {
    await finishTask(tx, task, {
      state: 'SUCCESS',
      result: { download_url: url, ...(warnings.length > 0 && { warnings }) },
    })
    await tx.query(
      sql`update export_jobs set status = 'SUCCESS', archive_key = ${key} where task_id = ${task.id}`,
    )
    const { email, name } = await addressee(tx, task)
    if (email) await recordMail(tx, email, exportMessage(name, url, warnings))
  })
}

/** The storage's own signed link where it has one that holds as long as the archive; else ours, which leads there. */
async function downloadUrl(
  { storage, downloads, exportDays }: ExportParts,
  eventId: string,
  taskId: string,
): Promise<string> {
  if (!storage.link || exportDays > LONGEST_LINK_DAYS) return downloads.urlOf(eventId, taskId)
  const answer = { type: 'application/zip', disposition: `attachment; filename="event${eventId}.zip"` }
  return storage.link(archiveKey(taskId), answer, exportDays * 24 * 3600)
}

/** Apart from media, which everyone may read. One for each task, so that two exports of an event never meet; a repeated attempt replaces the former whole. */
export function archiveKey(taskId: string): string {
  return `private/exports/${taskId}.zip`
}

async function writeArchive(
  parts: ExportParts,
  db: Db,
  task: Task,
  key: string,
  signal: AbortSignal,
): Promise<string[]> {
  const zip = makeZip()
  const stored = parts.storage.put(key, zip.output, 'application/zip', {
    eventId: String(task.data.event_id),
  })
  const written = addMembers(parts, db, task, zip, signal)
  try {
    const [warnings] = await Promise.all([written, stored])
    return warnings
  } catch (error) {
    // Whichever failed first is the cause. The storage is stopped by it and takes back what it has of the file.
    zip.output.destroy(error as Error)
    await stored.catch(() => undefined)
    throw error
  }
}

/** Media come first: only then is it known which addresses in the records become paths of the archive. Answers what it lacks. */
async function addMembers(
  parts: ExportParts,
  db: Db,
  task: Task,
  zip: ZipWriter,
  signal: AbortSignal,
): Promise<string[]> {
  const { kinds, publicUrl } = parts
  const eventId = String(task.data.event_id)
  const paths = await addMedia(parts, db, task, zip, signal)
  const event = paths.applyTo(kinds.event, await eventRecord(db, kinds, eventId))
  await zip.addText(kinds.event.file, once(JSON.stringify(event, null, 4)))
  for (const kind of kinds.files) {
    await zip.addText(kind.file, arrayText(kind, recordsOf(db, kind, eventId), paths, signal))
  }
  await zip.addText('meta', once(JSON.stringify({ root_url: `${publicUrl}/` }, null, 4)))
  zip.end()
  return paths.warnings.list()
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** The text that `JSON.stringify(list, null, 4)` would give, without ever holding the list. */
async function* arrayText(
  kind: Kind,
  records: AsyncIterable<Row>,
  paths: MediaPaths,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const record of records) {
    signal.throwIfAborted()
    yield `${isFirst ? '[' : ','}\n    ${JSON.stringify(paths.applyTo(kind, record), null, 4).replaceAll('\n', '\n    ')}`
    isFirst = false
  }
  yield isFirst ? '[]' : '\n]'
}

async function addressee(tx: Db, task: Task): Promise<{ email: string | null; name: string }> {
  const [row] = await tx.query<{ email: string | null; name: string | null }>(
    sql`select (select email from users where id = ${task.user_id} and deleted_at is null) as email,
      (select name from events where id = ${String(task.data.event_id)}) as name`,
  )
  return { email: row!.email, name: row!.name ?? '' }
}
