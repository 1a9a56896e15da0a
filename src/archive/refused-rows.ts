import { createHash } from 'node:crypto'
import { makeRefusals } from '../database/refusals.ts'
import { fromWire } from '../resources/names.ts'
import { TaskError } from '../tasks/worker.ts'
import type { RecordFormat } from './formats.ts'
import type { ReadRecord } from './record.ts'

/** A value that must be unique but occurs twice is a fault of the archive. The message names the second record. */
export async function refusedRecord(
  { file, model }: RecordFormat,
  read: () => AsyncIterable<ReadRecord>,
  error: unknown,
): Promise<unknown> {
  const refusal = makeRefusals([model.declaration])(error)
  if (refusal?.status !== 409) return error
  const [fault] = refusal.faults
  const name = fromWire(fault!.source.pointer?.split('/').at(-1) ?? '')
  const second = await findSecond(read(), name)
  const where = second?.oldId == null ? `File ${file}` : `File ${file}, ID ${second.oldId}`
  return new TaskError(`${where}: ${fault!.detail}`)
}

/** By their hashes: the values of a large file may be large together. */
async function findSecond(read: AsyncIterable<ReadRecord>, name: string): Promise<ReadRecord | undefined> {
  const seen = new Set<string>()
  for await (const record of read) {
    const value = String(record.values[name]).toLowerCase()
    const hash = createHash('sha256').update(value).digest('base64')
    if (seen.has(hash)) return record
    seen.add(hash)
  }
  return undefined
}
