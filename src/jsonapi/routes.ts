/** From declarations to routes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { NotFoundError } from '../errors.ts'
import type { Access, Row } from '../resources/declare.ts'
import { plainDocument, toDocument, toListDocument } from './document.ts'
import { loadIncluded } from './include.ts'
import { isToMany, type Model, type Relation } from './model.ts'
import { pageLinks, toLink } from './page-links.ts'
import { type Page, readList, readRecord, readRelated, readRelatedId, readRelatedList } from './read.ts'
import { addRelationshipRoutes } from './relationships.ts'
import type { Read } from './request.ts'
import { selfLink } from './resource-text.ts'
import { idOf, operationsOf, type Parts, type Serving, serving } from './route-parts.ts'
import { sendDocument } from './send.ts'

export function addResourceRoutes(app: FastifyInstance, parts: Parts): void {
  for (const model of parts.models.values()) {
    const { path, aliases = [] } = model.declaration
    for (const base of [path, ...aliases]) addModelRoutes(serving(app, parts, model), `/v1${base}`)
  }
}

function addModelRoutes(serve: Serving, base: string): void {
  const { model, add } = serve
  const { access } = model.declaration
  const { singleton } = model.declaration
  if (singleton !== undefined) addRecordRoutes(serve, base, () => singleton)
  const list = singleton === undefined && (access.list ?? access.read)
  if (list)
    add('GET', base, list, (request, reply, caller) => sendList(serve, request, reply, caller, model, list))
  if (access.create)
    add('POST', base, access.create, (request, reply, caller) =>
      sendCreated(serve, request, reply, caller, model),
    )
  const one = `${base}/:id`
  addRecordRoutes(serve, one, idOf)
  for (const relation of model.relations.values()) {
    addRelatedRoutes(serve, `${one}/${relation.wire}`, relation)
    addRelationshipRoutes(serve, `${one}/relationships/${relation.wire}`, relation)
  }
}

function addRecordRoutes(serve: Serving, url: string, idOf: (request: FastifyRequest) => string): void {
  const { model, add } = serve
  const { access } = model.declaration
  add('GET', url, access.read, async (request, reply, caller) => {
    const read = serve.read(request, caller, model, 'single')
    return sendOne(request, reply, read, model, await readRecord(read, model, idOf(request)))
  })
  if (access.update)
    add('PATCH', url, access.update, (request, reply, caller) =>
      sendUpdated(serve, request, reply, caller, idOf(request)),
    )
  if (access.remove)
    add('DELETE', url, access.remove, (request, reply, caller) =>
      sendRemoved(serve, request, reply, caller, idOf(request)),
    )
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
    serve.add('POST', at, access.create, (request, reply, caller) =>
      sendCreated(serve, request, reply, caller, target, idOf(request)),
    )
  }
}

function addRelatedList(serve: Serving, url: string, relation: Relation): void {
  const { target } = relation
  serve.add(
    'GET',
    url,
    relation.visibleTo ?? target.declaration.access.read,
    async (request, reply, caller) => {
      const read = serve.read(request, caller, target, 'list')
      return sendPage(request, reply, read, target, await readRelatedList(read, relation, idOf(request)))
    },
  )
}

function addRelatedOne(serve: Serving, url: string, relation: Relation): void {
  const { target } = relation
  const { access } = target.declaration
  serve.add('GET', url, relation.visibleTo ?? access.read, async (request, reply, caller) => {
    const read = serve.read(request, caller, target, 'single')
    const row = await readRelated(read, relation, idOf(request))
    if (!row && relation.missingWhenEmpty) throw new NotFoundError(`There is no ${relation.wire}.`)
    return sendOne(request, reply, read, target, row)
  })
  if (relation.kind !== 'has-one' || relation.inverse !== target.parent || !access.remove) return
  serve.add('DELETE', url, access.remove, async (request, reply, caller) => {
    const id = await readRelatedId(serve.read(request, caller, target, 'write'), relation, idOf(request))
    return sendRemoved({ ...serve, model: target }, request, reply, caller, id ?? '0')
  })
}

async function sendList(
  serve: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  model: Model,
  word: Access,
): Promise<unknown> {
  const read = serve.read(request, caller, model, 'list')
  return sendPage(request, reply, read, model, await readList(read, model, true, word))
}

export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  read: Read,
  model: Model,
  { rows, count }: Page,
): Promise<unknown> {
  const records = await include(read, model, rows)
  const links = pageLinks(request.url, read.query.page, count)
  return sendDocument(request, reply, toListDocument(model, rows, read.query, records, links, count))
}

async function sendOne(
  request: FastifyRequest,
  reply: FastifyReply,
  read: Read,
  model: Model,
  row: Row | null,
  self = toLink(request.url),
): Promise<unknown> {
  const records = row ? await include(read, model, [row]) : undefined
  return sendDocument(request, reply, toDocument(model, row, read.query, records, self))
}

function include(read: Read, model: Model, rows: Row[]): ReturnType<typeof loadIncluded> | undefined {
  return read.query.include.size === 0 ? undefined : loadIncluded(read, model, rows)
}

async function sendCreated(
  serve: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  model: Model,
  parentId?: string,
): Promise<unknown> {
  const write = serve.write(request, caller, model)
  const row = await operationsOf(serve, model).create(write, request.body, parentId)
  const self = selfLink(model, row.id)
  reply.code(201).header('location', self)
  return sendOne(request, reply, write, model, row, self)
}

async function sendUpdated(
  serve: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  id: string,
): Promise<unknown> {
  const write = serve.write(request, caller, serve.model)
  const conditions = { ifMatch: request.headers['if-match'] }
  const row = await operationsOf(serve, serve.model).update(write, id, request.body, conditions)
  return sendOne(request, reply, write, serve.model, row)
}

async function sendRemoved(
  serve: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | undefined,
  id: string,
): Promise<unknown> {
  const write = serve.write(request, caller, serve.model)
  const conditions = { ifMatch: request.headers['if-match'] }
  await operationsOf(serve, serve.model).remove(write, id, conditions)
  return sendDocument(request, reply, plainDocument({ meta: { message: 'Object successfully deleted' } }))
}
