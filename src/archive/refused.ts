import { refusalOf } from '../database/refusals.ts'
import { fromWire } from '../jsonapi/names.ts'
import { TaskError } from '../tasks/worker.ts'
import type { Kind } from './kinds.ts'
import type { ReadRecord } from './record.ts'

/** What must be unique and stands in the archive twice is a fault of the archive; it names the second record. */
export function refusedRecord({ file }: Kind, read: ReadRecord[], error: unknown): unknown {
  const refusal = refusalOf(error)
  if (refusal?.status !== 409) return error
  const [fault] = refusal.faults
  const name = fromWire(fault!.source.pointer?.split('/').at(-1) ?? '')
  const seen = new Set<string>()
  const second = read.find(({ values }) => {
    const value = String(values[name]).toLowerCase()
    return seen.has(value) || !seen.add(value)
  })
  const where = second?.oldId == null ? `File ${file}` : `File ${file}, ID ${second.oldId}`
  return new TaskError(`${where}: ${fault!.detail}`)
}
