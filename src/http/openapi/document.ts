/** The OpenAPI document, made from the routes that are served and the declarations behind them. */
import type { Models } from '../../jsonapi/model.ts'
import { MEDIA_TYPE } from '../../jsonapi/negotiation.ts'
import type { ServedRoute } from '../app.ts'
import { operationOf } from './operations.ts'
import { COMMON_SCHEMAS, modelSchemas, ref } from './schemas.ts'

export interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, unknown> } & Record<string, unknown>
  [member: string]: unknown
}

export function makeOpenApi(routes: readonly ServedRoute[], models: Models, version: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const route of routes) {
    const path = route.url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, models) }
  }
  const schemas = Object.assign({}, COMMON_SCHEMAS, ...[...models.values()].map(modelSchemas))
  const error = {
    description: 'What went wrong, one entry for each fault.',
    content: { [MEDIA_TYPE]: { schema: ref('Errors') } },
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plenum',
      version,
      description:
        'Events and the data attached to them, over JSON:API 1.0. Export, import, tasks, uploads and accounts use plain JSON.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: [
      ...new Set(
        Object.values(paths).flatMap((item) =>
          Object.values(item).flatMap((operation) => (operation as { tags: string[] }).tags),
        ),
      ),
    ].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: { Error: error },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`JWT <access token>`, or `Bearer <access token>`',
        },
      },
    },
  }
}
