/** The shapes of a resource, derived from its declaration. */
import { meansDefault } from '../../jsonapi/body.ts'
import { isWritable } from '../../jsonapi/links.ts'
import type { Attribute, Model, Relation } from '../../jsonapi/model.ts'
import { isToMany } from '../../jsonapi/model.ts'
import { descriptionOf } from '../../resources/descriptions.ts'
import { toWire } from '../../resources/names.ts'
import { ID, object, type Schema, TEXT, VERSION } from './common-schemas.ts'

export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

/** `session-type` has the schemas `SessionType`, `SessionTypeList` and so on. */
export function schemaName(type: string): string {
  return type.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
}

/** Hidden values are null, so a field that not everybody sees may be null for some. */
function attributeSchema({ field }: Attribute): Schema {
  const isNullable =
    field.nullable ||
    field.visibleTo !== undefined ||
    (!field.required && field.default === undefined && !field.readOnly)
  const { schema } = field.kind
  return isNullable ? nullable(schema) : { ...schema }
}

function nullable(schema: Schema): Schema {
  if (Array.isArray(schema.enum))
    return { ...schema, type: [schema.type, 'null'], enum: [...schema.enum, null] }
  // A value that has a format and is null has none.
  return typeof schema.type === 'string' && !schema.format
    ? { ...schema, type: [schema.type, 'null'] }
    : { anyOf: [schema, { type: 'null' }] }
}

/** A text that must be there must not be blank either. */
function filled({ required, kind: { schema } }: Attribute['field']): Schema {
  const isFree = schema.type === 'string' && !schema.pattern && !schema.enum && !schema.format
  return required && isFree ? { ...schema, pattern: '\\S' } : { ...schema }
}

function identifier(type: string): Schema {
  return object({ type: { const: type }, id: ID })
}

function linkageSchema(relation: Relation, isFilled = isAlwaysLinked): Schema {
  const one = identifier(relation.target.type)
  if (isToMany(relation)) return { type: 'array', items: one }
  return isFilled(relation) ? one : { anyOf: [one, { type: 'null' }] }
}

function isRequired(relation: Relation): boolean {
  return relation.kind === 'belongs-to' && relation.rules.required === true
}

/** Hidden relationships are left out, or null where only their linkage is asked for; so are those to a deleted record. */
function isAlwaysLinked(relation: Relation): boolean {
  if (relation.kind !== 'belongs-to' || !isRequired(relation) || relation.visibleTo) return false
  return relation.rules.fixed === true || !relation.target.declaration.softDelete
}

function relationshipSchema(relation: Relation): Schema {
  const links = object({ self: TEXT, related: TEXT })
  const isOptional = isToMany(relation) || relation.missingWhenEmpty
  return object({ links, data: linkageSchema(relation) }, isOptional ? ['links'] : ['links', 'data'])
}

/** With the sentence of the declaration, beside what else is said about the member. */
function described(schema: Schema, { declaration }: Model, name: string): Schema {
  return { description: descriptionOf(declaration, name), ...schema }
}

/** The resource as it is returned. Sparse fields and rights may leave members out, so none is required. */
function resourceSchema(model: Model): Schema {
  const shown = [...model.attributes.values()].filter(({ field }) => !field.writeOnly)
  const attributes = Object.fromEntries(
    shown.map((attribute) => [attribute.wire, described(attributeSchema(attribute), model, attribute.name)]),
  )
  const relations = [...model.relations.values()].map((relation) => [
    relation.wire,
    described(relationshipSchema(relation), model, relation.name),
  ])
  const computed = Object.entries(model.declaration.computed ?? {}).map(([name, { type }]) => [
    toWire(name),
    described(object({ links: object({ self: TEXT, related: TEXT }), data: identifier(type) }), model, name),
  ])
  const resource = object({
    type: { const: model.type },
    id: ID,
    attributes: { type: 'object', properties: attributes, additionalProperties: false },
    relationships: {
      type: 'object',
      properties: Object.fromEntries([...relations, ...computed]),
      additionalProperties: false,
    },
    links: object({ self: TEXT }),
  })
  return { description: model.declaration.about, ...resource }
}

