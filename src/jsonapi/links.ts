/** Checks the records that a write links to, and reads and writes the links of to-many relationships. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import { both, toSql } from '../access/conditions.ts'
import { demandScope } from '../access/token-scopes.ts'
import { condition, needed } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import { ForbiddenError, NotFoundError, UnprocessableError } from '../errors.ts'
import type { Row } from '../resources/declare.ts'
import { type LinkedIds, relationPointer } from './body.ts'
import { isId } from './ids.ts'
import { type ByKey, isToMany, type Model, mayRead, type Relation, scope, wordBehind } from './model.ts'
import { narrowed } from './narrowing.ts'
import type { Asking } from './request.ts'
import { live } from './select.ts'
import { touched } from './statements.ts'

/** Whether a request may set this relationship at all; the others follow from writes elsewhere. */
export function isWritable(relation: Relation): boolean {
  switch (relation.kind) {
    case 'belongs-to':
      return !relation.rules.readOnly
    case 'has-many': {
      const { fixed, readOnly, required } = relation.inverse.rules
      return !(relation.readOnly || fixed || readOnly || required)
    }
    case 'links-many':
      return !relation.readOnly
    default:
      return false
  }
}

/** The to-many relationships of the model that the request sets. */
export function writableLinks(
  model: Model,
  relations: ReadonlyMap<Relation, LinkedIds>,
): [Relation, LinkedIds][] {
  return [...relations].filter(
    ([relation]) => relation.owner === model && isToMany(relation) && isWritable(relation),
  )
}

/**
 * The ids of existing records that the caller may read and that live under the same parent. Linking through the
 * target's own row or a table of links changes both ends, so the caller must be allowed to change the target too.
 */
export async function checkTargets(
  { db, caller }: Asking,
  relation: Relation,
  ids: LinkedIds,
  parentId: unknown,
): Promise<string[]> {
  if (ids.length === 0) return []
  const { target, owner } = relation
  const { read, update } = target.declaration.access
  const sharesParent = target.parent && target.parent.target === owner.parent?.target
  const parent = sharesParent ? raw(`t.${target.parent!.column}`) : raw('null')
  // The links of a one-sided relationship say nothing about the records that they lead to.
  const changesTarget = relation.kind !== 'belongs-to' && !relation.isOneSided
  if (relation.kind === 'has-many') demandScope(caller, `${target.type}:write`)
  const editable = changesTarget && update ? condition(update, caller, scope(target)) : true
  const where = both(isOneOf(target, ids), live(target), condition(read, caller, scope(target)))
  const rows = await db.query<Row>(
    sql`select t.id, ${parent} as parent, (${toSql(editable)}) as editable from ${raw(target.table)} t where ${toSql(where)}`,
  )
  if (rows.length < ids.length)
    throw new NotFoundError(`The ${target.type} in the relationship ${relation.wire} does not exist.`)
  if (sharesParent && rows.some((row) => row.parent !== parentId)) {
    const { pointer } = relationPointer(relation)
    const kind = target.parent!.target.type
    throw UnprocessableError.at(pointer, `${relation.wire} must belong to the same ${kind}`)
  }
  if (rows.some((row) => row.editable !== true)) throw new ForbiddenError(needed(update!))
  return rows.map((row) => row.id as string)
}

function isOneOf(target: Model, ids: LinkedIds): Sql {
  const { key } = target.declaration
  const numbers = ids.filter(isId)
  const byId = sql`t.id = any(${numbers}::bigint[])`
  if (key === undefined || numbers.length === ids.length) return byId
  return sql`(${byId} or t.${raw(key)} = any(${ids.filter((id) => !isId(id))}::text[]))`
}

/** The ids of records that may be named by their second key; what is not found stays as it is. */
export async function toIds(db: Db, target: Model, ids: LinkedIds): Promise<LinkedIds> {
  const { key } = target.declaration
  const keys = ids.filter((id) => !isId(id))
  if (key === undefined || keys.length === 0) return ids
  const rows = await db.query<{ id: string; key: string }>(
    sql`select t.id, t.${raw(key)} as key from ${raw(target.table)} t where t.${raw(key)} = any(${keys}::text[])`,
  )
  const known = new Map(rows.map((row) => [row.key, row.id]))
  return [...new Set(ids.map((id) => known.get(id) ?? id))]
}

