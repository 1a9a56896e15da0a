/** From the OpenAPI document of the service to the text of src/schema.ts. */
import { toPlain } from '../src/names.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema has members of every shape
type Schema = Record<string, any>

export interface OpenApi {
  paths: Record<string, Record<string, Schema>>
  components: { schemas: Record<string, Schema> }
}

interface Resource {
  type: string
  about: string
  path: string
  operations: string[]
  /** Whether the records of one event are listed below it. */
  isNested: boolean
  attributes: Schema
  relations: Relation[]
  create: Schema | undefined
  update: Schema | undefined
}

interface Relation {
  name: string
  about: string | undefined
  target: string
  isMany: boolean
  mayBeNull: boolean
}

const HEAD = `/** Generated from the OpenAPI document of the service by \`npm run openapi\`. */

/** A record that another one is linked to, or its id. */
export type Link = string | { id: string }
`

export function schemaSource(document: OpenApi): string {
  const resources = resourcesOf(document).sort((a, b) => (a.type < b.type ? -1 : 1))
  return [
    HEAD,
    '/** What the records of each type hold, and what may be done with them. Relationships name the type they lead to. */',
    `export interface Resources {\n${resources.map(resourceType).join('')}}\n`,
    `export const RESOURCES = {\n${resources.map(resourceValue).join('')}} as const\n`,
    '/** The routes that speak plain JSON. */',
    `export interface Routes {\n${routesOf(document).join('')}}\n`,
  ].join('\n')
}

function resourcesOf({ paths, components: { schemas } }: OpenApi): Resource[] {
  const found = Object.entries(schemas).filter(([name]) => `${name}Document` in schemas)
  const types = new Set(found.map(([, { properties }]) => properties.type.const))
  return found.map(([name, { properties, description }]) => {
    const path = pathOf(paths, name)
    const input = (mode: string) => schemas[name + mode]?.properties.data.properties
    const collection = path.replace('/v1', '')
    return {
      type: properties.type.const,
      about: description,
      path,
      operations: operationsOf(paths, path, name),
      isNested: lists(paths[`/v1/events/{id}${collection}`]?.get, name),
      attributes: properties.attributes.properties,
      // Others lead to what is worked out, not to records.
      relations: Object.entries(properties.relationships.properties as Schema)
        .map(toRelation)
        .filter(({ target }) => types.has(target)),
      create: paths[path]?.post && input('Create'),
      update: input('Update'),
    }
  })
}

/** The first address at which a record is read by its id; aliases follow. */
function pathOf(paths: OpenApi['paths'], name: string): string {
  const wanted = `"#/components/schemas/${name}Document"`
  const found = Object.entries(paths).find(
    ([path, item]) => /^\/v1\/[^/]+\/\{id\}$/.test(path) && JSON.stringify(item.get ?? null).includes(wanted),
  )
  if (!found) throw new Error(`There is no path at which a ${name} is read.`)
  return found[0].replace('/{id}', '')
}

function operationsOf(paths: OpenApi['paths'], path: string, name: string): string[] {
  const collection = paths[path] ?? {}
  const one = paths[`${path}/{id}`]!
  return [
    ...(lists(collection.get, name) ? ['list'] : []),
    collection.get && collection.patch ? 'single' : 'read',
    ...(collection.post ? ['create'] : []),
    ...(one.patch ? ['update'] : []),
    ...(one.delete ? ['delete'] : []),
  ]
}

function lists(operation: Schema | undefined, name: string): boolean {
  return JSON.stringify(operation?.responses['200'] ?? null).includes(`"#/components/schemas/${name}List"`)
}

function toRelation([wire, { properties, description }]: [string, Schema]): Relation {
  const { data } = properties
  const one = data.items ?? data.anyOf?.[0] ?? data
  return {
    name: toPlain(wire),
    about: description,
    target: one.properties.type.const,
    isMany: data.type === 'array',
    mayBeNull: data.anyOf !== undefined,
  }
}

