/** The reads: one record, a list, and what a relationship leads to. */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { both, type Condition, toSql } from '../access/conditions.ts'
import { foreignEvent, withoutLimit } from '../access/token-scopes.ts'
import { condition, refusesLists } from '../access/words.ts'
import { NotFoundError } from '../errors.ts'
import type { Access, Row } from '../resources/declare.ts'
import { emptyPage, readByCursor } from './cursor-page.ts'
import { type Model, mayRead, type Relation, scope, sees, wordBehind } from './model.ts'
import { narrowed } from './narrowing.ts'
import { addressedId, hidesItself, isAddressed, known, refuse } from './permission.ts'
import { bad, DEFAULT_SIZE, isByCursor, MOST_ROWS, type Query } from './query.ts'
import type { Page, Read } from './request.ts'
import { live, selectCount, selectOne, selectPage } from './select.ts'

export async function readRecord(read: Read, model: Model, id: string): Promise<Row> {
  const { caller } = read
  const { read: word } = model.declaration.access
  const allowed = mayRead(word, model, caller)
  // Below an event that the caller must not know, the response is 404, also for callers without any role.
  if (allowed === false && !(caller && scope(model).event)) refuse(caller, word)
  const there = both(isAddressed(model, id), live(model))
  const row = await selectOne(read, model, both(there, allowed))
  if (row) return row
  const unlimited = withoutLimit(caller)
  if (unlimited) {
    await readRecord({ ...read, caller: unlimited }, model, id)
    throw foreignEvent()
  }
  if (hidesItself(model) || !(await isKnown(read, model, there))) throw new NotFoundError()
  refuse(caller, word)
}

async function isKnown({ db, caller }: Read, model: Model, there: Condition): Promise<boolean> {
  const where = both(there, known(model, caller))
  if (where === false) return false
  const rows = await db.query(sql`select t.id from ${raw(model.table)} t where ${toSql(where)} limit 1`)
  return rows.length > 0
}

/** Which records a list has. */
export interface Listing {
  model: Model
  where: Condition
  /** Throws when the list is empty because there is no such owner for the caller. */
  checkEmpty?(): Promise<void>
}

export function listingOf({ caller }: Read, model: Model, within: Condition, word: Access): Listing {
  const allowed = mayRead(word, model, caller)
  if (allowed === false) refuse(caller, word)
  return { model, where: both(within, live(model), allowed) }
}

export async function readPage(read: Read, listing: Listing): Promise<Page> {
  const page = await readRows(read, listing)
  if (page.rows.length === 0) await listing.checkEmpty?.()
  return page
}

async function readRows(read: Read, { model, where }: Listing): Promise<Page> {
  const { query } = read
  if (where === false) return emptyPage(query)
  if (isByCursor(query)) return readByCursor(read, model, where)
  const { number = 1, size = DEFAULT_SIZE } = query.page
  const isAll = size === 0
  if (isAll && number > 1) return { rows: [], count: await countOfAll(read, model, where) }
  const rows = await selectPage(read, model, where, isAll ? MOST_ROWS + 1 : size)
  if (isAll) demandFew(rows.length)
  // A page that is not full is the last, so its length gives the count.
  const isLast = isAll || (rows.length < size && (rows.length > 0 || number === 1))
  const count = isLast ? (number - 1) * size + rows.length : await selectCount(read, model, where)
  return { rows, count }
}

/** Past a list that is sent whole there is nothing left. */
async function countOfAll(read: Read, model: Model, where: Condition): Promise<number> {
  const count = await selectCount(read, model, where)
  demandFew(count)
  return count
}

function demandFew(count: number): void {
  if (count > MOST_ROWS) throw bad('page[size]', `must not be 0: more than ${MOST_ROWS} records match`)
}

