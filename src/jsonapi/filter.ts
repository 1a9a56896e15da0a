/** The filter language: a JSON array of nodes, read against the declarations into a tree that select.ts turns into SQL. */
import { BadRequestError } from '../errors.ts'
import { Invalid } from '../resources/field-types.ts'
import { fromWire } from '../resources/names.ts'
import type { FilterBudget } from './filter-budget.ts'
import { isId } from './ids.ts'
import { type Attribute, isComparable, isToMany, type Model, type Relation } from './model.ts'
import { isSearched, readSearch, SEARCH, type SearchFilter } from './search.ts'

export type Operand = Attribute | 'id'

export type Filter =
  | { kind: 'and' | 'or'; nodes: Filter[] }
  | { kind: 'not'; node: Filter }
  | { kind: 'related'; relation: Relation; node: Filter }
  | { kind: 'compare'; left: Operand; operator: string; right: Operand }
  | { kind: 'test'; left: Operand; operator: string; value: unknown }
  | { kind: 'in'; left: Operand; values: unknown[]; negated: boolean }
  | { kind: 'null'; left: Operand; negated: boolean }
  /** All words of the value, in any order. */
  | { kind: 'match'; left: Attribute; value: string }
  | SearchFilter

// Maps, because an operator may be called like a member that every object has.
const COMPARISONS = new Map([
  ['eq', '='],
  ['ne', '<>'],
  ['gt', '>'],
  ['ge', '>='],
  ['lt', '<'],
  ['le', '<='],
])
const asIs = (value: string) => value
const PATTERNS = new Map([
  ['like', { operator: 'like', pattern: asIs }],
  ['ilike', { operator: 'ilike', pattern: asIs }],
  ['notlike', { operator: 'not like', pattern: asIs }],
  ['notilike', { operator: 'not ilike', pattern: asIs }],
  ['startswith', { operator: 'like', pattern: (value: string) => `${literal(value)}%` }],
  ['endswith', { operator: 'like', pattern: (value: string) => `%${literal(value)}` }],
  ['contains', { operator: 'like', pattern: (value: string) => `%${literal(value)}%` }],
])
const MOST_DEPTH = 6
const LONGEST = 10_000
const LONGEST_PATTERN = 200

type Json = Record<string, unknown>

/** The position of a node: which records it is about, and how many levels may follow. */
interface Place {
  model: Model
  budget: FilterBudget
  depth: number
}

function below({ model, budget, depth }: Place, target = model): Place {
  return { model: target, budget, depth: depth - 1 }
}

export function readFilter(text: string, model: Model, budget: FilterBudget): Filter[] {
  if (text.length > LONGEST) throw bad(`must not be longer than ${LONGEST} characters`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw bad('must be a JSON array')
  }
  if (json === null || (isObject(json) && Object.keys(json).length === 0)) return []
  if (!Array.isArray(json)) throw bad('must be a JSON array')
  return json.map((node) => readNode(node, { model, budget, depth: MOST_DEPTH }))
}

/** `filter[name]=value`: equality with an attribute, or with the id of a to-one relationship. */
export function readShortFilter(name: string, value: string, model: Model, budget: FilterBudget): Filter {
  const parameter = `filter[${name}]`
  const relation = model.relations.get(fromWire(name))
  budget.spend('conditions')
  if (relation && !isToMany(relation)) {
    budget.spend('conditions on related records')
    const node: Filter = { kind: 'test', left: 'id', operator: '=', value: readValue('id', value, parameter) }
    return { kind: 'related', relation, node }
  }
  const left = operand(name, model, parameter)
  return { kind: 'test', left, operator: '=', value: readValue(left, value, parameter) }
}

function readNode(node: unknown, at: Place): Filter {
  if (!isObject(node)) throw bad('must contain objects with name, op and val')
  at.budget.spend('conditions')
  if (at.depth === 0) throw bad(`must not be nested more than ${MOST_DEPTH} levels deep`)
  for (const kind of ['and', 'or'] as const) {
    if (!(kind in node)) continue
    if (!Array.isArray(node[kind])) throw bad(`must have a list in "${kind}"`)
    return { kind, nodes: node[kind].map((one) => readNode(one, below(at))) }
  }
  if (SEARCH in node && isSearched(at.model))
    return readSearch(node[SEARCH], at.budget, 'filter') ?? { kind: 'and', nodes: [] }
  if ('not' in node) return { kind: 'not', node: readNode(node.not, below(at)) }
  return readCondition(node, at)
}

function readCondition(node: Json, at: Place): Filter {
  const { model, budget } = at
  const { name, op } = node
  if (typeof name !== 'string') throw bad('must have a name in each condition')
  if (typeof op !== 'string') throw bad(`must have an op for ${name}`)
  const operator = op.replace(/^__|__$|_$/g, '').replace(/^(not|is)_(?=.)/, '$1')
  if (name.includes('__')) return readDeepName(name, operator, node, at)
  const relation = model.relations.get(fromWire(name))
  if (relation) return readRelated(relation, operator, node, at)
  const left = operand(name, model, 'filter')
  if ('field' in node) {
    const comparison = COMPARISONS.get(operator)
    if (typeof node.field !== 'string' || !comparison)
      throw bad(`cannot use ${op} to compare ${name} with a field`)
    const right = operand(node.field, model, 'filter')
    if (classOf(left) !== classOf(right)) throw bad(`cannot compare ${name} with ${node.field}`)
    return { kind: 'compare', left, operator: comparison, right }
  }
  if (!('val' in node)) throw bad(`must have a val for ${name}`)
  return readTest(left, { operator, op, value: node.val }, budget)
}

