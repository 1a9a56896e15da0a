/** Writes the records of an archive, or of another event, as a new event. The caller's transaction makes it all or nothing. */

import sql from 'sql-template-tag'
import { OWNER } from '../access/caller.ts'
import { giveRole } from '../access/roles.ts'
import type { Db } from '../database/connect.ts'
import type { Row } from '../resources/declare.ts'
import { TaskError } from '../tasks/worker.ts'
import { categoriesOf } from './categories.ts'
import { isObject, type Named, toNamed } from './dialects.ts'
import { embeddedIn } from './embedded.ts'
import { type Formats, listKey, type RecordFormat } from './formats.ts'
import { AT_ONCE, insertLinks, insertRows, takeIds } from './insert.ts'
import { type PendingMedia, pendingMedia, type StoringOptions, storeMedia } from './media.ts'
import { type FileRecords, nameFile, readFile } from './read-file.ts'
import type { ReadingContext } from './reading.ts'
import { oldIdOf, type ReadRecord, readRecord } from './record.ts'
import { BackLinks, IdMap, mapIds, resolveLinks, resolveList, Speaking } from './references.ts'
import { refusedRecord } from './refused-rows.ts'
import { readValues } from './values.ts'
import { Warnings } from './warnings.ts'

/** Where the records come from. */
export interface Source {
  event(): Promise<unknown>
  /** Undefined when there is no such file: then there are no such records. */
  records(file: string): AsyncIterable<unknown> | undefined
  media: ReadingContext['media']
  /** The names of files that hold nothing of an event. */
  unread: readonly string[]
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
  const warnings = new Warnings()
  for (const name of source.unread)
    warnings.add(`The file ${name.slice(0, 100)} does not belong in an archive and was ignored`)
  const ids = new Map<string, IdMap>()
  const context: ReadingContext = {
    timezone: 'UTC',
    isStaff: options.isStaff,
    media: source.media,
    warnings,
    leftOut: new Set(),
    needsMore: (type, id) => ids.get(type)?.isClear(id) === false,
  }
  const record = await readEvent(source, formats.event)
  const named = toNamed(formats.event, record)
  const media: PendingMedia[] = []
  const event = await writeCore(tx, formats, record, named, context, media)
  await giveRole(tx, options.ownerId, event.id, OWNER)
  const writing: Writing = {
    tx,
    formats: formats.files,
    eventId: event.id,
    ids,
    backLinks: new BackLinks(),
    context,
    options,
    media,
  }
  for (const format of formats.files) {
    const open = () => source.records(format.file) ?? embeddedRecords(named.get(format.file))
    const records = await readFile(format, open, context, options.signal, AT_ONCE)
    ids.set(format.model.type, await writeFile(writing, format, records))
  }
  await storeMedia(tx, media, warnings, options)
  const id_map = Object.fromEntries(
    formats.files.map(({ file, model }) => [file, Object.fromEntries(ids.get(model.type)!)]),
  )
  const oldId = oldIdOf(named)
  if (oldId !== null) id_map[formats.event.file] = { [oldId]: event.id }
  return { ...event, id_map, warnings: warnings.list() }
}

async function readEvent(source: Source, { file }: RecordFormat): Promise<Record<string, unknown>> {
  const record = await source.event().catch((error: unknown) => {
    throw nameFile(file, error)
  })
  if (!isObject(record)) throw new TaskError(`File ${file}: must be a JSON object`)
  return record
}

