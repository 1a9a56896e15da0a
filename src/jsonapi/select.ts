/** From a plan to SQL: one statement for a record, one for a page, one for its count, one for each included path. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { both, type Condition, condition, toSql } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import type { Access, Row } from '../resources/declare.ts'
import type { Filter, Operand } from './filter.ts'
import { type Attribute, type Model, mayRead, type Relation, scope, sees, wordBehind } from './model.ts'
import { bad, type IncludeTree, type Query, type SortKey } from './query.ts'

export type Fields = ReadonlySet<string> | undefined

/** Marks the columns that are no fields: whether a word holds for this row, and the parent a row is included for. */
export const holdsColumn = (word: string) => `holds:${word}`
export const PARENT_COLUMN = 'parent:id'

export interface Projection {
  list: Sql
  /** Joined to the row `t`: the outcome of each word that the list asks for. */
  words: Sql
}

/** For anonymous callers, who all see the same. */
const anonymous = new WeakMap<Model, Projection>()

/** The columns that a document of this model needs, with the keys of what is included, and nothing that is not sent. */
export function project(
  model: Model,
  caller: Caller | undefined,
  fields: Fields,
  include: IncludeTree,
): Projection {
  if (caller || fields) return makeProjection(model, caller, fields, include)
  const known = anonymous.get(model) ?? makeProjection(model, caller, fields, include)
  anonymous.set(model, known)
  return known
}

function makeProjection(
  model: Model,
  caller: Caller | undefined,
  fields: Fields,
  include: IncludeTree,
): Projection {
  const list = ['t.id']
  const words = new Map<Access, Sql>()
  for (const attribute of model.attributes.values()) {
    if (!isSent(attribute, fields)) continue
    const { visibleTo } = attribute.field
    const seen = sees(visibleTo, model, caller)
    if (seen === false) continue
    if (seen !== true) words.set(visibleTo!, seen)
    const value = expressionOf(attribute)
    const shown = seen === true ? value : `case when w.${quote(visibleTo!)} then ${value} end`
    list.push(`${shown} as ${quote(attribute.name)}`)
  }
  for (const relation of model.relations.values()) {
    if (fields && !fields.has(relation.name) && !include.has(relation.name)) continue
    const seen = sees(relation.visibleTo, model, caller)
    if (seen === false) continue
    if (relation.visibleTo) words.set(relation.visibleTo, toSql(seen))
    const key = keyOf(relation)
    if (key) list.push(`${key} as ${quote(`${relation.name}_id`)}`)
  }
  for (const word of words.keys()) list.push(`w.${quote(word)} as ${quote(holdsColumn(word))}`)
  return { list: raw(list.join(', ')), words: joinWords(words) }
}

function joinWords(words: Map<Access, Sql>): Sql {
  if (words.size === 0) return empty
  const outcomes = [...words].map(([word, holds]) => sql`(${holds}) as ${raw(quote(word))}`)
  return sql` cross join lateral (select ${join(outcomes, ', ')}) w`
}

function isSent({ name, field }: Attribute, fields: Fields): boolean {
  return !field.writeOnly && !field.transient && (fields === undefined || fields.has(name))
}

function expressionOf({ name, field }: Attribute): string {
  return field.expression ? `(${field.expression})` : `t.${quote(name)}`
}

const quote = (name: string) => `"${name}"`

/** The id at the other end of a to-one relationship; null when that record is deleted. */
export function keyOf(relation: Relation): string | undefined {
  const { target } = relation
  const live = target.softDelete ? ' and x.deleted_at is null' : ''
  switch (relation.kind) {
    case 'belongs-to':
      // A child is only ever read while its parent is live.
      if (!target.softDelete || relation.rules.fixed) return `t.${relation.column}`
      return `(select x.id from ${target.table} x where x.id = t.${relation.column}${live})`
    case 'has-one':
      return `(select x.id from ${target.table} x where x.${relation.inverse.column} = t.id${live} limit 1)`
    case 'links-one': {
      const { table, own, other, where } = relation.links
      return `(select l.${other} from ${table} l where l.${own} = t.id${where ? ` and ${where}` : ''} limit 1)`
    }
    default:
      return undefined
  }
}

/** Rows of the model that are not deleted. */
export function live(model: Model, alias = 't'): Condition {
  return model.softDelete ? raw(`${alias}.deleted_at is null`) : true
}

export async function selectOne(
  db: Db,
  model: Model,
  caller: Caller | undefined,
  query: Query,
  where: Condition,
): Promise<Row | undefined> {
  if (where === false) return undefined
  const { list, words } = project(model, caller, query.fields.get(model.type), query.include)
  const [row] = await db.query<Row>(
    sql`select ${list} from ${raw(model.table)} t${words} where ${toSql(where)} limit 1`,
  )
  return row
}

export async function selectPage(
  db: Db,
  model: Model,
  caller: Caller | undefined,
  query: Query,
  where: Condition,
  limit: number,
): Promise<Row[]> {
  const wanted = both(where, ...query.filters.map((filter) => toCondition(filter, model, caller, 't', 0)))
  if (wanted === false) return []
  const offset = Math.min((query.page.number - 1) * query.page.size, Number.MAX_SAFE_INTEGER)
  const { list, words } = project(model, caller, query.fields.get(model.type), query.include)
  const table = raw(model.table)
  const by = order(query.sort, model, caller)
  if (offset === 0) {
    return db.query<Row>(
      sql`select ${list} from ${table} t${words} where ${toSql(wanted)} order by ${by} limit ${limit}`,
    )
  }
  // The rows that are passed over are only counted in an index, not read.
  const ids = sql`select t.id from ${table} t where ${toSql(wanted)} order by ${by} limit ${limit} offset ${offset}`
  return db.query<Row>(sql`select ${list} from ${table} t${words} where t.id in (${ids}) order by ${by}`)
}

