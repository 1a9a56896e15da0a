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
import { AT_ONCE, insertLinks, insertRows, takeIds } from './insert.ts'
import { type Kind, type Kinds, listKey } from './kinds.ts'
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
  kinds: Kinds,
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
  const record = await readEvent(source, kinds.event)
  const named = toNamed(kinds.event, record)
  const media: PendingMedia[] = []
  const event = await writeCore(tx, kinds, record, named, context, media)
  await giveRole(tx, options.ownerId, event.id, OWNER)
  const writing: Writing = {
    tx,
    kinds: kinds.files,
    eventId: event.id,
    ids,
    backLinks: new BackLinks(),
    context,
    options,
    media,
  }
  for (const kind of kinds.files) {
    const open = () => source.records(kind.file) ?? embeddedRecords(named.get(kind.file))
    const records = await readFile(kind, open, context, options.signal, AT_ONCE)
    ids.set(kind.model.type, await writeFile(writing, kind, records))
  }
  await storeMedia(tx, media, warnings, options)
  const id_map = Object.fromEntries(
    kinds.files.map(({ file, model }) => [file, Object.fromEntries(ids.get(model.type)!)]),
  )
  const oldId = oldIdOf(named)
  if (oldId !== null) id_map[kinds.event.file] = { [oldId]: event.id }
  return { ...event, id_map, warnings: warnings.list() }
}

async function readEvent(source: Source, { file }: Kind): Promise<Record<string, unknown>> {
  const record = await source.event().catch((error: unknown) => {
    throw nameFile(file, error)
  })
  if (!isObject(record)) throw new TaskError(`File ${file}: must be a JSON object`)
  return record
}

async function writeCore(
  tx: Db,
  kinds: Kinds,
  record: Record<string, unknown>,
  named: Named,
  context: ReadingContext,
  media: PendingMedia[],
): Promise<{ id: string; name: string; identifier: string }> {
  const { event } = kinds
  context.timezone = timezoneOf(event, named)
  const read = readRecord(event, { ...record, 'deleted-at': null, deleted_at: null }, context)!
  const [id] = await takeIds(tx, event.model, 1)
  await insertRows(tx, event.model, [
    { ...read.values, ...(await categoriesOf(tx, kinds, named, context)), id },
  ])
  media.push(...pendingMedia(event, [read], [id!]))
  for (const kind of kinds.embedded) await writeEmbedded(tx, kind, named.get(kind.file), id!, context)
  const [row] = await tx.query<{ id: string; name: string; identifier: string }>(
    sql`select id, name, identifier from events where id = ${id}`,
  )
  return row!
}

function timezoneOf(event: Kind, named: Named): string {
  const sent = named.get('timezone')
  if (sent === undefined || sent === null || sent === '') return 'UTC'
  const { kind } = event.model.attributes.get('timezone')!.field
  const read = kind.read(sent)
  if (typeof read !== 'string')
    throw new TaskError(`File ${event.file}: timezone must be a time zone name such as Europe/Berlin`)
  return read
}

/** A part of the event that cannot be read is left out, as the event can do without it. */
async function writeEmbedded(
  tx: Db,
  kind: Kind,
  value: unknown,
  eventId: string,
  context: ReadingContext,
): Promise<void> {
  if (!isObject(value)) return
  try {
    const values = readValues(kind, toNamed(kind, value), `File event, ${kind.file}`, context)
    const [id] = await takeIds(tx, kind.model, 1)
    await insertRows(tx, kind.model, [{ ...values, id, event_id: eventId }])
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
  kinds: Kind[]
  eventId: string
  ids: Map<string, IdMap>
  backLinks: BackLinks
  context: ReadingContext
  options: WriteOptions
  media: PendingMedia[]
}

async function writeFile(
  writing: Writing,
  kind: Kind,
  { count, batches, again }: FileRecords,
): Promise<IdMap> {
  const { tx, context, options, backLinks, media } = writing
  const map = new IdMap()
  const speaking = new Speaking(kind)
  let written = 0
  if (count === 0) await options.progress(`Importing ${kind.file} (0/0)`)
  for await (const read of batches) {
    options.signal.throwIfAborted()
    await writeEmbeddedIn(writing, kind, read)
    const newIds = await takeIds(tx, kind.model, read.length)
    mapIds(map, kind, read, newIds, context)
    await insertRows(tx, kind.model, rowsOf(writing, kind, read, newIds)).catch(async (error: unknown) => {
      throw await refusedRecord(kind, again, error)
    })
    written += read.length
    await options.progress(`Importing ${kind.file} (${written}/${count})`)
    await writeLists(writing, kind, read, newIds)
    speaking.note(read)
    backLinks.note(kind, read)
    media.push(...pendingMedia(kind, read, newIds))
  }
  for (const list of kind.lists) {
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
async function writeEmbeddedIn(writing: Writing, kind: Kind, holders: ReadRecord[]): Promise<void> {
  const { tx, kinds, ids, context, media } = writing
  for (const { type, read } of embeddedIn(kinds, kind, holders, ids, context)) {
    const target = kinds.find(({ model }) => model.type === type)!
    const newIds = await takeIds(tx, target.model, read.length)
    mapIds(ids.get(type)!, target, read, newIds, context)
    await insertRows(tx, target.model, rowsOf(writing, target, read, newIds))
    media.push(...pendingMedia(target, read, newIds))
  }
}

function rowsOf({ eventId, ids, context }: Writing, kind: Kind, read: ReadRecord[], newIds: string[]): Row[] {
  return read.map((record, index) => ({
    ...record.values,
    ...resolveLinks(kind, record, ids, context),
    id: newIds[index],
    event_id: eventId,
  }))
}

async function writeLists(
  { tx, ids, context, backLinks }: Writing,
  kind: Kind,
  read: ReadRecord[],
  newIds: string[],
): Promise<void> {
  for (const list of kind.lists) {
    const { table, own, other } = list.links
    const targets = ids.get(list.target.type)!
    const pairs = read.flatMap((record, index) =>
      resolveList(kind, record, listKey(list), targets, context).map((id): [string, string] => [
        newIds[index]!,
        id,
      ]),
    )
    backLinks.count(pairs.length)
    await insertLinks(tx, table, own, other, pairs)
  }
}
