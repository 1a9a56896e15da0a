/** From declarations to routes. */
import type { FastifyInstance } from 'fastify'
import { NotFoundError } from '../errors.ts'
import type { Access, Row } from '../resources/declare.ts'
import { addOperationRoutes } from './atomic/routes.ts'
import { CURSOR_PROFILE } from './cursor.ts'
import { cursorWriter, edgesOf } from './cursor-page.ts'
import { type Document, plainDocument, toDocument, toListDocument } from './document.ts'
import { loadIncluded, type Records } from './include.ts'
import { isToMany, type Model, type Relation } from './model.ts'
import { MEDIA_TYPE, wantsTable } from './negotiation.ts'
import { cursorLinks, pageLinks, toLink } from './page-links.ts'
import {
  type Listing,
  listingOf,
  readPage,
  readRecord,
  readRelated,
  readRelatedId,
  relatedListing,
} from './read.ts'
import { addRelationshipRoutes } from './relationships.ts'
import type { Read } from './request.ts'
import { selfLink } from './resource-text.ts'
import { type Exchange, idOf, operationsOf, type Parts, type Serving, serving } from './route-parts.ts'
import { sendDocument } from './send.ts'
import { sendTable } from './table.ts'

export function addResourceRoutes(app: FastifyInstance, parts: Parts): void {
  for (const model of parts.models.values()) {
    const { path, aliases = [] } = model.declaration
    for (const base of [path, ...aliases]) addModelRoutes(serving(app, parts, model), `/v1${base}`)
  }
  addOperationRoutes(app, parts)
}

function addModelRoutes(serve: Serving, base: string): void {
  const { model, add } = serve
  const { access } = model.declaration
  const { singleton } = model.declaration
  if (singleton !== undefined) addRecordRoutes(serve, base, () => singleton)
  const list = singleton === undefined && (access.list ?? access.read)
  if (list) addList(serve, base, list, model, async (read) => listingOf(read, model, true, list))
  if (access.create) add('POST', base, access.create, (exchange) => sendCreated(serve, exchange, model))
  const one = `${base}/:id`
  addRecordRoutes(serve, one, idOf)
  for (const relation of model.relations.values()) {
    addRelatedRoutes(serve, `${one}/${relation.wire}`, relation)
    addRelationshipRoutes(serve, `${one}/relationships/${relation.wire}`, relation)
  }
}

function addRecordRoutes(serve: Serving, url: string, idOf: (exchange: Exchange) => string): void {
  const { model, add } = serve
  const { access } = model.declaration
  add('GET', url, access.read, async (exchange) => {
    const read = serve.read(exchange, model, 'single')
    return sendOne(exchange, read, model, await readRecord(read, model, idOf(exchange)))
  })
  if (access.update)
    add('PATCH', url, access.update, (exchange) => sendUpdated(serve, exchange, idOf(exchange)))
  if (access.remove)
    add('DELETE', url, access.remove, (exchange) => sendRemoved(serve, exchange, model, idOf(exchange)))
}

function addRelatedRoutes(serve: Serving, url: string, relation: Relation): void {
  const { target } = relation
  const { access } = target.declaration
  if (isToMany(relation)) addRelatedList(serve, url, relation)
  else addRelatedOne(serve, url, relation)
  const isChild =
    (relation.kind === 'has-many' || relation.kind === 'has-one') && relation.inverse === target.parent
  if (!isChild) return
  const collection = `${url.slice(0, url.lastIndexOf('/'))}${target.declaration.path}`
  if (collection !== url) addRelatedList(serve, collection, { ...relation, kind: 'has-many' })
  if (!access.create) return
  for (const at of new Set([url, collection])) {
    serve.add('POST', at, access.create, (exchange) => sendCreated(serve, exchange, target, idOf(exchange)), {
      of: target,
    })
  }
}

function addRelatedList(serve: Serving, url: string, relation: Relation): void {
  const { target } = relation
  const access = relation.visibleTo ?? target.declaration.access.read
  addList(serve, url, access, target, (read, exchange) => relatedListing(read, relation, idOf(exchange)))
}

