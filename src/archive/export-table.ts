/** The tasks `export.sessions.csv` and `export.speakers.csv`: the records of one type as a table for spreadsheets. */
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import type { Storage } from '../files/storage.ts'
import type { TaskTypes } from '../tasks/worker.ts'
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../web/csv.ts'
import { TABLE_NAMES, TABLES } from './export-files.ts'
import { type ExportTaskParts, exportTaskOf } from './export-task.ts'
import type { Formats } from './formats.ts'
import { statusCondition } from './settings.ts'
import { headersOf, linesOf, tableOf } from './table.ts'

export function tableTasks(parts: ExportTaskParts & { formats: Formats }): TaskTypes {
  const tasks = TABLE_NAMES.map((name) => {
    const file = TABLES[name]
    const { model } = parts.formats.files.find((format) => format.file === name)!
    const table = tableOf(model)
    const task = exportTaskOf(parts, file, async ({ db, task: { data }, signal, key }) => {
      const eventId = String(data.event_id)
      await demandEvent(db, eventId)
      const lines = linesOf(db, table, eventId, statusCondition(name, String(data.status)))
      const content = csvOf(headersOf(table), lines, signal)
      await store(parts.storage, { key, type: file.type, eventId }, content)
      return []
    })
    return [file.task, task] as const
  })
  return Object.fromEntries(tasks)
}

async function* csvOf(
  headers: string[],
  lines: AsyncIterable<Cell[]>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + csvLine(headers))
  for await (const cells of lines) {
    signal.throwIfAborted()
    yield Buffer.from(csvLine(cells))
  }
}

async function demandEvent(db: Db, eventId: string): Promise<void> {
  const live = await db.query(sql`select id from events where id = ${eventId} and deleted_at is null`)
  if (live.length === 0) throw new NotFoundError('The event was not found.')
}

async function store(
  storage: Storage,
  { key, type, eventId }: { key: string; type: string; eventId: string },
  bytes: AsyncGenerator<Buffer>,
): Promise<void> {
  const content = Readable.from(bytes, { objectMode: false })
  const closed = finished(content, { writable: false }).catch(() => undefined)
  try {
    await storage.put(key, content, type, { eventId })
  } finally {
    // The snapshot must not end before the last statement in it.
    content.destroy()
    await closed
  }
}
