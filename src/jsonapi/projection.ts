/** Which columns a document needs, and what of them the caller may see. */
import sql, { empty, join, raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { toSql } from '../access/conditions.ts'
import type { Access } from '../resources/declare.ts'
import { type Attribute, type Model, type Relation, sees } from './model.ts'
import type { IncludeTree } from './query.ts'

export type Fields = ReadonlySet<string> | undefined

/**
 * Marks the columns that are not fields: whether a word applies to this row, and the parent for which a row is included.
 */
export const holdsColumn = (word: string) => `holds:${word}`
export const PARENT_COLUMN = 'parent:id'

interface Projection {
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
    const { visibleTo, otherwise } = attribute.field
    const seen = sees(visibleTo, model, caller)
    if (seen === false && !otherwise) continue
    if (typeof seen !== 'boolean') words.set(visibleTo!, seen)
    const value = expressionOf(attribute)
    const shown = seen === true ? value : shownOnly(seen && `w.${quote(visibleTo!)}`, value, otherwise)
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
  for (const { visibleTo } of fields ? [] : Object.values(model.declaration.computed ?? {})) {
    const seen = sees(visibleTo, model, caller)
    if (seen !== false) words.set(visibleTo, toSql(seen))
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
  return (
    !field.writeOnly && !field.transient && !field.shownOnce && (fields === undefined || fields.has(name))
  )
}

/** The value where the condition is true, and elsewhere what everyone else sees. */
function shownOnly(holds: string | false, value: string, otherwise = 'null'): string {
  return holds ? `case when ${holds} then ${value} else (${otherwise}) end` : `(${otherwise})`
}

export function expressionOf({ name, field }: Attribute): string {
  return field.expression ? `(${field.expression})` : `t.${quote(name)}`
}

export const quote = (name: string) => `"${name}"`

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
