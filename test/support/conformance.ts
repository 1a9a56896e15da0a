/** Every answer that a test receives is held against the OpenAPI document. */
import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Service } from '../../src/service.ts'
import type { Json } from './service.ts'

interface Documented {
  ajv: Ajv2020
  paths: { pattern: RegExp; item: Json }[]
  validators: Map<string, ValidateFunction>
}

const ERRORS = { $ref: '#/components/schemas/Errors' }

/** Most test files use few schemas and each a few times: compiling them costs more than checking. */
const QUICK = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  inlineRefs: false,
  code: { optimize: false },
}

const documents = new WeakMap<Service['app'], Promise<Documented>>()

async function load(app: Service['app']): Promise<Documented> {
  const document = (await app.inject('/v1/openapi.json')).json()
  const ajv = new Ajv2020(QUICK)
  ajv.addSchema(document, 'api')
  const paths = Object.entries(document.paths)
    // Fixed words win over parameters, as they do in the router.
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([path, item]) => ({ pattern: toPattern(path), item }))
  return { ajv, paths, validators: new Map() }
}

function toPattern(path: string): RegExp {
  return new RegExp(
    `^${path
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{path\}/g, '.*')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )
}

export async function demandDocumented(
  app: Service['app'],
  method: string,
  url: string,
  status: number,
  headers: Record<string, string>,
  body: Json,
): Promise<void> {
  if (!documents.has(app)) documents.set(app, load(app))
  const { ajv, paths, validators } = await documents.get(app)!
  const path = url.split('?')[0]!
  const found = paths.find(({ pattern, item }) => pattern.test(path) && item[method.toLowerCase()])
  if (!found)
    return assert.ok(
      // A link that nobody may change is not documented. A request that would leave it as it is returns 204.
      status >= 400 || status === 204 || method === 'OPTIONS' || method === 'HEAD',
      `${method} ${path} is not documented`,
    )
  const { responses } = found.item[method.toLowerCase()]
  const response = responses[status] ?? responses[`${String(status)[0]}XX`]
  assert.ok(response, `${method} ${path} answers ${status}, which is not documented`)
  const whole = headers['content-type'] ?? ''
  const type = whole.split(';')[0]!
  if (!/json/.test(type)) return
  const schema = response.$ref ? ERRORS : (response.content?.[whole] ?? response.content?.[type])?.schema
  if (!schema) return
  // Many routes share a schema, so each is compiled once.
  const key = JSON.stringify(schema).replaceAll('"#/', '"api#/')
  if (!validators.has(key)) validators.set(key, ajv.compile(JSON.parse(key)))
  const validate = validators.get(key)!
  if (validate(body)) return
  assert.fail(`${method} ${path} (${status}) is not as documented: ${ajv.errorsText(validate.errors)}`)
}
