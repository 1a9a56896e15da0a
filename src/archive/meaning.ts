/** Guesses what an older program meant by a value that its field does not accept. */
import type { Attribute } from '../jsonapi/model.ts'
import { type FieldKind, Invalid } from '../resources/field-types.ts'
import { inZone } from '../resources/local-time.ts'
import { nearestChoice } from '../resources/meanings.ts'
import type { RecordFormat } from './formats.ts'

interface Meant {
  value: unknown
  /** A note for the user; absent if it is only another notation of the same value. */
  note?: string
}

interface Reading {
  timezone: string
  /** Why the field does not accept the value. */
  reason: string
}

/** Undefined if the value cannot be understood. */
export function meantBy(
  format: RecordFormat,
  { name, field }: Attribute,
  value: unknown,
  reading: Reading,
): Meant | undefined {
  const meaning = format.archive.meanings?.[name]
  const own = meaning && noted(field.kind, meaning(value), reading)
  return own ?? BY_KIND[field.kind.name]?.(field.kind, value, reading)
}

type Reader = (kind: FieldKind, value: unknown, reading: Reading) => Meant | undefined

const BY_KIND: Record<string, Reader> = {
  text: readText,
  flag: readFlag,
  choice: (kind, value, reading) => noted(kind, nearestChoice(kind.schema.enum as string[])(value), reading),
  integer: readNumber,
  decimal: readNumber,
  moment: readMoment,
  url: readUrl,
  email(kind, value, reading) {
    const within = typeof value === 'string' && value.length < 1_000 && /[^\s<>:]+@[^\s<>]+/.exec(value)?.[0]
    return within ? noted(kind, within, reading) : undefined
  },
}

function readText(kind: FieldKind, value: unknown, { reason }: Reading): Meant | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') {
    const text = accepted(kind, String(value))
    return text === undefined ? undefined : { value: text }
  }
  const max = kind.schema.maxLength as number
  if (typeof value !== 'string' || value.length <= max) return undefined
  // Cleaning makes some texts longer, so more may have to go.
  for (let length = max; length > max / 8; length = Math.floor(length / 2)) {
    const cut = accepted(kind, value.slice(0, length).toWellFormed())
    if (cut !== undefined) return { value: cut, note: `${reason}; it was cut to its first ${length}` }
  }
  return undefined
}

const FLAGS: Record<string, boolean> = { 1: true, true: true, 0: false, false: false }
const FLAG_TEXTS: Record<string, boolean> = {
  yes: true,
  y: true,
  on: true,
  t: true,
  no: false,
  n: false,
  off: false,
  f: false,
}

function readFlag(kind: FieldKind, value: unknown, reading: Reading): Meant | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const text = String(value).trim().toLowerCase()
  if (Object.hasOwn(FLAGS, text)) return { value: FLAGS[text] }
  return Object.hasOwn(FLAG_TEXTS, text) ? noted(kind, FLAG_TEXTS[text], reading) : undefined
}

/** With blanks around it, or with a comma. */
function readNumber(kind: FieldKind, value: unknown, reading: Reading): Meant | undefined {
  if (typeof value !== 'string') return undefined
  const number = accepted(kind, value.trim())
  return number === undefined ? noted(kind, value.trim().replace(',', '.'), reading) : { value: number }
}

function readMoment(kind: FieldKind, value: unknown, { timezone }: Reading): Meant | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const whole = accepted(kind, text)
  if (whole !== undefined) return { value: whole }
  const local = inZone(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : text, timezone)
  const moment = local === undefined ? undefined : accepted(kind, local)
  return moment === undefined
    ? undefined
    : { value: moment, note: `has no time zone and was read in ${timezone}` }
}

/** An address with blanks, or without its scheme. */
function readUrl(kind: FieldKind, value: unknown, reading: Reading): Meant | undefined {
  if (typeof value !== 'string') return undefined
  const text = value.trim().replace(/\s/g, '%20')
  const isBare = /^(www\.[^/]|([a-z0-9-]+\.)+[a-z]{2,}\/)/i.test(text)
  return noted(kind, isBare ? `https://${text}` : text.startsWith('//') ? `https:${text}` : text, reading)
}

function noted(kind: FieldKind, value: unknown, { reason }: Reading): Meant | undefined {
  const read = accepted(kind, value)
  return read === undefined ? undefined : { value: read, note: `${reason}; it was read as ${shown(read)}` }
}

function accepted(kind: FieldKind, value: unknown): unknown {
  const read = value === undefined ? undefined : kind.read(value)
  return read instanceof Invalid ? undefined : read
}

/** A value in a text for people. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
