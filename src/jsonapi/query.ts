/** Reads the query string into a plan; what it names is checked against the declarations. */
import { BadRequestError } from '../errors.ts'
import { fromWire, toWire } from '../resources/names.ts'
import { ABSENT_RELATIONSHIPS, IGNORED_PARAMETERS } from '../resources/old-clients.ts'
import { maxSizeExceeded, type Paging } from './cursor.ts'
import { type Filter, readFilter, readShortFilter } from './filter.ts'
import { FilterBudget } from './filter-budget.ts'
import { type Attribute, isComparable, type Model, type Models, type Relation } from './model.ts'
import { isFormat } from './negotiation.ts'
import type { Room } from './room.ts'
import { isSearched, readSearch, SEARCH } from './search.ts'

export interface IncludeTree extends Map<string, { relation: Relation; children: IncludeTree }> {}

export interface SortKey {
  /** The to-one relationships on the way to the attribute. */
  relation: Relation | undefined
  attribute: Attribute | 'id'
  descending: boolean
}

export interface Query {
  include: IncludeTree
  fields: ReadonlyMap<string, ReadonlySet<string>>
  filters: Filter[]
  sort: SortKey[]
  page: PageParameters
  /** Only where a list is sent in pages. */
  paging?: Paging
  /** The limit on the size of the response. */
  room?: Room
}

interface PageParameters {
  /** Absent unless sent. */
  number?: number
  size?: number
  after?: string
  before?: string
}

/** Whether the page is found by a cursor, or could have been: then it is not counted from the start of the list. */
export function isByCursor({ page, paging }: Query): boolean {
  if (page.number !== undefined) return false
  return page.after !== undefined || page.before !== undefined || paging?.isProfiled === true
}

export const MOST_ROWS = 10_000
export const DEFAULT_SIZE = 20
const MOST_DEPTH = 3
const MOST_PATHS = 30

export type RawQuery = Record<string, string | string[] | undefined>

export type Mode = 'list' | 'single' | 'write'

/** `filter`, `sort` and `page` count for lists only; elsewhere they are let pass unread. */
export function readQuery(raw: RawQuery, model: Model, models: Models, mode: Mode): Query {
  const query: Query = {
    include: new Map(),
    fields: new Map(),
    filters: [],
    sort: [],
    page: {},
  }
  const reading: Reading = { query, model, models, mode, budget: new FilterBudget() }
  for (const [name, value] of Object.entries(raw)) {
    // A name that is not all in lower case belongs to an extension.
    if (IGNORED_PARAMETERS.has(name) || !/^[a-z]+(\[|$)/.test(name)) continue
    if (typeof value !== 'string') throw bad(name, 'must not be repeated')
    readParameter(reading, name, value)
  }
  demandOneKind(query)
  return query
}

interface Reading {
  query: Query
  model: Model
  models: Models
  mode: Mode
  budget: FilterBudget
}

function readParameter(reading: Reading, name: string, value: string): void {
  const { query, model, models, mode } = reading
  const [family = ''] = name.split('[', 1)
  const member = /^[a-z]+\[([^[\]]*)\]$/.exec(name)?.[1]
  if (name === 'include') query.include = readInclude(value, model)
  else if (family === 'fields' && member !== undefined) addFields(query, member, value, models)
  else if (name === 'format' && mode === 'list') demandFormat(value)
  else if (name === 'sort' || family === 'filter' || family === 'page') {
    if (mode === 'list') readListParameter(reading, name, member, value)
  } else throw unknown(name)
}

function readListParameter(
  { query, model, budget }: Reading,
  name: string,
  member: string | undefined,
  value: string,
): void {
  if (name === 'sort') query.sort = readSort(value, model)
  else if (name === 'filter') query.filters.push(...readFilter(value, model, budget))
  else if (member === undefined) throw unknown(name)
  else if (name.startsWith('filter')) query.filters.push(...readMember(member, value, model, budget))
  else readPage(query, name, member, value)
}

function readMember(member: string, value: string, model: Model, budget: FilterBudget): Filter[] {
  if (member !== SEARCH || !isSearched(model)) return [readShortFilter(member, value, model, budget)]
  const search = readSearch(value, budget)
  return search ? [search] : []
}

function unknown(name: string): BadRequestError {
  return bad(name, 'is not a known query parameter')
}

function readInclude(value: string, model: Model): IncludeTree {
  const tree: IncludeTree = new Map()
  const paths = value.split(',').filter((path) => path !== '')
  if (paths.length > MOST_PATHS) throw bad('include', `must not have more than ${MOST_PATHS} paths`)
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MOST_DEPTH)
      throw bad('include', `must not be more than ${MOST_DEPTH} relationships deep`)
    let level = tree
    let at = model
    for (const step of steps) {
      const relation = at.relations.get(fromWire(step.trim()))
      if (!relation && ABSENT_RELATIONSHIPS.has(fromWire(step.trim()))) break
      if (!relation) throw bad('include', `cannot use ${path}: ${at.type} has no such relationship`)
      const node = level.get(relation.name) ?? { relation, children: new Map() }
      level.set(relation.name, node)
      level = node.children
      at = relation.target
    }
  }
  return tree
}

