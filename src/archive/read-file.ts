/** Reads the records of a file of an archive. */
import { TaskError } from '../tasks/worker.ts'
import { expandForms, isObject } from './dialects.ts'
import { JsonError } from './json-records.ts'
import type { Kind } from './kinds.ts'
import { type ReadingContext, type ReadRecord, readRecord } from './record.ts'

/** All of a file are in memory at once, because they are written in the order of their ids. */
const MOST_RECORDS = 100_000

/** All records of a file in the order of their ids. */
export async function readFile(
  kind: Kind,
  records: AsyncIterable<unknown>,
  context: ReadingContext,
  signal: AbortSignal,
): Promise<ReadRecord[]> {
  const read: ReadRecord[] = []
  let count = 0
  await naming(kind.file, async () => {
    for await (const record of records) {
      signal.throwIfAborted()
      if (!isObject(record)) throw new TaskError(`File ${kind.file}: must be a JSON array of objects`)
      const parts = kind.file === 'forms' ? expandForms(record) : [record]
      const place = `, record ${++count}`
      if (count > MOST_RECORDS)
        throw new TaskError(`File ${kind.file}: has more than ${MOST_RECORDS} records`)
      for (const part of parts)
        read.push(...[readRecord(kind, part, context, place)].filter((one) => one !== undefined))
    }
  })
  return read.sort(byOldId)
}

function byOldId({ oldId: a }: ReadRecord, { oldId: b }: ReadRecord): number {
  const [left, right] = [Number(a ?? Number.NaN), Number(b ?? Number.NaN)]
  if (left < right || (!Number.isNaN(left) && Number.isNaN(right))) return -1
  return left > right || (Number.isNaN(left) && !Number.isNaN(right)) ? 1 : 0
}

/** A fault in the text of a file names the file. */
export async function naming<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof JsonError) throw new TaskError(`File ${file}: ${error.message}`)
    throw error
  }
}
