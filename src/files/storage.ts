import type { Readable } from 'node:stream'

/** The requested part of a file; both ends are included. */
export interface Range {
  start: number
  end: number
}

export interface StoredFile {
  size: number
}

/** Whose file it is. */
export interface Owner {
  userId?: string | null
  eventId?: string | null
  /** As far as it is known before, in bytes. */
  size?: number
}

/** How a browser should treat the file. */
export interface FileAnswer {
  type: string
  disposition: string
}

/**
 * Where files are kept. A key is made by the service, never by a caller: words of letters, digits, dots, dashes and
 * underscores, joined by slashes. A file appears whole or not at all.
 */
export interface Storage {
  put(key: string, content: Readable, type?: string, owner?: Owner): Promise<StoredFile>
  /** Undefined when there is no such file. */
  find(key: string): Promise<StoredFile | undefined>
  read(key: string, range?: Range): Promise<Readable>
  remove(key: string): Promise<void>
  /** Removes also what was sent of a file that never became whole. */
  discard?(key: string): Promise<void>
  /** A direct link to the file that is valid for this time (in seconds); absent if the service sends files itself. */
  link?(key: string, answer: FileAnswer, seconds: number): Promise<string>
}

const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

export function isKey(key: string): boolean {
  return KEY.test(key) && key.length <= 500 && !key.includes('..')
}

/** A key that could leave the folder is a defect of this service, regardless of the request. */
export function demandKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a key of the storage: ${JSON.stringify(key)}`)
  return key
}
