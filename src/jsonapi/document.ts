/** From rows to JSON:API documents. */
import { hash } from 'node:crypto'
import type { Row } from '../resources/declare.ts'
import type { Records } from './include.ts'
import type { Model } from './model.ts'
import type { Fields } from './projection.ts'
import type { Query } from './query.ts'
import { resourceWriter } from './resource-text.ts'

export interface Identifier {
  type: string
  id: string
}

/** Ready to be sent: the text and, when it is about one record, the tag. */
export interface Document {
  text: string
  tag?: string
}

export const JSONAPI = { version: '1.0' } as const
const END = `,"jsonapi":${JSON.stringify(JSONAPI)}}`

/** A document that is not made of rows. */
export function plainDocument(members: object): Document {
  return { text: JSON.stringify({ ...members, jsonapi: JSONAPI }) }
}

export function toDocument(
  model: Model,
  row: Row | null,
  query: Query,
  records: Records | undefined,
  self: string,
): Document {
  const fields = query.fields.get(model.type)
  const record = row === null ? 'null' : resourceWriter(model, fields)(row)
  const included = includedText(query, records)
  const text = `{"data":${record}${included}${`,"links":{"self":${JSON.stringify(self)}}`}${END}`
  if (row === null) return { text }
  if (included === '') return { text, tag: `"${digest(record)}"` }
  return { text, tag: `"${recordDigest(model, row, fields)}.${digest(text)}"` }
}

export function toListDocument(
  model: Model,
  rows: Row[],
  query: Query,
  records: Records | undefined,
  links: Record<string, string | null>,
  count: number,
): Document {
  const write = resourceWriter(model, query.fields.get(model.type))
  let data = ''
  for (const row of rows) data += data === '' ? write(row) : `,${write(row)}`
  const rest = `,"links":${JSON.stringify(links)},"meta":{"count":${count}}`
  return { text: `{"data":[${data}]${includedText(query, records)}${rest}${END}` }
}

function includedText(query: Query, records: Records | undefined): string {
  if (!records || query.include.size === 0) return ''
  let text = ''
  for (const { model, row } of records.included()) {
    const write = resourceWriter(model, query.fields.get(model.type))
    text += text === '' ? write(row) : `,${write(row)}`
  }
  return `,"included":[${text}]`
}

/**
 * A strong tag has two parts: the record alone, and the whole document when it holds more than the record. A read
 * compares the whole tag; a write compares the record, so a tag that came with included records serves too.
 */
function recordDigest(model: Model, row: Row, fields: Fields): string {
  return digest(resourceWriter(model, fields)(row, 'record'))
}

export function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27)
}

/** Whether a list of tags, or `*`, names the tag. A read may send weak ones. */
export function matchesTag(header: string, tag: string): boolean {
  return header.trim() === '*' || tagsOf(header).some((one) => one.replace(/^W\//, '') === tag)
}

/** Whether a list of tags, or `*`, names the record. Weak tags never match a strong comparison. */
export function matchesRecord(header: string, model: Model, row: Row, fields: Fields): boolean {
  if (header.trim() === '*') return true
  const record = `"${recordDigest(model, row, fields)}`
  return tagsOf(header).some(
    (one) => one === `${record}"` || (one.startsWith(`${record}.`) && one.endsWith('"')),
  )
}

function tagsOf(header: string): string[] {
  return header.split(',').map((one) => one.trim())
}
