/** Every file that a record or a client knows is in the storage, and nothing unfinished is left. */

import type { Audited } from './audit.ts'
import type { Journal } from './journal.ts'
import type { FaultKind } from './plan.ts'
import { query } from './query.ts'

export interface Stored {
  keys: string[]
  /** Uploads in parts that were begun and neither finished nor given up. */
  unfinished: string[]
  /** Temporary files that a process still keeps although it has nothing to do. */
  temporary: string[]
}

const KNOWN = `select unnest(array[photo_url, thumbnail_image_url, small_image_url, icon_image_url]) as url from speakers
  union select unnest(array[original_image_url, large_image_url, thumbnail_image_url, icon_image_url]) from events`
const ARCHIVES =
  'select archive_key as key from export_jobs where archive_key is not null and removed_at is null'

/** What tasks put there for a time or until their end. */
const UNFINISHED = /^(private\/(imports|exports)|media\/imports)\//
/** These keep a process from removing what it has put there. */
const LEAVING = /^(kill-|s3-)/

export async function auditStorage(
  databaseUrl: string,
  { files }: Journal,
  stored: Stored,
  faults: readonly FaultKind[],
): Promise<Audited> {
  const keys = new Set(stored.keys)
  const urls = [...(await query(databaseUrl, KNOWN)).map(({ url }) => url), ...files.map(({ url }) => url)]
  const media = urls
    .filter((url) => typeof url === 'string')
    .map((url) => url.replace(/^.*?\/media\//, 'media/'))
  const archives = (await query(databaseUrl, ARCHIVES)).map(({ key }) => String(key))
  const known = new Set([...media, ...archives])
  const orphans = stored.keys.filter((key) => !known.has(key))
  const isExplained = faults.some((kind) => LEAVING.test(kind))
  const left = isExplained ? [] : [...orphans.filter((key) => UNFINISHED.test(key)), ...stored.unfinished]
  return {
    figures: { objects: keys.size, orphans: orphans.length, unfinished: stored.unfinished.length },
    remarks: [...Map.groupBy(orphans, folderOf)].map(
      ([folder, { length }]) => `nothing refers to ${length} files below ${folder}`,
    ),
    findings: [
      ...[...known].filter((key) => !keys.has(key)).map((key) => `the file ${key} is not in the storage`),
      ...left.map((key) => `the unfinished file ${key} was left in the storage`),
      ...stored.temporary.map((path) => `the temporary file ${path} was left`),
    ],
  }
}

/** Such as `media/speakers`. */
function folderOf(key: string): string {
  return /^media\/\w+|^\w+/.exec(key)?.[0] ?? key
}
