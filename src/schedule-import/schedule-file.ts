/** A schedule as another system has written it, in one shape for all formats. */
import type { Warnings } from '../archive/warnings.ts'

export interface ScheduleFile {
  /** The fields of the event. They are used for a new event only. */
  event: Record<string, unknown>
  rooms: SourceRecord[]
  tracks: SourceRecord[]
  types: SourceRecord[]
  speakers: SourceRecord[]
  sessions: SourceSession[]
}

export interface SourceRecord {
  /** The name or title. */
  name: string
  guid?: string
  /** The id in the system that has written the file. */
  sourceId?: string
  /** Only what the file says. */
  fields: Record<string, unknown>
  /** For a new record: fields that the file does not say. */
  initial: Record<string, unknown>
}

/** The other records of a session are those in the lists of the file; undefined: the file does not say. */
export interface SourceSession extends SourceRecord {
  room?: SourceRecord | null
  track?: SourceRecord | null
  type?: SourceRecord | null
  speakers?: SourceRecord[]
}

interface Person {
  guid?: unknown
  sourceId?: unknown
  name: string
  fields: Record<string, unknown>
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** For tracks whose colour the file does not say. */
const COLOURS = ['#1f77b4', '#2ca02c', '#9467bd', '#d62728', '#8c564b', '#17becf', '#bc5090', '#7f7f7f']
const MOST_RECORDS = 100_000

/** Collects the records of a file, each once. */
export class ScheduleCollector {
  readonly file: ScheduleFile = { event: {}, rooms: [], tracks: [], types: [], speakers: [], sessions: [] }
  private readonly guids = new Set<string>()
  private readonly found = new Map<string, SourceRecord>()
  private count = 0

  private readonly warnings: Warnings

  constructor(warnings: Warnings) {
    this.warnings = warnings
  }

  room(name: unknown, guid?: unknown, fields: Record<string, unknown> = {}): SourceRecord | null {
    const initial = { position: this.file.rooms.length }
    return this.named(this.file.rooms, 'Room', name, { fields, initial, guid })
  }

  track(name: unknown, colour?: unknown): SourceRecord | null {
    const initial = { color: COLOURS[this.file.tracks.length % COLOURS.length] }
    const fields = typeof colour === 'string' && colour !== '' ? { color: colour } : {}
    return this.named(this.file.tracks, 'Track', name, { fields, initial })
  }

  /** A new type is as long as its first session. */
  type(name: unknown, minutes: number): SourceRecord | null {
    const bounded = Math.min(Math.max(Math.round(minutes), 0), 24 * 60 - 1)
    const [hours, rest] = [Math.floor(bounded / 60), bounded % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    return this.named(this.file.types, 'Type', name, { fields: {}, initial: { length: `${hours}:${rest}` } })
  }

  speaker({ name, guid, sourceId, fields }: Person): SourceRecord | undefined {
    const id = idIn(sourceId)
    const known = guidIn(guid)
    const key = `Speaker ${known ?? id ?? name}`
    const same = this.found.get(key)
    if (same) return same
    if (name.trim() === '') return undefined
    const record = this.record('Speaker', { name: name.trim(), guid, fields, initial: {} })
    if (id !== undefined) record.sourceId = id
    this.found.set(key, record)
    this.file.speakers.push(record)
    return record
  }

  session(
    session: Omit<SourceSession, 'initial' | 'guid' | 'sourceId'> & { guid: unknown; sourceId: unknown },
  ): void {
    const id = idIn(session.sourceId)
    const key = `Session ${guidIn(session.guid) ?? id ?? session.name}`
    if (this.found.has(key)) {
      this.warnings.add(`Session ${id ?? session.name} is in the file twice; the first one was used`)
      return
    }
    const { guid, sourceId: _, ...more } = session
    const initial = { state: 'accepted' }
    const record: SourceSession = { ...more, ...this.record('Session', { ...more, initial, guid }) }
    if (id !== undefined) record.sourceId = id
    this.found.set(key, record)
    this.file.sessions.push(record)
  }

  private named(
    list: SourceRecord[],
    what: string,
    sent: unknown,
    more: Pick<SourceRecord, 'fields' | 'initial'> & { guid?: unknown },
  ): SourceRecord | null {
    const name = textIn(sent)
    if (name === '') return null
    const key = `${what} ${name}`
    const same = this.found.get(key)
    if (same) return same
    const record = this.record(what, { name, ...more })
    this.found.set(key, record)
    list.push(record)
    return record
  }

  /** A guid that is not valid, or that another record of the file has, cannot be kept. */
  private record(
    what: string,
    { name, fields, initial, guid }: Omit<SourceRecord, 'guid'> & { guid?: unknown },
  ): SourceRecord {
    if (++this.count > MOST_RECORDS)
      throw new ScheduleError(`The file has more than ${MOST_RECORDS} records.`)
    const record: SourceRecord = { name, fields: { ...fields, ...nameField(what, name) }, initial }
    const known = guidIn(guid)
    if (known === undefined) {
      if (textIn(guid) !== '') this.warnings.add(`${what} ${name}: its guid is not a UUID and was ignored`)
    } else if (this.guids.has(known)) {
      this.warnings.add(`${what} ${name}: another record has the same guid; it was ignored`)
    } else {
      this.guids.add(known)
      record.guid = known
    }
    return record
  }
}

/** A file that cannot be read as a schedule. */
export class ScheduleError extends Error {}

function nameField(what: string, name: string): Record<string, string> {
  return what === 'Session' ? { title: name } : { name }
}

export function textIn(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim() : ''
}

function guidIn(value: unknown): string | undefined {
  const text = textIn(value).toLowerCase()
  return GUID.test(text) ? text : undefined
}

function idIn(value: unknown): string | undefined {
  const text = textIn(value)
  return text === '' || text.length > 100 || text.includes('\0') || !text.isWellFormed() ? undefined : text
}