/** `track__name` with `has` or `any` is short for equality of the related attribute; any other operator goes through too. */
function readDeepName(name: string, operator: string, node: Json, at: Place): Filter {
  const end = name.indexOf('__')
  const { model, budget } = at
  const relation = model.relations.get(fromWire(name.slice(0, end)))
  if (!relation) throw bad(`cannot use ${name.slice(0, end)}: ${model.type} has no such relationship`)
  budget.spend('conditions on related records')
  const op = operator === 'has' || operator === 'any' ? 'eq' : node.op
  const inner = { ...node, name: name.slice(end + 2), op }
  return { kind: 'related', relation, node: readNode(inner, below(at, relation.target)) }
}

function readRelated(relation: Relation, operator: string, node: Json, at: Place): Filter {
  const { budget } = at
  budget.spend('conditions on related records')
  const expected = isToMany(relation) ? 'any' : 'has'
  if (operator === expected && isObject(node.val)) {
    return { kind: 'related', relation, node: readNode(node.val, below(at, relation.target)) }
  }
  if (
    !isToMany(relation) &&
    (operator === 'eq' || operator === 'ne' || operator === 'is' || operator === 'isnot')
  ) {
    const negated = operator === 'ne' || operator === 'isnot'
    const present: Filter = { kind: 'null', left: 'id', negated: true }
    const inner: Filter =
      node.val === null ? present : readTest('id', { operator: 'eq', op: 'eq', value: node.val }, budget)
    const found: Filter = { kind: 'related', relation, node: inner }
    return (node.val === null) === negated ? found : { kind: 'not', node: found }
  }
  throw bad(`must use op "${expected}" with a condition as val for the relationship ${relation.wire}`)
}

interface Test {
  operator: string
  /** The operator as it was sent. */
  op: string
  value: unknown
}

function readTest(left: Operand, test: Test, budget: FilterBudget): Filter {
  const { operator, value } = test
  if (value === null && ['eq', 'is', 'ne', 'isnot'].includes(operator)) {
    return { kind: 'null', left, negated: operator === 'ne' || operator === 'isnot' }
  }
  if (operator === 'is') return readTest(left, { ...test, operator: 'eq' }, budget)
  if (operator === 'isnot') return readTest(left, { ...test, operator: 'ne' }, budget)
  if (operator === 'in' || operator === 'notin') {
    if (!Array.isArray(value)) throw bad(`must have a list of values for ${labelOf(left)}`)
    budget.spend('values in lists', value.length)
    const values = value.map((one) => readValue(left, one, 'filter'))
    return { kind: 'in', left, values, negated: operator === 'notin' }
  }
  const comparison = COMPARISONS.get(operator)
  if (comparison) return { kind: 'test', left, operator: comparison, value: readValue(left, value, 'filter') }
  return readPattern(left, test, budget)
}

function readPattern(left: Operand, { operator, op, value }: Test, budget: FilterBudget): Filter {
  const pattern = PATTERNS.get(operator)
  if (!pattern && operator !== 'match') throw bad(`does not support the op ${op}`)
  const label = labelOf(left)
  if (left === 'id' || left.field.kind.column !== 'text' || !isPlainText(value))
    throw bad(`cannot use ${op} on ${label}`)
  if (value.length > LONGEST_PATTERN)
    throw bad(`must not have more than ${LONGEST_PATTERN} characters in the value of ${op} for ${label}`)
  budget.spend(pattern ? 'patterns' : 'conditions with match')
  if (!pattern) return { kind: 'match', left, value }
  const wanted = pattern.pattern(value)
  // PostgreSQL refuses a pattern that ends in the middle of an escape.
  if (/(?<!\\)(\\\\)*\\$/.test(wanted))
    throw bad(`has a pattern for ${label} that ends with a single backslash`)
  return { kind: 'test', left, operator: pattern.operator, value: wanted }
}

function labelOf(left: Operand): string {
  return left === 'id' ? 'id' : left.wire
}

function operand(name: string, model: Model, parameter: string): Operand {
  if (name === 'id') return 'id'
  const attribute = model.attributes.get(fromWire(name))
  if (!attribute || !isComparable(attribute)) {
    throw new BadRequestError(`${model.type} cannot be filtered by ${name}.`, { parameter })
  }
  return attribute
}

/** Columns of one class can be compared with each other. */
function classOf(one: Operand): string {
  const column = one === 'id' ? 'bigint' : one.field.kind.column
  return column === 'integer' || column === 'double precision' || column === 'bigint' ? 'number' : column
}

function readValue(left: Operand, value: unknown, parameter: string): unknown {
  if (left === 'id') {
    if ((typeof value === 'string' || typeof value === 'number') && isId(String(value))) return String(value)
    throw new BadRequestError('id must be compared with an id.', { parameter })
  }
  const { kind } = left.field
  // A choice may be compared with any text: no record has a value that is not one of the choices.
  const read =
    kind.column === 'text' ? (isPlainText(value) ? value : new Invalid('must be a string')) : kind.read(value)
  if (read instanceof Invalid) throw new BadRequestError(`${left.wire} ${read.reason}.`, { parameter })
  return read
}

function isPlainText(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= 1_000 && !value.includes('\u0000') && value.isWellFormed()
  )
}

/** The text as a pattern that matches only itself. */
function literal(value: string): string {
  return value.replace(/[\\%_]/g, '\\$&')
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function bad(rule: string): BadRequestError {
  return new BadRequestError(`filter ${rule}.`, { parameter: 'filter' })
}
