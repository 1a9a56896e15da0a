/** The media of an event in its archive. */
import { openClean } from '../files/clean-picture.ts'
import type { Media } from '../files/media.ts'
import { extensionOf } from '../files/media-types.ts'
import { FetchError, safeFetch, UnreachableError } from '../files/safe-fetch.ts'
import { rightExtension } from '../files/sniff.ts'
import type { TempFolder } from '../files/temp.ts'
import type { ZipWriter } from '../files/zip.ts'
import type { Row } from '../resources/declare.ts'
import type { ExportRun } from './export-task.ts'
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
/** Each dead server costs some seconds, so after this many no other server is asked. */
const MOST_DEAD_HOSTS = 10

/** Which fields of which records have become paths of the archive. */
export class MediaPaths {
  /** The files that are not in the archive. */
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

/** Adds the media that the task asks for. If a file is not available, the record keeps its address. */
export async function addMedia(parts: ExportMediaParts, run: ExportRun, zip: ZipWriter): Promise<MediaPaths> {
  const paths = new MediaPaths()
  const fetching: Fetching = { ...parts, deadHosts: new Set() }
  for await (const { format, record, field, path, address } of wantedMedia(parts.formats, run)) {
    const added = await addFile(fetching, zip, path, address)
    if ('path' in added) paths.note(format, record.id, field, added.path)
    else
      paths.warnings.add(
        `File ${format.file}, ID ${record.id}: the file of ${field}, ${address.slice(0, 300)}, is not in the archive: ${added.fault}`,
      )
  }
  return paths
}

interface WantedFile {
  format: RecordFormat
  record: Row
  field: string
  /** Its path in the archive, without the extension. */
  path: string
  address: string
}

async function* wantedMedia(formats: Formats, { db, task, signal }: ExportRun): AsyncGenerator<WantedFile> {
  const eventId = String(task.data.event_id)
  for (const format of [formats.event, ...formats.files]) {
    const wanted = Object.entries(format.archive.media ?? {}).filter(
      ([, { flag }]) => task.data[flag] === true,
    )
    if (wanted.length === 0) continue
    const records =
      format === formats.event ? [await eventRecord(db, formats, eventId)] : recordsOf(db, format, eventId)
    for await (const record of records) {
      signal.throwIfAborted()
      for (const [field, rule] of wanted) {
        const address = record[field]
        if (typeof address === 'string' && address !== '')
          yield { format, record, field, path: rule.path(record), address }
      }
    }
  }
}

interface Fetching extends ExportMediaParts {
  /** Servers that have not responded are not asked again. */
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
  // Another server may break off in the middle, and the zip could not undo that.
  const fetched = await fetchTo(fetching, address)
  if ('fault' in fetched) return fetched
  try {
    const right = await rightExtension(fetched.path, extension)
    // An import would refuse it.
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
