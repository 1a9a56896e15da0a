/** What all exports have in common: one snapshot of the event goes into the storage; then follow the link, the job and the mail. */
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Storage } from '../files/storage.ts'
import { announcement } from '../jsonapi/announcements.ts'
import { recordMail } from '../mail/outbox.ts'
import { exportFailedMessage, exportMessage } from '../mail/task-messages.ts'
import { exportJob } from '../resources/export-job.ts'
import { finishTask, type Task } from '../tasks/task.ts'
import type { Run, TaskType } from '../tasks/worker.ts'
import type { DownloadLinks } from './download.ts'
import { answerFor, type ExportFile, exportKey, fileNameOf } from './export-files.ts'

/** The longest life of a signed link that S3 allows. */
const LONGEST_LINK_DAYS = 7

export interface ExportTaskParts {
  storage: Storage
  downloads: DownloadLinks
  exportDays: number
}

/** An export while it runs. */
export interface ExportRun {
  /** A snapshot of the database. */
  db: Db
  task: Task
  signal: AbortSignal
  /** Where the file is stored. */
  key: string
}

/** Stores the file and returns warnings about what it lacks. */
type WriteFile = (run: ExportRun) => Promise<string[]>

export function exportTaskOf(parts: ExportTaskParts, file: ExportFile, write: WriteFile): TaskType {
  return {
    run: (run) => runExport(parts, file, write, run),
    async fail(tx, task, text) {
      await finishTask(tx, task, { state: 'FAILED', result: { __error: true, result: text } })
      await endJob(tx, task, sql`status = 'FAILED', message = ${text}`)
      const { email, name } = await addressee(tx, task)
      if (email) await recordMail(tx, email, exportFailedMessage(name, text))
    },
    async renew(tx, task) {
      await tx.query(sql`update export_jobs set status = null, message = null where task_id = ${task.id}`)
    },
    // An attempt that was overtaken may have stored its file.
    async tidy(task) {
      if (task.state === 'FAILED') await parts.storage.remove(exportKey(file, task.id))
    },
  }
}

async function runExport(
  parts: ExportTaskParts,
  file: ExportFile,
  write: WriteFile,
  { db, task, signal }: Run,
): Promise<void> {
  const key = exportKey(file, task.id)
  const warnings = await db.snapshot((tx) => write({ db: tx, task, signal, key }))
  const url = await downloadUrl(parts, file, task)
  await db.transaction(async (tx) => {
    await finishTask(tx, task, {
      state: 'SUCCESS',
      result: { download_url: url, ...(warnings.length > 0 && { warnings }) },
    })
    await endJob(tx, task, sql`status = 'SUCCESS', archive_key = ${key}`)
    const { email, name } = await addressee(tx, task)
    if (email) await recordMail(tx, email, exportMessage(name, url, warnings))
  })
}

async function endJob(tx: Db, task: Task, values: Sql): Promise<void> {
  const ended = sql`update export_jobs set ${values} where task_id = ${task.id} returning *`
  await tx.query(sql`with t as (${ended})${announcement(exportJob, 'finished', true)} select`)
}

/** The signed link of the storage, if it can live as long as the file; otherwise a link to this service. */
async function downloadUrl(
  { storage, downloads, exportDays }: ExportTaskParts,
  file: ExportFile,
  { id, data }: Task,
): Promise<string> {
  const eventId = String(data.event_id)
  const key = exportKey(file, id)
  if (!storage.link || exportDays > LONGEST_LINK_DAYS)
    return downloads.urlOf(eventId, id, fileNameOf(file, eventId))
  return storage.link(key, answerFor(key, eventId), exportDays * 24 * 3600)
}

async function addressee(tx: Db, task: Task): Promise<{ email: string | null; name: string }> {
  const [row] = await tx.query<{ email: string | null; name: string | null }>(
    sql`select (select email from users where id = ${task.user_id} and deleted_at is null) as email,
      (select name from events where id = ${String(task.data.event_id)}) as name`,
  )
  return { email: row!.email, name: row!.name ?? '' }
}
