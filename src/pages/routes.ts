/** The pages for people. docs/decisions/0032-pages-rendered-on-the-server.md tells why they are made so. */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { NotFoundError } from '../errors.ts'
import { matchesTag } from '../web/answer.ts'
import { addRoute } from '../web/guard.ts'
import { type Bundle, makeBundle } from './bundle.ts'
import { colorSheet } from './colors.ts'
import type { PageAnswer, PageFault, PageRequest, Site } from './contract.ts'
import { chooseEncoding, type Encoding, Encodings } from './encodings.ts'
import { innerFetch } from './inner-fetch.ts'
import { KeptPages } from './kept-pages.ts'
import { type PagePath, pathsOf, type ServedPages } from './paths.ts'
import { contentPolicy } from './policy.ts'

interface PageParts {
  config: Pick<Config, 'publicUrl' | 'storage' | 'oidc' | 'console'>
  log: FastifyBaseLogger
  served: ServedPages
}

export interface Pages {
  addRoutes(app: FastifyInstance): void
  /** Says on a page what went wrong. */
  sendFault(request: FastifyRequest, reply: FastifyReply, fault: PageFault): Promise<unknown>
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }
const VARY = 'Accept-Encoding, Accept-Language'
const PAGE = { method: 'GET', access: 'all', scope: 'any', isPage: true } as const
const FRONT_DOC = { summary: 'Open the front page', media: ['text/html'] }
const anonymous = async () => undefined

/** Where the front end is elsewhere: who comes here is a programmer. */
export function addRedirect(app: FastifyInstance): void {
  const handler = (_request: FastifyRequest, reply: FastifyReply) => reply.redirect('/docs/', 302)
  addRoute(app, anonymous, { ...PAGE, url: '/', doc: FRONT_DOC, handler })
}

export function makePages({ config, log, served }: PageParts): Pages {
  const load = makeBundle(log)
  const encodings = new Encodings()
  const policy = contentPolicy(config.storage)
  const send = async (request: FastifyRequest, reply: FastifyReply, answer: PageAnswer) => {
    reply.code(answer.status).headers({ 'content-security-policy': policy, vary: VARY })
    reply.headers({ 'cache-control': cacheControl(answer), 'content-language': answer.language })
    if (answer.location) return reply.header('location', answer.location).send()
    const { body, encoding, tag } = await encodings.encode(answer.body, request.headers['accept-encoding'])
    if (answer.status === 200) {
      const known = request.headers['if-none-match']
      reply.header('etag', tag)
      if (known !== undefined && matchesTag(known, tag)) return reply.code(304).send()
    }
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.header('content-type', answer.type).send(body)
  }
  const kept = new KeptPages()
  const show = (path: PagePath) => async (request: FastifyRequest, reply: FastifyReply) => {
    const bundle = await load()
    const asked = askedOf(request, bundle, config)
    const params = request.params as PageRequest['params']
    const { site } = asked
    const tidied = bundle.tidy({ ...asked, path })
    const key = JSON.stringify([path, params, String(tidied.query), tidied.languages])
    const answer = await kept.show(key, site.fetch, (fetch) =>
      bundle.renderPage({ ...asked, ...tidied, path, params, site: { ...site, fetch } }),
    )
    return send(request, reply, answer)
  }
  return {
    addRoutes(app) {
      for (const url of pathsOf(served))
        addRoute(app, anonymous, { ...PAGE, url, ...(url === '/' && { doc: FRONT_DOC }), handler: show(url) })
      addRoute(app, anonymous, {
        ...PAGE,
        url: '/assets/:name',
        handler: async (request, reply) => sendAsset(request, reply, await load()),
      })
      addRoute(app, anonymous, {
        ...PAGE,
        url: '/assets/colors/:name',
        handler: (request, reply) => {
          const { name } = request.params as { name: string }
          return reply.headers(IMMUTABLE).type('text/css; charset=utf-8').send(colorSheet(name))
        },
      })
    },
    async sendFault(request, reply, fault) {
      const bundle = await load()
      return send(request, reply, await bundle.renderFault(askedOf(request, bundle, config), fault))
    },
  }
}

function cacheControl({ status, isPrivate }: PageAnswer): string {
  if (isPrivate) return 'no-store'
  return status === 200 ? 'public, max-age=60' : 'no-cache'
}

function askedOf(
  { url, headers, server }: FastifyRequest,
  { assets }: Bundle,
  { publicUrl, storage, oidc, console: hasConsole }: PageParts['config'],
): Omit<PageRequest, 'path' | 'params'> {
  const [pathname = '/', query = ''] = url.split(/\?(.*)/s)
  const site: Site = {
    publicUrl,
    storageUrl: storage.s3?.publicUrl,
    assets,
    fetch: innerFetch(server, publicUrl),
    now: () => new Date(),
    logInProvider: oidc?.name,
    hasConsole,
  }
  return { pathname, query: new URLSearchParams(query), languages: headers['accept-language'] ?? '', site }
}

/** A name holds the hash of the content, so what it names never changes. */
function sendAsset(request: FastifyRequest, reply: FastifyReply, bundle: Bundle): unknown {
  const { name } = request.params as { name: string }
  const file = bundle.file(name)
  if (!file) throw new NotFoundError('The file was not found.')
  const encoding = chooseEncoding(
    request.headers['accept-encoding'],
    Object.keys(file.encodings) as Encoding[],
  )
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply
    .headers({ ...IMMUTABLE, vary: 'Accept-Encoding' })
    .header('content-type', file.type)
    .send(file.encodings[encoding])
}
