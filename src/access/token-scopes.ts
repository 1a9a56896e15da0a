/** What an API token may do: the scope that each route needs, and whether a token has it. */
import { ForbiddenError } from '../errors.ts'
import type { Caller } from './caller.ts'

/** Scopes that are not about one type of record. */
export const WORK_SCOPES = ['export', 'import', 'upload'] as const

/**
 * What a token needs to call a route. `any`: every token will do, because the route does not look at the caller.
 * `none`: no token will do.
 */
export type RouteScope = 'any' | 'none' | (typeof WORK_SCOPES)[number] | `${string}:read` | `${string}:write`

/** Refuses a token without the scope. Whoever is logged in needs none. */
export function demandScope(caller: Caller | undefined, scope: RouteScope): void {
  if (!caller?.token || scope === 'any') return
  if (scope === 'none') throw new ForbiddenError('API tokens cannot be used here. Log in with a password.')
  if (!covers(caller.token.scopes, scope))
    throw new ForbiddenError(`The API token needs the scope ${scope}${orWider(scope)}.`)
}

function covers(scopes: readonly string[], scope: string): boolean {
  return scopes.includes(scope) || scopes.includes(widerOf(scope) ?? '')
}

/** `read` covers `session:read`, as `write` does `session:write`. */
function widerOf(scope: string): string | undefined {
  return scope.split(':')[1]
}

function orWider(scope: string): string {
  const wider = widerOf(scope)
  return wider === undefined ? '' : ` or ${wider}`
}

/** Refuses a token that is limited to some events where more than those is concerned. */
export function demandUnlimited(caller: Caller | undefined): void {
  if (caller?.token?.events)
    throw new ForbiddenError(
      'This API token is limited to its events, and this request is about more than those.',
    )
}

/** The user of a token that is limited to some events, without the limit. */
export function withoutLimit(caller: Caller | undefined): Caller | undefined {
  return caller?.token?.events ? caller.token.unlimited : undefined
}

/** For a record that the user may know of and that belongs to another event. */
export function foreignEvent(): ForbiddenError {
  return new ForbiddenError('This API token is limited to other events.')
}
