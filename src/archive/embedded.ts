/** Records that exist only inside others: a session may contain its track, while the file of the tracks lacks it. */
import { TaskError } from '../tasks/worker.ts'
import { isObject, type Reference } from './dialects.ts'
import { listKey, type RecordFormat } from './formats.ts'
import type { ReadingContext } from './reading.ts'
import { type ReadRecord, readRecord } from './record.ts'
import type { IdMap } from './references.ts'

const MOST = 100_000

interface EmbeddedRecords {
  target: RecordFormat
  /** The ids of the target, to which these are added. */
  ids: IdMap
  read: ReadRecord[]
}

/** What is known when the records are read. */
interface Known {
  /** The formats of all files. */
  files: RecordFormat[]
  ids: Map<string, IdMap>
  context: ReadingContext
}

/** The records that these records embed and that are missing from their own files. */
export function embeddedIn(known: Known, format: RecordFormat, records: ReadRecord[]): EmbeddedRecords[] {
  return endsOf(format).flatMap(({ type, linksOf }) => {
    const target = known.files.find(({ model }) => model.type === type)
    const ids = known.ids.get(type)
    if (!target || !ids) return []
    const found = new Map<string, ReadRecord>()
    for (const record of records) {
      for (const link of linksOf(record)) {
        if (ids.has(link.id) || found.has(link.id) || ids.size + found.size >= MOST) continue
        const read = readEmbedded(target, link, record.where, known.context)
        if (read) found.set(link.id, read)
      }
    }
    return found.size > 0 ? [{ target, ids, read: [...found.values()] }] : []
  })
}

/** The types that records of this format link to, and how to find the links. */
function endsOf({ links, lists }: RecordFormat) {
  return [
    ...links.map(({ column, target }) => ({
      type: target.type,
      linksOf: (record: ReadRecord) => [record.links.get(column) ?? []].flat(),
    })),
    ...lists.map((list) => ({
      type: list.target.type,
      linksOf: (record: ReadRecord) => record.lists.get(listKey(list)) ?? [],
    })),
  ]
}

/** Undefined if it contains too little for a record, or if the record was left out on purpose. */
function readEmbedded(
  target: RecordFormat,
  { id, embedded }: Reference,
  holder: string,
  context: ReadingContext,
): ReadRecord | undefined {
  if (!isObject(embedded) || context.leftOut.has(`${target.file} ${id}`)) return undefined
  const where = `File ${target.file}, ID ${id}`
  try {
    const read = readRecord(target, embedded, context, { assumes: true })
    if (read) context.warnings.add(`${where}: is missing from its file; it was created from ${holder}`)
    return read
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    return undefined
  }
}
