import type { Readable } from 'node:stream'

/** The part of a file that is asked for: both ends count. */
export interface Range {
  start: number
  end: number
}

export interface StoredFile {
  size: number
}

/**
 * Where files are kept. A key is made by the service, never by a caller: words of letters, digits, dots, dashes and
 * underscores, joined by slashes. A file appears whole or not at all.
 */
export interface Storage {
  put(key: string, content: Readable): Promise<StoredFile>
  /** Undefined when there is no such file. */
  find(key: string): Promise<StoredFile | undefined>
  read(key: string, range?: Range): Promise<Readable>
  remove(key: string): Promise<void>
}

const KEY = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/

/** A key that could leave the folder is a defect of ours, whatever the caller sent. */
export function demandKey(key: string): string {
  if (!KEY.test(key) || key.length > 500) throw new Error(`Not a key of the storage: ${JSON.stringify(key)}`)
  return key
}
