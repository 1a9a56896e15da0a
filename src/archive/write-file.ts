/** Writes the records of one file of an archive, in batches. */
import type { Db } from '../database/connect.ts'
import type { ByLinks } from '../jsonapi/model.ts'
import type { Row } from '../resources/declare.ts'
import { type Accounts, accountKeys, findAccounts } from './accounts.ts'
import { embeddedIn } from './embedded.ts'
import { listKey, type RecordFormat } from './formats.ts'
import { insertLinks, insertRows, takeIds } from './insert.ts'
import { type PendingMedia, pendingMedia } from './media.ts'
import type { FileRecords } from './read-file.ts'
import type { ReadingContext } from './reading.ts'
import type { ReadRecord } from './record.ts'
import {
  type BackLinks,
  type Batch,
  IdMap,
  mapIds,
  resolveKeys,
  resolveLinks,
  resolveList,
  Speaking,
  withNeeded,
} from './references.ts'
import { refusedRecord } from './refused-rows.ts'

/** The state that the files of an archive share while they are written one after the other. */
export interface Writing {
  tx: Db
  eventId: string
  /** The formats of all files, in the order in which they are written. */
  files: RecordFormat[]
  /** The new ids of the files that are written, by type. */
  ids: Map<string, IdMap>
  backLinks: BackLinks
  context: ReadingContext
  /** The user who imports. */
  ownerId: string
  /** The files that are stored after all records are written. */
  media: PendingMedia[]
  progress(state: string): Promise<void>
}

export async function writeFile(
  writing: Writing,
  format: RecordFormat,
  { count, batches, again }: FileRecords,
): Promise<void> {
  const { context, backLinks, progress } = writing
  const map = new IdMap()
  const speaking = new Speaking(format)
  let written = 0
  if (count === 0) await progress(`Importing ${format.file} (0/0)`)
  for await (const all of batches) {
    context.signal.throwIfAborted()
    await writeEmbeddedIn(writing, format, all)
    const read = withNeeded(format, all, writing.ids, context.warnings)
    const batch = await writeBatch(writing, map, format, read).catch(async (error: unknown) => {
      throw await refusedRecord(format, again, error)
    })
    written += all.length
    await progress(`Importing ${format.file} (${written}/${count})`)
    await writeLists(writing, batch)
    speaking.note(read)
    backLinks.note(format, read)
  }
  await writeBackLinks(writing, format, (list) => speaking.silent(listKey(list), map))
  writing.ids.set(format.model.type, map)
}

async function writeBatch(
  writing: Writing,
  map: IdMap,
  format: RecordFormat,
  read: ReadRecord[],
): Promise<Batch> {
  const { tx, context, media } = writing
  const batch = { format, read, newIds: await takeIds(tx, format.model, read.length) }
  mapIds(map, batch, context.warnings)
  await insertRows(tx, format.model, rowsOf(writing, batch, await findAccounts(writing, batch)))
  media.push(...pendingMedia(batch))
  return batch
}

/** Embedded records are written before the records that contain them, so that the links have a target. */
async function writeEmbeddedIn(writing: Writing, format: RecordFormat, holders: ReadRecord[]): Promise<void> {
  for (const { target, ids, read } of embeddedIn(writing, format, holders))
    await writeBatch(writing, ids, target, read)
}

function rowsOf(
  { eventId, ids, context }: Writing,
  { format, read, newIds }: Batch,
  accounts: Accounts,
): Row[] {
  return read.map((record, index) => ({
    ...record.values,
    ...accountKeys(format, record, accounts),
    ...resolveKeys(format, record, ids, context.warnings),
    ...resolveLinks(format, record, ids, context.warnings),
    id: newIds[index],
    event_id: eventId,
  }))
}

async function writeLists(writing: Writing, { format, read, newIds }: Batch): Promise<void> {
  const { tx, context, backLinks } = writing
  for (const list of format.lists) {
    const targets = targetsOf(writing, list)
    const pairs = read.flatMap((record, index) =>
      resolveList(record, listKey(list), targets, context.warnings).map((id): [string, string] => [
        newIds[index]!,
        id,
      ]),
    )
    backLinks.count(pairs.length)
    await insertLinks(tx, list.links, pairs)
  }
}

/** Writes the links that only the earlier files contain. */
async function writeBackLinks(
  writing: Writing,
  { lists }: RecordFormat,
  silentIn: (list: ByLinks) => Map<string, string>,
): Promise<void> {
  for (const list of lists) {
    const pairs = writing.backLinks.pairs(list.links.table, silentIn(list), targetsOf(writing, list))
    await insertLinks(writing.tx, list.links, pairs)
  }
}

/** The records that a list links to are in an earlier file. */
function targetsOf({ ids }: Writing, { target }: ByLinks): IdMap {
  return ids.get(target.type) ?? new IdMap()
}
