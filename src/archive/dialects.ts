/** From any dialect to today's names: underscores, current fields, references as ids. */
import { fromWire } from '../jsonapi/names.ts'
import { demandModest, JsonError } from './json-scanner.ts'
import type { Kind } from './kinds.ts'

export type Named = Map<string, unknown>

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The keys of a record under today's names. A current name wins over an old one. */
export function toNamed(kind: Kind, record: Record<string, unknown>): Named {
  const oldNames = kind.archive.oldNames ?? {}
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

/** The id in a reference: a number, a text, an object with an id, or a list that holds one of these. */
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

/** A link to another record, with what stands of that record beside its id. */
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

/** The oldest archives hold one record with two JSON texts instead of a record for each field of a form. */
export function expandForms(record: Record<string, unknown>): Record<string, unknown>[] {
  const named = new Map(Object.entries(record).map(([key, value]) => [fromWire(key), value]))
  const forms = OLD_FORMS.flatMap((key) => {
    const form = key.replace(/_form$/, '')
    const fields = parseFields(key, named.get(key))
    return Object.entries(fields).map(([name, rules]) => ({
      form,
      type: 'text',
      field_identifier: OLD_FIELDS[name] ?? toCamel(name),
      is_required: isObject(rules) && Boolean(rules.require),
      is_included: isObject(rules) && Boolean(rules.include),
    }))
  })
  return forms.length > 0 ? forms : [record]
}

export const OLD_FORMS = ['session_form', 'speaker_form']

const OLD_FIELDS: Record<string, string> = {
  slides: 'slidesUrl',
  video: 'videoUrl',
  audio: 'audioUrl',
  photo: 'photoUrl',
}

function parseFields(key: string, value: unknown): Record<string, unknown> {
  if (isEmpty(value)) return {}
  const fields = typeof value === 'string' ? parsed(value) : value
  if (isObject(fields)) return fields
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

function toCamel(name: string): string {
  return name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase())
}
