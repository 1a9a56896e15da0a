/** Reads the records of a file of an archive in the order of their ids, without keeping a large file in memory. */
import { TaskError } from '../tasks/worker.ts'
import { isObject, toNamed, unpacked } from './dialects.ts'
import type { RecordFormat } from './formats.ts'
import { AT_ONCE } from './insert.ts'
import { JsonError } from './json-scanner.ts'
import type { ReadingContext } from './reading.ts'
import { isLeftOut, oldIdOf, type ReadRecord, readRecord } from './record.ts'
import { sizeOf } from './size.ts'

const MOST_RECORDS = 100_000
/** In all files together. The result of the import contains every id. */
const MOST_IN_ALL = 250_000
/** The most records in memory at once. A larger file is read twice, unless its records are not in order. */
const MOST_HELD = 2_000
/** The most memory for these records, in bytes as `sizeOf` counts them. */
const LARGEST_HELD = 32 * 1024 * 1024
/** The same for a file that is not in order, and for the records of one statement. */
const LARGEST_SORTED = 96 * 1024 * 1024
const LARGEST_BATCH = 8 * 1024 * 1024

export interface FileRecords {
  count: number
  batches: AsyncIterable<ReadRecord[]> | Iterable<ReadRecord[]>
  /** All records once more, from the first. */
  again(): AsyncIterable<ReadRecord>
}

/** A record as the file contains it, and its place there. */
interface Part {
  record: Record<string, unknown>
  place: string
  size: number
}

export async function readFile(
  format: RecordFormat,
  open: () => AsyncIterable<unknown>,
  context: ReadingContext,
): Promise<FileRecords> {
  const parts = () => partsOf(format, open(), context.signal)
  const { held, count, isOrdered, size } = await survey(format, parts())
  context.records = (context.records ?? 0) + count
  if (context.records > MOST_IN_ALL) throw new TaskError(`The archive has more than ${MOST_IN_ALL} records.`)
  const read = (source: AsyncIterable<Part> | Iterable<Part>) => readParts(format, source, context)
  const again = async function* () {
    for await (const [record] of read(parts())) yield record
  }
  const isSorted = !isOrdered && size <= LARGEST_SORTED
  if (!isOrdered && !isSorted)
    context.warnings.add(`File ${format.file}: too large to sort by id; the order of the file was kept`)
  const source = held || isSorted ? await sorted(read(held ?? parts())) : read(parts())
  return { count, batches: batchesOf(source), again }
}

async function* readParts(
  format: RecordFormat,
  parts: AsyncIterable<Part> | Iterable<Part>,
  context: ReadingContext,
): AsyncGenerator<[ReadRecord, number]> {
  for await (const { record, place, size } of parts) {
    const read = readUnlessLeftOut(format, record, context, place)
    if (read) yield [read, size]
  }
}

function readUnlessLeftOut(
  format: RecordFormat,
  record: Record<string, unknown>,
  context: ReadingContext,
  place: string,
): ReadRecord | undefined {
  try {
    return readRecord(format, record, context, { place })
  } catch (error) {
    if (!(error instanceof TaskError) || !format.archive.leftOut) throw error
    context.warnings.add(`${error.message}; it was left out`)
    return undefined
  }
}

async function sorted(read: AsyncIterable<[ReadRecord, number]>): Promise<[ReadRecord, number][]> {
  const all = await Array.fromAsync(read)
  return all.sort(([a], [b]) => byOldId(a, b))
}

async function* batchesOf(
  read: AsyncIterable<[ReadRecord, number]> | Iterable<[ReadRecord, number]>,
): AsyncGenerator<ReadRecord[]> {
  let batch: ReadRecord[] = []
  let size = 0
  for await (const [record, bytes] of read) {
    batch.push(record)
    size += bytes
    if (batch.length < AT_ONCE && size < LARGEST_BATCH) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}

async function* partsOf(
  format: RecordFormat,
  records: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  let place = 0
  let count = 0
  try {
    for await (const record of records) {
      signal.throwIfAborted()
      if (!isObject(record)) throw new TaskError(`File ${format.file}: must be a JSON array of objects`)
      place++
      const found = unpacked(format, record)
      count += found.length
      if (count > MOST_RECORDS)
        throw new TaskError(`File ${format.file}: has more than ${MOST_RECORDS} records`)
      for (const part of found) yield { record: part, place: `, record ${place}`, size: sizeOf(part) }
    }
  } catch (error) {
    throw nameFile(format.file, error)
  }
}

/** Counts the records to write, and finds out whether they are in order. Returns the records themselves if they are few. */
async function survey(format: RecordFormat, parts: AsyncIterable<Part>) {
  const held: Part[] = []
  let total = 0
  let size = 0
  let count = 0
  let last = Number.NEGATIVE_INFINITY
  let isOrdered = true
  const areFew = () => total <= MOST_HELD && size <= LARGEST_HELD
  for await (const part of parts) {
    total++
    size += part.size
    if (areFew()) held.push(part)
    else held.length = 0
    const named = toNamed(format, part.record)
    const id = Number(oldIdOf(named) ?? Number.NaN)
    isOrdered &&= id >= last
    last = id
    if (!isLeftOut(format, named)) count++
  }
  return { held: areFew() ? held : undefined, count, isOrdered, size }
}

function byOldId({ oldId: a }: ReadRecord, { oldId: b }: ReadRecord): number {
  const [left, right] = [Number(a ?? Number.NaN), Number(b ?? Number.NaN)]
  if (left < right || (!Number.isNaN(left) && Number.isNaN(right))) return -1
  return left > right || (Number.isNaN(left) && !Number.isNaN(right)) ? 1 : 0
}

/** Adds the name of the file to a fault in its text. */
export function nameFile(file: string, error: unknown): unknown {
  return error instanceof JsonError ? new TaskError(`File ${file}: ${error.message}`) : error
}
