/** The state of reading an archive, and of reading one of its records. */
import type { Readable } from 'node:stream'
import type { Row } from '../resources/declare.ts'
import type { Named } from './dialects.ts'
import type { RecordFormat } from './formats.ts'
import type { Warnings } from './warnings.ts'

/** A file that belongs to a record. */
export interface MediaFile {
  /** With its dot; empty when there is none. */
  extension: string
  open(): Promise<Readable>
}

export interface ReadingContext {
  timezone: string
  /** Fields that only staff may set are read for staff alone. */
  isStaff: boolean
  /** The file that an address refers to, or `missing`; undefined for an address that is kept as it is. */
  media(address: string): MediaFile | 'missing' | undefined
  /** Makes the guids of records that have none of their own. */
  guids: { settle(reading: RecordReading, values: Row): Row }
  warnings: Warnings
  /** The records that are not imported, by file and old id. */
  leftOut: Set<string>
  /** Whether a link needs the embedded record beside its id. For most links the id is enough, and the rest is not kept. */
  needsMore(type: string, id: string): boolean
  /** How many records were found so far, in all files. */
  records?: number
  /** Aborted when the task has to stop. */
  signal: AbortSignal
}

/** A record that is being read. */
export interface RecordReading {
  format: RecordFormat
  named: Named
  /** The file and the record, for messages. */
  where: string
  context: ReadingContext
}

export function warn({ where, context }: RecordReading, text: string): void {
  context.warnings.add(`${where}: ${text}`)
}
