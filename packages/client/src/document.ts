/** From documents of JSON:API to plain records, and back. */
import { toPlain, toWire } from './names.ts'
import type { AnyQuery } from './query.ts'
import type { Type } from './records.ts'
import { type Link, RESOURCES } from './schema.ts'

export interface Identifier {
  type: string
  id: string
}

export interface Resource extends Identifier {
  attributes: Record<string, unknown>
  relationships: Record<string, { data?: Identifier | Identifier[] | null }>
}

export interface Document {
  data: Resource | Resource[] | null
  included?: Resource[]
  links: { next?: string | null }
  meta?: { count: number }
}

export type Plain = { id: string } & Record<string, unknown>

/** The paths of an include as a tree: `speakers.sessions` is a branch of a branch. */
type IncludeTree = Map<string, IncludeTree>

function treeOf(include: readonly string[] = []): IncludeTree {
  const root: IncludeTree = new Map()
  for (const path of include) {
    let level = root
    for (const step of path.split('.')) {
      const next: IncludeTree = level.get(step) ?? new Map()
      level.set(step, next)
      level = next
    }
  }
  return root
}

/**
 * Records hold what the tree asks for and no more, so that they end where their types end: two records that name each
 * other make no circle, and each can be printed as JSON. One record under the same branch is one object.
 */
export function toRecords(document: Document, { include, fields = {} }: AnyQuery): Plain[] {
  const resources = [document.data ?? []].flat()
  const known = new Map([...resources, ...(document.included ?? [])].map((one) => [keyOf(one), one]))
  const reading: Reading = { known, made: new Map(), sparse: new Set(Object.keys(fields)) }
  const tree = treeOf(include)
  return resources.map((resource) => toRecord(resource, tree, reading))
}

interface Reading {
  known: ReadonlyMap<string, Resource>
  made: Map<IncludeTree, Map<string, Plain>>
  /** The types of which not all fields were asked for. */
  sparse: ReadonlySet<string>
}

const keyOf = ({ type, id }: Identifier) => `${type} ${id}`

function toRecord(resource: Resource, tree: IncludeTree, reading: Reading): Plain {
  const { made, sparse } = reading
  if (!made.has(tree)) made.set(tree, new Map())
  const before = made.get(tree)!.get(keyOf(resource))
  if (before) return before
  const record = toAttributes(resource)
  made.get(tree)!.set(keyOf(resource), record)
  const { one, many } = RESOURCES[resource.type as Type]
  const isThere = (wire: string) => !sparse.has(resource.type) || wire in resource.relationships
  for (const name of Object.keys(one)) {
    if (isThere(toWire(name))) record[name] = toOne(resource, name, tree, reading)
  }
  for (const name of Object.keys(many)) {
    if (tree.has(name) && isThere(toWire(name))) record[name] = toMany(resource, name, tree, reading)
  }
  return record
}

export function toAttributes({ id, attributes }: Resource): Plain {
  const fields = Object.entries(attributes).map(([name, value]) => [toPlain(name), value])
  return { id, ...Object.fromEntries(fields) }
}

/** Null also when the caller may not see it. */
function toOne(resource: Resource, name: string, tree: IncludeTree, reading: Reading): unknown {
  const data = resource.relationships[toWire(name)]?.data as Identifier | null | undefined
  const branch = tree.get(name)
  if (!data) return null
  if (!branch) return { id: data.id }
  const found = reading.known.get(keyOf(data))
  return found ? toRecord(found, branch, reading) : null
}

function toMany(resource: Resource, name: string, tree: IncludeTree, reading: Reading): Plain[] {
  const data = (resource.relationships[toWire(name)]?.data ?? []) as Identifier[]
  const found = data.map((one) => reading.known.get(keyOf(one))).filter((one) => one !== undefined)
  return found.map((one) => toRecord(one, tree.get(name)!, reading))
}

/** The body of a create or an update. */
export function toBody(type: Type, fields: object, id?: string): object {
  const attributes: Record<string, unknown> = {}
  const relationships: Record<string, unknown> = {}
  const targets: Record<string, string> = { ...RESOURCES[type].one, ...RESOURCES[type].many }
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const target = targets[name]
    if (target) relationships[toWire(name)] = { data: toLinkage(target, value) }
    else attributes[toWire(name)] = value
  }
  return { data: { type, ...(id !== undefined && { id }), attributes, relationships } }
}

export function toLinkage(
  type: string,
  linked: Link | readonly Link[] | null,
): Identifier | Identifier[] | null {
  if (linked === null) return null
  return Array.isArray(linked)
    ? linked.map((one) => ({ type, id: idOf(one) }))
    : { type, id: idOf(linked as Link) }
}

export function idOf(link: Link): string {
  return typeof link === 'string' ? link : link.id
}
