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
import { type MediaFile, type ReadingContext, type RecordReading, warn } from './reading.ts'
import { readValues, type ValuesOptions } from './values.ts'
import type { Warnings } from './warnings.ts'

/** The record with its keys in a fixed order and its ids as numbers. */
export function toRecord({ keys, ids }: RecordFormat, row: Row): Row {
  return Object.fromEntries(keys.map((key) => [key, ids.has(key) ? toNumbers(row[key]) : (row[key] ?? null)]))
}

function toNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(Number)
  return value == null ? null : Number(value)
}

export interface ReadRecord {
  /** Its id in the archive, if it has one. */
  oldId: string | null
  /** The file and the record, for messages. */
  where: string
  values: Row
  /** The records that it refers to, by column. */
  links: Map<string, Reference>
  /** The records that it is linked to by tables of links, by key; absent if the record does not have the key. */
  lists: Map<string, Reference[]>
  /** The same for links that this dialect writes in the earlier file, by relationship. */
  backLists: Map<string, string[]>
  /** The e-mail addresses of the accounts that it refers to, by column. */
  accounts: Map<string, string>
  /** The files of its fields, which are stored after the record is written. */
  media: Map<string, MediaFile>
}

interface RecordOptions extends ValuesOptions {
  /** Names the record in messages if it has no id. */
  place?: string
}

/** Undefined if the record is marked as deleted, or is one that archives do not contain. */
export function readRecord(
  format: RecordFormat,
  record: Record<string, unknown>,
  context: ReadingContext,
  { place = '', ...options }: RecordOptions = {},
): ReadRecord | undefined {
  const named = toNamed(format, record)
  const oldId = oldIdOf(named)
  const where = `File ${format.file}${oldId === null ? place : `, ID ${oldId}`}`
  const reading = { format, named, where, context }
  if (oldId !== null && isLeftOut(format, named)) context.leftOut.add(`${format.file} ${oldId}`)
  if (isSkipped(reading)) return undefined
  moveOldTexts(format, named)
  const media = takeMedia(reading)
  const values = context.guids.settle(reading, readValues(reading, options))
  const backLists = new Map(format.backLists.map(({ name }) => [name, referencesOf(named.get(name))]))
  noteUnknown(format, named, context.warnings)
  const links = { links: linksOf(reading), lists: listsOf(reading), accounts: accountsOf(reading) }
  return { oldId, where, values, ...links, backLists, media }
}

function accountsOf({ format, named }: RecordReading): Map<string, string> {
  return new Map(
    format.accounts.flatMap(({ relation: { column }, key }) => {
      const address = named.get(key)
      return typeof address === 'string' && address !== '' ? [[column, address] as const] : []
    }),
  )
}

function isSkipped(reading: RecordReading): boolean {
  const { format, named } = reading
  if (isDeleted(named)) {
    warn(reading, 'skipped because it was deleted')
    return true
  }
  const unwanted = unwantedField(format, named)
  if (unwanted === undefined) return false
  warn(reading, `skipped because its ${unwanted} is not ${format.archive.only![unwanted]}`)
  return true
}

function linksOf({ format, named, context }: RecordReading): Map<string, Reference> {
  return new Map(
    format.links.flatMap(({ name, column, target }) => {
      const [byId, whole] = [linkIn(named.get(column)), linkIn(named.get(name))]
      // The id counts. The embedded record is used only if it has the same id.
      const link = byId && whole?.id !== byId.id ? byId : whole
      return link ? [[column, lighter(target.type, link, context)] as const] : []
    }),
  )
}

function listsOf({ format, named, context }: RecordReading): Map<string, Reference[]> {
  const present = format.lists.filter((list) => named.has(listKey(list)) || named.has(list.name))
  return new Map(
    present.map((list) => {
      const links = [...linksIn(named.get(list.name)), ...linksIn(named.get(listKey(list)))]
      const unique = withoutRepeats(links).map((link) => lighter(list.target.type, link, context))
      return [listKey(list), unique]
    }),
  )
}

/** Drops the embedded record of a link that does not need it. */
function lighter(type: string, link: Reference, { needsMore }: ReadingContext): Reference {
  return link.embedded === undefined || needsMore(type, link.id) ? link : { id: link.id }
}

/** The same id with another name can be another record. */
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

/** Whether `readRecord` returns undefined. */
export function isLeftOut(format: RecordFormat, named: Named): boolean {
  return isDeleted(named) || unwantedField(format, named) !== undefined
}

function isDeleted(named: Named): boolean {
  return named.get('deleted_at') != null && named.get('deleted_at') !== ''
}

/** The first field whose value archives do not contain. A missing field counts as having the expected value. */
function unwantedField({ archive, model }: RecordFormat, named: Named): string | undefined {
  return Object.entries(archive.only ?? {}).find(([name, value]) => {
    const read =
      named.get(name) == null ? value : model.attributes.get(name)!.field.kind.read(named.get(name))
    named.set(name, read)
    return read !== value
  })?.[0]
}

/** Takes the addresses of files out of the record. Their fields are set when the files are stored. */
function takeMedia(reading: RecordReading): Map<string, MediaFile> {
  const { format, named, context } = reading
  const found = new Map<string, MediaFile>()
  for (const { name, field } of format.fields) {
    const address = named.get(name)
    if (field.kind.name !== 'url' || typeof address !== 'string') continue
    const file = context.media(address)
    if (file === undefined) continue
    named.set(name, null)
    if (file !== 'missing') found.set(name, file)
    else warn(reading, `${name} refers to ${address.slice(0, 200)}, which does not exist; it was left empty`)
  }
  return found
}

function noteUnknown(format: RecordFormat, named: Named, warnings: Warnings): void {
  for (const name of named.keys()) if (!isKnown(format, name)) warnings.ignore(format.file, name)
}

/** Whether a record of this format may have the key. Other keys are counted and reported. */
function isKnown(format: RecordFormat, name: string): boolean {
  return (
    format.keys.includes(name) ||
    [...format.links, ...format.lists].some((relation) => relation.name === name) ||
    isLeftAlone(format, name)
  )
}

/** Whether any dialect uses the key. Of all other keys only the name is read. */
export function isRead(format: RecordFormat, key: string): boolean {
  const name = fromWire(key)
  const { oldNames = {}, packed = {} } = format.archive
  const isOld = Object.hasOwn(oldNames, name) || Object.hasOwn(packed, name)
  return isOld || name === 'deleted_at' || isKnown(format, name)
}

/** Keys that are known but never read: they refer to accounts, or repeat the other end of a link. */
function isLeftAlone({ model }: RecordFormat, name: string): boolean {
  return name === 'event_id' || model.relations.has(name) || model.relations.has(name.replace(/_id$/, ''))
}
