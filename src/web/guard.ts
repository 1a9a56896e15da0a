/** Every route is added through here, with the word that says who may call it. */
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { Identify } from '../access/logins.ts'
import { isOpen } from '../access/words.ts'
import { UnauthorizedError } from '../errors.ts'
import type { Access } from '../resources/declare.ts'
import type { RouteDoc } from './route-doc.ts'

export interface GuardedRoute {
  method: HTTPMethods
  url: string
  access: Access
  /** Options of Fastify for this route, such as a limit for the body. */
  options?: { bodyLimit?: number; jsonapi?: boolean }
  /** Its path or its answer opens something to whoever knows it, so no cache may keep it. */
  isSecret?: boolean
  /** For people: it is not part of the API. */
  isPage?: boolean
  /** What it says about itself; the routes of resources follow from their declarations. */
  doc?: RouteDoc
  /** Looks at the headers and the path before the body is read, and throws what refuses the request. */
  check?(request: FastifyRequest): void
  handler(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined): unknown
}

export interface RouteConfig {
  access?: Access
  /** Served by the rules of JSON:API: content types and query words. */
  jsonapi?: boolean
  isSecret?: boolean
  isPage?: boolean
  doc?: RouteDoc
}

/**
 * Callers are found, and anonymous ones stopped, before a byte of the body is read: what is refused costs nothing. What
 * else the word asks for depends on the record and is asked with it.
 */
export function addRoute(app: FastifyInstance, identify: Identify, route: GuardedRoute): void {
  const { method, url, access, options, isSecret, isPage, doc, handler } = route
  const { jsonapi, ...others } = options ?? {}
  const config: RouteConfig = {
    access,
    jsonapi: jsonapi ?? false,
    isSecret: isSecret ?? false,
    isPage: isPage ?? false,
    ...(doc && { doc }),
  }
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method,
    url,
    config,
    ...others,
    onRequest: async (request) => {
      const caller = await identify(request)
      if (!caller && !isOpen(access)) throw new UnauthorizedError()
      route.check?.(request)
      if (caller) callers.set(request, caller)
    },
    handler: async (request, reply) => handler(request, reply, callers.get(request)),
  })
}
