import type { Meaning } from './meanings.ts'

/** The settings of an export that add files to the archive. */
export const ARCHIVE_SETTINGS = ['reviews'] as const

/** Which switch of an export adds the files of a field to the archive, and their path there. */
interface ArchiveMedia {
  flag: 'image' | 'video' | 'audio' | 'document'
  /** Without the extension, which is that of the file. */
  path(record: Record<string, unknown>): string
}

/** The format of these records in the archive of an event. */
export interface Archive {
  file: string
  /** The keys that come first, in this order; the others follow from A to Z. */
  first: string[]
  /** Read-only fields that are read back all the same, as variants of pictures are. */
  restored?: string[]
  /** Only exports with this setting contain the file. Copies never do. */
  setting?: (typeof ARCHIVE_SETTINGS)[number]
  /** Relationships to accounts, and the key for the e-mail address that is written in place of the id. */
  accounts?: Record<string, string>
  /** Fields whose keys are the ids of records of this type. */
  keyedBy?: Record<string, string>
  /** Fields that are neither written nor read, because they follow from other records. */
  withheld?: string[]
  /** Keys that are always null, because their values belong to the installation. */
  blank?: string[]
  /** Names of older dialects. */
  oldNames?: Record<string, string>
  /** The field for a text that older archives have in a field with another meaning today. */
  oldTexts?: Record<string, string>
  /**
   * Keys under which the oldest archives have many records in one, as an object or its JSON, and how each entry becomes a
   * record.
   */
  packed?: Record<string, (name: string, value: unknown) => Record<string, unknown>>
  media?: Record<string, ArchiveMedia>
  /** Not a file of its own: a key of the event's record. */
  embedded?: boolean
  /** Records with another value in one of these fields are neither written nor read. */
  only?: Record<string, string>
  /** A record that cannot be read is left out, because the event does not need it. Otherwise the import fails. */
  leftOut?: boolean
  /** What archives mean by values that a field does not take. */
  meanings?: Record<string, Meaning>
  /** What a required field is set to when its value cannot be read, or when an embedded record lacks it. */
  assumed?: Record<string, string>
}
