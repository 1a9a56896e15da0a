/** Reads the records of a file of an archive in the order of their ids, without holding all of a large file. */
import { TaskError } from '../tasks/worker.ts'
import { expandForms, isObject, toNamed } from './dialects.ts'
import { JsonError } from './json-records.ts'
import type { Kind } from './kinds.ts'
import { isLeftOut, oldIdOf, type ReadingContext, type ReadRecord, readRecord } from './record.ts'

const MOST_RECORDS = 100_000
/** So many records are held at once; a larger file is read twice, unless its records are not in order. */
const MOST_HELD = 2_000

export interface FileRecords {
  count: number
  batches: AsyncIterable<ReadRecord[]> | Iterable<ReadRecord[]>
  /** All records at once. */
  all(): Promise<ReadRecord[]>
}

/** A record as it stands in the file, and where. */
interface Part {
  record: Record<string, unknown>
  place: string
}

export async function readFile(
  kind: Kind,
  open: () => AsyncIterable<unknown>,
  context: ReadingContext,
  signal: AbortSignal,
  atOnce: number,
): Promise<FileRecords> {
  const parts = () => partsOf(kind, open(), signal)
  const { held, count, isOrdered } = await survey(kind, parts())
  const all = async () => {
    const read = await Array.fromAsync(held ?? parts(), (part) => readPart(kind, part, context))
    return read.flat().sort(byOldId)
  }
  if (held || !isOrdered) {
    const read = await all()
    return { count: read.length, batches: chunked(read, atOnce), all: async () => read }
  }
  const batches = async function* () {
    let batch: ReadRecord[] = []
    for await (const part of parts()) {
      batch.push(...readPart(kind, part, context))
      if (batch.length < atOnce) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }
  return { count, batches: batches(), all }
}

function* chunked<T>(list: T[], size: number): Generator<T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

function readPart(kind: Kind, { record, place }: Part, context: ReadingContext): ReadRecord[] {
  const read = readRecord(kind, record, context, place)
  return read ? [read] : []
}

async function* partsOf(
  kind: Kind,
  records: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  let count = 0
  try {
    for await (const record of records) {
      signal.throwIfAborted()
      if (!isObject(record)) throw new TaskError(`File ${kind.file}: must be a JSON array of objects`)
      const place = `, record ${++count}`
      if (count > MOST_RECORDS)
        throw new TaskError(`File ${kind.file}: has more than ${MOST_RECORDS} records`)
      for (const part of kind.file === 'forms' ? expandForms(record) : [record]) yield { record: part, place }
    }
  } catch (error) {
    throw nameFile(kind.file, error)
  }
}

/** How many records are to be written, whether they are in the order of their ids, and the records if they are few. */
async function survey(kind: Kind, parts: AsyncIterable<Part>) {
  const held: Part[] = []
  let total = 0
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  let isOrdered = true
  for await (const part of parts) {
    if (++total <= MOST_HELD) held.push(part)
    else held.length = 0
    const named = toNamed(kind, part.record)
    const id = Number(oldIdOf(named) ?? Number.NaN)
    isOrdered &&= id >= last
    last = id
    if (!isLeftOut(kind, named)) count++
  }
  return { held: total <= MOST_HELD ? held : undefined, count, isOrdered }
}

function byOldId({ oldId: a }: ReadRecord, { oldId: b }: ReadRecord): number {
  const [left, right] = [Number(a ?? Number.NaN), Number(b ?? Number.NaN)]
  if (left < right || (!Number.isNaN(left) && Number.isNaN(right))) return -1
  return left > right || (Number.isNaN(left) && !Number.isNaN(right)) ? 1 : 0
}

/** A fault in the text of a file names the file. */
export function nameFile(file: string, error: unknown): unknown {
  return error instanceof JsonError ? new TaskError(`File ${file}: ${error.message}`) : error
}
