/** Reads the body of a write: all faults at once, each with its pointer. */
import { BadRequestError, ConflictError, type Fault, ForbiddenError, UnprocessableError } from '../errors.ts'
import type { Field, Row } from '../resources/declare.ts'
import { Invalid } from '../resources/field-types.ts'
import { fromWire, toWire } from '../resources/names.ts'
import { isId, isKey } from './ids.ts'
import { type Attribute, isToMany, type Model, type Relation } from './model.ts'

/** What a relationship is sent as: the ids of the linked records, at most one for a to-one. */
export type LinkedIds = string[]

export interface Input {
  /** `data.id`, when sent. */
  id: unknown
  attributes: Row
  relations: Map<Relation, LinkedIds>
  faults: Fault[]
  /** The faults that are none when the column named here is empty already: a record is sent back as it was read. */
  unlessEmpty: Map<Fault, string>
}

type Json = Record<string, unknown>

/** Strictly read, a body names nothing that the model does not have. */
export function readBody(body: unknown, model: Model, mode: 'create' | 'update', isStrict = false): Input {
  const data = readData(body, model)
  if (mode === 'create' && data.id != null) {
    throw new ForbiddenError('The service assigns ids. Send the record without data.id.')
  }
  const input: Input = {
    id: data.id,
    attributes: {},
    relations: new Map(),
    faults: [],
    unlessEmpty: new Map(),
  }
  const attributes = part(data, 'attributes', input.faults)
  readAttributes(attributes, model, mode, input)
  const relations = part(data, 'relationships', input.faults)
  const isEcho = mode === 'update' && !isStrict ? isPrinted : () => false
  readRelations(relations, model, input, isEcho)
  if (isStrict) {
    const isRelation = (name: string) => model.relations.has(name) || findListed(name, model) !== undefined
    const isAttribute = (name: string) => model.attributes.has(name)
    input.faults.push(...unknownIn('attributes', attributes, isAttribute, model))
    input.faults.push(...unknownIn('relationships', relations, isRelation, model))
  }
  return input
}

const MOST_UNKNOWN = 100

