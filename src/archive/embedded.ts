/** Records that stand only within others: a session may hold its track, while the file of the tracks lacks it. */
import { TaskError } from '../tasks/worker.ts'
import { isObject, type Reference } from './dialects.ts'
import { listKey, type RecordFormat } from './formats.ts'
import type { ReadingContext } from './reading.ts'
import { type ReadRecord, readRecord } from './record.ts'
import type { IdMap } from './references.ts'

const MOST = 100_000

interface EmbeddedRecords {
  type: string
  read: ReadRecord[]
}

/** What the links of these records tell of records that their files do not hold. */
export function embeddedIn(
  formats: RecordFormat[],
  format: RecordFormat,
  records: ReadRecord[],
  ids: Map<string, IdMap>,
  context: ReadingContext,
): EmbeddedRecords[] {
  const ends = [
    ...format.links.map(({ column, target }) => ({
      type: target.type,
      linksOf: (record: ReadRecord) => [record.links.get(column) ?? []].flat(),
    })),
    ...format.lists.map((list) => ({
      type: list.target.type,
      linksOf: (record: ReadRecord) => record.lists.get(listKey(list)) ?? [],
    })),
  ]
  return ends.flatMap(({ type, linksOf }) => {
    const target = formats.find(({ model }) => model.type === type)
    const known = ids.get(type)
    if (!target || !known) return []
    const found = new Map<string, ReadRecord>()
    for (const record of records) {
      for (const link of linksOf(record)) {
        if (known.has(link.id) || found.has(link.id) || known.size + found.size >= MOST) continue
        const read = readEmbedded(target, link, `File ${format.file}, ID ${record.oldId}`, context)
        if (read) found.set(link.id, read)
      }
    }
    return found.size > 0 ? [{ type, read: [...found.values()] }] : []
  })
}

/** Undefined when it tells too little to make a record of it, or when the record was left out on purpose. */
function readEmbedded(
  target: RecordFormat,
  { id, embedded }: Reference,
  holder: string,
  context: ReadingContext,
): ReadRecord | undefined {
  if (!isObject(embedded) || context.leftOut.has(`${target.file} ${id}`)) return undefined
  const where = `File ${target.file}, ID ${id}`
  try {
    const read = readRecord(target, embedded, context, '', { assumes: true })
    if (read) context.warnings.add(`${where}: is missing from its file; it was created from ${holder}`)
    return read
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    return undefined
  }
}
