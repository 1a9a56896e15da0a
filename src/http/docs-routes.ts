/** The OpenAPI document and a page to read it, which needs nothing from elsewhere. */
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { NotFoundError } from '../errors.ts'
import type { Models } from '../jsonapi/model.ts'
import { addRoute } from '../web/guard.ts'
import type { ServedRoute } from './app.ts'
import { makeOpenApi } from './openapi/document.ts'

/** `routes` is still growing when this is called; the document is made when it is first asked for. */
export function addDocsRoutes(
  app: FastifyInstance,
  routes: readonly ServedRoute[],
  models: Models,
  version: string,
): void {
  const anonymous = async () => undefined
  let description: Buffer | undefined
  addRoute(app, anonymous, {
    method: 'GET',
    url: '/v1/openapi.json',
    access: 'all',
    scope: 'any',
    doc: { summary: 'Get this OpenAPI document', answer: { type: 'object' } },
    handler: (_request, reply) => {
      description ??= Buffer.from(JSON.stringify(makeOpenApi(routes, models, version), null, 2))
      return reply.header('content-type', 'application/json; charset=utf-8').send(description)
    },
  })
  const pages = makePages()
  const read = async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, bytes } = await pages(request.url.split('?')[0]!)
    return reply.code(status).headers(headers).send(bytes)
  }
  for (const url of ['/docs', '/docs/*']) {
    const doc = { summary: 'Show the API reference', media: ['text/html'], example: { path: { path: '' } } }
    addRoute(app, anonymous, { method: 'GET', url, access: 'all', scope: 'any', doc, handler: read })
  }
}

/** Nothing is loaded from, sent to or offered at services of others. */
const PAGE = {
  url: '/v1/openapi.json',
  showDeveloperTools: 'never',
  hideClientButton: true,
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
} as const

interface Page {
  status: number
  headers: Record<string, string>
  bytes: Buffer
}

/** The most pages in memory; there are fewer, but some addresses can be written in several ways. */
const MOST_PAGES = 10

/** The pages of the library, each made once. */
function makePages(): (path: string) => Promise<Page> {
  const kept = new Map<string, Page>()
  let reader: Promise<FastifyInstance> | undefined
  return async (path) => {
    const known = kept.get(path)
    if (known) return known
    reader ??= makeReader()
    const answer = await (await reader).inject({ method: 'GET', url: path })
    if (answer.statusCode === 404) throw new NotFoundError('There is no such route.')
    const { 'content-type': type = 'text/html', location } = answer.headers
    const headers = { 'content-type': String(type), ...(location && { location: String(location) }) }
    const page = { status: answer.statusCode, headers, bytes: answer.rawPayload }
    if (kept.size < MOST_PAGES) kept.set(path, page)
    return page
  }
}

/** The library brings routes of its own, so it lives in an instance of its own; it is large and loaded when first used. */
async function makeReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const reader = Fastify()
  await reader.register(scalar, { routePrefix: '/docs', configuration: PAGE })
  return reader as unknown as FastifyInstance
}