export async function selectCount(
  db: Db,
  model: Model,
  caller: Caller | undefined,
  query: Query,
  where: Condition,
): Promise<number> {
  const wanted = both(where, ...query.filters.map((filter) => toCondition(filter, model, caller, 't', 0)))
  if (wanted === false) return 0
  const [row] = await db.query<{ count: string }>(
    sql`select count(*) as count from ${raw(model.table)} t where ${toSql(wanted)}`,
  )
  return Number(row!.count)
}

function order(keys: SortKey[], model: Model, caller: Caller | undefined): Sql {
  const parts = keys.map((key) => {
    const direction = raw(key.descending ? ' desc' : '')
    if (!key.relation) return sql`${sortable(key.attribute, model, caller, 't')}${direction}`
    const { target, column } = key.relation as Extract<Relation, { kind: 'belongs-to' }>
    const value = sortable(key.attribute, target, caller, 's')
    const readable = both(
      condition(target.declaration.access.read, caller, scope(target, 's')),
      live(target, 's'),
    )
    return sql`(select ${value} from ${raw(target.table)} s where s.id = t.${raw(column)} and ${toSql(readable)})${direction}`
  })
  const last = keys.at(-1)
  const endsWithId = last?.attribute === 'id' && !last.relation
  return join(endsWithId ? parts : [...parts, raw('t.id')], ', ')
}

function sortable(operand: Operand, model: Model, caller: Caller | undefined, alias: string): Sql {
  return masked(operand, model, caller, alias, 'sort')
}

/** The value as the caller may see it. Whoever can never see the field may not ask about it either. */
function masked(
  operand: Operand,
  model: Model,
  caller: Caller | undefined,
  alias: string,
  parameter: string,
): Sql {
  if (operand === 'id') return raw(`${alias}.id`)
  const seen = sees(operand.field.visibleTo, model, caller, alias)
  if (seen === false) throw bad(parameter, `cannot use ${operand.wire}: it is not visible to you`)
  const text = operand.field.expression
    ? `(${operand.field.expression.replace(/\bt\./g, `${alias}.`)})`
    : `${alias}.${quote(operand.name)}`
  return seen === true ? raw(text) : sql`case when ${seen} then ${raw(text)} end`
}

export function toCondition(
  filter: Filter,
  model: Model,
  caller: Caller | undefined,
  alias: string,
  depth: number,
): Condition {
  const value = (operand: Operand) => masked(operand, model, caller, alias, 'filter')
  switch (filter.kind) {
    case 'and':
      return both(...filter.nodes.map((node) => toCondition(node, model, caller, alias, depth)))
    case 'or': {
      if (filter.nodes.length === 0) return true
      return sql`(${join(
        filter.nodes.map((node) => toSql(toCondition(node, model, caller, alias, depth))),
        ' or ',
      )})`
    }
    case 'not':
      return sql`not (${toSql(toCondition(filter.node, model, caller, alias, depth))})`
    case 'related':
      return related(filter.relation, filter.node, model, caller, alias, depth + 1)
    case 'compare':
      return sql`${value(filter.left)} ${raw(filter.operator)} ${value(filter.right)}`
    case 'test':
      return sql`${value(filter.left)} ${raw(filter.operator)} ${filter.value}${raw(cast(filter.left))}`
    case 'in':
      return sql`${value(filter.left)} ${raw(filter.negated ? '<> all' : '= any')}(${filter.values}${raw(`${cast(filter.left)}[]`)})`
    case 'null':
      return sql`${value(filter.left)} is ${raw(filter.negated ? 'not null' : 'null')}`
  }
}

function cast(operand: Operand): string {
  return operand === 'id' ? '::bigint' : `::${operand.field.kind.column}`
}

/** Some related record meets the node, among those that the caller may read. */
function related(
  relation: Relation,
  node: Filter,
  model: Model,
  caller: Caller | undefined,
  alias: string,
  depth: number,
): Condition {
  const { target } = relation
  const inner = `r${depth}`
  const seen = sees(relation.visibleTo, model, caller, alias)
  if (seen === false) throw bad('filter', `cannot use ${relation.wire}: it is not visible to you`)
  const joined = joinOn(relation, alias, inner)
  const readable = mayRead(wordBehind(relation), target, caller, inner)
  const wanted = both(joined, live(target, inner), readable, toCondition(node, target, caller, inner, depth))
  return both(seen, sql`exists (select 1 from ${raw(target.table)} ${raw(inner)} where ${toSql(wanted)})`)
}

function joinOn(relation: Relation, own: string, other: string): Sql {
  switch (relation.kind) {
    case 'belongs-to':
      return raw(`${other}.id = ${own}.${relation.column}`)
    case 'has-one':
    case 'has-many':
      return raw(`${other}.${relation.inverse.column} = ${own}.id`)
    default: {
      const { table, own: ownColumn, other: otherColumn, where } = relation.links
      const extra = where ? ` and ${where}` : ''
      return raw(
        `${other}.id in (select l.${otherColumn} from ${table} l where l.${ownColumn} = ${own}.id${extra})`,
      )
    }
  }
}
