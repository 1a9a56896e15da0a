/** The task that copies everything that is kept about a person into a zip: a file for each table, and the files. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Media } from '../files/media.ts'
import type { Storage } from '../files/storage.ts'
import { makeZip, type ZipWriter } from '../files/zip.ts'
import { keptAbout } from '../people/kept.ts'
import { type Person, personOf } from '../people/person.ts'
import { finishTask, type Task } from '../tasks/task.ts'
import { type Run, TaskError, type TaskType } from '../tasks/worker.ts'
import type { DownloadLinks } from './download.ts'
import { ARCHIVE, exportKey } from './export-files.ts'

interface PersonalDataParts {
  storage: Storage
  media: Media
  downloads: DownloadLinks
}

/** Secrets, and columns that repeat others. */
const LEFT_OUT = [
  ...[
    'password_hash',
    'token_hash',
    'token',
    'unsubscribe_token',
    'csrf',
    'network',
    'digest',
    'sealed',
    'archive_key',
  ],
  ...['words', 'search'],
]
const BATCH = 500

export function personalDataTask(parts: PersonalDataParts): TaskType {
  return {
    run: (run) => copyPerson(parts, run),
    async fail(tx, task, text) {
      await finishTask(tx, task, { state: 'FAILED', result: { __error: true, result: text } })
      await tx.query(
        sql`update export_jobs set status = 'FAILED', message = ${text} where task_id = ${task.id}`,
      )
    },
    async renew(tx, task) {
      await tx.query(sql`update export_jobs set status = null, message = null where task_id = ${task.id}`)
    },
    async tidy(task) {
      if (task.state === 'FAILED') await parts.storage.remove(exportKey(ARCHIVE, task.id))
    },
  }
}

async function copyPerson(parts: PersonalDataParts, { db, task, signal }: Run): Promise<void> {
  const userId = String(task.data.user_id)
  const key = exportKey(ARCHIVE, task.id)
  await db.snapshot((tx) => storeZip(parts, { tx, task, signal, userId, key }))
  const url = parts.downloads.personalUrlOf(userId, task.id)
  await db.transaction(async (tx) => {
    await finishTask(tx, task, { state: 'SUCCESS', result: { download_url: url } })
    await tx.query(
      sql`update export_jobs set status = 'SUCCESS', archive_key = ${key} where task_id = ${task.id}`,
    )
  })
}

interface Copying {
  tx: Db
  task: Task
  signal: AbortSignal
  userId: string
  key: string
}

async function storeZip(parts: PersonalDataParts, copying: Copying): Promise<void> {
  const zip = makeZip()
  const stored = parts.storage.put(copying.key, zip.output, ARCHIVE.type, { userId: copying.task.user_id })
  const written = addMembers(parts, copying, zip)
  try {
    await Promise.all([written, stored])
  } catch (error) {
    zip.output.destroy(error as Error)
    await Promise.allSettled([written, stored])
    throw error
  }
}

async function addMembers({ media }: PersonalDataParts, copying: Copying, zip: ZipWriter): Promise<void> {
  const { tx, signal, userId } = copying
  if ((await tx.query(sql`select 1 from users where id = ${userId}`)).length === 0)
    throw new TaskError('The account does not exist any more.')
  // Mails to an address that was never confirmed are not the person's to read: their links confirm it.
  const person = { ...(await personOf(tx, userId)), formerAddresses: [] }
  for (const [table, where] of await tablesOf(tx, person))
    await zip.addText(`${table}.json`, rowsText(tx, table, where, signal))
  const files = await tx.query<{ key: string }>(sql`select key from stored_files
    where stored_at is not null and key ~ '^media/'
      and (user_id = ${userId} or key ~ ${`^media/(users/${userId}|speakers/(${person.speakers.join('|') || 0}))/`})
    order by created_at, key`)
  for (const { key } of files) {
    signal.throwIfAborted()
    const found = await media.find(key)
    if (found) await zip.addFile(`files/${key.slice('media/'.length)}`, await found.storage.read(key))
  }
  zip.end()
}

/** The condition for the rows of each table. Changes that the person made are facts about the person too. */
async function tablesOf(tx: Db, person: Person): Promise<Map<string, Sql>> {
  const kept = (await keptAbout(tx, person)).filter(({ isRepeated }) => !isRepeated)
  const tables = new Map<string, Sql>()
  for (const [table, some] of Map.groupBy(kept, ({ table }) => table))
    tables.set(
      table,
      join(
        some.map(({ rows }) => sql`(${rows(person)})`),
        ' or ',
      ),
    )
  tables.set('changes', sql`t.user_id = ${person.id}`)
  return tables
}

/** A list of the rows, without all of them in memory. */
async function* rowsText(tx: Db, table: string, where: Sql, signal: AbortSignal): AsyncGenerator<string> {
  await tx.query(sql`declare personal_rows no scroll cursor for
    select (to_jsonb(t) - ${LEFT_OUT}::text[])::text as row from ${raw(table)} t where ${where}`)
  let start = '['
  for (;;) {
    signal.throwIfAborted()
    const rows = await tx.query<{ row: string }>(sql`fetch ${raw(String(BATCH))} from personal_rows`)
    for (const { row } of rows) {
      yield `${start}\n  ${row}`
      start = ','
    }
    if (rows.length < BATCH) break
  }
  await tx.query(sql`close personal_rows`)
  yield start === '[' ? '[]\n' : '\n]\n'
}