/** The ids of the linked records that the caller may read. The others always stay linked. */
export async function currentLinks(
  { db, caller }: Asking,
  relation: Relation,
  id: string,
): Promise<string[]> {
  const { target } = relation
  const seen = both(live(target), mayRead(wordBehind(relation), target, caller))
  const rows = await db.query<{ id: string }>(linksOf(relation, id, toSql(seen)))
  return rows.map((row) => row.id)
}

function linksOf(relation: Relation, id: string, seen: Sql): Sql {
  const { target } = relation
  if (relation.kind === 'has-many') {
    return sql`select t.id from ${raw(target.table)} t where t.${raw(relation.inverse.column)} = ${id} and ${seen} order by t.id`
  }
  if (relation.kind !== 'links-many') throw new Error(`${relation.wire} has no links of its own`)
  const { table, own, other, where } = relation.links
  return sql`select t.id from ${raw(table)} l join ${raw(target.table)} t on t.id = l.${raw(other)}
    where l.${raw(own)} = ${id}${narrowed(relation.owner, 'l', sql`array[${id}::bigint]`)} and ${seen} ${raw(where ? `and ${where}` : '')} order by t.id`
}

export async function addLinks(db: Db, relation: Relation, id: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  if (relation.kind === 'has-many') {
    await db.query(sql`${setOwner(relation, id)} where id = any(${ids}::bigint[])`)
  } else if (relation.kind === 'links-many') {
    const { table, own, other } = relation.links
    await db.query(sql`insert into ${raw(table)} (${raw(own)}, ${raw(other)})
      select ${id}::bigint, unnest(${ids}::bigint[]) on conflict do nothing`)
  }
}

async function removeLinks(db: Db, relation: Relation, id: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  if (relation.kind === 'has-many') {
    const column = raw(relation.inverse.column)
    await db.query(sql`${setOwner(relation, null)} where ${column} = ${id} and id = any(${ids}::bigint[])`)
  } else if (relation.kind === 'links-many') {
    const { table, own, other } = relation.links
    await db.query(
      sql`delete from ${raw(table)} where ${raw(own)} = ${id} and ${raw(other)} = any(${ids}::bigint[])`,
    )
  }
}

function setOwner({ target, inverse }: ByKey, id: string | null): Sql {
  const sets = [sql`${raw(inverse.column)} = ${id}`, ...touched(target)]
  return sql`update ${raw(target.table)} set ${join(sets, ', ')}`
}

/** The record whose links change. */
export interface Linking {
  id: string
  /** What its links must live under too. */
  parentId: unknown
}

export interface LinkChange {
  added: string[]
  removed: string[]
}

/** Makes the links exactly these. Returns what they were and are, if anything changed. */
export async function replaceLinks(
  asking: Asking,
  relation: Relation,
  owner: Linking,
  named: LinkedIds,
): Promise<{ old: string[]; next: string[] } | undefined> {
  const ids = await toIds(asking.db, relation.target, named)
  const current = await currentLinks(asking, relation, owner.id)
  const change = { added: without(ids, current), removed: without(current, ids) }
  await changeLinks(asking, relation, owner, change)
  return change.added.length + change.removed.length > 0 ? { old: current, next: ids } : undefined
}

export async function changeLinks(
  asking: Asking,
  relation: Relation,
  { id, parentId }: Linking,
  { added, removed }: LinkChange,
): Promise<void> {
  await checkTargets(asking, relation, removed, parentId)
  await addLinks(asking.db, relation, id, await checkTargets(asking, relation, added, parentId))
  await removeLinks(asking.db, relation, id, removed)
}

export function without(all: string[], some: string[]): string[] {
  const left = new Set(some)
  return all.filter((one) => !left.has(one))
}
