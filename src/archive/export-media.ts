/** The media of an event in its archive. */
import type { Db } from '../database/connect.ts'
import { openClean } from '../files/clean-picture.ts'
import type { Media } from '../files/media.ts'
import { FetchError, safeFetch } from '../files/safe-fetch.ts'
import { fitsExtension } from '../files/sniff.ts'
import type { TempFolder } from '../files/temp.ts'
import { extensionOf } from '../files/types.ts'
import type { ZipWriter } from '../files/zip.ts'
import type { ArchiveMedia } from '../resources/archive.ts'
import type { Row } from '../resources/declare.ts'
import type { Task } from '../tasks/task.ts'
import type { Kind, Kinds } from './kinds.ts'
import { eventRecord, recordsOf } from './rows.ts'

export interface ExportMediaParts {
  kinds: Kinds
  media: Media
  temp: TempFolder
  fetchAllow: string[]
}

const LARGEST = 4 * 1024 ** 3

/** Which fields of which records have become paths of the archive. */
export class MediaPaths {
  private readonly paths = new Map<string, string>()

  note({ file }: Kind, id: unknown, field: string, path: string): void {
    this.paths.set(`${file}:${id}:${field}`, `/${path}`)
  }

  applyTo({ file, archive }: Kind, record: Row): Row {
    if (this.paths.size === 0 || !archive.media) return record
    const changed = Object.keys(archive.media).flatMap((field) => {
      const path = this.paths.get(`${file}:${record.id}:${field}`)
      return path === undefined ? [] : [[field, path]]
    })
    return { ...record, ...Object.fromEntries(changed) }
  }
}

/** Adds the files of the kinds that are switched on. A file that cannot be had leaves the address as it is. */
export async function addMedia(
  parts: ExportMediaParts,
  db: Db,
  task: Task,
  zip: ZipWriter,
  signal: AbortSignal,
): Promise<MediaPaths> {
  const paths = new MediaPaths()
  const eventId = String(task.data.event_id)
  const { event, files } = parts.kinds
  for (const kind of [event, ...files]) {
    const wanted = Object.entries(kind.archive.media ?? {}).filter(([, { flag }]) => task.data[flag] === true)
    if (wanted.length === 0) continue
    const records =
      kind === event ? [await eventRecord(db, parts.kinds, eventId)] : recordsOf(db, kind, eventId)
    for await (const record of records) {
      signal.throwIfAborted()
      for (const [field, rule] of wanted) {
        const path = await addFile(parts, zip, record, record[field], rule)
        if (path !== undefined) paths.note(kind, record.id, field, path)
      }
    }
  }
  return paths
}

async function addFile(
  { media, temp, fetchAllow }: ExportMediaParts,
  zip: ZipWriter,
  record: Row,
  address: unknown,
  rule: ArchiveMedia,
): Promise<string | undefined> {
  if (typeof address !== 'string') return undefined
  const extension = extensionOf(URL.parse(address)?.pathname ?? '')
  const name = `${rule.path(record)}${extension}`
  const key = media.keyOf(address)
  if (key !== undefined) {
    const found = await media.find(key)
    if (!found) return undefined
    await zip.addFile(name, await found.storage.read(key))
    return name
  }
  // Another server may break off in the middle, which the zip could not take back.
  const fetched = await fetchTo(temp, address, fetchAllow)
  if (fetched === undefined) return undefined
  try {
    // An import would not take it.
    if (!(await fitsExtension(fetched, extension))) return undefined
    await zip.addFile(name, await openClean(fetched))
    return name
  } finally {
    await temp.remove(fetched)
  }
}

async function fetchTo(temp: TempFolder, address: string, allow: string[]): Promise<string | undefined> {
  try {
    const { path } = await temp.keep(await safeFetch(address, { allow, maxBytes: LARGEST }))
    return path
  } catch (error) {
    if (error instanceof FetchError) return undefined
    throw error
  }
}
