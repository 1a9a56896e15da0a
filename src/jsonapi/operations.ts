/** The writes: create, update, remove. Each checks access first, then the input, then writes in one transaction. */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { isOpen } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import {
  BadRequestError,
  ConflictError,
  NotFoundError,
  PreconditionError,
  UnprocessableError,
} from '../errors.ts'
import type { Row } from '../resources/declare.ts'
import { type Input, isObject, readBody } from './body.ts'
import { matchesRecord } from './document.ts'
import { hasConsequences } from './effects.ts'
import { addLinks, checkTargets, currentLinks, isWritable, removeLinks, toIds } from './links.ts'
import { isToMany, type Model, type Relation } from './model.ts'
import { demandMoveAlone, mayStillMove } from './moves.ts'
import {
  findParent,
  findRecord,
  type Permission,
  refuse,
  withoutParent,
  wordsToCreate,
  wordsToUpdate,
} from './permission.ts'
import { project } from './projection.ts'
import type { Write } from './request.ts'
import { selectOne } from './select.ts'
import { insertRow, updateRow } from './statements.ts'
import { addMissing, valuesToCreate, valuesToUpdate } from './values.ts'

/** The writes of a model. Where more than a transaction is needed, service.ts names others in their place. */
export interface Operations {
  create: typeof create
  update: typeof update
  remove: typeof remove
}

/** Creates a record, below the parent named by the path when there is one, and answers its row. */
export async function create(write: Write, body: unknown, parentId?: string): Promise<Row> {
  const { db, model, caller, query } = write
  const word = model.declaration.access.create!
  if (!caller && !isOpen(word)) refuse(caller, word)
  const input = readBody(body, model, 'create', write.isStrict)
  const permission = await permissionToCreate(write, input, parentId)
  permission.demand(word)
  const values = await valuesToCreate(db, model, input, permission, caller)
  const links = linksOf(model, input)
  const effects = write.effects[model.type]
  const change = { caller, after: values, sent: input.attributes }
  if (links.length === 0 && !hasConsequences(effects, change))
    return readWritten(write, insertRow(model, values))
  return db.transaction(async (tx) => {
    const [after] = await tx.query<Row>(insertRow(model, values))
    const id = after!.id as string
    for (const [relation, ids] of links) {
      await addLinks(tx, relation, id, await checkTargets(tx, relation, ids, caller, permission.row.id))
    }
    const reader = (await effects?.created?.(tx, { ...change, id, after: after! })) ?? caller
    return (await selectOne({ db: tx, caller: reader, query }, model, sql`t.id = ${id}`))!
  })
}

async function permissionToCreate(write: Write, input: Input, parentId?: string): Promise<Permission> {
  const { db, model, caller } = write
  const words = wordsToCreate(model)
  if (!model.parent) return withoutParent(model, caller, words)
  const id = parentId ?? input.relations.get(model.parent)?.[0]
  if (id !== undefined) return findParent(db, model.parent, caller, id, words)
  addMissing(input.faults, model.parent)
  throw new UnprocessableError(input.faults)
}

function linksOf(model: Model, input: Input): [Relation, string[]][] {
  return [...input.relations].filter(
    ([relation]) => relation.owner === model && isToMany(relation) && isWritable(relation),
  )
}

export interface Conditions {
  ifMatch: string | undefined
}

export async function update(write: Write, id: string, body: unknown, { ifMatch }: Conditions): Promise<Row> {
  const { db, model, caller } = write
  const word = model.declaration.access.update!
  if (!caller) refuse(caller, word)
  const input = readBody(body, model, 'update', write.isStrict)
  const restores = isRestore(write, body)
  const run = async (tx: Db, isAlone: boolean) => {
    const permission = await findRecord(tx, model, caller, id, wordsToUpdate(model), {
      lock: !isAlone,
      deleted: restores,
    })
    if (!mayStillMove(model, permission)) permission.demand(word)
    demandId(model, input, permission.row)
    if (ifMatch) await demandMatch({ ...write, db: tx }, permission.row.id as string, ifMatch)
    return applyUpdate({ ...write, db: tx, caller }, input, permission, restores, isAlone)
  }
  const mayBeAlone = !ifMatch && !restores && linksOf(model, input).length === 0 && !isBound(model, input)
  return (mayBeAlone && (await run(db, true))) || db.transaction(async (tx) => (await run(tx, false))!)
}

/** Whether what may be written depends on what is stored, so that the row must be held from reading to writing. */
function isBound({ declaration, attributes }: Model, input: Input): boolean {
  const { rules = [], derive } = declaration
  const isSent = (name: string) => name in input.attributes
  const hasMove = Object.keys(input.attributes).some((name) => attributes.get(name)?.field.transitions)
  return hasMove || derive !== undefined || rules.some(({ fields }) => fields.some(isSent))
}

