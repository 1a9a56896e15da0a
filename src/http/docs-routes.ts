/** The OpenAPI document, and the pages of the API reference that are made from it. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFoundError } from '../errors.ts'
import type { Models } from '../jsonapi/model.ts'
import { Encodings } from '../pages/encodings.ts'
import { matchesTag } from '../web/answer.ts'
import { addRoute } from '../web/guard.ts'
import type { ServedRoute } from './app.ts'
import { makeOpenApi } from './openapi/document.ts'
import { renderPage } from './reference/pages.ts'

interface DocsParts {
  /** Still growing when this is called; the document is made when it is first asked for. */
  routes: readonly ServedRoute[]
  models: Models
  version: string
  publicUrl: string
}

const STYLE = readFileSync(join(import.meta.dirname, 'reference/style.css'), 'utf8')
const STYLE_NAME = `style-${hash('sha256', STYLE, 'hex').slice(0, 16)}.css`
/** The pages have no scripts, no frames and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const anonymous = async () => undefined

export function addDocsRoutes(app: FastifyInstance, { routes, models, version, publicUrl }: DocsParts): void {
  const send = sender()
  let text: string | undefined
  const pages = new Map<string, string>()
  const makeText = () => {
    text ??= JSON.stringify(makeOpenApi(routes, models, version), null, 2)
    return text
  }
  const makePage = (name: string) => {
    const reference = { base: publicUrl, style: `/docs/${STYLE_NAME}` }
    const page = pages.get(name) ?? renderPage({ ...reference, document: JSON.parse(makeText()) }, name)
    if (page === undefined) throw new NotFoundError('There is no such route.')
    pages.set(name, page)
    return page
  }
  addRoute(app, anonymous, {
    method: 'GET',
    url: '/v1/openapi.json',
    access: 'all',
    scope: 'any',
    doc: { summary: 'Get this OpenAPI document', answer: { type: 'object' } },
    handler: (request, reply) => send(request, reply, 'application/json; charset=utf-8', makeText()),
  })
  addRoute(app, anonymous, {
    method: 'GET',
    url: '/docs',
    access: 'all',
    scope: 'any',
    doc: { summary: 'Redirect to the API reference', media: ['text/html'] },
    handler: (_request, reply) => reply.redirect('/docs/', 302),
  })
  addRoute(app, anonymous, {
    method: 'GET',
    url: '/docs/*',
    access: 'all',
    scope: 'any',
    doc: { summary: 'Show the API reference', media: ['text/html'], example: { path: { path: 'event' } } },
    handler: (request, reply) => {
      const { '*': name } = request.params as { '*': string }
      if (name === STYLE_NAME) {
        // A name holds the hash of the content, so what it names never changes.
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        return send(request, reply, 'text/css; charset=utf-8', STYLE)
      }
      const page = makePage(name)
      reply.header('content-security-policy', POLICY)
      return send(request, reply, 'text/html; charset=utf-8', page)
    },
  })
}

/** Sends a text compressed, or only says that it is still the same. */
function sender() {
  const encodings = new Encodings()
  return async (request: FastifyRequest, reply: FastifyReply, type: string, text: string) => {
    const { body, encoding, tag } = await encodings.encode(text, request.headers['accept-encoding'])
    const known = request.headers['if-none-match']
    reply.headers({ etag: tag, vary: 'Accept-Encoding' })
    if (known !== undefined && matchesTag(known, tag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.header('content-type', type).send(body)
  }
}
