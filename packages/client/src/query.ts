/** What a list or a record is asked for with, and how that stands in the query of a URL. */
import { toWire } from './names.ts'
import type {
  AllFields,
  AttributeName,
  FieldsByType,
  IncludePath,
  OneName,
  RelationName,
  Target,
  Type,
} from './records.ts'
import type { Link, Resources } from './schema.ts'

export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal | undefined
  /** How long to wait for the answer, in ms; 0 means for ever. */
  timeout?: number | undefined
}

export interface SingleQuery<T extends Type, I extends string = IncludePath<T>, F = FieldsByType>
  extends CallOptions {
  include?: readonly I[]
  fields?: F
}

export interface ListQuery<T extends Type, I extends string = IncludePath<T>, F = FieldsByType>
  extends SingleQuery<T, I, F> {
  filter?: Filter<T> | undefined
  /** `-` in front sorts downwards. */
  sort?: readonly SortKey<T>[] | undefined
  /** Pages of 20 unless said; the size 0 asks for all. */
  page?: { number?: number; size?: number } | undefined
  /** Only what belongs to this event. */
  event?: (Resources[T]['nested'] extends true ? Link : never) | undefined
}

type Up<T extends Type> =
  | AttributeName<T>
  | 'id'
  | { [R in OneName<T>]: `${R}.${AttributeName<Target<T, R>>}` }[OneName<T>]
export type SortKey<T extends Type> = Up<T> | `-${Up<T>}`

/** Fields with the value that they must have; a list means one of its values. Or conditions that must all hold. */
export type Filter<T extends Type> = Equal<T> | readonly Condition<T>[]

type Equal<T extends Type> = { [N in AttributeName<T>]?: Value<T, N> | readonly Value<T, N>[] } & {
  [R in OneName<T>]?: string | null
}
type Value<T extends Type, N extends AttributeName<T>> = Resources[T]['attributes'][N &
  keyof Resources[T]['attributes']]

export type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | 'in' | 'notin' | Pattern
type Pattern = 'like' | 'ilike' | 'notlike' | 'notilike' | 'startswith' | 'endswith' | 'contains' | 'match'

export type Condition<T extends Type> =
  | { name: AttributeName<T> | OneName<T> | 'id'; op: Operator; val: unknown }
  | { name: AttributeName<T>; op: Operator; field: AttributeName<T> }
  | Related<T>
  | { and: readonly Condition<T>[] }
  | { or: readonly Condition<T>[] }
  | { not: Condition<T> }
  /** All the words, anywhere in the texts of events, sessions and speakers. */
  | { search: string }

/** `has` for to-one, `any` for to-many relationships. */
type Related<T extends Type> = {
  [R in RelationName<T>]: {
    name: R
    op: R extends OneName<T> ? 'has' : 'any'
    val: Condition<Target<T, R>>
  }
}[RelationName<T>]

export type AnyQuery = {
  include?: readonly string[] | undefined
  fields?: FieldsByType | AllFields | undefined
  filter?: object | undefined
  sort?: readonly string[] | undefined
  page?: { number?: number; size?: number } | undefined
}

export function toSearch({ include, fields, filter, sort, page }: AnyQuery): URLSearchParams {
  const search = new URLSearchParams()
  if (include?.length) search.set('include', include.map(toWire).join())
  for (const [type, names] of Object.entries(fields ?? {}))
    search.set(`fields[${type}]`, (names as string[]).map(toWire).join())
  const conditions = conditionsOf(filter ?? [])
  if (conditions.length > 0) search.set('filter', JSON.stringify(conditions))
  if (sort?.length) search.set('sort', sort.map(sortWord).join())
  for (const [name, value] of Object.entries(page ?? {})) search.set(`page[${name}]`, String(value))
  return search
}

function sortWord(key: string): string {
  return key.startsWith('-') ? `-${toWire(key.slice(1))}` : toWire(key)
}

function conditionsOf(filter: object): object[] {
  if (Array.isArray(filter)) return filter.map(conditionOf)
  return Object.entries(filter)
    .filter(([, val]) => val !== undefined)
    .map(([name, val]) => ({ name: toWire(name), op: Array.isArray(val) ? 'in' : 'eq', val }))
}

// biome-ignore lint/suspicious/noExplicitAny: a condition is one of several shapes, told apart by their members
function conditionOf(condition: any): object {
  if (condition.and) return { and: condition.and.map(conditionOf) }
  if (condition.or) return { or: condition.or.map(conditionOf) }
  if (condition.not) return { not: conditionOf(condition.not) }
  if (condition.search !== undefined) return { search: condition.search }
  const { name, op, val, field } = condition
  const inner = op === 'has' || op === 'any' ? conditionOf(val) : val
  return { name: toWire(name), op, ...(field ? { field: toWire(field) } : { val: inner }) }
}
