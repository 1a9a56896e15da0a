/** The writes of records that are there: update and remove. Each checks access first, then the input, then writes. */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import type { ChangedValues } from '../access/change-log.ts'
import { BadRequestError, ConflictError, NotFoundError, PreconditionError } from '../errors.ts'
import type { Row } from '../resources/declare.ts'
import { TOLD, tellEnd, toldOf } from './announcements.ts'
import { type Input, isObject, readBody } from './body.ts'
import { changedLinks, changedValues, withEntries } from './change-log.ts'
import type { create } from './create.ts'
import { matchesRecord } from './document.ts'
import { hasConsequences, type Updated } from './effects.ts'
import { replaceLinks, writableLinks } from './links.ts'
import type { Model } from './model.ts'
import { demandMoveAlone, mayStillMove } from './moves.ts'
import { findRecord, type Permission, refuse, wordsToUpdate } from './permission.ts'
import { project } from './projection.ts'
import type { Write } from './request.ts'
import { selectOne } from './select.ts'
import { updateRow } from './statements.ts'
import { valuesToUpdate } from './values.ts'

/** The writes of a model. Where more than a transaction is needed, service.ts names others in their place. */
export interface Operations {
  create: typeof create
  update: typeof update
  remove: typeof remove
}

interface Conditions {
  ifMatch: string | undefined
}

interface Removal extends Conditions {
  /** Of the request, where a removal needs more than its address. */
  body?: unknown
}

export async function update(write: Write, id: string, body: unknown, { ifMatch }: Conditions): Promise<Row> {
  const { db, model, caller } = write
  if (!caller) refuse(caller, model.declaration.access.update!)
  const input = readBody(body, model, 'update', write.isStrict)
  const restores = isRestore(write, body)
  // What depends on nothing stored and has no consequences is written by one statement, without a transaction.
  if (!ifMatch && !restores && writableLinks(model, input.relations).length === 0 && !isBound(model, input)) {
    const row = await updateAlone({ ...write, caller }, input, await findToUpdate(write, id, input, {}))
    if (row) return row
  }
  // Everything else locks the row from reading to writing. Whether there are effects is known only with the row, so some
  // updates that start above continue here and read it again.
  return db.transaction(async (tx) => {
    const held = { ...write, caller, db: tx }
    const permission = await findToUpdate(held, id, input, { lock: true, deleted: restores })
    if (ifMatch) await demandMatch(held, permission.row.id as string, ifMatch)
    return updateHeld(held, input, permission, restores)
  })
}

/** Updates require a log-in. */
interface Update extends Write {
  caller: Caller
}

async function findToUpdate(
  write: Write,
  id: string,
  input: Input,
  options: { lock?: boolean; deleted?: boolean },
): Promise<Permission> {
  const { model } = write
  const permission = await findRecord(write, model, id, { ...options, words: wordsToUpdate(model) })
  if (!mayStillMove(model, permission)) permission.demand(model.declaration.access.update!)
  demandId(model, input, permission.row)
  return permission
}

/** Whether the allowed values depend on the stored ones, so that the row must be locked from reading to writing. */
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
async function updateAlone(write: Update, input: Input, permission: Permission): Promise<Row | undefined> {
  const values = await allowedValues(write, input, permission)
  const change = changeOf(write, input, permission.row, values)
  if (hasConsequences(write.effects[write.model.type], change)) return undefined
  // Undefined too when somebody else has changed one of the fields meanwhile: the log would tell a wrong old value.
  return writeValues(write, change, values, { isHeld: false })
}

