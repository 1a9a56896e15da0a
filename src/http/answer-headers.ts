/** Headers of every response, including those that no route sends. */
import type { FastifyRequest } from 'fastify'
import type { RouteConfig } from '../web/guard.ts'

export const EVERY_ANSWER = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  vary: 'Accept, Authorization, Origin',
}

/** A route may override these. */
export function usualHeaders(request: FastifyRequest): Record<string, string> {
  return { 'cache-control': cacheControl(request), 'x-frame-options': 'DENY' }
}

/** The response to a write may contain a token, and some addresses are secret, so no cache may keep these. */
function cacheControl({ method, headers, routeOptions }: FastifyRequest): string {
  const { isSecret } = (routeOptions.config ?? {}) as RouteConfig
  if (isSecret || !['GET', 'HEAD', 'OPTIONS'].includes(method)) return 'no-store'
  return headers.authorization === undefined ? 'no-cache' : 'private, no-cache'
}