async function writeCore(
  tx: Db,
  formats: Formats,
  record: Record<string, unknown>,
  named: Named,
  context: ReadingContext,
  media: PendingMedia[],
): Promise<{ id: string; name: string; identifier: string }> {
  const { event } = formats
  context.timezone = timezoneOf(event, named)
  const read = readRecord(event, { ...record, 'deleted-at': null, deleted_at: null }, context)!
  const [id] = await takeIds(tx, event.model, 1)
  await insertRows(tx, event.model, [
    { ...read.values, ...(await categoriesOf(tx, formats, named, context)), id },
  ])
  media.push(...pendingMedia(event, [read], [id!]))
  for (const format of formats.embedded) await writeEmbedded(tx, format, named.get(format.file), id!, context)
  const [row] = await tx.query<{ id: string; name: string; identifier: string }>(
    sql`select id, name, identifier from events where id = ${id}`,
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

/** A part of the event that cannot be read is left out, as the event can do without it. */
async function writeEmbedded(
  tx: Db,
  format: RecordFormat,
  value: unknown,
  eventId: string,
  context: ReadingContext,
): Promise<void> {
  if (!isObject(value)) return
  try {
    const values = readValues(format, toNamed(format, value), `File event, ${format.file}`, context)
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

/** What the files of an archive share while they are written one after the other. */
interface Writing {
  tx: Db
  formats: RecordFormat[]
  eventId: string
  ids: Map<string, IdMap>
  backLinks: BackLinks
  context: ReadingContext
  options: WriteOptions
  media: PendingMedia[]
}

async function writeFile(
  writing: Writing,
  format: RecordFormat,
  { count, batches, again }: FileRecords,
): Promise<IdMap> {
  const { tx, context, options, backLinks, media } = writing
  const map = new IdMap()
  const speaking = new Speaking(format)
  let written = 0
  if (count === 0) await options.progress(`Importing ${format.file} (0/0)`)
  for await (const read of batches) {
    options.signal.throwIfAborted()
    await writeEmbeddedIn(writing, format, read)
    const newIds = await takeIds(tx, format.model, read.length)
    mapIds(map, format, read, newIds, context)
    await insertRows(tx, format.model, rowsOf(writing, format, read, newIds)).catch(
      async (error: unknown) => {
        throw await refusedRecord(format, again, error)
      },
    )
    written += read.length
    await options.progress(`Importing ${format.file} (${written}/${count})`)
    await writeLists(writing, format, read, newIds)
    speaking.note(read)
    backLinks.note(format, read)
    media.push(...pendingMedia(format, read, newIds))
  }
  for (const list of format.lists) {
    const { table, own, other } = list.links
    const targets = writing.ids.get(list.target.type)!
    await insertLinks(
      tx,
      table,
      own,
      other,
      backLinks.pairs(table, speaking.silent(listKey(list), map), targets),
    )
  }
  return map
}

/** What these records tell of others comes before them, so that their links lead there. */
async function writeEmbeddedIn(writing: Writing, format: RecordFormat, holders: ReadRecord[]): Promise<void> {
  const { tx, formats, ids, context, media } = writing
  for (const { type, read } of embeddedIn(formats, format, holders, ids, context)) {
    const target = formats.find(({ model }) => model.type === type)!
    const newIds = await takeIds(tx, target.model, read.length)
    mapIds(ids.get(type)!, target, read, newIds, context)
    await insertRows(tx, target.model, rowsOf(writing, target, read, newIds))
    media.push(...pendingMedia(target, read, newIds))
  }
}

function rowsOf(
  { eventId, ids, context }: Writing,
  format: RecordFormat,
  read: ReadRecord[],
  newIds: string[],
): Row[] {
  return read.map((record, index) => ({
    ...record.values,
    ...resolveLinks(format, record, ids, context),
    id: newIds[index],
    event_id: eventId,
  }))
}

async function writeLists(
  { tx, ids, context, backLinks }: Writing,
  format: RecordFormat,
  read: ReadRecord[],
  newIds: string[],
): Promise<void> {
  for (const list of format.lists) {
    const { table, own, other } = list.links
    const targets = ids.get(list.target.type)!
    const pairs = read.flatMap((record, index) =>
      resolveList(format, record, listKey(list), targets, context).map((id): [string, string] => [
        newIds[index]!,
        id,
      ]),
    )
    backLinks.count(pairs.length)
    await insertLinks(tx, table, own, other, pairs)
  }
}