/** In a transaction that locks the row. */
async function updateHeld(
  write: Update,
  input: Input,
  permission: Permission,
  restores: boolean,
): Promise<Row> {
  const { db, model } = write
  const before = permission.row
  const values = await allowedValues(write, input, permission)
  if (restores && before.deleted_at !== null) values.deleted_at = null
  const change = changeOf(write, input, before, values)
  const owner = { id: change.id, parentId: model.parent && before[model.parent.column] }
  const links: ChangedValues = {}
  for (const [relation, ids] of writableLinks(model, input.relations)) {
    const changed = await replaceLinks(write, relation, owner, ids)
    if (changed) Object.assign(links, changedLinks(relation, changed.old, changed.next))
  }
  const action = restores && before.deleted_at !== null ? 'restored' : 'updated'
  const effects = write.effects[model.type]
  const writing = { isHeld: true, links, action } as const
  if (!effects?.updated) return (await writeValues(write, change, values, writing))!
  const isWritten = Object.keys(values).length + Object.keys(links).length > 0
  const row = isWritten ? await writeValues(write, change, values, writing) : undefined
  await effects.updated(db, change)
  if (row) await tellEnd(db, model, change.id, toldOf(row).told)
  return readBack(write, change.id)
}

/** The values that change. A caller who may not change the record may still make a transition. */
async function allowedValues(write: Write, input: Input, permission: Permission): Promise<Row> {
  const { model } = write
  const values = await valuesToUpdate(write, input, permission)
  if (!permission.may(model.declaration.access.update))
    await demandMoveAlone(write, values, writableLinks(model, input.relations), permission)
  return values
}

function changeOf({ caller }: Update, { attributes }: Input, before: Row, values: Row): Updated {
  return { caller, id: before.id as string, before, after: { ...before, ...values }, sent: attributes }
}

interface Writing {
  /** The row is locked, so it is as it was read. */
  isHeld: boolean
  links?: ChangedValues
  action?: 'updated' | 'restored'
}

/** Undefined when the row is no longer as it was read. */
async function writeValues(
  write: Write,
  { id, before }: Updated,
  values: Row,
  { isHeld, links = {}, action = 'updated' }: Writing,
): Promise<Row | undefined> {
  const { model } = write
  const entry = { ...changedValues(model, { before, after: values }), ...links }
  const isUnchanged = Object.keys(values).length === 0
  if (isUnchanged && Object.keys(links).length === 0) return readBack(write, id)
  const statement = isUnchanged
    ? sql`select * from ${raw(model.table)} where id = ${id}`
    : updateRow(model, id, values, isHeld ? undefined : before)
  return readWritten(write, withEntries(write, statement, { action, values: [entry], before: [before] }))
}

async function readBack(write: Write, id: string): Promise<Row> {
  const row = await selectOne(write, write.model, sql`t.id = ${id}`)
  if (!row) throw new NotFoundError()
  return row
}

export async function remove(write: Write, id: string, { ifMatch }: Removal): Promise<void> {
  const { db, model, caller } = write
  const word = model.declaration.access.remove!
  if (!caller) refuse(caller, word)
  await db.transaction(async (tx) => {
    const permission = await findRecord({ db: tx, caller }, model, id, { words: [word], lock: true })
    permission.demand(word)
    const before = permission.row
    if (ifMatch) await demandMatch({ ...write, db: tx }, before.id as string, ifMatch)
    await write.effects[model.type]?.removed?.(tx, {
      caller,
      id: before.id as string,
      before,
    })
    const table = raw(model.table)
    const statement = model.softDelete
      ? sql`update ${table} set deleted_at = now() where id = ${before.id} returning *`
      : sql`delete from ${table} where id = ${before.id} returning *`
    const values = [changedValues(model, { before })]
    await tx.query(
      sql`${withEntries(write, statement, { action: 'deleted', values, before: [before] })} select`,
    )
  })
}

/** Writes and reads back in one statement. */
async function readWritten({ db, model, caller, query }: Write, writing: Sql): Promise<Row | undefined> {
  const { list, words } = project(model, caller, query.fields.get(model.type), query.include)
  const [row] = await db.query<Row>(sql`${writing} select ${list}, ${TOLD} from t${words}`)
  return row
}
