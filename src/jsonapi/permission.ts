/** Finds the record a request is about and what the caller may do with it, in one statement. */
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { both, type Condition, either, isVisible, type Scope, toSql } from '../access/conditions.ts'
import { demandUnlimited, foreignEvent, withoutLimit } from '../access/token-scopes.ts'
import { condition, hides, needed } from '../access/words.ts'
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../errors.ts'
import type { Access, Row } from '../resources/declare.ts'
import { isId, isKey } from './ids.ts'
import { type Model, type Relation, scope } from './model.ts'
import { narrowed } from './narrowing.ts'
import type { Asking } from './request.ts'
import { live } from './select.ts'

/** The condition that a row is the one addressed by its id or, where declared, by its second key. */
export function isAddressed(model: Model, id: string, alias = 't'): Condition {
  if (isId(id)) return sql`${raw(alias)}.id = ${id}${narrowed(model, alias, sql`array[${id}::bigint]`)}`
  const { key } = model.declaration
  return key !== undefined && isKey(id) && sql`${raw(`${alias}.${key}`)} = ${id}`
}

/** An expression for the id of the record addressed. */
export function addressedId(model: Model, id: string): Sql | undefined {
  if (isId(id)) return sql`${id}::bigint`
  const { key } = model.declaration
  return key === undefined || !isKey(id)
    ? undefined
    : sql`(select k.id from ${raw(model.table)} k where k.${raw(key)} = ${id})`
}

/** Whether the existence of a record is secret to callers who may not read it. */
export function hidesItself(model: Model): boolean {
  return hides(model.declaration.access.read)
}

/** Whether the caller may know that the record exists. If not, the response is 404, not 403. */
export function known(model: Model, caller: Caller | undefined): Condition {
  const { access, belongsTo } = model.declaration
  const at = scope(model)
  if (hides(access.read)) return condition(access.read, caller, at)
  // What belongs to no event is no secret of one.
  const isApart = belongsTo?.event && !belongsTo.event.required && sql`${at.event} is null`
  return isApart ? either(isApart, isVisible(caller, at)) : isVisible(caller, at)
}

export function refuse(caller: Caller | undefined, word: Access): never {
  if (!caller) throw new UnauthorizedError()
  throw new ForbiddenError(needed(word))
}

const holds = (word: Access) => `may:${word}`

export class Permission {
  readonly row: Row
  private readonly caller: Caller | undefined

  constructor(row: Row, caller: Caller | undefined) {
    this.row = row
    this.caller = caller
  }

  may(word: Access | undefined): boolean {
    return word === undefined || this.row[holds(word)] === true
  }

  demand(word: Access): void {
    if (!this.may(word)) refuse(this.caller, word)
  }
}

/** The words whose outcome an update of this model may depend on. */
export function wordsToUpdate(model: Model): Access[] {
  const words = new Set<Access>([model.declaration.access.update!])
  for (const { field } of model.attributes.values()) {
    if (field.writableBy) words.add(field.writableBy)
    for (const { by } of field.transitions?.moves ?? []) words.add(by)
    if (field.transitions?.always) words.add(field.transitions.always.by)
  }
  for (const relation of model.relations.values()) {
    if (relation.kind === 'belongs-to' && relation.rules.writableBy) words.add(relation.rules.writableBy)
  }
  return [...words]
}

/** The words whose outcome a creation may depend on; they are judged by the parent, as there is no row yet. */
export function wordsToCreate(model: Model): Access[] {
  const words = new Set<Access>([model.declaration.access.create!])
  for (const { field } of model.attributes.values()) {
    if (field.writableBy) words.add(field.writableBy)
    if (field.transitions) words.add(field.transitions.moves[0]!.by)
  }
  for (const relation of model.relations.values()) {
    if (relation.kind === 'belongs-to' && relation.rules.writableBy) words.add(relation.rules.writableBy)
  }
  return [...words]
}

function outcomes(words: Access[], caller: Caller | undefined, at: Scope): Sql {
  return join(
    words.map((word) => sql`(${toSql(condition(word, caller, at))}) as ${raw(`"${holds(word)}"`)}`),
    ', ',
  )
}

export interface Finding {
  /** The words to evaluate. */
  words: Access[]
  lock?: boolean
  /** Look among the deleted ones too. */
  deleted?: boolean
}

/** The stored row with the outcome of the words, or 404 when there is none that the caller may know of. */
export async function findRecord(
  { db, caller }: Asking,
  model: Model,
  id: string,
  { words, lock = false, deleted = false }: Finding,
): Promise<Permission> {
  if (!scope(model).event) demandUnlimited(caller)
  // Only staff look among the deleted ones, and they may know of all but what lies below a deleted parent.
  const isKnown = (deleted && !model.parent) || known(model, caller)
  const where = both(isAddressed(model, id), deleted || live(model), isKnown)
  const [row] =
    where === false
      ? []
      : await db.query<Row>(
          sql`select t.*, ${outcomes(words, caller, scope(model))} from ${raw(model.table)} t
            where ${toSql(where)} ${raw(lock ? 'for update of t' : '')}`,
        )
  if (row) return new Permission(row, caller)
  const unlimited = withoutLimit(caller)
  if (!unlimited) throw new NotFoundError()
  await findRecord({ db, caller: unlimited }, model, id, { words, deleted })
  throw foreignEvent()
}

/** The stored row of a record if the word applies; otherwise throws the refusal. */
export async function demandRecord(asking: Asking, model: Model, id: string, word: Access): Promise<Row> {
  const permission = await findRecord(asking, model, id, { words: [word] })
  permission.demand(word)
  return permission.row
}

/** The parent under which a record is to be created, with the outcome of the words there. */
export async function findParent(
  { db, caller }: Asking,
  relation: Relation,
  id: string,
  words: Access[],
): Promise<Permission> {
  const parent = relation.target
  if (!scope(parent).event) demandUnlimited(caller)
  const where = both(isAddressed(parent, id), live(parent), known(parent, caller))
  const [row] =
    where === false
      ? []
      : await db.query<Row>(
          sql`select t.id, ${inherited(relation.owner)} ${outcomes(words, caller, scope(parent))} from ${raw(parent.table)} t where ${toSql(where)}`,
        )
  if (row) return new Permission(row, caller)
  const unlimited = withoutLimit(caller)
  if (!unlimited) throw new NotFoundError(`The ${parent.type} was not found.`)
  await findParent({ db, caller: unlimited }, relation, id, words)
  throw foreignEvent()
}

/** The columns of the parent that a record takes over. */
function inherited(model: Model): Sql {
  const columns = [...model.relations.values()].flatMap((relation) =>
    relation.kind === 'belongs-to' && relation.rules.inherited ? `t.${relation.column},` : [],
  )
  return raw(columns.join(' '))
}

/** The outcome of the words where no parent is concerned. */
export function withoutParent(model: Model, caller: Caller | undefined, words: Access[]): Permission {
  demandUnlimited(caller)
  const { event: _, ...at } = scope(model)
  const row = Object.fromEntries(words.map((word) => [holds(word), condition(word, caller, at) === true]))
  return new Permission(row, caller)
}
