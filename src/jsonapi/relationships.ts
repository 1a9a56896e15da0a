/** The routes of a relationship itself: its linkage, read and changed apart from the records. */
import sql, { raw } from 'sql-template-tag'
import { BadRequestError, ConflictError, ForbiddenError, UnprocessableError } from '../errors.ts'
import { Invalid } from '../resources/field-types.ts'
import { TOLD, tellEnd, toldOf } from './announcements.ts'
import { isObject, isTypeOf, readLinkage } from './body.ts'
import { changedLinks, withEntries } from './change-log.ts'
import { type Document, type Identifier, toLinkageDocument } from './document.ts'
import { loadIncluded, type Records } from './include.ts'
import { changeLinks, currentLinks, isWritable, type LinkChange, toIds, without } from './links.ts'
import { isToMany, type Relation } from './model.ts'
import { demandMatch, update } from './operations.ts'
import { findRecord, refuse } from './permission.ts'
import { bad, type Query } from './query.ts'
import { readPage, readRecord, readRelatedId, relatedListing } from './read.ts'
import type { Read, Write } from './request.ts'
import { selfLink } from './resource-text.ts'
import { idOf, type Serving } from './route-parts.ts'
import { sendDocument } from './send.ts'

export function addRelationshipRoutes(serve: Serving, url: string, relation: Relation): void {
  const { model } = serve
  const { read, update: word } = model.declaration.access
  serve.add('GET', url, relation.visibleTo ?? read, async (exchange) => {
    const document = await readLinks(serve.read(exchange, model, 'single'), relation, idOf(exchange))
    return sendDocument(exchange.request, exchange.reply, document)
  })
  if (!word) return
  for (const method of isToMany(relation) ? (['PATCH', 'POST', 'DELETE'] as const) : (['PATCH'] as const)) {
    serve.add(method, url, word, async (exchange) => {
      const { request, reply } = exchange
      const write = serve.write(exchange, model)
      const sent = { id: idOf(exchange), body: request.body, ifMatch: request.headers['if-match'] }
      const isChanged = await changeRelationship(write, relation, method, sent)
      if (!isChanged) return reply.code(204).send()
      return sendDocument(request, reply, await readLinks(write, relation, idOf(exchange)))
    })
  }
}

async function readLinks(read: Read, relation: Relation, id: string): Promise<Document> {
  const { owner, target, wire } = relation
  const query: Query = {
    ...read.query,
    include: new Map(),
    fields: new Map([[target.type, new Set<string>()]]),
    page: { number: 1, size: 0 },
  }
  const toIdentifier = (one: unknown): Identifier => ({ type: target.type, id: String(one) })
  let data: Identifier | Identifier[] | null
  if (isToMany(relation)) {
    const linked = { ...read, query }
    const { rows } = await readPage(linked, await relatedListing(linked, relation, id))
    data = rows.map((row) => toIdentifier(row.id))
  } else {
    const related = await readRelatedId(read, relation, id)
    data = related === null ? null : toIdentifier(related)
  }
  const self = selfLink(owner, id)
  const links = { self: `${self}/relationships/${wire}`, related: `${self}/${wire}` }
  return toLinkageDocument({ data, links }, read.query, await includedIn(read, relation, id))
}

/** What is included along the relationship, with which every path begins. */
async function includedIn(read: Read, relation: Relation, id: string): Promise<Records | undefined> {
  const { query } = read
  const { owner, name, wire } = relation
  if (query.include.size === 0) return undefined
  if ([...query.include.keys()].some((one) => one !== name))
    throw bad('include', `must start with ${wire} here`)
  const key: Query = { ...query, fields: new Map([[owner.type, new Set([name])]]) }
  const row = await readRecord({ ...read, query: key }, owner, id)
  return loadIncluded(read, owner, [row], [])
}

export type LinkMethod = 'PATCH' | 'POST' | 'DELETE'

/** The change of links that a request asks for. */
interface SentLinks {
  id: string
  body: unknown
  ifMatch?: string | undefined
}

