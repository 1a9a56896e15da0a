/** Writes a schedule file into an event: new records are added, known ones changed where the file says something else. */
import { randomUUID } from 'node:crypto'
import sql, { join, raw } from 'sql-template-tag'
import type { Formats, RecordFormat } from '../archive/formats.ts'
import { AT_ONCE, insertRows, takeIds } from '../archive/insert.ts'
import type { ReadingContext } from '../archive/reading.ts'
import { readValues } from '../archive/values.ts'
import type { Db } from '../database/connect.ts'
import type { Model } from '../jsonapi/model.ts'
import { touched } from '../jsonapi/statements.ts'
import type { Row } from '../resources/declare.ts'
import { plainText } from '../schedule/plain-text.ts'
import { type Matched, matchRecords, noteSources } from './match.ts'
import type { ScheduleFile, SourceRecord, SourceSession } from './schedule-file.ts'
import { changeSpeakers } from './session-speakers.ts'

export interface WrittenSchedule {
  /** By the name of the file in an archive, such as `session_types`. */
  created: Record<string, number>
  updated: Record<string, number>
  unchanged: Record<string, number>
  /** From the ids of the source to ours. */
  id_map: Record<string, Record<string, string>>
}

export interface ScheduleWriting {
  tx: Db
  formats: Formats
  eventId: string
  context: ReadingContext
  signal: AbortSignal
  progress(state: string): Promise<void>
}

interface Part {
  type: string
  records: SourceRecord[]
  /** What the records refer to; the ids of earlier parts are known. */
  links?: (record: SourceRecord) => Row
}

export async function writeSchedule(writing: ScheduleWriting, file: ScheduleFile): Promise<WrittenSchedule> {
  const ids = new Map<SourceRecord, string>()
  const idOf = (record: SourceRecord | null) => (record === null ? null : ids.get(record)!)
  const parts: Part[] = [
    { type: 'microlocation', records: file.rooms },
    { type: 'track', records: file.tracks },
    { type: 'session-type', records: file.types },
    { type: 'speaker', records: file.speakers },
    {
      type: 'session',
      records: file.sessions,
      links({ room, track, type }: SourceSession) {
        return {
          ...(room !== undefined && { microlocation_id: idOf(room) }),
          ...(track !== undefined && { track_id: idOf(track) }),
          ...(type !== undefined && { session_type_id: idOf(type) }),
        }
      },
    },
  ]
  const written: WrittenSchedule = { created: {}, updated: {}, unchanged: {}, id_map: {} }
  for (const part of parts) {
    const format = writing.formats.files.find(({ model }) => model.type === part.type)!
    await writePart(writing, format, part, { ids, written, sessions: file.sessions })
  }
  return written
}

interface PartState {
  ids: Map<SourceRecord, string>
  written: WrittenSchedule
  sessions: SourceSession[]
}

async function writePart(
  writing: ScheduleWriting,
  format: RecordFormat,
  { records, links = () => ({}) }: Part,
  { ids, written, sessions }: PartState,
): Promise<void> {
  const { tx, eventId, signal, progress } = writing
  const matched = await matchRecords(tx, format, eventId, records)
  const changed = new Set<string>()
  let done = 0
  await progress(`Importing ${format.file} (0/${records.length})`)
  for (let at = 0; at < matched.length; at += AT_ONCE) {
    signal.throwIfAborted()
    const some = matched.slice(at, at + AT_ONCE)
    const texts = await knownTexts(tx, format.model, some)
    const rows = some.map((one) => rowOf(writing, format, one, { links: links(one.record), texts }))
    await addNew(tx, format.model, eventId, some, rows, ids)
    for (const id of await changeKnown(writing, format, some, rows)) changed.add(id)
    for (const { record, known } of some) if (known) ids.set(record, known.id)
    done += some.length
    await progress(`Importing ${format.file} (${done}/${records.length})`)
  }
  if (format.model.type === 'session')
    for (const id of await changeSpeakers(tx, sessions, ids)) changed.add(id)
  const known = matched.flatMap((one) => one.known ?? [])
  written.created[format.file] = matched.length - known.length
  written.updated[format.file] = known.filter(({ id }) => changed.has(id)).length
  written.unchanged[format.file] = known.filter(({ id }) => !changed.has(id)).length
  const sources = records.flatMap((record) =>
    record.sourceId === undefined ? [] : [{ sourceId: record.sourceId, id: ids.get(record)! }],
  )
  await noteSources(tx, format, eventId, sources)
  written.id_map[format.file] = Object.fromEntries(sources.map(({ sourceId, id }) => [sourceId, id]))
}