/** The body of a create or an update. Loose input is read too: numbers and flags as text, names with underscores. */
function inputSchema(model: Model, mode: 'create' | 'update'): Schema {
  const writable = [...model.attributes.values()].filter(
    ({ field }) => !field.readOnly && !(field.createOnly && mode === 'update'),
  )
  const attributes = Object.fromEntries(
    writable.map(({ name, wire, field }) => {
      const takesNull = field.nullable || (mode === 'create' && meansDefault(field))
      const schema = described(takesNull ? nullable(field.kind.schema) : filled(field), model, name)
      return [wire, { ...schema, ...(field.default !== undefined && { default: field.default }) }]
    }),
  )
  const required =
    mode === 'create' ? writable.filter(({ field }) => field.required).map(({ wire }) => wire) : []
  const relations = [...model.relations.values()].filter(
    (relation) =>
      isWritable(relation) && !(mode === 'update' && relation.kind === 'belongs-to' && relation.rules.fixed),
  )
  const relationships = Object.fromEntries(
    relations.map((relation) => {
      const linkage = object({ data: linkageSchema(relation, isRequired) })
      return [relation.wire, described(linkage, model, relation.name)]
    }),
  )
  const needed =
    mode === 'create' ? relations.filter((relation) => isNeeded(model, relation)).map(({ wire }) => wire) : []
  const data: Record<string, Schema> = {
    type: { const: model.type },
    ...(mode === 'update' && { id: ID }),
    attributes: { type: 'object', properties: attributes, ...(required.length > 0 && { required }) },
    relationships: {
      type: 'object',
      properties: relationships,
      ...(needed.length > 0 && { required: needed }),
    },
  }
  const must = [
    'type',
    ...(mode === 'update' ? ['id'] : []),
    ...(required.length > 0 ? ['attributes'] : []),
    ...(needed.length > 0 ? ['relationships'] : []),
  ]
  return object({ data: object(data, must) })
}

/** Who the record is below may stand in the path instead, so it is not needed in every body. */
function isNeeded(model: Model, relation: Relation): boolean {
  return isRequired(relation) && relation !== model.parent
}

/** The body of a creation whose path does not say below whom. */
export function createSchema(model: Model): Schema {
  const schema = ref(`${schemaName(model.type)}Create`)
  if (!model.parent) return schema
  const parent = object({ data: linkageSchema(model.parent, isRequired) })
  const data = object({ relationships: object({ [model.parent.wire]: parent }) })
  return { allOf: [schema, object({ data })] }
}

function documentSchema(data: Schema): Schema {
  const included: Schema = { type: 'array', items: ref('AnyResource') }
  return object(
    { data, included, links: object({ self: TEXT, describedby: TEXT }, ['self']), jsonapi: VERSION },
    ['data', 'links', 'jsonapi'],
  )
}

function listSchema(name: string): Schema {
  const link: Schema = { type: ['string', 'null'] }
  const links = object({ self: TEXT, first: link, last: link, prev: link, next: link, describedby: TEXT }, [
    'self',
    'first',
    'prev',
    'next',
    'describedby',
  ])
  const count = { type: 'integer', minimum: 0, description: 'Absent in pages that are found by a cursor.' }
  const page = object({ rangeTruncated: { const: true } }, [])
  return object(
    {
      data: { type: 'array', items: ref(name) },
      included: { type: 'array', items: ref('AnyResource') },
      links,
      meta: object({ count, page }, []),
      jsonapi: VERSION,
    },
    ['data', 'links', 'meta', 'jsonapi'],
  )
}

export function modelSchemas(model: Model): Record<string, Schema> {
  const name = schemaName(model.type)
  const { access } = model.declaration
  return {
    [name]: resourceSchema(model),
    [`${name}Document`]: documentSchema(ref(name)),
    [`${name}OrNull`]: documentSchema({ anyOf: [ref(name), { type: 'null' }] }),
    [`${name}List`]: listSchema(name),
    ...(access.create && { [`${name}Create`]: inputSchema(model, 'create') }),
    ...(access.update && { [`${name}Update`]: inputSchema(model, 'update') }),
  }
}

/** The linkage of one relationship, in requests and responses. */
export function relationshipDocument(relation: Relation): Schema {
  const included: Schema = { type: 'array', items: ref('AnyResource') }
  const links = object({ self: TEXT, related: TEXT })
  const members = { data: linkageSchema(relation), included, links, jsonapi: VERSION }
  return object(members, ['data', 'links', 'jsonapi'])
}

export function relationshipInput(relation: Relation): Schema {
  return object({ data: linkageSchema(relation, isRequired) })
}