function addList(
  serve: Serving,
  url: string,
  access: Access,
  model: Model,
  find: (read: Read, exchange: Exchange) => Promise<Listing>,
): void {
  const handler = async (exchange: Exchange) => {
    const read = serve.read(exchange, model, 'list')
    return sendList(serve, exchange, read, await find(read, exchange))
  }
  serve.add('GET', url, access, handler, { of: model, kind: 'list' })
}

function addRelatedOne(serve: Serving, url: string, relation: Relation): void {
  const { target } = relation
  const { access } = target.declaration
  const send = async (exchange: Exchange) => {
    const read = serve.read(exchange, target, 'single')
    const row = await readRelated(read, relation, idOf(exchange))
    if (!row && relation.missingWhenEmpty) throw new NotFoundError(`There is no ${relation.wire}.`)
    return sendOne(exchange, read, target, row)
  }
  serve.add('GET', url, relation.visibleTo ?? access.read, send, { of: target })
  if (relation.kind !== 'has-one' || relation.inverse !== target.parent || !access.remove) return
  const remove = async (exchange: Exchange) => {
    const id = await readRelatedId(serve.read(exchange, target, 'write'), relation, idOf(exchange))
    return sendRemoved(serve, exchange, target, id ?? '0')
  }
  serve.add('DELETE', url, access.remove, remove, { of: target })
}

/** As a table or, page by page, as a document. */
export async function sendList(
  parts: Pick<Parts, 'db' | 'tables'>,
  exchange: Pick<Exchange, 'request' | 'reply'>,
  read: Read,
  listing: Listing,
): Promise<unknown> {
  const { request, reply } = exchange
  if (wantsTable(request)) return sendTable(parts, exchange, read, listing)
  const { query } = read
  const { model } = listing
  const page = await readPage(read, listing)
  const records = await include(read, model, page.rows)
  const links =
    'around' in page
      ? cursorLinks(request.url, edgesOf(read, model, page))
      : pageLinks(request.url, query.page, page.count)
  if (!query.paging?.isProfiled)
    return sendDocument(request, reply, toListDocument(model, page, query, { records, links }))
  const cursorOf = cursorWriter(read, model)
  const metaOf = (row: Row) => ({ page: { cursor: cursorOf(row) } })
  const document = toListDocument(model, page, query, { records, links, metaOf })
  return sendDocument(request, reply, document, `${MEDIA_TYPE}; profile="${CURSOR_PROFILE}"`)
}

async function sendOne(
  { request, reply }: Exchange,
  read: Read,
  model: Model,
  row: Row | null,
): Promise<unknown> {
  return sendDocument(request, reply, await documentOf(read, model, row, toLink(request.url)))
}

async function documentOf(read: Read, model: Model, row: Row | null, self: string): Promise<Document> {
  const records = row ? await include(read, model, [row]) : undefined
  return toDocument(model, row, read.query, { records, links: { self } })
}

function include(read: Read, model: Model, rows: Row[]): Promise<Records> | undefined {
  return read.query.include.size === 0 ? undefined : loadIncluded(read, model, rows)
}

async function sendCreated(
  serve: Serving,
  exchange: Exchange,
  model: Model,
  parentId?: string,
): Promise<unknown> {
  const { request, reply } = exchange
  const write = serve.write(exchange, model)
  const row = await operationsOf(serve, model).create(write, request.body, parentId)
  const self = selfLink(model, row.id)
  reply.code(201).header('location', self)
  return sendDocument(request, reply, await documentOf(write, model, row, self))
}

async function sendUpdated(serve: Serving, exchange: Exchange, id: string): Promise<unknown> {
  const { body, headers } = exchange.request
  const { model } = serve
  const write = serve.write(exchange, model)
  const row = await operationsOf(serve, model).update(write, id, body, { ifMatch: headers['if-match'] })
  return sendOne(exchange, write, model, row)
}

async function sendRemoved(serve: Serving, exchange: Exchange, model: Model, id: string): Promise<unknown> {
  const { request, reply } = exchange
  const write = serve.write(exchange, model)
  const { body, headers } = request
  await operationsOf(serve, model).remove(write, id, { ifMatch: headers['if-match'], body })
  return sendDocument(request, reply, plainDocument({ meta: { message: 'Object successfully deleted' } }))
}
