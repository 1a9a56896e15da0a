/** The shapes that documents of all resources share. */
export type Schema = Record<string, unknown>

export const TEXT: Schema = { type: 'string' }
export const ID: Schema = { type: 'string', minLength: 1 }
export const VERSION: Schema = {
  type: 'object',
  required: ['version'],
  properties: { version: { const: '1.0' } },
}

export function object(properties: Record<string, Schema>, required = Object.keys(properties)): Schema {
  return { type: 'object', properties, required }
}

export const COMMON_SCHEMAS: Record<string, Schema> = {
  AnyResource: object({
    type: TEXT,
    id: ID,
    attributes: { type: 'object' },
    relationships: { type: 'object' },
    links: { type: 'object' },
  }),
  Deleted: object({ meta: object({ message: TEXT }), jsonapi: VERSION }),
  Errors: object({
    errors: {
      type: 'array',
      minItems: 1,
      items: object(
        {
          status: TEXT,
          code: TEXT,
          title: TEXT,
          detail: TEXT,
          source: {
            type: 'object',
            properties: { pointer: TEXT, parameter: TEXT, header: TEXT },
            additionalProperties: false,
          },
          links: object({ type: TEXT }),
          meta: { type: 'object' },
        },
        ['status', 'code', 'title', 'detail', 'source'],
      ),
    },
    jsonapi: VERSION,
  }),
}
