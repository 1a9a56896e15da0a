/** From any dialect to today's names: underscores, current fields, references as ids. */
import { fromWire } from '../resources/names.ts'
import type { RecordFormat } from './formats.ts'
import { demandModest, JsonError } from './json-scanner.ts'

export type Named = Map<string, unknown>

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The keys of a record under today's names. A current name wins over an old one. */
export function toNamed(format: RecordFormat, record: Record<string, unknown>): Named {
  const oldNames = format.archive.oldNames ?? {}
  const named: Named = new Map()
  const old: [string, unknown][] = []
  for (const [key, value] of Object.entries(record)) {
    const name = fromWire(key)
    if (Object.hasOwn(oldNames, name)) old.push([oldNames[name]!, value])
    else if (!named.has(name)) named.set(name, value)
  }
  for (const [name, value] of old) if (isEmpty(named.get(name))) named.set(name, value)
  return named
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

/** Ids are repeated in texts for the user and in JSON of the database, so not every text can be one. */
function isLikeAnId(text: string): boolean {
  return text !== '' && text.length <= 100 && text.isWellFormed() && !text.includes('\0')
}

/** The id in a reference: a number, a text, an object with an id, or a list with one of these. */
export function referenceOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isInteger(value)) return String(value)
  if (typeof value === 'string') return isLikeAnId(value.trim()) ? value.trim() : null
  if (isObject(value)) return referenceOf(value.id)
  if (Array.isArray(value)) return value.length > 0 ? referenceOf(value[0]) : null
  return null
}

export function referencesOf(value: unknown): string[] {
  return linksIn(value).map(({ id }) => id)
}

/** A link to another record, perhaps with the embedded record. */
export interface Reference {
  id: string
  embedded?: Record<string, unknown>
}

export function linkIn(value: unknown): Reference | undefined {
  const one = Array.isArray(value) ? value[0] : value
  const id = referenceOf(one)
  if (id === null) return undefined
  return isObject(one) && Object.keys(one).length > 1 ? { id, embedded: one } : { id }
}

export function linksIn(value: unknown): Reference[] {
  return Array.isArray(value) ? value.flatMap((one) => linkIn(one) ?? []) : []
}

/** The records inside a record: in the oldest archives some records contain many. */
export function unpacked(
  { archive }: RecordFormat,
  record: Record<string, unknown>,
): Record<string, unknown>[] {
  const { packed } = archive
  if (!packed) return [record]
  const named = new Map(Object.entries(record).map(([key, value]) => [fromWire(key), value]))
  const found = Object.entries(packed).flatMap(([key, toRecord]) =>
    Object.entries(entriesOf(key, named.get(key))).map(([name, value]) => toRecord(name, value)),
  )
  return found.length > 0 ? found : [record]
}

/** Moves texts from a field that had another meaning in older archives to the field where they belong. */
export function moveOldTexts({ archive }: RecordFormat, named: Named): void {
  for (const [from, to] of Object.entries(archive.oldTexts ?? {})) {
    const text = named.get(from)
    if (typeof text !== 'string') continue
    named.delete(from)
    if (!named.get(to)) named.set(to, text)
  }
}

function entriesOf(key: string, value: unknown): Record<string, unknown> {
  if (isEmpty(value)) return {}
  const entries = typeof value === 'string' ? parsed(value) : value
  if (isObject(entries)) return entries
  throw new JsonError(`${key} is not a JSON object`)
}

function parsed(text: string): unknown {
  demandModest(Buffer.from(text))
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