/** Staff bring a deleted record back by sending `deleted-at: null`. */
function isRestore({ model, caller }: Write, body: unknown): boolean {
  if (!model.softDelete || !caller?.isStaff || !isObject(body) || !isObject(body.data)) return false
  const { attributes } = body.data
  return isObject(attributes) && (attributes['deleted-at'] === null || attributes.deleted_at === null)
}

function demandId(model: Model, { id }: Input, row: Row): void {
  if (id === undefined) throw new BadRequestError('data.id is required.', { pointer: '/data' })
  const { key } = model.declaration
  if (id === row.id || id === Number(row.id) || (key !== undefined && id === row[key])) return
  throw new ConflictError('data.id must match the id in the path.', { pointer: '/data/id' })
}

export async function demandMatch(
  { db, model, caller, query }: Write,
  id: string,
  ifMatch: string,
): Promise<void> {
  const plain = { ...query, include: new Map() }
  const row = await selectOne({ db, caller, query: plain }, model, sql`t.id = ${id}`)
  if (!row || !matchesRecord(ifMatch, model, row, query.fields.get(model.type))) throw new PreconditionError()
}

/** Undefined when the change has consequences that a single statement cannot carry. */
async function applyUpdate(
  write: Write & { caller: Caller },
  input: Input,
  permission: Permission,
  restores: boolean,
  isAlone: boolean,
): Promise<Row | undefined> {
  const { db, model, caller } = write
  const before = permission.row
  const id = before.id as string
  const values = await valuesToUpdate(db, model, input, permission, caller)
  const links = linksOf(model, input)
  if (!permission.may(model.declaration.access.update))
    await demandMoveAlone(write, values, links, permission)
  if (restores && before.deleted_at !== null) values.deleted_at = null
  const effects = write.effects[model.type]
  const change = { caller, id, before, after: { ...before, ...values }, sent: input.attributes }
  if (isAlone && hasConsequences(effects, change)) return undefined
  const parentId = model.parent && before[model.parent.column]
  for (const [relation, ids] of links) await replaceLinks(db, relation, id, ids, caller, parentId)
  const isChanged = Object.keys(values).length > 0
  if (isChanged && (isAlone || !effects?.updated)) return readWritten(write, updateRow(model, id, values))
  if (isChanged) await db.query(updateRow(model, id, values))
  if (!isAlone) await effects?.updated?.(db, change)
  const row = await selectOne(write, model, sql`t.id = ${id}`)
  if (!row) throw new NotFoundError()
  return row
}

/** Makes the links exactly these. */
async function replaceLinks(
  db: Db,
  relation: Relation,
  id: string,
  named: string[],
  caller: Caller | undefined,
  parentId: unknown,
): Promise<void> {
  const ids = await toIds(db, relation.target, named)
  const current = await currentLinks(db, relation, id, caller)
  const change = { added: without(ids, current), removed: without(current, ids) }
  await changeLinks(db, relation, id, change, caller, parentId)
}

export async function changeLinks(
  db: Db,
  relation: Relation,
  id: string,
  { added, removed }: { added: string[]; removed: string[] },
  caller: Caller | undefined,
  parentId: unknown,
): Promise<void> {
  await checkTargets(db, relation, removed, caller, parentId)
  await addLinks(db, relation, id, await checkTargets(db, relation, added, caller, parentId))
  await removeLinks(db, relation, id, removed)
}

export function without(all: string[], some: string[]): string[] {
  const left = new Set(some)
  return all.filter((one) => !left.has(one))
}

export async function remove(write: Write, id: string, { ifMatch }: Conditions): Promise<void> {
  const { db, model, caller } = write
  const word = model.declaration.access.remove!
  if (!caller) refuse(caller, word)
  await db.transaction(async (tx) => {
    const permission = await findRecord(tx, model, caller, id, [word], { lock: true })
    permission.demand(word)
    const before = permission.row
    if (ifMatch) await demandMatch({ ...write, db: tx }, before.id as string, ifMatch)
    await write.effects[model.type]?.removed?.(tx, {
      caller,
      id: before.id as string,
      before,
    })
    const table = raw(model.table)
    if (model.softDelete) await tx.query(sql`update ${table} set deleted_at = now() where id = ${before.id}`)
    else await tx.query(sql`delete from ${table} where id = ${before.id}`)
  })
}

/** Writes and reads back in one statement. */
async function readWritten({ db, model, caller, query }: Write, statement: Sql): Promise<Row> {
  const { list, words } = project(model, caller, query.fields.get(model.type), query.include)
  const [row] = await db.query<Row>(sql`with t as (${statement}) select ${list} from t${words}`)
  if (!row) throw new NotFoundError()
  return row
}