interface RowParts {
  links: Row
  texts: Map<string, Row>
}

/** A new record has all values, a known one those that the file says. */
function rowOf(
  { context }: ScheduleWriting,
  format: RecordFormat,
  { record, known }: Matched,
  { links, texts }: RowParts,
): Row {
  const { name, fields, initial, guid } = record
  const where = `${format.file} ${record.sourceId ?? name}`
  const named = new Map(Object.entries({ ...initial, ...fields }))
  const values = readValues({ format, named, where, context })
  if (!known) {
    const own = format.model.attributes.has('guid') ? { guid: guid ?? randomUUID() } : {}
    return { ...values, ...own, ...links }
  }
  if (known.is_deleted) context.warnings.add(`${where} was deleted; it was restored`)
  const said = Object.keys(fields)
    .map((field) => [field, values[field] ?? null] as const)
    .filter(([field, value]) => !isSameText(texts.get(known.id)?.[field], value))
  return { ...Object.fromEntries(said), ...links }
}

/** The fields with HTML, as feeds show them. */
const TEXTS: Record<string, string> = {
  short_abstract: 'short_abstract',
  long_abstract: 'long_abstract',
  long_biography: `coalesce(nullif(long_biography, ''), short_biography)`,
}

async function knownTexts(tx: Db, model: Model, matched: Matched[]): Promise<Map<string, Row>> {
  const names = Object.keys(TEXTS).filter((name) => model.attributes.has(name))
  const ids = matched.flatMap(({ known }) => known?.id ?? [])
  if (names.length === 0 || ids.length === 0) return new Map()
  const columns = names.map((name) => `${TEXTS[name]} as ${name}`).join(', ')
  const rows = await tx.query<Row & { id: string }>(
    sql`select id, ${raw(columns)} from ${raw(model.table)} where id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Feeds hold plain text, so a text that reads the same keeps its markup. */
function isSameText(own: unknown, read: unknown): boolean {
  return typeof own === 'string' && typeof read === 'string' && plainText(own) === plainText(read)
}

async function addNew(
  tx: Db,
  model: Model,
  eventId: string,
  matched: Matched[],
  rows: Row[],
  ids: Map<SourceRecord, string>,
): Promise<void> {
  const fresh = matched.flatMap(({ record, known }, index) => (known ? [] : [{ record, row: rows[index]! }]))
  if (fresh.length === 0) return
  const newIds = await takeIds(tx, model, fresh.length)
  for (const [index, { record }] of fresh.entries()) ids.set(record, newIds[index]!)
  await insertRows(
    tx,
    model,
    fresh.map(({ row }, index) => ({ ...row, id: newIds[index], event_id: eventId })),
  )
}

/** Returns the ids of those that were changed. */
async function changeKnown(
  { tx }: ScheduleWriting,
  { model }: RecordFormat,
  matched: Matched[],
  rows: Row[],
): Promise<string[]> {
  const known = matched.flatMap(({ known }, index) => (known ? [{ ...rows[index]!, id: known.id }] : []))
  // Records of one file need not say the same.
  const groups = Map.groupBy(
    known.filter((row) => Object.keys(row).length > 1),
    (row) => Object.keys(row).sort().join(),
  )
  const changed: string[] = []
  for (const group of groups.values()) changed.push(...(await updateRows(tx, model, group)))
  return changed
}

async function updateRows(tx: Db, model: Model, rows: Row[]): Promise<string[]> {
  const names = Object.keys(rows[0]!).filter((name) => name !== 'id')
  const typed = names.map((name) => `"${name}" ${model.attributes.get(name)?.field.kind.column ?? 'bigint'}`)
  const sets = names.map((name) => raw(`"${name}" = r."${name}"`))
  const differs = names.map((name) => raw(`t."${name}" is distinct from r."${name}"`))
  const found = await tx.query<{ id: string }>(sql`update ${raw(model.table)} t
    set ${join([...sets, raw('deleted_at = null'), ...touched(model)], ', ')}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, ${raw(typed.join(', '))})
    where t.id = r.id and (t.deleted_at is not null or ${join(differs, ' or ')}) returning t.id`)
  return found.map(({ id }) => id)
}