/** Returns whether anything changed. */
export async function changeRelationship(
  write: Write,
  relation: Relation,
  method: LinkMethod,
  sent: SentLinks,
): Promise<boolean> {
  const { caller, model, db } = write
  const word = model.declaration.access.update!
  if (!caller) refuse(caller, word)
  const ids = await toIds(db, relation.target, readIds(sent.body, relation))
  if (!isToMany(relation)) return changeToOne(write, relation, sent, ids)
  const { ifMatch } = sent
  return db.transaction(async (tx) => {
    const asking = { db: tx, caller }
    const permission = await findRecord(asking, model, sent.id, { words: [word], lock: true })
    permission.demand(word)
    const id = permission.row.id as string
    if (ifMatch) await demandMatch({ ...write, db: tx }, id, ifMatch)
    const parentId = model.parent && permission.row[model.parent.column]
    const current = await currentLinks(asking, relation, id)
    const change = differenceOf(method, ids, current)
    if (change.added.length + change.removed.length === 0) return false
    if (!isWritable(relation)) throw new ForbiddenError(`${relation.wire} cannot be changed here.`)
    await changeLinks(asking, relation, { id, parentId }, change)
    const next = [...without(current, change.removed), ...change.added]
    const owner = sql`select * from ${raw(model.table)} where id = ${id}`
    const entry = changedLinks(relation, current, next)
    const writing = withEntries(write, owner, {
      action: 'updated',
      values: [entry],
      before: [permission.row],
    })
    const [written] = await tx.query(sql`${writing} select ${TOLD}`)
    // The same rules as when the relationship stands in the body of the record.
    const { row } = permission
    await write.effects[model.type]?.updated?.(tx, { caller, id, before: row, after: row, sent: {} })
    await tellEnd(tx, model, id, toldOf(written!).told)
    return true
  })
}

/** What is to be linked and what no longer, when a request names these ids and those are linked now. */
function differenceOf(method: LinkMethod, ids: string[], current: string[]): LinkChange {
  switch (method) {
    case 'PATCH':
      return { added: without(ids, current), removed: without(current, ids) }
    case 'POST':
      return { added: without(ids, current), removed: [] }
    case 'DELETE':
      return { added: [], removed: without(current, without(current, ids)) }
  }
}

function readIds(body: unknown, relation: Relation): string[] {
  if (!isObject(body) || !('data' in body)) {
    throw new BadRequestError('The body must be an object with a data member.', { pointer: '' })
  }
  const { target } = relation
  const isOther = (one: unknown) =>
    isObject(one) && typeof one.type === 'string' && !isTypeOf(target, one.type)
  const place = [body.data].flat().findIndex(isOther)
  if (place >= 0) {
    const pointer = Array.isArray(body.data) ? `/data/${place}/type` : '/data/type'
    throw new ConflictError(`The type must be ${target.type}.`, { pointer })
  }
  const ids = readLinkage(body.data, relation)
  if (ids instanceof Invalid)
    throw new BadRequestError(`${relation.wire} ${ids.reason}.`, { pointer: '/data' })
  return ids
}

/** The same rules as when the relationship stands in the body of the record. */
async function changeToOne(
  write: Write,
  relation: Relation,
  { id, ifMatch }: SentLinks,
  ids: string[],
): Promise<boolean> {
  const { model } = write
  const word = model.declaration.access.update!
  const permission = await findRecord(write, model, id, { words: [word] })
  permission.demand(word)
  const { row } = permission
  if (ifMatch) await demandMatch(write, row.id as string, ifMatch)
  const isOwn = relation.kind === 'belongs-to'
  const current = isOwn ? row[relation.column] : await readRelatedId(write, relation, id)
  if (current === (ids[0] ?? null)) return false
  if (!isOwn || !isWritable(relation)) {
    throw new ForbiddenError(`${relation.wire} cannot be changed here.`)
  }
  if (relation.rules.fixed) throw new ForbiddenError(`The ${relation.wire} of a record cannot be changed.`)
  const data = ids.length === 0 ? null : { type: relation.target.type, id: ids[0] }
  if (data === null && relation.rules.required) {
    throw UnprocessableError.at('/data', `${relation.wire} is required`)
  }
  const body = { data: { type: model.type, id: row.id, relationships: { [relation.wire]: { data } } } }
  await update(write, id, body, { ifMatch })
  return true
}
