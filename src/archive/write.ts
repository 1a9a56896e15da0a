/** Writes the records of an archive, or of another event, as a new event. The caller's transaction makes it all or nothing. */
import sql from 'sql-template-tag'
import { OWNER } from '../access/caller.ts'
import { giveRole } from '../access/roles.ts'
import type { Db } from '../database/connect.ts'
import { TaskError } from '../tasks/worker.ts'
import { categoriesOf } from './categories.ts'
import { isObject, type Named, toNamed } from './dialects.ts'
import type { Formats, RecordFormat } from './formats.ts'
import { Guids } from './guids.ts'
import { insertRows, takeIds } from './insert.ts'
import { pendingMedia, type StoringOptions, storeMedia } from './media.ts'
import { nameFile, readFile } from './read-file.ts'
import type { ReadingContext } from './reading.ts'
import { oldIdOf, readRecord } from './record.ts'
import { BackLinks, type IdMap } from './references.ts'
import { readValues } from './values.ts'
import { Warnings } from './warnings.ts'
import { type Writing, writeFile } from './write-file.ts'

/** Where the records come from. */
export interface Source {
  event(): Promise<unknown>
  /** Undefined if there is no such file, and so no such records. */
  records(file: string): AsyncIterable<unknown> | undefined
  media: ReadingContext['media']
  /** The names of files that do not belong to an archive. */
  unread: readonly string[]
  isCopy?: boolean
}

interface WriteOptions extends StoringOptions {
  ownerId: string
  isStaff: boolean
}

export interface WrittenEvent {
  id: string
  name: string
  identifier: string
  /** From old to new ids, by file. */
  id_map: Record<string, Record<string, string>>
  warnings: string[]
}

export async function writeEvent(
  tx: Db,
  formats: Formats,
  source: Source,
  options: WriteOptions,
): Promise<WrittenEvent> {
  await options.progress('Importing event core')
  const record = await readEvent(source, formats.event)
  const named = toNamed(formats.event, record)
  const writing = await startWriting(tx, formats, source, options)
  const { context, eventId } = writing
  context.timezone = timezoneOf(formats.event, named)
  const event = await writeCore(writing, formats, record)
  await giveRole(tx, options.ownerId, eventId, OWNER)
  for (const format of formats.files) {
    if (format.archive.setting && !source.records(format.file) && !named.has(format.file)) continue
    const open = () => source.records(format.file) ?? embeddedRecords(named.get(format.file))
    await writeFile(writing, format, await readFile(format, open, context))
  }
  await storeMedia(tx, writing.media, context.warnings, options)
  const id_map = idMapOf(writing)
  const oldId = oldIdOf(named)
  if (oldId !== null) id_map[formats.event.file] = { [oldId]: eventId }
  return { ...event, id_map, warnings: context.warnings.list() }
}

async function readEvent(source: Source, { file }: RecordFormat): Promise<Record<string, unknown>> {
  const record = await source.event().catch((error: unknown) => {
    throw nameFile(file, error)
  })
  if (!isObject(record)) throw new TaskError(`File ${file}: must be a JSON object`)
  return record
}

async function startWriting(
  tx: Db,
  { event, files }: Formats,
  { media, unread, isCopy = false }: Source,
  { isStaff, ownerId, signal, progress }: WriteOptions,
): Promise<Writing> {
  const ids = new Map<string, IdMap>()
  const context: ReadingContext = {
    timezone: 'UTC',
    isStaff,
    media,
    guids: new Guids(isCopy),
    warnings: new Warnings(),
    leftOut: new Set(),
    needsMore: (type, id) => ids.get(type)?.isClear(id) === false,
    signal,
  }
  for (const name of unread)
    context.warnings.add(`The file ${name.slice(0, 100)} does not belong in an archive and was ignored`)
  const [eventId] = await takeIds(tx, event.model, 1)
  const shared = { ids, backLinks: new BackLinks(), context, media: [], ownerId }
  return { tx, eventId: eventId!, files, ...shared, progress }
}

async function writeCore(
  writing: Writing,
  formats: Formats,
  record: Record<string, unknown>,
): Promise<{ id: string; name: string; identifier: string }> {
  const { tx, eventId, context, media } = writing
  const { event } = formats
  const named = toNamed(event, record)
  const read = readRecord(event, { ...record, 'deleted-at': null, deleted_at: null }, context)!
  const categories = await categoriesOf(tx, formats, named, context)
  await insertRows(tx, event.model, [{ ...read.values, ...categories, id: eventId }])
  media.push(...pendingMedia({ format: event, read: [read], newIds: [eventId] }))
  for (const format of formats.embedded) await writeEmbedded(writing, format, named.get(format.file))
  const [row] = await tx.query<{ id: string; name: string; identifier: string }>(
    sql`select id, name, identifier from events where id = ${eventId}`,
  )
  return row!
}

function timezoneOf(event: RecordFormat, named: Named): string {
  const sent = named.get('timezone')
  if (sent === undefined || sent === null || sent === '') return 'UTC'
  const read = event.model.attributes.get('timezone')!.field.kind.read(sent)
  if (typeof read !== 'string')
    throw new TaskError(`File ${event.file}: timezone must be a time zone name such as Europe/Berlin`)
  return read
}

/** A part of the event that cannot be read is left out, because the event does not need it. */
async function writeEmbedded(
  { tx, eventId, context }: Writing,
  format: RecordFormat,
  value: unknown,
): Promise<void> {
  if (!isObject(value)) return
  try {
    const where = `File event, ${format.file}`
    const values = readValues({ format, named: toNamed(format, value), where, context })
    const [id] = await takeIds(tx, format.model, 1)
    await insertRows(tx, format.model, [{ ...values, id, event_id: eventId }])
  } catch (error) {
    if (!(error instanceof TaskError)) throw error
    context.warnings.add(`${error.message}; it was left out`)
  }
}

async function* embeddedRecords(value: unknown): AsyncGenerator<unknown> {
  if (Array.isArray(value)) yield* value
}

function idMapOf({ files, ids }: Writing): WrittenEvent['id_map'] {
  return Object.fromEntries(
    files.map(({ file, model }) => [file, Object.fromEntries(ids.get(model.type) ?? [])]),
  )
}
