/** `filter[search]=words`, or `{"search": "words"}` in a filter: the records whose texts have all the words. */
import sql, { raw, type Sql } from 'sql-template-tag'
import { BadRequestError } from '../errors.ts'
import type { FilterBudget } from './filter-budget.ts'
import type { OrderKey } from './keyset.ts'
import type { Model } from './model.ts'

export const SEARCH = 'search'

export interface SearchFilter {
  kind: 'search'
  /** All its words stand somewhere in the texts of the record. */
  value: string
}

const LONGEST = 200

/** The texts of the model are searched: their words stand in the column `search` of the row. */
export function isSearched({ attributes }: Model): boolean {
  return [...attributes.values()].some(({ field }) => field.words)
}

/** Undefined when there is no word in it: then nothing is left out. */
export function readSearch(
  value: unknown,
  budget: FilterBudget,
  parameter = `filter[${SEARCH}]`,
): SearchFilter | undefined {
  const fault = (rule: string) => {
    const name = parameter === 'filter' ? 'The search in filter' : parameter
    return new BadRequestError(`${name} ${rule}.`, { parameter })
  }
  if (typeof value !== 'string' || value.includes('\u0000') || !value.isWellFormed())
    throw fault('must be plain text')
  if (value.length > LONGEST) throw fault(`must not be longer than ${LONGEST} characters`)
  budget.spend('searches')
  return /[\p{L}\p{N}]/u.test(value) ? { kind: 'search', value } : undefined
}

const wanted = (value: string) => sql`search_query(${value}::text)`

export function searchCondition(value: string, alias: string): Sql {
  return sql`${raw(alias)}.search @@ ${wanted(value)}`
}

/** The order of a search that names no other: titles count more than what follows them. */
export function rankKey(filters: readonly { kind: string }[]): OrderKey | undefined {
  const search = filters.find((filter): filter is SearchFilter => filter.kind === 'search')
  if (!search) return undefined
  const value = sql`ts_rank(t.search, ${wanted(search.value)})`
  return { name: `rank of ${search.value}`, value, type: 'real', descending: true, isNullable: false }
}
