import { cleanHtml } from './html.ts'

/**
 * A kind of field defines its column, how a raw value is read (checked and converted) and its JSON Schema. `read` returns
 * the value to store, or an `Invalid` with the reason.
 */
export interface FieldKind<T = unknown> {
  name: string
  column: 'text' | 'integer' | 'double precision' | 'boolean' | 'timestamptz' | 'jsonb' | 'bigint'
  read(value: unknown): T | Invalid
  schema: Record<string, unknown>
}

export class Invalid {
  readonly reason: string
  constructor(reason: string) {
    this.reason = reason
  }
}

const INTEGER_LIMIT = 2_147_483_647
const TEXT_LIMIT = 1_000
export const PROSE_LIMIT = 100_000
export const URL_LIMIT = 2_048

// PostgreSQL cannot store U+0000, and half a surrogate pair has no UTF-8 form.
export function readText(value: unknown, max: number): string | Invalid {
  if (typeof value !== 'string') return new Invalid('must be a string')
  if (value.length > max) return new Invalid(`must have at most ${max} characters`)
  if (value.includes('\u0000') || !value.isWellFormed())
    return new Invalid('must be valid Unicode without NUL characters')
  return value
}

export function textKind(max = TEXT_LIMIT, pattern?: RegExp, shape?: string): FieldKind<string> {
  return {
    name: 'text',
    column: 'text',
    read(value) {
      const text = readText(value, max)
      if (text instanceof Invalid || !pattern || pattern.test(text)) return text
      return new Invalid(`must be ${shape}`)
    },
    schema: { type: 'string', maxLength: max, ...(pattern && { pattern: pattern.source }) },
  }
}

export const proseKind: FieldKind<string> = textKind(PROSE_LIMIT)

/** Text with the allowed HTML tags; everything else is stripped, its text kept. */
export function htmlKind(links: boolean): FieldKind<string> {
  return {
    ...proseKind,
    read(value) {
      const text = proseKind.read(value)
      // Cleaning writes some signs as entities, and a text that grew too long could not be imported again.
      return text instanceof Invalid ? text : proseKind.read(cleanHtml(text, links))
    },
  }
}

export function integerKind(min = -INTEGER_LIMIT - 1, max = INTEGER_LIMIT): FieldKind<number> {
  return {
    name: 'integer',
    column: 'integer',
    read(value) {
      const number = readNumber(value)
      if (number instanceof Invalid || !Number.isInteger(number)) return new Invalid('must be a whole number')
      return within(number, min, max)
    },
    schema: { type: 'integer', minimum: min, maximum: max },
  }
}

export function decimalKind(min = -Number.MAX_VALUE, max = Number.MAX_VALUE): FieldKind<number> {
  const bounds = {
    ...(min > -Number.MAX_VALUE && { minimum: min }),
    ...(max < Number.MAX_VALUE && { maximum: max }),
  }
  return {
    name: 'decimal',
    column: 'double precision',
    read(value) {
      const number = readNumber(value)
      return number instanceof Invalid ? number : within(number, min, max)
    },
    schema: { type: 'number', ...bounds },
  }
}

const NUMERIC_TEXT = /^-?\d{1,30}(\.\d{1,30})?$/

function readNumber(value: unknown): number | Invalid {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typeof value === 'string' && NUMERIC_TEXT.test(value)) return Number(value)
  return new Invalid('must be a number')
}

function within(number: number, min: number, max: number): number | Invalid {
  // Minus zero would come back as zero.
  if (number >= min && number <= max) return number === 0 ? 0 : number
  return new Invalid(`must be between ${min} and ${max}`)
}

export const flagKind: FieldKind<boolean> = {
  name: 'flag',
  column: 'boolean',
  read(value) {
    if (typeof value === 'boolean') return value
    if (value === 'true' || value === 'false') return value === 'true'
    return new Invalid('must be true or false')
  },
  schema: { type: 'boolean' },
}

const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/

/** A point in time. Kept as text in the form that the service prints: UTC, a fraction only when it is not zero. */
export const momentKind: FieldKind<string> = {
  name: 'moment',
  column: 'timestamptz',
  read(value) {
    const parts = typeof value === 'string' ? MOMENT.exec(value) : null
    if (!parts) return new Invalid('must be a date and time such as 2026-05-01T09:00:00Z')
    if (!parts[8]) return new Invalid('must end with a time zone: Z or an offset such as +02:00')
    return formatMoment(parts) ?? new Invalid('must be an existing date and time')
  },
  schema: { type: 'string', format: 'date-time' },
}

