/** What the reading of an archive carries along. */
import type { Readable } from 'node:stream'
import type { Warnings } from './warnings.ts'

/** A file that comes along with the records. */
export interface MediaFile {
  /** With its dot; empty when there is none. */
  extension: string
  open(): Promise<Readable>
}

export interface ReadingContext {
  timezone: string
  /** Fields that only staff may set are read for staff alone. */
  isStaff: boolean
  /** The file that an address stands for: one that comes along, one that is missing, or an address to keep. */
  media(address: string): MediaFile | 'missing' | undefined
  warnings: Warnings
  /** The records that are not imported, by file and old id. */
  leftOut: Set<string>
  /** Whether a link needs what stands of the record beside its id; for most the id is enough, and the rest not held. */
  needsMore(type: string, id: string): boolean
  /** How many records of all files were found so far. */
  records?: number
}