/** The list at the other end of a to-many relationship. */
export async function relatedListing(read: Read, relation: Relation, id: string): Promise<Listing> {
  const { caller } = read
  const { owner, target } = relation
  const ownerId = addressedId(owner, id)
  if (!ownerId) throw new NotFoundError()
  const word = wordBehind(relation)
  const seen = sees(relation.visibleTo, owner, caller)
  if (seen !== true || isRestricted(word, caller, target)) await demandOwner(read, relation, id)
  // A caller who sees the relationship but may read none of its records gets an empty list.
  if (relation.visibleTo && mayRead(word, target, caller) === false) return { model: target, where: false }
  const within = both(linkedTo(relation, ownerId), isReadable(relation, ownerId, caller))
  const listing = listingOf(read, target, within, word)
  return seen === true ? { ...listing, checkEmpty: () => demandOwner(read, relation, id) } : listing
}

/** The owner is live and the caller may read it. The access of its own children asks for that already. */
function isReadable({ owner, target }: Relation, ownerId: Sql, caller: Caller | undefined): Condition {
  if (target.parent?.target === owner) return true
  const allowed = both(live(owner, 'o'), mayRead(owner.declaration.access.read, owner, caller, 'o'))
  if (typeof allowed === 'boolean') return allowed
  return sql`exists (select 1 from ${raw(owner.table)} o where o.id = ${ownerId} and ${allowed})`
}

/** Some rows below an owner are refused as a whole, not filtered one by one: then the owner decides. */
function isRestricted(word: Access, caller: Caller | undefined, target: Model): boolean {
  return refusesLists(word) && condition(word, caller, scope(target)) !== true
}

/** The owner is there, the caller may read it and see this relationship, and has the access its records ask for. */
async function demandOwner({ db, caller }: Read, relation: Relation, id: string): Promise<void> {
  const { owner, target } = relation
  const query: Query = {
    include: new Map(),
    fields: new Map([[owner.type, new Set<string>()]]),
    filters: [],
    sort: [],
    page: {},
  }
  const row = await readRecord({ db, caller, query }, owner, id)
  const words = [
    relation.visibleTo,
    refusesLists(target.declaration.access.read) ? target.declaration.access.read : undefined,
  ]
  for (const word of words) {
    if (!word) continue
    const holds = condition(word, caller, scope(owner))
    if (holds === true) continue
    const rows =
      holds === false
        ? []
        : await db.query(sql`select 1 from ${raw(owner.table)} t where t.id = ${row.id} and ${toSql(holds)}`)
    if (rows.length === 0) refuse(caller, word)
  }
}

function linkedTo(relation: Relation, ownerId: Sql): Condition {
  if (relation.kind === 'has-many') return sql`t.${raw(relation.inverse.column)} = ${ownerId}`
  if (relation.kind !== 'links-many') throw new Error(`${relation.wire} is no to-many relationship`)
  const { table, own, other, where } = relation.links
  const near = narrowed(relation.owner, 'l', sql`array[${ownerId}]`)
  return sql`t.id in (select l.${raw(other)} from ${raw(table)} l where l.${raw(own)} = ${ownerId}${near}
    ${raw(where ? `and ${where}` : '')})`
}

/** The record at the other end of a to-one relationship, null when there is none that the caller may read. */
export async function readRelated(read: Read, relation: Relation, id: string): Promise<Row | null> {
  const { target } = relation
  const related = await readRelatedId(read, relation, id)
  if (related === null) return null
  const allowed = mayRead(target.declaration.access.read, target, read.caller)
  const where = both(sql`t.id = ${related}`, live(target), allowed)
  return (await selectOne(read, target, where)) ?? null
}

/** The id at the other end of a to-one relationship, null when it is empty. */
export async function readRelatedId(read: Read, relation: Relation, id: string): Promise<string | null> {
  const { owner } = relation
  const query: Query = {
    ...read.query,
    include: new Map(),
    fields: new Map([[owner.type, new Set([relation.name])]]),
  }
  const row = await readRecord({ ...read, query }, owner, id)
  if (relation.visibleTo) await demandOwner(read, relation, id)
  const value = row[`${relation.name}_id`]
  return value == null ? null : String(value)
}
