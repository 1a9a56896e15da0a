/** From what was sent to the columns to write: defaults, field rights, transitions, rules and derived values. */
import { isDeepStrictEqual } from 'node:util'
import { needed } from '../access/words.ts'
import { ConflictError, type Fault, ForbiddenError, UnprocessableError } from '../errors.ts'
import type { Row } from '../resources/declare.ts'
import { spell, toWire } from '../resources/names.ts'
import { type Input, relationPointer } from './body.ts'
import { isId } from './ids.ts'
import { checkTargets } from './links.ts'
import type { Attribute, Model, ToOne } from './model.ts'
import { demandMove } from './moves.ts'
import type { Permission } from './permission.ts'
import type { Asking, Write } from './request.ts'

/** The columns of a new record. */
export async function valuesToCreate(write: Write, input: Input, permission: Permission): Promise<Row> {
  const { model } = write
  const faults = [...input.faults]
  const keys = await keysToCreate(write, input, permission, faults)
  const values: Row = { ...input.attributes, ...keys }
  for (const attribute of model.attributes.values()) demandField(attribute, values, undefined, permission)
  return complete(model, { record: values, stored: undefined, changed: values }, faults)
}

/** The columns that change, and only those. */
export async function valuesToUpdate(write: Write, input: Input, permission: Permission): Promise<Row> {
  const { model } = write
  const stored = permission.row
  const sent: Row = { ...input.attributes, ...(await keysToUpdate(write, input, permission)) }
  const changed = Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => !isDeepStrictEqual(value, stored[name])),
  )
  for (const attribute of model.attributes.values()) demandField(attribute, changed, stored, permission)
  const faults = input.faults.filter((fault) => stored[input.unlessEmpty.get(fault) ?? ''] !== null)
  return complete(model, { record: { ...stored, ...changed }, stored, changed }, faults)
}

interface Draft {
  /** The whole record as it will be. */
  record: Row
  /** As it is; absent for a new one. */
  stored: Row | undefined
  changed: Row
}

function complete(model: Model, { record, stored, changed }: Draft, faults: Fault[]): Row {
  for (const rule of model.declaration.rules ?? []) {
    const concerned = stored === undefined || rule.fields.some((name) => name in changed)
    const valid = rule.fields.every(
      (name) => !faults.some(({ source }) => source.pointer === pointerOf(model, name)),
    )
    if (concerned && valid && !rule.holds(record)) {
      const detail = rule.explain?.(record) ?? spell(rule.message, toWire)
      faults.push({ detail, source: { pointer: pointerOf(model, rule.at) } })
    }
  }
  if (faults.length > 0) throw new UnprocessableError(faults)
  const values: Row = { ...changed, ...model.declaration.derive?.(record, stored) }
  for (const [name, value] of Object.entries(values)) {
    const isTransient = model.attributes.get(name)?.field.transient
    if (isTransient || isDeepStrictEqual(value, stored?.[name])) delete values[name]
  }
  return values
}

function pointerOf(model: Model, name: string): string {
  return `/data/attributes/${model.attributes.get(name)?.wire ?? name}`
}

/** Sending a field back as it is, or with its default, is no change and needs no right. */
function demandField(
  attribute: Attribute,
  changed: Row,
  stored: Row | undefined,
  permission: Permission,
): void {
  const { name, wire, field } = attribute
  if (!(name in changed)) return
  const value = changed[name]
  if (stored === undefined && value === (field.default ?? null)) return
  if (stored !== undefined && field.fixed)
    throw new ConflictError(`${wire} never changes.`, { pointer: `/data/attributes/${wire}` })
  if (!permission.may(field.writableBy))
    throw new ForbiddenError(`You may not change ${wire}. ${needed(field.writableBy!)}`)
  demandMove(attribute, value as string, stored?.[name] as string | undefined, permission)
}

async function keysToCreate(
  write: Write,
  input: Input,
  permission: Permission,
  faults: Fault[],
): Promise<Row> {
  const { model, caller } = write
  const keys: Row = {}
  for (const relation of toOnes(model)) {
    const { rules, column } = relation
    if (relation === model.parent) {
      keys[column] = permission.row.id
      continue
    }
    if (rules.inherited) {
      keys[column] = permission.row[column]
      continue
    }
    const ids = rules.readOnly ? undefined : input.relations.get(relation)
    if (ids && ids.length > 0) {
      // What would be filled in anyway may be sent.
      if (!rules.defaultsToCaller || ids[0] !== caller?.id) demandRelation(relation, permission)
      ;[keys[column]] = await checkTargets(write, relation, ids, permission.row.id)
    } else if (isCallersOwn(relation, ids, permission)) keys[column] = caller?.id ?? null
    else if (rules.required) addMissing(faults, relation)
  }
  return keys
}

function isCallersOwn({ rules }: ToOne, ids: string[] | undefined, permission: Permission): boolean {
  if (!rules.defaultsToCaller) return false
  return rules.readOnly || (ids === undefined && !permission.may(rules.writableBy))
}

async function keysToUpdate(write: Write, input: Input, permission: Permission): Promise<Row> {
  const { model } = write
  const stored = permission.row
  const keys: Row = {}
  for (const relation of toOnes(model)) {
    const ids = relation.rules.readOnly ? undefined : input.relations.get(relation)
    if (!ids || (ids[0] ?? null) === stored[relation.column]) continue
    if (relation.rules.fixed) await demandSame(write, relation, ids, stored)
    else if (ids.length === 0 && relation.rules.required) addMissing(input.faults, relation)
    else {
      demandRelation(relation, permission)
      const parentId = model.parent && stored[model.parent.column]
      const [id = null] = await checkTargets(write, relation, ids, parentId)
      keys[relation.column] = id
    }
  }
  return keys
}

/** The same record may be named by its second key. */
async function demandSame(asking: Asking, relation: ToOne, ids: string[], stored: Row): Promise<void> {
  const byKey = ids.filter((id) => !isId(id))
  const [same] = await checkTargets(asking, relation, byKey, undefined)
  if (same !== stored[relation.column])
    throw new ForbiddenError(`The ${relation.wire} of a record cannot be changed.`)
}

function demandRelation({ wire, rules }: ToOne, permission: Permission): void {
  if (!permission.may(rules.writableBy))
    throw new ForbiddenError(`You may not change ${wire}. ${needed(rules.writableBy!)}`)
}

/** One entry for each fault: what is malformed is not missing as well. */
export function addMissing(faults: Fault[], relation: ToOne): void {
  const source = relationPointer(relation)
  if (faults.some((fault) => fault.source.pointer === source.pointer)) return
  faults.push({ detail: `${relation.wire} is required`, source })
}

function toOnes(model: Model): ToOne[] {
  return [...model.relations.values()].filter((relation) => relation.kind === 'belongs-to')
}
