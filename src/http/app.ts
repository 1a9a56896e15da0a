/** The Fastify instance with everything that applies to all routes. */
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify'
import type { RouteScope } from '../access/token-scopes.ts'
import type { Config } from '../config.ts'
import type { RefusalOf } from '../database/refusals.ts'
import { MethodNotAllowedError, NotFoundError } from '../errors.ts'
import { toAnswer } from '../jsonapi/errors.ts'
import { demandAcceptable, demandAcceptableList, demandReadable, MEDIA_TYPE } from '../jsonapi/negotiation.ts'
import type { Access } from '../resources/declare.ts'
import type { RouteConfig } from '../web/guard.ts'
import { isInner } from '../web/inner.ts'
import type { RouteDoc } from '../web/route-doc.ts'
import { EVERY_ANSWER, usualHeaders } from './answer-headers.ts'
import { addBodyTimeout, hasBody } from './body-timeout.ts'
import { answerClientError } from './client-errors.ts'
import { addCors, isPreflight } from './cors.ts'
import { makeShowFault, type SendFault } from './faults.ts'
import { addJsonBodies } from './json-body.ts'
import { addRateLimit, type RateLimitParts } from './rate-limit.ts'
import { requestId } from './request-log.ts'
import { addSlowReaders } from './slow-readers.ts'
import { addUnreadBodies } from './unread-body.ts'

const JSON_LIMIT = 1024 * 1024
/** For a whole request, including large uploads over slow connections. */
const REQUEST_TIMEOUT = 60 * 60_000

export interface ServedRoute {
  method: string
  url: string
  access: Access
  /** For people: it is not part of the API. */
  isPage?: boolean
  scope: RouteScope
  /** Absent for the routes of resources, which follow from their declarations. */
  doc?: RouteDoc
}

interface AppParts {
  config: Config
  log: FastifyBaseLogger | undefined
  /** Filled as routes are added. */
  routes: ServedRoute[]
  limit: RateLimitParts
  /** How long (in ms) a client may read nothing of a response. */
  stall: number
  refusalOf: RefusalOf
  /** Absent where the service has no pages. */
  sendFault?: SendFault | undefined
}

/** A route without an access word or a scope throws, so that the service does not start. */
export function makeApp(parts: AppParts): FastifyInstance {
  const { config, log, routes, limit, stall, refusalOf, sendFault } = parts
  const app = newInstance(config, log)
  app.addHook('onRoute', ({ method, url, config: options }) => {
    const { access, scope, doc, isPage } = (options ?? {}) as RouteConfig
    if (!access) throw new Error(`The route ${String(method)} ${url} has no access word.`)
    if (!scope)
      throw new Error(`The route ${String(method)} ${url} does not say which scope API tokens need.`)
    for (const one of [method].flat())
      if (one !== 'HEAD')
        routes.push({ method: one, url, access, scope, ...(doc && { doc }), ...(isPage && { isPage }) })
  })
  // First, so that pages of other origins can read what the next hooks refuse.
  addCors(app, config.corsOrigins)
  addRateLimit(app, limit)
  addBodyTimeout(app)
  addUnreadBodies(app)
  addSlowReaders(app, stall)
  addJsonBodies(app)
  addHooks(app)
  const showFault = makeShowFault(routes, sendFault)
  app.setErrorHandler(async (error, request, reply) => {
    const { status, code, headers, body } = toAnswer(error, request.log, refusalOf)
    reply.code(status).headers(headers)
    if (await showFault(request, reply, code)) return reply
    return reply.header('content-type', MEDIA_TYPE).send(Buffer.from(JSON.stringify(body)))
  })
  return app
}

function newInstance(config: Config, log: FastifyBaseLogger | undefined): FastifyInstance {
  const app: FastifyInstance = Fastify({
    ...(log && { loggerInstance: log }),
    bodyLimit: JSON_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    genReqId: requestId,
    // One line for each request, written when its response is sent.
    logController: new LogController({ disableRequestLogging: true }),
    http: { headersTimeout: 20_000 },
    // Requests that arrive while the process stops are served too.
    return503OnClosing: false,
    // Without a proxy the address of the connection is used as it is, which costs nothing.
    trustProxy: config.trustProxy > 0 && ((_address: string, hop: number) => hop < config.trustProxy),
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, app.log),
    frameworkErrors: (error, request, reply) => {
      const { status, body } = toAnswer(error, request.log)
      const plain = reply as unknown as FastifyReply
      plain
        .code(status)
        .headers({ ...EVERY_ANSWER, 'cache-control': 'no-store', 'x-request-id': request.id })
        .header('content-type', MEDIA_TYPE)
        .send(Buffer.from(JSON.stringify(body)))
    },
  }) as unknown as FastifyInstance
  return app
}

function addHooks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    // A page that may not send the request cannot read that there is no such route.
    if (request.is404 && isPreflight(request)) return reply.code(204).send()
    // Before the body is read, which may be of any type.
    if (request.is404) throw new NotFoundError('There is no such route.')
    const { jsonapi } = (request.routeOptions.config ?? {}) as RouteConfig
    if (jsonapi) negotiate(request, jsonapi === 'list')
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const vary = reply.getHeader('vary')
    reply.headers(EVERY_ANSWER)
    if (vary !== undefined) reply.header('vary', `${EVERY_ANSWER.vary}, ${vary}`)
    reply.header('x-request-id', request.id)
    const usual = usualHeaders(request)
    for (const name in usual) if (!reply.hasHeader(name)) reply.header(name, usual[name])
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInner(request))
      request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'request')
    done()
  })
}

function negotiate(request: FastifyRequest, isList: boolean): void {
  if (isList) demandAcceptableList(request)
  else demandAcceptable(request.headers.accept)
  if (hasBody(request)) demandReadable(request.headers['content-type'])
  // Fastify would look for a parser of this type.
  else delete request.headers['content-type']
}

const METHODS: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'TRACE', 'QUERY']

/** Called after all routes are added: the other methods of each path return 405 with the allowed ones. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly ServedRoute[]): void {
  for (const [url, served] of Map.groupBy([...routes], (route) => route.url)) {
    const methods = served.map((route) => route.method)
    const allowed = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS']
    const others = METHODS.filter((method) => !allowed.includes(method))
    const isPage = served.some((route) => route.isPage)
    const config: RouteConfig = { access: 'all', scope: 'any', isPage }
    app.route({
      method: 'OPTIONS',
      url,
      config,
      handler: (_request, reply) => reply.code(204).header('allow', allowed.join(', ')).send(),
    })
    if (others.length === 0) continue
    app.route({
      method: others,
      url,
      config,
      exposeHeadRoute: false,
      // Before the body is read, which may be of any type.
      onRequest: async (request) => {
        throw new MethodNotAllowedError(request.method, allowed)
      },
      handler: () => undefined,
    })
  }
}
