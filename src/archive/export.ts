/** The task `export.event`: one snapshot of the event, streamed into a zip in the storage. */
import type { Media } from '../files/media.ts'
import type { TempFolder } from '../files/temp.ts'
import { makeZip, type ZipWriter } from '../files/zip.ts'
import type { Row } from '../resources/declare.ts'
import type { TaskType } from '../tasks/worker.ts'
import { ARCHIVE } from './export-files.ts'
import { addMedia, type MediaPaths } from './export-media.ts'
import { type ExportRun, type ExportTaskParts, exportTaskOf } from './export-task.ts'
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
  return exportTaskOf(parts, ARCHIVE, (run) => writeArchive(parts, run))
}

async function writeArchive(parts: ExportParts, run: ExportRun): Promise<string[]> {
  const zip = makeZip()
  const owner = { eventId: String(run.task.data.event_id) }
  const stored = parts.storage.put(run.key, zip.output, ARCHIVE.type, owner)
  const written = addMembers(parts, run, zip)
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

/** Media come first, because they decide which addresses in the records become paths of the archive. Returns warnings. */
async function addMembers(parts: ExportParts, run: ExportRun, zip: ZipWriter): Promise<string[]> {
  const { formats, publicUrl } = parts
  const { db, signal } = run
  const eventId = String(run.task.data.event_id)
  const paths = await addMedia(parts, run, zip)
  const event = paths.applyTo(formats.event, await eventRecord(db, formats, eventId))
  await zip.addText(formats.event.file, once(JSON.stringify(event, null, 4)))
  for (const format of formats.files) {
    const { setting } = format.archive
    if (setting && run.task.data[setting] !== true) continue
    await zip.addText(format.file, arrayText(format, recordsOf(db, format, eventId), paths, signal))
  }
  await zip.addText('meta', once(JSON.stringify({ root_url: `${publicUrl}/` }, null, 4)))
  zip.end()
  return paths.warnings.list()
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** The text that `JSON.stringify(list, null, 4)` would return, without the whole list in memory. */
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
