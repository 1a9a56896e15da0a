/** Tries every route that is served with every kind of caller. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { CALLERS, type CallerName, type Cast, castOf, PASSWORD } from '../support/people.ts'
import { ADMIN, type Answer, type Caller, type TestService } from '../support/service.ts'
import type { Rows } from './patterns.ts'
import { requestOf } from './requests.ts'
import { clearWorld, makeWorld, passwordHashes, storeFiles, type World } from './world.ts'

export interface Walk {
  service: TestService
  cast: Cast
  refreshTokens: Partial<Record<CallerName, string>>
  hashes: string
}

export async function prepareWalk(service: TestService): Promise<Walk> {
  const cast = await castOf(service)
  await storeFiles(service)
  const refreshTokens = await refreshTokensOf(service, cast)
  return { service, cast, refreshTokens, hashes: await passwordHashes(service) }
}

export function walkRoutes(
  walk: Walk,
  table: Rows,
  state: 'published' | 'draft',
  routes = walk.service.routes,
): void {
  const { service, cast, refreshTokens, hashes } = walk
  let world: World | undefined

  for (const route of routes) {
    const name = `${route.method} ${route.url}`
    // Where the state of the event does not matter, one walk is enough.
    if (state === 'draft' && table[name]?.published === table[name]?.draft) continue
    it(name, async () => {
      const statuses: Record<string, number> = {}
      for (const callerName of CALLERS) {
        world ??= await makeWorld(service, cast, state)
        const [caller, refreshToken] = [cast[callerName], refreshTokens[callerName]]
        const { url, ...options } = await requestOf(route, { service, world, cast, caller, refreshToken })
        const answer = await service.call(route.method, url, options)
        statuses[callerName] = answer.status
        demandRefusal(answer)
        if (route.method === 'GET' && callerName === 'stranger')
          assert.equal((await service.call('HEAD', url, options)).status, answer.status)
        if (route.method === 'GET' || answer.status >= 400) continue
        await clearWorld(service, hashes)
        world = undefined
      }

      const expected = table[name]?.[state]
      assert.ok(expected, `${name} has no row: give its sample rights, or write the row in test/permissions.`)
      assert.deepEqual(statuses, Object.fromEntries(CALLERS.map((one, place) => [one, expected[place]])))
    })
  }
}

async function refreshTokensOf(
  service: TestService,
  cast: Cast,
): Promise<Partial<Record<CallerName, string>>> {
  const tokens = CALLERS.map(async (name) => [
    name,
    cast[name] && (await refreshTokenOf(service, cast[name])),
  ])
  return Object.fromEntries(await Promise.all(tokens))
}

async function refreshTokenOf(service: TestService, { email }: Caller): Promise<string> {
  const password = email === ADMIN.email ? ADMIN.password : PASSWORD
  const body = { email, password, 'remember-me': true, 'include-in-response': true }
  return (await service.call('POST', '/v1/auth/login', { body })).body.refresh_token
}

/** A refusal says which status it is and points at no field. */
function demandRefusal({ status, body }: Answer): void {
  if (status < 400) return
  const [{ detail, ...error }, ...more] = body.errors
  assert.deepEqual(
    [error, typeof detail, more],
    [{ status: String(status), code: error.code, title: error.title, source: {} }, 'string', []],
  )
}
