/** The kinds of field with more than one value. */

import {
  decimalKind,
  type FieldKind,
  Invalid,
  momentKind,
  PROSE_LIMIT,
  readText,
  URL_LIMIT,
} from './field-types.ts'
import { fromWire } from './names.ts'

/** Of all texts of a value together. */
const TOTAL_LIMIT = PROSE_LIMIT

const LINK = /^(https?:\/\/[^\s/]|mailto:[^\s@]+@)[^\s]*$/i

/** A list of named links, such as the slides of a session. They lead to pages and mailboxes, never to scripts. */
export const linksKind: FieldKind<{ name: string; link: string }[]> = {
  name: 'links',
  column: 'jsonb',
  read(value) {
    const shape = new Invalid('must be a list of at most 100 objects with the strings name and link')
    if (!Array.isArray(value) || value.length > 100) return shape
    const links = value.map((item) => (isObject(item) ? { name: item.name, link: item.link } : {}))
    const valid = links.every(({ name, link }) => [name, link].every((text) => isText(text, URL_LIMIT)))
    if (!valid) return shape
    const read = links as { name: string; link: string }[]
    if (!read.every(({ link }) => LINK.test(link)))
      return new Invalid('must have links that start with https://, http:// or mailto:')
    return within(read)
  },
  schema: {
    type: 'array',
    maxItems: 100,
    items: {
      type: 'object',
      required: ['name', 'link'],
      properties: {
        name: { type: 'string', maxLength: URL_LIMIT },
        link: {
          type: 'string',
          maxLength: URL_LIMIT,
          pattern: '^([Hh][Tt][Tt][Pp][Ss]?://|[Mm][Aa][Ii][Ll][Tt][Oo]:)',
        },
      },
    },
  },
}

const MOST_SPANS = 100

/** Times with a start and an end, such as those at which a room is available. */
export const spansKind: FieldKind<{ 'starts-at': string; 'ends-at': string }[]> = {
  name: 'spans',
  column: 'jsonb',
  read(value) {
    const shape = new Invalid(`must be a list of at most ${MOST_SPANS} objects with starts-at and ends-at`)
    if (!Array.isArray(value) || value.length > MOST_SPANS || !value.every(isObject)) return shape
    const spans = []
    for (const one of value) {
      const start = momentKind.read(one['starts-at'] ?? one.starts_at)
      const end = momentKind.read(one['ends-at'] ?? one.ends_at)
      if (start instanceof Invalid) return new Invalid(`has a starts-at that ${start.reason}`)
      if (end instanceof Invalid) return new Invalid(`has an ends-at that ${end.reason}`)
      if (!(timeOf(end) > timeOf(start))) return new Invalid('must have each ends-at after its starts-at')
      spans.push({ 'starts-at': start, 'ends-at': end })
    }
    return spans
  },
  schema: {
    type: 'array',
    maxItems: MOST_SPANS,
    items: {
      type: 'object',
      required: ['starts-at', 'ends-at'],
      properties: { 'starts-at': momentKind.schema, 'ends-at': momentKind.schema },
    },
  },
}

/** As a text that sorts by time: the fraction has up to six digits. */
function timeOf(moment: string): string {
  const [seconds = '', fraction = ''] = moment.replace('+00:00', '').split('.')
  return `${seconds}.${fraction.padEnd(6, '0')}`
}

const MOST_KEYS = 30

/** A flat object of texts, numbers and flags, such as the answers to the fields of a custom form. */
export const answersKind: FieldKind<Record<string, string | number | boolean | null>> = {
  name: 'answers',
  column: 'jsonb',
  read(value) {
    const shape = new Invalid(`must be a flat object of at most ${MOST_KEYS} strings, numbers and booleans`)
    if (!isObject(value) || Object.keys(value).length > MOST_KEYS) return shape
    // Two spellings of a name are one answer; it keeps the name under which it was sent last.
    const byName = new Map(Object.entries(value).map((entry) => [fromWire(entry[0]), entry]))
    const entries = [...byName.values()]
    const valid = entries.every(
      ([key, answer]) => isText(key, 200) && key !== '__proto__' && isAnswer(answer),
    )
    if (!valid) return shape
    return within(Object.fromEntries(entries) as Record<string, string | number | boolean | null>)
  },
  schema: {
    type: 'object',
    maxProperties: MOST_KEYS,
    additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  },
}

const MOST_SCORES = 100

/** Numbers by the id of what they are for. Null is no number yet, and left out. */
export const scoresKind: FieldKind<Record<string, number>> = {
  name: 'scores',
  column: 'jsonb',
  read(value) {
    const shape = new Invalid(`must be an object of at most ${MOST_SCORES} numbers, by id`)
    if (!isObject(value) || Object.keys(value).length > MOST_SCORES) return shape
    const entries = Object.entries(value).filter(([, score]) => score !== null)
    const scores = entries.map(([id, score]) => [id, decimalKind().read(score)] as const)
    const isValid = scores.every(([id, score]) => /^[^\0]{1,20}$/.test(id) && typeof score === 'number')
    return isValid ? (Object.fromEntries(scores) as Record<string, number>) : shape
  },
  schema: { type: 'object', maxProperties: MOST_SCORES, additionalProperties: { type: ['number', 'null'] } },
}

const LONGEST_WORD = 100

/** A list of different words, such as the scopes of a token. */
export function wordsKind(pattern: RegExp, shape: string, most: number): FieldKind<string[]> {
  return {
    name: 'words',
    column: 'jsonb',
    read(value) {
      const wrong = new Invalid(`must be a list of 1 to ${most} different strings, each ${shape}`)
      if (!Array.isArray(value) || value.length === 0 || value.length > most) return wrong
      const isWord = (word: unknown) => isText(word, LONGEST_WORD) && pattern.test(word as string)
      return value.every(isWord) && new Set(value).size === value.length ? value : wrong
    },
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: most,
      uniqueItems: true,
      items: { type: 'string', maxLength: LONGEST_WORD, pattern: pattern.source },
    },
  }
}

/** Any object that the service itself writes. */
export const objectKind: FieldKind<Record<string, unknown>> = {
  name: 'object',
  column: 'jsonb',
  read: (value) => (isObject(value) ? value : new Invalid('must be an object')),
  schema: { type: 'object' },
}

/** Any list that the service itself writes. */
export const listKind: FieldKind<unknown[]> = {
  name: 'list',
  column: 'jsonb',
  read: (value) => (Array.isArray(value) ? value : new Invalid('must be a list')),
  schema: { type: 'array' },
}

function within<T extends object>(value: T): T | Invalid {
  if (JSON.stringify(value).length <= TOTAL_LIMIT) return value
  return new Invalid(`must have at most ${TOTAL_LIMIT} characters in total`)
}

function isAnswer(value: unknown): boolean {
  if (typeof value === 'string') return isText(value, PROSE_LIMIT)
  return value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
}

function isText(value: unknown, max: number): boolean {
  return !(readText(value, max) instanceof Invalid)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