function formatMoment(parts: RegExpExecArray): string | undefined {
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = parts
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const wall = new Date(`${local}Z`)
  // The 30th of February would roll over into March.
  if (Number.isNaN(wall.getTime()) || wall.toISOString().slice(0, 19) !== local) return undefined
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const utc = new Date(`${local}${offset}`)
  if (utc.getUTCFullYear() < 1 || utc.getUTCFullYear() > 9999) return undefined
  const digits = fraction.slice(0, 6).replace(/0+$/, '')
  return `${utc.toISOString().slice(0, 19)}${digits && `.${digits}`}+00:00`
}

const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A name that no other system gives to anything else. The service makes it; archives and schedules carry it. */
export const guidKind: FieldKind<string> = {
  name: 'guid',
  column: 'text',
  read(value) {
    if (typeof value === 'string' && GUID.test(value)) return value.toLowerCase()
    return new Invalid('must be a UUID such as 3f2b8c1e-5a0d-4e7b-9c6f-1d2e3f4a5b6c')
  },
  schema: { type: 'string', format: 'uuid' },
}

const URL_SCHEMES = new Set(['http:', 'https:', 'ftp:', 'ftps:'])

export const urlKind: FieldKind<string> = {
  name: 'url',
  column: 'text',
  read(value) {
    const text = readText(value, URL_LIMIT)
    if (text instanceof Invalid) return text
    const url = /^[a-z]+:\/\/[^\s/]/i.test(text) && !/\s/.test(text) ? URL.parse(text) : null
    if (url && URL_SCHEMES.has(url.protocol) && url.hostname !== '') return text
    return new Invalid('must be an absolute URL such as https://example.org/')
  },
  schema: { type: 'string', format: 'uri', maxLength: URL_LIMIT },
}

/** Blanks, control and format signs, and what else leaves no mark: two addresses that look alike would differ in them. */
const INVISIBLE = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u

export function hasInvisibleSigns(text: string): boolean {
  return INVISIBLE.test(text)
}

/** Not `trim`, which would also take signs away that cannot be seen. */
export function trimBlanks(text: string): string {
  const isBlank = (at: number) => ' \t\r\n'.includes(text.charAt(at))
  let [start, end] = [0, text.length]
  while (start < end && isBlank(start)) start++
  while (end > start && isBlank(end - 1)) end--
  return text.slice(start, end)
}

const EMAIL = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,190}\.[^\s@<>()[\]\\,;:".]{2,63}$/

export const emailKind: FieldKind<string> = {
  name: 'email',
  column: 'text',
  read(value) {
    const text = readText(typeof value === 'string' ? trimBlanks(value) : value, 254)
    if (text instanceof Invalid) return text
    if (!EMAIL.test(text)) return new Invalid('must be an e-mail address')
    return hasInvisibleSigns(text) ? new Invalid('must not contain invisible characters') : text
  },
  schema: { type: 'string', format: 'email', maxLength: 254 },
}

export function choiceKind<const T extends string>(
  values: readonly T[],
  alias: Record<string, T> = {},
): FieldKind<T> & { values: readonly T[] } {
  const known = new Map<unknown, T>([
    ...Object.entries(alias),
    ...values.map((value) => [value, value] as const),
  ])
  return {
    name: 'choice',
    column: 'text',
    values,
    read: (value) => known.get(value) ?? new Invalid(`must be one of ${values.join(', ')}`),
    schema: { type: 'string', enum: values },
  }
}

/** Upper and lower case count as the same zone, so there are more spellings than zones. */
const knownZones = new Set<string>()
const MOST_ZONES = 1_000

export const timezoneKind: FieldKind<string> = {
  name: 'timezone',
  column: 'text',
  read(value) {
    if (typeof value === 'string' && isTimezone(value)) return value
    return new Invalid('must be a time zone name such as Europe/Berlin')
  },
  schema: { type: 'string', maxLength: 64 },
}

function isTimezone(name: string): boolean {
  if (knownZones.has(name)) return true
  // Newer engines also take offsets such as +02:00, which are no names of zones.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  if (knownZones.size < MOST_ZONES) knownZones.add(name)
  return true
}
