/** All routes are added here, each with its access word. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { Identify } from '../access/logins.ts'
import { demandScope, demandUnlimited, type RouteScope } from '../access/token-scopes.ts'
import { isOpen } from '../access/words.ts'
import { UnauthorizedError } from '../errors.ts'
import type { Access } from '../resources/declare.ts'
import type { RouteDoc } from './route-doc.ts'

export interface GuardedRoute {
  method: HTTPMethods
  url: string
  access: Access
  /** What an API token needs. */
  scope: RouteScope
  /** More than one event is concerned, so a token that is limited to events is refused. */
  beyondEvents?: boolean
  /** Options of Fastify for this route, such as a limit for the body. */
  options?: { bodyLimit?: number; jsonapi?: boolean | 'list'; takesForms?: boolean }
  /** Its path or its response is a secret, so no cache may keep it. */
  isSecret?: boolean
  /** Depends on nothing but its address, the `Accept` header, the caller and the database, so what strangers get is kept. */
  isKept?: boolean
  /** For people: it is not part of the API. */
  isPage?: boolean
  /** Its documentation; the routes of resources derive theirs from the declarations. */
  doc?: RouteDoc
  /** Checks the headers and the path before the body is read; throws the refusal. */
  check?(request: FastifyRequest): void
  handler(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): unknown
}

export interface RouteConfig {
  access?: Access
  scope?: RouteScope
  /** Served by the rules of JSON:API: content types and query parameters. A list is also sent as a table. */
  jsonapi?: boolean | 'list'
  /** Browsers and mail programs send forms, whose content it does not read. */
  takesForms?: boolean
  isSecret?: boolean
  isKept?: boolean
  isPage?: boolean
  doc?: RouteDoc
}

const callers = new WeakMap<FastifyRequest, Caller>()

/** Who makes the request, once that is known. */
export function callerOf(request: FastifyRequest): Caller | undefined {
  return callers.get(request)
}

/**
 * The caller is identified, and an anonymous one refused, before any of the body is read: a refusal costs nothing. The rest
 * of the word depends on the record and is checked with it.
 */
export function addRoute(app: FastifyInstance, identify: Identify, route: GuardedRoute): void {
  const { method, url, access, scope, options, isSecret, isKept, isPage, doc, handler } = route
  const { jsonapi, takesForms = false, ...others } = options ?? {}
  const config: RouteConfig = {
    access,
    scope,
    jsonapi: jsonapi ?? false,
    takesForms,
    isSecret: isSecret ?? false,
    isKept: isKept ?? false,
    isPage: isPage ?? false,
    ...(doc && { doc }),
  }
  app.route({
    method,
    url,
    config,
    ...others,
    onRequest: async (request) => {
      const caller = await identify(request)
      if (!caller && !isOpen(access)) throw new UnauthorizedError()
      demandScope(caller, scope)
      if (route.beyondEvents) demandUnlimited(caller)
      route.check?.(request)
      if (caller) callers.set(request, caller)
    },
    handler: async (request, reply) => handler(request, reply, callers.get(request)),
  })
}
