/** The media of an event in its archive. */
import type { Db } from '../database/connect.ts'
import { openClean } from '../files/clean-picture.ts'
import type { Media } from '../files/media.ts'
import { extensionOf } from '../files/media-types.ts'
import { FetchError, safeFetch, UnreachableError } from '../files/safe-fetch.ts'
import { rightExtension } from '../files/sniff.ts'
import type { TempFolder } from '../files/temp.ts'
import type { ZipWriter } from '../files/zip.ts'
import type { Row } from '../resources/declare.ts'
import type { Task } from '../tasks/task.ts'
import type { Formats, RecordFormat } from './formats.ts'
import { eventRecord, recordsOf } from './rows.ts'
import { Warnings } from './warnings.ts'

interface ExportMediaParts {
  formats: Formats
  media: Media
  temp: TempFolder
  fetchAllow: string[]
}

const LARGEST = 4 * 1024 ** 3
/** Each costs some seconds; after so many no other server is asked. */
const MOST_DEAD_HOSTS = 10

/** Which fields of which records have become paths of the archive. */
export class MediaPaths {
  /** What could not be brought. */
  readonly warnings = new Warnings()
  private readonly paths = new Map<string, string>()

  note({ file }: RecordFormat, id: unknown, field: string, path: string): void {
    this.paths.set(`${file}:${id}:${field}`, `/${path}`)
  }

  applyTo({ file, archive }: RecordFormat, record: Row): Row {
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
  const fetching: Fetching = { ...parts, deadHosts: new Set() }
  const eventId = String(task.data.event_id)
  const { event, files } = parts.formats
  for (const format of [event, ...files]) {
    const wanted = Object.entries(format.archive.media ?? {}).filter(
      ([, { flag }]) => task.data[flag] === true,
    )
    if (wanted.length === 0) continue
    const records =
      format === event ? [await eventRecord(db, parts.formats, eventId)] : recordsOf(db, format, eventId)
    for await (const record of records) {
      signal.throwIfAborted()
      for (const [field, rule] of wanted) {
        const address = record[field]
        if (typeof address !== 'string' || address === '') continue
        const added = await addFile(fetching, zip, rule.path(record), address)
        if ('path' in added) paths.note(format, record.id, field, added.path)
        else
          paths.warnings.add(
            `File ${format.file}, ID ${record.id}: the file of ${field}, ${address.slice(0, 300)}, is not in the archive: ${added.fault}`,
          )
      }
    }
  }
  return paths
}

interface Fetching extends ExportMediaParts {
  /** Servers that did not answer once are not asked again. */
  deadHosts: Set<string>
}

type Added = { path: string } | { fault: string }

async function addFile(fetching: Fetching, zip: ZipWriter, path: string, address: string): Promise<Added> {
  const { media, temp } = fetching
  const extension = extensionOf(URL.parse(address)?.pathname ?? '')
  const own = media.keyOf(address)
  const key = own ?? media.formerKeyOf(address)
  const found = key === undefined ? undefined : await media.find(key)
  if (found) {
    const name = `${path}${extension}`
    await zip.addFile(name, await found.storage.read(key!))
    return { path: name }
  }
  if (own !== undefined) return { fault: 'the file no longer exists' }
  // Another server may break off in the middle, which the zip could not take back.
  const fetched = await fetchTo(fetching, address)
  if ('fault' in fetched) return fetched
  try {
    const right = await rightExtension(fetched.path, extension)
    // An import would not take it.
    if (right === undefined) return { fault: 'its content does not match its extension' }
    await zip.addFile(`${path}${right}`, await openClean(fetched.path))
    return { path: `${path}${right}` }
  } finally {
    await temp.remove(fetched.path)
  }
}

async function fetchTo({ temp, fetchAllow, deadHosts }: Fetching, address: string): Promise<Added> {
  const host = URL.parse(address)?.host ?? ''
  if (deadHosts.has(host)) return { fault: `${host} did not respond earlier` }
  if (deadHosts.size >= MOST_DEAD_HOSTS) return { fault: 'too many servers did not respond' }
  try {
    return await temp.keep(await safeFetch(address, { allow: fetchAllow, maxBytes: LARGEST }))
  } catch (error) {
    if (!(error instanceof FetchError)) throw error
    if (error instanceof UnreachableError) deadHosts.add(host)
    return { fault: error.message }
  }
}
