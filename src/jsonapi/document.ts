/** From rows to JSON:API documents. */
import { hash } from 'node:crypto'
import type { Row } from '../resources/declare.ts'
import { tagsOf } from '../web/answer.ts'
import type { Records } from './include.ts'
import type { Model } from './model.ts'
import type { Links } from './page-links.ts'
import { Pieces } from './pieces.ts'
import type { Fields } from './projection.ts'
import type { Query } from './query.ts'
import type { Around, Page } from './request.ts'
import { resourceWriter } from './resource-text.ts'

export interface Identifier {
  type: string
  id: string
}

/** Ready to be sent: as bytes and, when it is about one record, with the tag. */
export interface Document {
  body: Buffer
  tag?: string
}

export const JSONAPI = { version: '1.0' } as const
const END = `,"jsonapi":${JSON.stringify(JSONAPI)}}`

/** Where every document of records is described. */
const DESCRIPTION = '/v1/openapi.json'

/** A document that is not made of rows. */
export function plainDocument(members: object): Document {
  return { body: Buffer.from(JSON.stringify({ ...members, jsonapi: JSONAPI })) }
}

/** The linkage of a relationship, with what is included. */
export function toLinkageDocument(
  members: { data: Identifier | Identifier[] | null; links: object },
  query: Query,
  records: Records | undefined,
): Document {
  const pieces = new Pieces(query.room)
  pieces.add(JSON.stringify(members).slice(0, -1))
  addIncluded(pieces, query, records)
  pieces.add(END)
  return { body: pieces.toBuffer() }
}

/** The results of operations, each as text. */
export function toResultsDocument(results: readonly string[], query: Query): Document {
  const pieces = new Pieces(query.room)
  pieces.add('{"atomic:results":[')
  results.forEach((result, place) => {
    pieces.add(place === 0 ? result : `,${result}`)
  })
  pieces.add(`]${END}`)
  return { body: pieces.toBuffer() }
}

/** What a document contains beside its records. */
interface Beside<Links> {
  records: Records | undefined
  links: Links
}

export function toDocument(
  model: Model,
  row: Row | null,
  query: Query,
  { records, links }: Beside<{ self: string }>,
): Document {
  const fields = query.fields.get(model.type)
  const record = row === null ? 'null' : resourceWriter(model, fields)(row)
  const pieces = new Pieces(query.room)
  pieces.add(`{"data":${record}`)
  const hasIncluded = addIncluded(pieces, query, records)
  pieces.add(`,"links":${JSON.stringify({ ...links, describedby: DESCRIPTION })}${END}`)
  const body = pieces.toBuffer()
  if (row === null) return { body }
  if (!hasIncluded) return { body, tag: `"${digest(record)}"` }
  return { body, tag: `"${recordDigest(model, row, fields)}.${digest(body)}"` }
}

interface BesideList extends Beside<Links> {
  /** What a record says of its place in the list. */
  metaOf?: ((row: Row) => object) | undefined
}

export function toListDocument(
  model: Model,
  page: Page,
  query: Query,
  { records, links, metaOf }: BesideList,
): Document {
  const pieces = new Pieces(query.room)
  const write = resourceWriter(model, query.fields.get(model.type))
  pieces.add('{"data":[')
  page.rows.forEach((row, place) => {
    const text = metaOf ? withMeta(write(row), metaOf(row)) : write(row)
    pieces.add(place === 0 ? text : `,${text}`)
  })
  pieces.add(']')
  addIncluded(pieces, query, records)
  const meta = JSON.stringify('around' in page ? { page: pageMeta(page.around) } : { count: page.count })
  pieces.add(`,"links":${JSON.stringify({ ...links, describedby: DESCRIPTION })},"meta":${meta}${END}`)
  return { body: pieces.toBuffer() }
}

function pageMeta({ isTruncated }: Around): object {
  return isTruncated ? { rangeTruncated: true } : {}
}

function withMeta(record: string, meta: object): string {
  return `${record.slice(0, -1)},"meta":${JSON.stringify(meta)}}`
}

/** Returns whether there is such a member, even if it is empty. */
function addIncluded(pieces: Pieces, query: Query, records: Records | undefined): boolean {
  if (!records || query.include.size === 0) return false
  pieces.add(',"included":[')
  records.included().forEach(({ model, row }, place) => {
    const text = resourceWriter(model, query.fields.get(model.type))(row)
    pieces.add(place === 0 ? text : `,${text}`)
  })
  pieces.add(']')
  return true
}

/**
 * A strong tag has two parts: the record alone, and the whole document if it contains more than the record. A read compares
 * the whole tag. A write compares the record, so a tag of a document with included records works too.
 */
function recordDigest(model: Model, row: Row, fields: Fields): string {
  return digest(resourceWriter(model, fields)(row, 'record'))
}

export function digest(text: string | Buffer): string {
  return hash('sha256', text, 'base64url').slice(0, 27)
}

/** Whether a list of tags, or `*`, names the record. Weak tags never match a strong comparison. */
export function matchesRecord(header: string, model: Model, row: Row, fields: Fields): boolean {
  if (header.trim() === '*') return true
  const record = `"${recordDigest(model, row, fields)}`
  return tagsOf(header).some(
    (one) => one === `${record}"` || (one.startsWith(`${record}.`) && one.endsWith('"')),
  )
}
