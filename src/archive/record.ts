import type { Row } from '../resources/declare.ts'
import { fromWire } from '../resources/names.ts'
import {
  linkIn,
  linksIn,
  moveOldTexts,
  type Named,
  type Reference,
  referenceOf,
  referencesOf,
  toNamed,
} from './dialects.ts'
import { listKey, type RecordFormat } from './formats.ts'
import type { MediaFile, ReadingContext } from './reading.ts'
import { readValues, type ValuesOptions } from './values.ts'
import type { Warnings } from './warnings.ts'

/** The record in the fixed order of its keys, ids as numbers. */
export function toRecord({ keys, ids }: RecordFormat, row: Row): Row {
  return Object.fromEntries(keys.map((key) => [key, ids.has(key) ? toNumbers(row[key]) : (row[key] ?? null)]))
}

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(Number)
  return value == null ? null : Number(value)
}

export interface ReadRecord {
  /** As it stood in the archive; absent when it had none. */
  oldId: string | null
  values: Row
  /** The records that it refers to, by column. */
  links: Map<string, Reference>
  /** The records at the other end of a table of links, by key; absent when this record does not say. */
  lists: Map<string, Reference[]>
  /** The same for links that this dialect writes on the side of the earlier kind, by relationship. */
  backLists: Map<string, string[]>
  /** The files of its fields, to be stored once the record is written. */
  media: Map<string, MediaFile>
}

/**
 * Undefined when the record is marked as deleted, or is one of those that archives do not carry. A fault that cannot be
 * repaired names the file and the record, by its place when it has no id.
 */
export function readRecord(
  format: RecordFormat,
  record: Record<string, unknown>,
  context: ReadingContext,
  place = '',
  options: ValuesOptions = {},
): ReadRecord | undefined {
  const named = toNamed(format, record)
  const oldId = oldIdOf(named)
  const where = `File ${format.file}${oldId === null ? place : `, ID ${oldId}`}`
  if (oldId !== null && isLeftOut(format, named)) context.leftOut.add(`${format.file} ${oldId}`)
  if (isDeleted(named)) {
    context.warnings.add(`${where}: skipped because it was deleted`)
    return undefined
  }
  const unwanted = unwantedField(format, named)
  if (unwanted !== undefined) {
    context.warnings.add(`${where}: skipped because its ${unwanted} is not ${format.archive.only![unwanted]}`)
    return undefined
  }
  moveOldTexts(format, named)
  const media = takeMedia(format, named, where, context)
  const values = readValues(format, named, where, context, options)
  const links = new Map(
    format.links.flatMap(({ name, column, target }) => {
      const [byId, whole] = [linkIn(named.get(column)), linkIn(named.get(name))]
      // Of both, the id counts, and what stands of the record beside the same id.
      const link = byId && whole?.id !== byId.id ? byId : whole
      return link ? [[column, lighter(target.type, link, context)] as const] : []
    }),
  )
  const lists = new Map(
    format.lists
      .filter((list) => named.has(listKey(list)) || named.has(list.name))
      .map((list) => [
        listKey(list),
        withoutRepeats([...linksIn(named.get(list.name)), ...linksIn(named.get(listKey(list)))]).map((link) =>
          lighter(list.target.type, link, context),
        ),
      ]),
  )
  const backLists = new Map(format.backLists.map(({ name }) => [name, referencesOf(named.get(name))]))
  noteUnknown(format, named, context.warnings)
  return { oldId, values, links, lists, backLists, media }
}

function lighter(type: string, link: Reference, { needsMore }: ReadingContext): Reference {
  return link.embedded === undefined || needsMore(type, link.id) ? link : { id: link.id }
}

/** The same id with another name may be another record. */
function withoutRepeats(links: Reference[]): Reference[] {
  const seen = new Set<string>()
  return links.filter(({ id, embedded }) => {
    const key = embedded ? `${id} ${embedded.name}` : id
    const isNew = !seen.has(key) && (embedded !== undefined || !seen.has(id))
    seen.add(key).add(id)
    return isNew
  })
}

export function oldIdOf(named: Named): string | null {
  return referenceOf(named.get('id'))
}

/** Whether `readRecord` answers nothing. */
export function isLeftOut(format: RecordFormat, named: Named): boolean {
  return isDeleted(named) || unwantedField(format, named) !== undefined
}

function isDeleted(named: Named): boolean {
  return named.get('deleted_at') != null && named.get('deleted_at') !== ''
}

/** The first field whose value archives do not carry. One that is missing is taken to have the value that they do. */
function unwantedField({ archive, model }: RecordFormat, named: Named): string | undefined {
  return Object.entries(archive.only ?? {}).find(([name, value]) => {
    const read =
      named.get(name) == null ? value : model.attributes.get(name)!.field.kind.read(named.get(name))
    named.set(name, read)
    return read !== value
  })?.[0]
}

/** Takes the addresses of files that come along out of the record; their fields are set when the files are stored. */
function takeMedia(
  format: RecordFormat,
  named: Named,
  where: string,
  { media, warnings }: ReadingContext,
): Map<string, MediaFile> {
  const found = new Map<string, MediaFile>()
  for (const { name, field } of format.fields) {
    const address = named.get(name)
    if (field.kind.name !== 'url' || typeof address !== 'string') continue
    const file = media(address)
    if (file === undefined) continue
    named.set(name, null)
    if (file !== 'missing') found.set(name, file)
    else
      warnings.add(
        `${where}: ${name} refers to ${address.slice(0, 200)}, which does not exist; it was left empty`,
      )
  }
  return found
}

function noteUnknown(format: RecordFormat, named: Named, warnings: Warnings): void {
  for (const name of named.keys()) if (!isKnown(format, name)) warnings.ignore(format.file, name)
}

/** Whether a record of this kind may have the key. Others are counted. */
function isKnown(format: RecordFormat, name: string): boolean {
  return (
    format.keys.includes(name) ||
    [...format.links, ...format.lists].some((relation) => relation.name === name) ||
    isLeftAlone(format, name)
  )
}

/** Whether the key is of use in any dialect. Of all others only the name is read. */
export function isRead(format: RecordFormat, key: string): boolean {
  const name = fromWire(key)
  const { oldNames = {}, packed = {} } = format.archive
  const isOld = Object.hasOwn(oldNames, name) || Object.hasOwn(packed, name)
  return isOld || name === 'deleted_at' || isKnown(format, name)
}

/** Keys that are known but never read: they name accounts, or repeat the other end of a link. */
function isLeftAlone({ model }: RecordFormat, name: string): boolean {
  return name === 'event_id' || model.relations.has(name) || model.relations.has(name.replace(/_id$/, ''))
}