function resourceType(resource: Resource): string {
  const { type, about, operations, isNested, attributes, relations, create, update } = resource
  const ones = relations.filter(({ isMany }) => !isMany)
  const manys = relations.filter(({ isMany }) => isMany)
  const members = [
    `operations: ${operations.map((word) => `'${word}'`).join(' | ')}`,
    `nested: ${isNested}`,
    `attributes: ${object(attributeMembers(attributes))}`,
    `one: ${object(ones.map(({ name, about, target, mayBeNull }) => told(about, `${name}: '${target}'${mayBeNull ? ' | null' : ''}`)))}`,
    `many: ${object(manys.map(({ name, about, target }) => told(about, `${name}: '${target}'`)))}`,
    ...(create ? [`create: ${object(inputMembers(create, 'create'))}`] : []),
    ...(update ? [`update: ${object(inputMembers(update, 'update'))}`] : []),
  ]
  return `  ${told(about, `'${type}': ${object(members, '  ')}`, '  ')}\n`
}

function attributeMembers(attributes: Schema): string[] {
  return Object.entries(attributes).map(([wire, schema]) =>
    told(schema.description, `${toPlain(wire)}: ${typeOf(schema)}`),
  )
}

/** A member of a type with the description that editors show. */
function told(about: string | undefined, member: string, indent = '      '): string {
  return about ? `/** ${about.replaceAll('*/', '*\\/')} */\n${indent}${member}` : member
}

function inputMembers(input: Schema, mode: 'create' | 'update'): string[] {
  const { properties = {}, required = [] } = input.attributes
  const attributes = Object.entries(properties as Schema).map(([wire, schema]) => {
    const name = `${toPlain(wire)}${required.includes(wire) ? '' : '?'}`
    return told(schema.description, `${name}: ${typeOf(schema, 'string | Date')}`)
  })
  // What is answered may be null where what is sent may not.
  const sent = Object.entries(input.relationships.properties as Schema).map(toRelation)
  const links = sent.map(({ name, about, isMany, mayBeNull }) => {
    const isRequired = mode === 'create' && !isMany && !mayBeNull
    const type = isMany ? 'readonly Link[]' : mayBeNull ? 'Link | null' : 'Link'
    return told(about, `${name}${isRequired ? '' : '?'}: ${type}`)
  })
  return [...attributes, ...links]
}

function resourceValue({ type, path, operations, relations }: Resource): string {
  const targets = (wanted: boolean) => {
    const members = relations.filter(({ isMany }) => isMany === wanted)
    return members.length === 0
      ? '{}'
      : `{ ${members.map(({ name, target }) => `${name}: '${target}'`).join(', ')} }`
  }
  const isSingle = operations.includes('single')
  return `  '${type}': { path: '${path}', isSingle: ${isSingle}, one: ${targets(false)}, many: ${targets(true)} },\n`
}

function routesOf({ paths }: OpenApi): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody, responses }]) => {
      const answer = responses['200']?.content?.['application/json']?.schema
      if (!answer) return []
      const body = requestBody?.content['application/json']?.schema
      const form = requestBody?.content['multipart/form-data'] !== undefined
      const members = [
        `body: ${body ? typeOf(body) : form ? 'FormData' : 'undefined'}`,
        `answer: ${typeOf(answer)}`,
      ]
      return [`  '${method.toUpperCase()} ${path}': { ${members.join('; ')} }\n`]
    }),
  )
}

function object(members: string[], indent = '    '): string {
  if (members.length === 0) return 'Record<never, never>'
  return `{\n${members.map((member) => `${indent}  ${member}\n`).join('')}${indent}}`
}

/** `moment` is what stands for a date and time. */
function typeOf(schema: Schema, moment = 'string'): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf) return schema.anyOf.map((one: Schema) => typeOf(one, moment)).join(' | ')
  const types = [schema.type].flat()
  return types.map((type) => typeOfOne(type, schema, moment)).join(' | ')
}

function literal(value: string | null): string {
  return value === null ? 'null' : `'${value.replaceAll("'", "\\'")}'`
}

function typeOfOne(type: string | undefined, schema: Schema, moment: string): string {
  switch (type) {
    case 'string':
      return schema.format === 'date-time' ? moment : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return type
    case 'array': {
      const item = schema.items ? typeOf(schema.items) : 'unknown'
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`
    }
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema): string {
  if (properties) {
    const members = Object.entries(properties as Schema).map(
      ([name, schema]) =>
        `${/^\w+$/.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
    )
    return `{ ${members.join('; ')} }`
  }
  return `Record<string, ${additionalProperties ? typeOf(additionalProperties) : 'unknown'}>`
}
