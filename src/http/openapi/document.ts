/** The OpenAPI document, made from the routes that are served and the declarations behind them. */
import type { Models } from '../../jsonapi/model.ts'
import { MEDIA_TYPE } from '../../jsonapi/negotiation.ts'
import type { ServedRoute } from '../app.ts'
import { COMMON_SCHEMAS } from './common-schemas.ts'
import { operationOf } from './operations.ts'
import { sharedParameters } from './parameters.ts'
import { isRefused } from './place.ts'
import { modelSchemas, ref } from './schemas.ts'
import { tagsOf } from './tags.ts'

interface OpenApi {
  openapi: string
  paths: Record<string, Record<string, unknown>>
  components: { schemas: Record<string, unknown> } & Record<string, unknown>
  [member: string]: unknown
}

export function makeOpenApi(routes: readonly ServedRoute[], models: Models, version: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  const names = new Set<string>()
  for (const route of routes) {
    if ((route.isPage && !route.doc) || isRefused(route, models)) continue
    const path = route.url.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')
    const operation = operationOf(route, models)
    // Two spellings of one address may give the same name.
    while (names.has(operation.operationId)) operation.operationId += 'Alias'
    names.add(operation.operationId)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  const schemas = Object.assign({}, COMMON_SCHEMAS, ...[...models.values()].map(modelSchemas))
  const error = {
    description: 'The errors, one entry per fault.',
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
    ...tagsOf(models),
    paths,
    components: {
      schemas: usedOnly('schemas', paths, schemas),
      parameters: usedOnly('parameters', paths, sharedParameters(models)),
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

/** Of these components, those that an operation leads to. */
function usedOnly(
  kind: 'schemas' | 'parameters',
  paths: OpenApi['paths'],
  components: Record<string, unknown>,
): Record<string, unknown> {
  const used = new Set(['Errors'])
  const links = new RegExp(`"#/components/${kind}/(\\w+)"`, 'g')
  const follow = (part: unknown) => {
    for (const [, name] of JSON.stringify(part).matchAll(links)) {
      if (used.has(name!)) continue
      used.add(name!)
      follow(components[name!])
    }
  }
  follow(paths)
  return Object.fromEntries(Object.entries(components).filter(([name]) => used.has(name)))
}