function addFields(query: Query, type: string, value: string, models: Models): void {
  const name = `fields[${type}]`
  const model = models.get(type.replaceAll('_', '-'))
  if (!model) throw bad(name, 'has an unknown type')
  const names = value.split(',').map((name) => fromWire(name.trim()))
  const unknown = names.find(
    (name) =>
      name !== '' && name !== 'id' && !isReadable(model.attributes.get(name)) && !model.relations.has(name),
  )
  if (unknown !== undefined) throw bad(name, `cannot use ${toWire(unknown)}: ${type} has no such field`)
  ;(query.fields as Map<string, ReadonlySet<string>>).set(model.type, new Set(names))
}

function isReadable(attribute: Attribute | undefined): boolean {
  return attribute !== undefined && !attribute.field.writeOnly
}

function readSort(value: string, model: Model): SortKey[] {
  const keys = value.split(',').filter((key) => key !== '')
  if (keys.length > 10) throw bad('sort', 'must not have more than 10 fields')
  return keys.map((key) => {
    const descending = key.startsWith('-')
    const steps = fromWire(key.trim().replace(/^[-+]/, '')).split('.')
    if (steps.length > 2) throw bad('sort', `cannot use ${key}: it is more than one relationship deep`)
    const relation = steps.length === 2 ? model.relations.get(steps[0]!) : undefined
    const owner = steps.length === 2 ? relation?.target : model
    const name = steps.at(-1)!
    const attribute = name === 'id' ? 'id' : owner?.attributes.get(name)
    const sortable = attribute === 'id' || (attribute && isComparable(attribute))
    if (!attribute || !sortable || (steps.length === 2 && relation?.kind !== 'belongs-to')) {
      throw bad('sort', `cannot use ${key.replace(/^[-+]/, '')}: ${model.type} has no such field to sort by`)
    }
    return { relation, attribute, descending }
  })
}

/** The format is chosen before the query is read. */
function demandFormat(value: string): void {
  if (!isFormat(value)) throw bad('format', 'must be csv or json')
}

function readPage(query: Query, name: string, member: string, value: string): void {
  const { page } = query
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (member === 'size') {
    if (number > MOST_ROWS) throw maxSizeExceeded(number, MOST_ROWS)
    if (!(number >= 0)) throw bad(name, `must be a whole number from 0 to ${MOST_ROWS}`)
    page.size = number
  } else if (member === 'number') {
    if (!(number >= 1)) throw bad(name, 'must be a whole number of at least 1')
    page.number = number
  } else if (member === 'after' || member === 'before') page[member] = value
  else throw bad(name, 'is not supported; use page[number], page[size], page[after] and page[before]')
}

function demandOneKind({ page }: Query): void {
  if (page.number === undefined || (page.after ?? page.before) === undefined) return
  throw bad('page[number]', 'cannot be used with page[after] or page[before]')
}

export function bad(parameter: string, rule: string): BadRequestError {
  return new BadRequestError(`${parameter} ${rule}.`, { parameter })
}
