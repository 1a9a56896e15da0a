/** Loads the related records of a page, one statement for each path, and notes which belongs to which. */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { both, type Condition, toSql } from '../access/conditions.ts'
import { demandScope } from '../access/token-scopes.ts'
import type { Row } from '../resources/declare.ts'
import { isToMany, type Model, mayRead, type Relation, wordBehind } from './model.ts'
import { narrowed } from './narrowing.ts'
import { holdsColumn, PARENT_COLUMN, project } from './projection.ts'
import { bad, type IncludeTree, MOST_ROWS } from './query.ts'
import type { Read } from './request.ts'
import { live } from './select.ts'

/** The ids of the included records of a to-many relationship, kept on the row under this name. */
export const linkage = (relation: Relation) => `linked:${relation.name}`

/** All records of a document, each once, however many paths lead to it. */
export class Records {
  private readonly primary = new Map<string, Row>()
  private readonly related = new Map<string, { model: Model; row: Row }>()

  constructor(model: Model, rows: Row[]) {
    for (const row of rows) this.primary.set(`${model.type}:${row.id}`, row)
  }

  /** Returns the row of this record in the document, with the columns that any of its paths needs. */
  add(model: Model, row: Row): Row {
    const key = `${model.type}:${row.id}`
    const known = this.primary.get(key) ?? this.related.get(key)?.row
    if (known) return Object.assign(known, { ...row, ...known })
    if (this.related.size >= MOST_ROWS)
      throw bad('include', `would return more than ${MOST_ROWS} records. Use a smaller page or fewer paths`)
    this.related.set(key, { model, row })
    return row
  }

  /** In one order, although the paths are loaded side by side, because the document has a tag. */
  included(): { model: Model; row: Row }[] {
    return [...this.related.values()].sort(
      (a, b) => compare(a.model.type, b.model.type) || Number(a.row.id) - Number(b.row.id),
    )
  }
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}

export async function loadIncluded(
  read: Read,
  model: Model,
  rows: Row[],
  /** The rows that the document is about, which are not included as well. */
  primary = rows,
): Promise<Records> {
  const records = new Records(model, primary)
  demandIncludable(read.caller, read.query.include)
  await loadLevel(read, rows, read.query.include, records)
  return records
}

/** An API token includes only what its scopes let it read. */
export function demandIncludable(caller: Caller | undefined, tree: IncludeTree): void {
  for (const { relation, children } of tree.values()) {
    demandScope(caller, `${relation.target.type}:read`)
    demandIncludable(caller, children)
  }
}

async function loadLevel(read: Read, rows: Row[], tree: IncludeTree, records: Records): Promise<void> {
  await Promise.all(
    [...tree.values()].map(async ({ relation, children }) => {
      const parents = rows.filter(
        (row) => !relation.visibleTo || row[holdsColumn(relation.visibleTo)] === true,
      )
      const found = await loadRelated(read, parents, relation, children)
      const related = found.map((row) => ({
        parent: row[PARENT_COLUMN],
        row: records.add(relation.target, row),
      }))
      if (isToMany(relation)) link(parents, relation, related)
      await loadLevel(read, [...new Set(related.map(({ row }) => row))], children, records)
    }),
  )
}

function link(parents: Row[], relation: Relation, related: { parent: unknown; row: Row }[]): void {
  const ids = Map.groupBy(related, ({ parent }) => parent)
  for (const parent of parents)
    parent[linkage(relation)] = (ids.get(parent.id) ?? []).map(({ row }) => row.id)
}

async function loadRelated(
  { db, caller, query }: Read,
  parents: Row[],
  relation: Relation,
  children: IncludeTree,
): Promise<Row[]> {
  const { target } = relation
  const toOne = relation.kind === 'belongs-to' || relation.kind === 'has-one' || relation.kind === 'links-one'
  const ids = [...new Set(parents.map((row) => (toOne ? row[`${relation.name}_id`] : row.id)))].filter(
    (id) => id != null,
  )
  const readable = both(live(target), mayRead(wordBehind(relation), target, caller))
  if (ids.length === 0 || readable === false) return []
  const { list, words } = project(target, caller, query.fields.get(target.type), children)
  const { from, parent, isOf } = source(relation, toOne)
  return db.query<Row>(
    sql`select ${list}, ${raw(parent)} as ${raw(`"${PARENT_COLUMN}"`)} from ${raw(from)}${words}
      where ${isOf(sql`${ids}::bigint[]`)} and ${toSql(readable as Condition)} order by t.id limit ${raw(String(MOST_ROWS + 1))}`,
    query.room,
  )
}

interface Source {
  from: string
  parent: string
  /** The condition that they belong to one of these, or are one of these where the relationship is to one. */
  isOf(ids: Sql): Sql
}

/** The related records `t`, and the column by which they belong to their parents. */
export function source(relation: Relation, toOne: boolean): Source {
  const { table } = relation.target
  const among = (column: string) => (ids: Sql) => sql`${raw(column)} = any(${ids})`
  if (toOne) return { from: `${table} t`, parent: 'null', isOf: among('t.id') }
  if (relation.kind === 'has-many') {
    const column = `t.${relation.inverse.column}`
    return { from: `${table} t`, parent: column, isOf: among(column) }
  }
  if (relation.kind !== 'links-many') throw new Error(`${relation.wire} is no to-many relationship`)
  const { table: links, own, other, where } = relation.links
  const { view } = relation.owner.declaration
  const also = view ? `, l.${view.column}` : ''
  // Distinct, because two links may join the same pair (a user with two roles at one event).
  const pairs = `(select distinct l.${own}, l.${other}${also} from ${links} l${where ? ` where ${where}` : ''}) l`
  const parent = `l.${own}`
  return {
    from: `${table} t join ${pairs} on l.${other} = t.id`,
    parent,
    isOf: (ids) => sql`${among(parent)(ids)}${narrowed(relation.owner, 'l', ids)}`,
  }
}
