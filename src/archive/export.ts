/** The task `export.event`: one snapshot of the event, streamed into a zip in the storage. */
import type { Db } from '../database/connect.ts'
import type { Media } from '../files/media.ts'
import type { TempFolder } from '../files/temp.ts'
import { makeZip, type ZipWriter } from '../files/zip.ts'
import type { Row } from '../resources/declare.ts'
import type { Task } from '../tasks/task.ts'
import type { TaskType } from '../tasks/worker.ts'
import { ARCHIVE } from './export-files.ts'
import { addMedia, type MediaPaths } from './export-media.ts'
import { type ExportTaskParts, exportTaskOf } from './export-task.ts'
import type { Formats, RecordFormat } from './formats.ts'
import { eventRecord, recordsOf } from './rows.ts'

interface ExportParts extends ExportTaskParts {
  formats: Formats
  media: Media
  temp: TempFolder
  fetchAllow: string[]
  publicUrl: string
}

export function exportTask(parts: ExportParts): TaskType {
  return exportTaskOf(parts, ARCHIVE, (db, task, key, signal) => writeArchive(parts, db, task, key, signal))
}

async function writeArchive(
  parts: ExportParts,
  db: Db,
  task: Task,
  key: string,
  signal: AbortSignal,
): Promise<string[]> {
  const zip = makeZip()
  const stored = parts.storage.put(key, zip.output, ARCHIVE.type, {
    eventId: String(task.data.event_id),
  })
  const written = addMembers(parts, db, task, zip, signal)
  try {
    const [warnings] = await Promise.all([written, stored])
    return warnings
  } catch (error) {
    // The first failure is the cause. It stops the other side: the storage removes its part of the file, and the last
    // statement ends before the snapshot does.
    zip.output.destroy(error as Error)
    await Promise.allSettled([written, stored])
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
  const { formats, publicUrl } = parts
  const eventId = String(task.data.event_id)
  const paths = await addMedia(parts, db, task, zip, signal)
  const event = paths.applyTo(formats.event, await eventRecord(db, formats, eventId))
  await zip.addText(formats.event.file, once(JSON.stringify(event, null, 4)))
  for (const format of formats.files) {
    await zip.addText(format.file, arrayText(format, recordsOf(db, format, eventId), paths, signal))
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
  format: RecordFormat,
  records: AsyncIterable<Row>,
  paths: MediaPaths,
  signal: AbortSignal,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const record of records) {
    signal.throwIfAborted()
    yield `${isFirst ? '[' : ','}\n    ${JSON.stringify(paths.applyTo(format, record), null, 4).replaceAll('\n', '\n    ')}`
    isFirst = false
  }
  yield isFirst ? '[]' : '\n]'
}
