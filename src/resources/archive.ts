import type { Meaning } from './meanings.ts'

/** Which switch of an export brings the files of a field into the archive, and where they stand there. */
interface ArchiveMedia {
  flag: 'image' | 'video' | 'audio' | 'document'
  /** Without the extension, which is that of the file. */
  path(record: Record<string, unknown>): string
}

/** How records of this kind stand in the archive of an event. */
export interface Archive {
  file: string
  /** The keys that come first, in this order; the others follow from A to Z. */
  first: string[]
  /** Read-only fields that are read back all the same, as variants of pictures are. */
  restored?: string[]
  /** Names of older dialects. */
  oldNames?: Record<string, string>
  /** Where a text goes that older archives have in a field which holds something else today. */
  oldTexts?: Record<string, string>
  /**
   * Keys under which the oldest archives hold many records in one, as an object or the JSON of one, and how a record is
   * made of each entry.
   */
  packed?: Record<string, (name: string, value: unknown) => Record<string, unknown>>
  media?: Record<string, ArchiveMedia>
  /** Not a file of its own: a key of the event's record. */
  embedded?: boolean
  /** Records with another value in one of these fields are neither written nor read. */
  only?: Record<string, string>
  /** What archives mean by values that a field does not take. */
  meanings?: Record<string, Meaning>
  /** What a required field is set to when its value cannot be read, or when an embedded record lacks it. */
  assumed?: Record<string, string>
}
