/** What every answer carries, also those that no route gives. */
import type { FastifyRequest } from 'fastify'
import type { RouteConfig } from '../web/guard.ts'

export const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept, Authorization, Origin',
}

/** A route may say otherwise. */
export function usualHeaders(request: FastifyRequest): Record<string, string> {
  return { 'cache-control': cacheControl(request), 'x-frame-options': 'DENY' }
}

/** What is written may hold a token, and some addresses open something to whoever knows them: no cache keeps those. */
function cacheControl({ method, headers, routeOptions }: FastifyRequest): string {
  const { isSecret } = (routeOptions.config ?? {}) as RouteConfig
  if (isSecret || !['GET', 'HEAD', 'OPTIONS'].includes(method)) return 'no-store'
  return headers.authorization === undefined ? 'no-cache' : 'private, no-cache'
}
