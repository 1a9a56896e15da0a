/** What the pages read of the OpenAPI document. */
export interface Schema {
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  enum?: unknown[]
  const?: unknown
  default?: unknown
  anyOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  $ref?: string
}

export interface Parameter {
  $ref?: string
  name: string
  in: string
  description?: string
  example?: unknown
  schema: Schema
}

export interface OperationDoc {
  operationId: string
  tags: string[]
  summary: string
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>
  security?: object[]
  'x-token'?: string
}

export interface Operation {
  method: string
  path: string
  doc: OperationDoc
}

export interface Document {
  info: { title: string; version: string; description: string }
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Record<string, OperationDoc>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

export function operationsOf({ paths }: Document, tag: string): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, doc]) => doc.tags.includes(tag))
      .map(([method, doc]) => ({ method: method.toUpperCase(), path, doc })),
  )
}

/** The last word of a reference is the name of what it leads to. */
export function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** In a few words: `text or null`, `date and time`, `list of texts`. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  const values = schema.enum?.filter((value) => value !== null)
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ') + orNull(schema)
  if (schema.anyOf) {
    const shown = schema.anyOf.filter(({ type }) => type !== 'null').map(typeOf)
    return shown.join(' or ') + (shown.length < schema.anyOf.length ? ' or null' : '')
  }
  const types = [schema.type].flat().filter((type) => type !== 'null')
  return types.map((type) => plainType(type, schema)).join(' or ') + orNull(schema)
}

const orNull = ({ type }: Schema) => (Array.isArray(type) && type.includes('null') ? ' or null' : '')

function plainType(type: string | undefined, { format, items }: Schema): string {
  if (type === 'string') return FORMATS[format ?? ''] ?? 'text'
  if (type === 'array') return items?.type ? `list of ${typeOf(items)}` : 'list'
  return type === undefined ? 'any value' : type
}

const FORMATS: Record<string, string> = {
  'date-time': 'date and time',
  uri: 'address',
  email: 'e-mail address',
}
