/** From rows to JSON:API documents. */
import { hash } from 'node:crypto'
import type { Row } from '../resources/declare.ts'
import { linkage, type Records } from './include.ts'
import { isToMany, type Model, type Relation } from './model.ts'
import { type Fields, holdsColumn } from './projection.ts'
import type { Query } from './query.ts'

export interface Identifier {
  type: string
  id: string
}

export interface ResourceObject extends Identifier {
  attributes: Record<string, unknown>
  relationships: Record<
    string,
    { links: { self: string; related: string }; data?: Identifier | Identifier[] | null }
  >
  links: { self: string }
}

export interface Document {
  data: ResourceObject | ResourceObject[] | Identifier | Identifier[] | null
  included?: ResourceObject[]
  links: Record<string, string | null>
  meta?: Record<string, unknown>
  jsonapi: { version: '1.0' }
}

export const JSONAPI = { version: '1.0' } as const

export function selfLink(model: Model, id: unknown): string {
  return `${model.path}/${id}`
}

export function toResource(model: Model, row: Row, fields: Fields): ResourceObject {
  const self = selfLink(model, row.id)
  const attributes: Record<string, unknown> = {}
  for (const { name, wire, field } of model.attributes.values()) {
    if (field.writeOnly || (fields && !fields.has(name))) continue
    attributes[wire] = row[name] ?? null
  }
  const relationships: ResourceObject['relationships'] = {}
  for (const relation of model.relations.values()) {
    if ((fields && !fields.has(relation.name)) || isHidden(relation, row)) continue
    const links = { self: `${self}/relationships/${relation.wire}`, related: `${self}/${relation.wire}` }
    const data = linkageOf(relation, row)
    relationships[relation.wire] = data === undefined ? { links } : { links, data }
  }
  return { type: model.type, id: String(row.id), attributes, relationships, links: { self } }
}

function isHidden(relation: Relation, row: Row): boolean {
  return relation.visibleTo !== undefined && row[holdsColumn(relation.visibleTo)] !== true
}

/** To-one always; to-many only when it was included. */
function linkageOf(relation: Relation, row: Row): Identifier | Identifier[] | null | undefined {
  const { type } = relation.target
  if (isToMany(relation)) {
    const ids = row[linkage(relation)] as string[] | undefined
    return ids?.map((id) => ({ type, id }))
  }
  const id = row[`${relation.name}_id`]
  return id == null ? null : { type, id: String(id) }
}

export function toDocument(
  model: Model,
  row: Row | null,
  query: Query,
  records: Records | undefined,
  self: string,
): Document {
  const data = row && toResource(model, row, query.fields.get(model.type))
  return { data, ...includedPart(query, records), links: { self }, jsonapi: JSONAPI }
}

export function toListDocument(
  model: Model,
  rows: Row[],
  query: Query,
  records: Records | undefined,
  links: Record<string, string | null>,
  count: number,
): Document {
  const fields = query.fields.get(model.type)
  const data = rows.map((row) => toResource(model, row, fields))
  return { data, ...includedPart(query, records), links, meta: { count }, jsonapi: JSONAPI }
}

function includedPart(query: Query, records: Records | undefined): { included?: ResourceObject[] } {
  if (!records || query.include.size === 0) return {}
  const fields = (model: Model) => query.fields.get(model.type)
  return { included: records.included().map(({ model, row }) => toResource(model, row, fields(model))) }
}

/**
 * A strong tag in two parts: the record alone, and the whole document when it holds more than the record. A read
 * compares the whole tag; a write compares the record, so a tag that came with included records serves too.
 */
export function entityTag(document: Document, body: string): string {
  const record = digest(JSON.stringify(recordOf(document.data as ResourceObject | null)))
  return document.included ? `"${record}.${digest(body)}"` : `"${record}"`
}

function recordOf(data: ResourceObject | null): unknown {
  if (!data) return null
  // The linkage of a to-many is there only when it is included.
  const links = Object.entries(data.relationships).map(([name, { data: linked }]) =>
    linked === undefined || Array.isArray(linked) ? name : [name, linked],
  )
  return [data.type, data.id, data.attributes, links]
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27)
}

/** Whether a list of tags, or `*`, names the tag. Weak tags never match a strong comparison. */
export function matchesTag(header: string, tag: string, part: 'whole' | 'record'): boolean {
  if (header.trim() === '*') return true
  const tags = header.split(',').map((one) => one.trim())
  if (part === 'whole') return tags.some((one) => one.replace(/^W\//, '') === tag)
  const record = (one: string) => one.replace(/\.[^"]*"$/, '"')
  return tags.some((one) => !one.startsWith('W/') && record(one) === record(tag))
}