function unknownIn(
  part: 'attributes' | 'relationships',
  sent: Json,
  isKnown: (name: string) => boolean,
  { type }: Model,
): Fault[] {
  const unknown = Object.keys(sent).filter((name) => !isKnown(fromWire(name)))
  return unknown.slice(0, MOST_UNKNOWN).map((name) => {
    const pointer = `/data/${part}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const kind = part === 'attributes' ? 'attribute' : 'relationship'
    return { detail: `${type} has no ${kind} ${name.slice(0, 100)}`, source: { pointer } }
  })
}

function readData(body: unknown, model: Model): Json {
  if (!isObject(body) || !('data' in body)) {
    throw new BadRequestError('The body must be an object with a data member.', { pointer: '' })
  }
  const { data } = body
  if (!isObject(data)) throw new BadRequestError('data must be a resource object.', { pointer: '/data' })
  if (data.type === undefined) throw UnprocessableError.at('/data', `data.type is required: ${model.type}.`)
  if (!isTypeOf(model, data.type)) {
    throw new ConflictError(`data.type must be ${model.type}.`, { pointer: '/data/type' })
  }
  return data
}

/** Some clients name a type as its collection is named: `tracks` for `track`. */
export function isTypeOf({ type, declaration: { path, aliases = [] } }: Model, sent: unknown): boolean {
  if (typeof sent !== 'string') return false
  const name = sent.replaceAll('_', '-')
  return name === type || [path, ...aliases].includes(`/${name}`)
}

function part(data: Json, name: string, faults: Fault[]): Json {
  const value = data[name] ?? {}
  if (isObject(value)) return value
  faults.push({ detail: `data.${name} must be an object.`, source: { pointer: `/data/${name}` } })
  return {}
}

function readAttributes(sent: Json, model: Model, mode: 'create' | 'update', input: Input): void {
  const values = new Map(Object.entries(sent).map(([name, value]) => [fromWire(name), value]))
  const { attributes: read, faults, unlessEmpty } = input
  for (const attribute of model.attributes.values()) {
    const { name, field } = attribute
    if (field.readOnly || (field.createOnly && mode === 'update')) continue
    if (!values.has(name)) {
      if (mode === 'create' && field.default !== undefined) read[name] = field.default
      else if (mode === 'create' && field.required) faults.push(fault(attribute, 'is required'))
      continue
    }
    if (values.get(name) === null && mode === 'create' && meansDefault(field)) {
      read[name] = field.whenNull ?? field.default
      continue
    }
    const value = readValue(attribute, values.get(name))
    if (!(value instanceof Invalid)) read[name] = value
    else {
      const found = fault(attribute, value.reason)
      faults.push(found)
      if (values.get(name) === null) unlessEmpty.set(found, name)
    }
  }
}

/** Whether null means the default of a field when a record is created. */
export function meansDefault({ nullable, neverNull, default: usual }: Field): boolean {
  return usual !== undefined && !nullable && !neverNull
}

function readValue({ field }: Attribute, value: unknown): unknown {
  if (value === null) return field.nullable ? null : new Invalid('must not be null')
  const read = field.kind.read(value)
  if (field.required && typeof read === 'string' && read.trim() === '')
    return new Invalid('must not be blank')
  return read
}

function fault({ wire }: Attribute, reason: string): Fault {
  return { detail: `${wire} ${reason}`, source: { pointer: `/data/attributes/${wire}` } }
}

/** As this service prints what is not included. Some clients send a record back as they have read it. */
function isPrinted(value: unknown): boolean {
  return isObject(value) && 'links' in value && !('data' in value)
}

function readRelations(sent: Json, model: Model, input: Input, isEcho: (value: unknown) => boolean): void {
  const { relations, faults } = input
  for (const [name, value] of Object.entries(sent)) {
    const relation = model.relations.get(fromWire(name))
    if (!relation) readListed(fromWire(name), value, model, input)
    if (!relation || isEcho(value)) continue
    const ids = readRelationship(value, relation)
    if (ids instanceof Invalid) {
      faults.push({ detail: `${relation.wire} ${ids.reason}`, source: relationPointer(relation) })
    } else relations.set(relation, ids)
  }
}

function findListed(name: string, { relations }: Model): Relation | undefined {
  return [...relations.values()].find((one) => one.kind === 'belongs-to' && one.rules.listedAs === name)
}

/** A to-one relationship under the name of a list, which must agree with the relationship itself. */
function readListed(name: string, value: unknown, model: Model, { relations, faults }: Input): void {
  const relation = findListed(name, model)
  const data = relation && isObject(value) ? value.data : undefined
  if (!relation || data === undefined || (Array.isArray(data) && data.length === 0)) return
  const ids = Array.isArray(data) && data.length === 1 ? readLinkage(data[0], relation) : []
  const known = relations.get(relation)?.[0]
  if (!(ids instanceof Invalid) && ids.length === 1 && (known === undefined || known === ids[0])) {
    relations.set(relation, ids)
  } else {
    const detail = `${toWire(name)} must be a list with exactly one ${relation.wire}`
    faults.push({ detail, source: relationPointer(relation) })
  }
}

function readRelationship(value: unknown, relation: Relation): LinkedIds | Invalid {
  if (isObject(value) && 'data' in value) return readLinkage(value.data, relation)
  return new Invalid('must be an object with a data member')
}

export function relationPointer(relation: Relation): { pointer: string } {
  return { pointer: `/data/relationships/${relation.wire}` }
}

/** The ids of a linkage: null, one identifier, or a list of them. */
export function readLinkage(data: unknown, relation: Relation): LinkedIds | Invalid {
  if (isToMany(relation)) {
    if (!Array.isArray(data)) return new Invalid('must have a list of resource identifiers as data')
    if (data.length > 10_000) return new Invalid('must not have more than 10000 records')
  } else if (data === null) return []
  const list = Array.isArray(data) && isToMany(relation) ? data : [data]
  const ids = list.map((one) => readIdentifier(one, relation.target))
  const invalid = ids.find((id) => id instanceof Invalid)
  return invalid ?? [...new Set(ids as string[])]
}

function readIdentifier(value: unknown, target: Model): string | Invalid {
  const shape = new Invalid(`must have resource identifiers with the type ${target.type} and an id`)
  if (!isObject(value) || !isTypeOf(target, value.type)) return shape
  const id = typeof value.id === 'number' ? String(value.id) : value.id
  if (typeof id !== 'string' || id === '' || id.length > 100) return shape
  // An id that cannot exist is replaced by 0, which no record has, so that the result is "not found".
  return isId(id) || (target.declaration.key !== undefined && isKey(id)) ? id : '0'
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
