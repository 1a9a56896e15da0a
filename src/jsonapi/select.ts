/** From a plan to SQL: one statement for a record, one for a page, one for its count, one for each included path. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { both, type Condition, toSql } from '../access/conditions.ts'
import { demandScope } from '../access/token-scopes.ts'
import type { Row } from '../resources/declare.ts'
import { countOf } from './counts.ts'
import type { Filter, Operand } from './filter.ts'
import { type OrderKey, orderBy, positionColumns } from './keyset.ts'
import { type Model, mayRead, type Relation, sees, wordBehind } from './model.ts'
import { project, quote } from './projection.ts'
import { bad, DEFAULT_SIZE, type SortKey } from './query.ts'
import type { Read } from './request.ts'
import { rankKey, searchCondition } from './search.ts'

/** Rows of the model that are not deleted. */
export function live(model: Model, alias = 't'): Condition {
  return model.softDelete ? raw(`${alias}.deleted_at is null`) : true
}

export async function selectOne(read: Read, model: Model, where: Condition): Promise<Row | undefined> {
  if (where === false) return undefined
  const { db, caller, query } = read
  const { list, words } = project(model, caller, query.fields.get(model.type), query.include)
  const [row] = await db.query<Row>(
    sql`select ${list} from ${raw(model.table)} t${words} where ${toSql(where)} limit 1`,
    query.room,
  )
  return row
}

/** One page, counted from the start of the list. */
export async function selectPage(read: Read, model: Model, where: Condition, limit: number): Promise<Row[]> {
  const wanted = filtered(read, model, where)
  if (wanted === false) return []
  const { number = 1, size = DEFAULT_SIZE } = read.query.page
  const offset = Math.min((number - 1) * size, Number.MAX_SAFE_INTEGER)
  const keys = orderKeys(read, model)
  const rows: RowsOf = { keys, where: wanted, by: orderBy(keys), limit }
  if (offset === 0) return selectRows(read, model, rows)
  // The rows that are passed over are only counted in an index, not read.
  const ids = sql`select t.id from ${raw(model.table)} t where ${wanted} order by ${rows.by}
    limit ${raw(String(limit))} offset ${offset}`
  return selectRows(read, model, { ...rows, where: sql`t.id in (${ids})` })
}

/** The condition together with the filters of the query. */
export function filtered({ caller, query }: Read, model: Model, where: Condition): Sql | false {
  const at: Place = { model, caller, alias: 't', depth: 0 }
  const wanted = both(where, ...query.filters.map((filter) => toCondition(filter, at)))
  return wanted === false ? false : toSql(wanted)
}

interface RowsOf {
  keys: readonly OrderKey[]
  where: Sql
  by: Sql
  limit: number
  /** Columns beside those of the document. */
  also?: Sql
}

export function selectRows(
  { db, caller, query }: Read,
  model: Model,
  { keys, where, by, limit, also }: RowsOf,
): Promise<Row[]> {
  const { list, words } = project(model, caller, query.fields.get(model.type), query.include)
  const more = also ?? (query.paging?.isProfiled ? sql`, ${positionColumns(keys)}` : empty)
  // The limit is part of the text, so that the cached plan of PostgreSQL is made for a page.
  return db.query<Row>(
    sql`select ${list}${more} from ${raw(model.table)} t${words} where ${where} order by ${by} limit ${raw(String(limit))}`,
    query.room,
  )
}

/** All records of a list, as a statement to be read in parts. Undefined when there are none. */
export function selectAll(read: Read, model: Model, where: Condition): Sql | undefined {
  const wanted = filtered(read, model, where)
  if (wanted === false) return undefined
  const { list, words } = project(model, read.caller, read.query.fields.get(model.type), new Map())
  return sql`select ${list} from ${raw(model.table)} t${words} where ${wanted} order by ${orderBy(orderKeys(read, model))}`
}

export async function selectCount(read: Read, model: Model, where: Condition): Promise<number> {
  const wanted = filtered(read, model, where)
  if (wanted === false) return 0
  return countOf(read.db, sql`select count(*) as count from ${raw(model.table)} t where ${wanted}`)
}

/** The rows that a filter or a sort key applies to: those of a model under an alias, as the caller sees them. */
interface Place {
  model: Model
  caller: Caller | undefined
  alias: string
  /** How many relationships lead here. */
  depth: number
}

/** The keys of the query, or the rank of a search, and the id, after which nothing is left to order. */
export function orderKeys({ caller, query }: Read, model: Model): OrderKey[] {
  const at: Place = { model, caller, alias: 't', depth: 0 }
  const isId = ({ relation, attribute }: SortKey) => attribute === 'id' && !relation
  const place = query.sort.findIndex(isId)
  const id: SortKey = { relation: undefined, attribute: 'id', descending: false }
  const keys = place >= 0 ? query.sort.slice(0, place + 1) : [...query.sort, id]
  const rank = query.sort.length === 0 ? rankKey(query.filters) : undefined
  const sorted = keys.map((key) => ({
    name: `${key.relation ? `${key.relation.name}.` : ''}${key.attribute === 'id' ? 'id' : key.attribute.name}`,
    value: key.relation ? relatedKey(key.relation, key.attribute, at) : masked(key.attribute, at, 'sort'),
    type: typeOf(key.attribute),
    descending: key.descending,
    isNullable: !isId(key),
  }))
  return rank ? [rank, ...sorted] : sorted
}

