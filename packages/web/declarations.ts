/**
 * What the console needs to know of the resources, taken from the OpenAPI document when the pages are built: a new field or a
 * new resource is in its lists and forms without new code.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Declaration, Field, Kind, Relation } from './src/console/records/declaration.ts'

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json')
const NAME = 'virtual:declarations'
const LONG = 1_000

interface Schema {
  description?: string
  type?: string | string[]
  const?: string
  format?: string
  enum?: (string | null)[]
  anyOf?: Schema[]
  maxLength?: number
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  $ref?: string
}

interface OpenApi {
  paths: Record<
    string,
    Record<string, { responses?: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >
  components: { schemas: Record<string, Schema> }
}

export function declarationsPlugin(): Plugin {
  return {
    name: 'declarations',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: async (id) => {
      if (id !== `\0${NAME}`) return undefined
      const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as OpenApi
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(declarationsOf(document)))})`
    },
  }
}

function declarationsOf({ paths, components: { schemas } }: OpenApi): Declaration[] {
  const found: Declaration[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const type = schema.properties?.type?.const
    if (!type || !schema.properties?.attributes) continue
    const collection = collectionOf(paths, name)
    if (!collection) continue
    found.push(declarationOf(type, name, schema, collection, { paths, components: { schemas } }))
  }
  return found
}

/** The path that lists or creates the records, without `/v1/`. */
function collectionOf(paths: OpenApi['paths'], name: string): string | undefined {
  const single = Object.keys(paths).find(
    (path) => /^\/v1\/[\w-]+\/\{id\}$/.test(path) && answerOf(paths[path]?.get) === `${name}Document`,
  )
  return single?.split('/')[2]
}

function answerOf(operation: OpenApi['paths'][string][string] | undefined): string | undefined {
  const content = operation?.responses?.['200']?.content?.['application/vnd.api+json']
  return content?.schema.$ref?.split('/').at(-1)
}

function declarationOf(
  type: string,
  name: string,
  schema: Schema,
  path: string,
  { paths, components: { schemas } }: OpenApi,
): Declaration {
  const bodyOf = (word: string) => schemas[`${name}${word}`]?.properties?.data?.properties
  const [create, update] = [bodyOf('Create'), bodyOf('Update')]
  const top = paths[`/v1/${path}`] ?? {}
  const nested = paths[`/v1/events/{id}/${path}`]?.get
  const isSingle = answerOf(top.get) === `${name}Document`
  return {
    type,
    path,
    about: schema.description ?? '',
    isSingle,
    ofEvent: ofEventBy(answerOf(nested), name),
    canList: answerOf(top.get) === `${name}List`,
    canCreate: create !== undefined,
    canUpdate: update !== undefined,
    canDelete: paths[`/v1/${path}/{id}`]?.delete !== undefined,
    fields: fieldsOf(schema, create, update),
    relations: relationsOf(schema, create, update),
  }
}

function ofEventBy(answer: string | undefined, name: string): Declaration['ofEvent'] {
  if (answer === `${name}List`) return 'many'
  return answer === `${name}OrNull` || answer === `${name}Document` ? 'one' : 'none'
}

type Body = Record<string, Schema> | undefined

function fieldsOf(schema: Schema, create: Body, update: Body): Field[] {
  const read = schema.properties!.attributes!.properties ?? {}
  const [made, changed] = [create?.attributes, update?.attributes]
  const names = new Set([
    ...Object.keys(read),
    ...Object.keys(made?.properties ?? {}),
    ...Object.keys(changed?.properties ?? {}),
  ])
  return [...names].map((name) => {
    const one = changed?.properties?.[name] ?? made?.properties?.[name] ?? read[name]!
    const choices = one.enum?.filter((choice) => choice !== null)
    return {
      name: camel(name),
      kind: kindOf(name, one),
      about: one.description ?? '',
      ...(choices && { choices }),
      isNullable: isNullable(one),
      isRequired: made?.required?.includes(name) ?? false,
      isRead: name in read,
      inCreate: made?.properties?.[name] !== undefined,
      inUpdate: changed?.properties?.[name] !== undefined,
    }
  })
}

function relationsOf(schema: Schema, create: Body, update: Body): Relation[] {
  const read = schema.properties!.relationships?.properties ?? {}
  return Object.entries(read).map(([name, { properties, description }]) => {
    const data = properties?.data
    const target = targetOf(data)
    return {
      name: camel(name),
      target: target ?? '',
      isMany: data?.type === 'array',
      about: description ?? '',
      isRequired: create?.relationships?.required?.includes(name) ?? false,
      inCreate: create?.relationships?.properties?.[name] !== undefined,
      inUpdate: update?.relationships?.properties?.[name] !== undefined,
    }
  })
}

function targetOf(data: Schema | undefined): string | undefined {
  const one = data?.items ?? data?.anyOf?.find(({ properties }) => properties) ?? data
  return one?.properties?.type?.const
}

function isNullable({ type, anyOf }: Schema): boolean {
  return [type].flat().includes('null') || (anyOf?.some((one) => one.type === 'null') ?? false)
}

function kindOf(name: string, schema: Schema): Kind {
  const one = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  const type = [one.type].flat().find((word) => word !== 'null')
  if (one.enum) return 'choice'
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array' || type === 'object' || type === undefined) return 'data'
  return textKindOf(name, one)
}

function textKindOf(name: string, { format, pattern, maxLength }: Schema): Kind {
  if (format === 'date-time') return 'moment'
  if (format === 'email') return 'email'
  if (/(logo|image|icon|avatar|photo|thumbnail)[\w-]*-url$/.test(name)) return 'image'
  if (/(slides|video|audio|file)[\w-]*-url$/.test(name)) return 'file'
  if (format === 'uri') return 'link'
  if (name === 'password') return 'password'
  if (name === 'timezone') return 'zone'
  if (pattern?.startsWith('^#')) return 'color'
  return (maxLength ?? 0) > LONG ? 'long' : 'text'
}

function camel(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
}
