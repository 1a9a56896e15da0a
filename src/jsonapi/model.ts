import type { Caller } from '../access/caller.ts'
import { both, type Condition, isVisible, type Scope, scopeOf } from '../access/conditions.ts'
import { condition, isRole } from '../access/words.ts'
import type { Access, BelongsTo, Declaration, Field, HasMany, HasOne } from '../resources/declare.ts'
import { toWire } from '../resources/names.ts'

/** A declaration made ready for serving: names in both spellings, relationships resolved to models. */
export interface Model {
  declaration: Declaration
  type: string
  /** With the prefix, such as `/v1/sessions`. */
  path: string
  table: string
  softDelete: boolean
  attributes: Map<string, Attribute>
  relations: Map<string, Relation>
  /** The relationship to the record that this one lives and dies with. */
  parent: ToOne | undefined
}

export interface Attribute {
  name: string
  wire: string
  field: Field
}

/** Whether records can be filtered and sorted by it. */
export function isComparable({ field }: Attribute): boolean {
  return !field.writeOnly && !field.shownOnce && field.kind.column !== 'jsonb'
}

interface RelationBase {
  name: string
  wire: string
  owner: Model
  target: Model
  visibleTo: Access | undefined
  missingWhenEmpty?: boolean
  /** Decides which records it leads to, in place of the access of the target. */
  readBy?: Access | undefined
}

/** The foreign key is in the row of the owner. */
export interface ToOne extends RelationBase {
  kind: 'belongs-to'
  column: string
  rules: BelongsTo
}

/** The foreign key is in the row of the target. */
export interface ByKey extends RelationBase {
  kind: 'has-one' | 'has-many'
  inverse: ToOne
  readOnly: boolean
  isOneSided: boolean
}

/** A table of links connects the two. */
export interface ByLinks extends RelationBase {
  kind: 'links-one' | 'links-many'
  links: NonNullable<HasMany['through']>
  readOnly: boolean
  /** Whoever may read a record may link it. */
  isOneSided: boolean
}

export type Relation = ToOne | ByKey | ByLinks

export type Models = ReadonlyMap<string, Model>

const PREFIX = '/v1'

export function buildModels(declarations: readonly Declaration[]): Models {
  const models = new Map(declarations.map((declaration) => [declaration.type, toModel(declaration)]))
  for (const model of models.values()) addToOnes(model, models)
  for (const model of models.values()) addInverses(model, models)
  return models
}

function toModel(declaration: Declaration): Model {
  const attributes = Object.entries(declaration.fields).map(([name, field]) => ({
    name,
    wire: toWire(name),
    field,
  }))
  return {
    declaration,
    type: declaration.type,
    path: PREFIX + declaration.path,
    table: declaration.table,
    softDelete: declaration.softDelete ?? false,
    attributes: new Map(attributes.map((attribute) => [attribute.name, attribute])),
    relations: new Map(),
    parent: undefined,
  }
}

function addToOnes(model: Model, models: Models): void {
  for (const [name, rules] of Object.entries(model.declaration.belongsTo ?? {})) {
    const target = find(models, rules.to)
    const base = { name, wire: toWire(name), owner: model, target, visibleTo: rules.visibleTo }
    const relation: ToOne = { ...base, kind: 'belongs-to', column: `${name}_id`, rules }
    model.relations.set(name, relation)
    if (rules.fixed && !model.parent) model.parent = relation
  }
}

function addInverses(model: Model, models: Models): void {
  const { hasOne = {}, hasMany = {} } = model.declaration
  const entries = [
    ...Object.entries(hasOne).map(([name, rules]) => [name, rules, 'one'] as const),
    ...Object.entries(hasMany).map(([name, rules]) => [name, rules, 'many'] as const),
  ]
  for (const [name, rules, count] of entries) {
    const target = find(models, rules.to)
    const readOnly = count === 'one' || Boolean((rules as HasMany).readOnly)
    const { visibleTo, missingWhenEmpty = false } = rules as HasOne
    const isOneSided = (rules as HasMany).isOneSided ?? false
    const { readBy } = rules as HasMany
    const names = { name, wire: toWire(name), owner: model, target, readBy }
    const base = { ...names, visibleTo, missingWhenEmpty, readOnly, isOneSided }
    if (rules.through) {
      model.relations.set(name, { ...base, kind: `links-${count}`, links: rules.through })
    } else {
      const inverse = target.relations.get(rules.by ?? '')
      if (inverse?.kind !== 'belongs-to') throw new Error(`${model.type}.${name} has no inverse ${rules.by}`)
      model.relations.set(name, { ...base, kind: `has-${count}`, inverse })
    }
  }
}

function find(models: Models, type: string): Model {
  const model = models.get(type)
  if (!model) throw new Error(`No resource is declared with the type ${type}`)
  return model
}

export function isToMany(
  relation: Relation,
): relation is (ByKey & { kind: 'has-many' }) | (ByLinks & { kind: 'links-many' }) {
  return relation.kind === 'has-many' || relation.kind === 'links-many'
}

/**
 * The word that decides which records a relationship leads to, in its own list, as an include or in a filter. Records that
 * are missing from public lists are visible to callers who know the address of a parent or of a related record, and where
 * the relationship itself declares its access.
 */
export function wordBehind(relation: Relation): Access {
  const { owner, target, visibleTo, readBy } = relation
  if (readBy) return readBy
  const { read, list } = target.declaration.access
  const parent = target.parent?.target
  const isBeside = parent !== undefined && (parent === owner || parent === owner.parent?.target)
  return visibleTo || isBeside || !isToMany(relation) ? read : list || read
}

/** The scope of a model's row under an alias, for access words. */
export function scope(model: Model, alias = 't'): Scope {
  return scopeOf(model.declaration, alias)
}

/** Whether the caller may read the row by this word. A role at an event opens what is below it only while that is there. */
export function mayRead(word: Access, model: Model, caller: Caller | undefined, alias = 't'): Condition {
  const at = scope(model, alias)
  const allowed = condition(word, caller, at)
  return isRole(word) ? both(allowed, isVisible(caller, at)) : allowed
}

/** Whether the caller may see the field or relationship; everyone may when nothing is declared. */
export function sees(
  word: Access | undefined,
  model: Model,
  caller: Caller | undefined,
  alias = 't',
): Condition {
  return word === undefined || condition(word, caller, scope(model, alias))
}