/** The value at the other end of a to-one relationship, where the caller may see both. */
function relatedKey(relation: Relation, attribute: Operand, at: Place): Sql {
  const { target, column } = relation as Extract<Relation, { kind: 'belongs-to' }>
  demandScope(at.caller, `${target.type}:read`)
  const value = masked(attribute, { ...at, model: target, alias: 's' }, 'sort')
  const shown = both(
    seenBy(relation, at, 'sort'),
    mayRead(wordBehind(relation), target, at.caller, 's'),
    live(target, 's'),
  )
  return sql`(select ${value} from ${raw(target.table)} s where s.id = t.${raw(column)} and ${toSql(shown)})`
}

/** The value as the caller may see it. Callers who can never see the field may not filter by it either. */
function masked(
  operand: Operand,
  { model, caller, alias }: Place,
  parameter: string,
  what: Sql = columnOf(operand, alias),
): Sql {
  if (operand === 'id') return what
  const seen = sees(operand.field.visibleTo, model, caller, alias)
  if (seen === false) throw bad(parameter, `cannot use ${operand.wire}: it is not visible to you`)
  return seen === true ? what : sql`case when ${seen} then ${what} end`
}

function columnOf(operand: Operand, alias: string): Sql {
  if (operand === 'id') return raw(`${alias}.id`)
  const { name, field } = operand
  return field.expression
    ? raw(`(${field.expression.replace(/\bt\./g, `${alias}.`)})`)
    : raw(`${alias}.${quote(name)}`)
}

/** Looked up where the words are stored, which an index serves; taken from the text elsewhere. */
function matching({ left, value }: Extract<Filter, { kind: 'match' }>, alias: string): Sql {
  const wanted = sql`plainto_tsquery('simple', ${value})`
  const { words } = left.field
  if (!words) return sql`to_tsvector('simple', left(${columnOf(left, alias)}, 50000)) @@ ${wanted}`
  const stored = raw(`${alias}.words`)
  return sql`(${stored} @@ ${wanted} and ts_filter(${stored}, ${raw(`'{${words}}'`)}) @@ ${wanted})`
}

function toCondition(filter: Filter, at: Place): Condition {
  const value = (operand: Operand) => masked(operand, at, 'filter')
  switch (filter.kind) {
    case 'and':
      return both(...filter.nodes.map((node) => toCondition(node, at)))
    case 'or': {
      if (filter.nodes.length === 0) return true
      const nodes = filter.nodes.map((node) => toSql(toCondition(node, at)))
      return sql`(${join(nodes, ' or ')})`
    }
    case 'not':
      return sql`not (${toSql(toCondition(filter.node, at))})`
    case 'related':
      return related(filter.relation, filter.node, at)
    case 'compare':
      return sql`${value(filter.left)} ${raw(filter.operator)} ${value(filter.right)}`
    case 'test':
      return sql`${value(filter.left)} ${raw(filter.operator)} ${filter.value}${raw(cast(filter.left))}`
    case 'in':
      return sql`${value(filter.left)} ${raw(filter.negated ? '<> all' : '= any')}(${filter.values}${raw(`${cast(filter.left)}[]`)})`
    case 'match':
      return masked(filter.left, at, 'filter', matching(filter, at.alias))
    case 'search':
      return searchCondition(filter.value, at.alias)
    case 'null':
      return sql`${value(filter.left)} is ${raw(filter.negated ? 'not null' : 'null')}`
  }
}

function cast(operand: Operand): string {
  return `::${typeOf(operand)}`
}

function typeOf(operand: Operand): string {
  return operand === 'id' ? 'bigint' : operand.field.kind.column
}

/** Some related record meets the node, among those that the caller may read. */
function related(relation: Relation, node: Filter, at: Place): Condition {
  const { target } = relation
  demandScope(at.caller, `${target.type}:read`)
  const depth = at.depth + 1
  const alias = `r${depth}`
  const seen = seenBy(relation, at, 'filter')
  const wanted = both(
    joinOn(relation, at.alias, alias),
    live(target, alias),
    mayRead(wordBehind(relation), target, at.caller, alias),
    toCondition(node, { model: target, caller: at.caller, alias, depth }),
  )
  return both(seen, sql`exists (select 1 from ${raw(target.table)} ${raw(alias)} where ${toSql(wanted)})`)
}

/** Where the caller sees the relationship. Callers who never see it may not filter by it either. */
function seenBy(
  { visibleTo, wire }: Relation,
  { model, caller, alias }: Place,
  parameter: string,
): Condition {
  const seen = sees(visibleTo, model, caller, alias)
  if (seen === false) throw bad(parameter, `cannot use ${wire}: it is not visible to you`)
  return seen
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
