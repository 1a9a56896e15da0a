/** A new API token is made here, where nobody but its user gets to see it. */
import sql from 'sql-template-tag'
import { makeApiToken } from '../access/api-tokens.ts'
import { UnprocessableError } from '../errors.ts'
import type { Effects } from '../jsonapi/effects.ts'
import type { apiToken } from '../resources/api-token.ts'
import type { Declaration } from '../resources/declare.ts'

/** So many may one user have. */
const MOST = 100

export function apiTokenEffects(declarations: readonly Declaration[]): Effects<typeof apiToken> {
  const types = new Set(declarations.map(({ type }) => type))
  return {
    async created(tx, { id, after, shown }) {
      demandKnownTypes(after.scopes, types)
      const { token, hash } = makeApiToken()
      // Those that are made at the same moment are counted one after the other.
      await tx.query(sql`select 1 from users where id = ${after.user_id} for no key update`)
      const [row] = await tx.query<{ count: number }>(sql`with made as (
          update api_tokens set token_hash = ${hash},
            is_limited = exists (select 1 from api_tokens_events where api_token_id = ${id})
          where id = ${id})
        select count(*)::int as count from api_tokens where user_id = ${after.user_id}`)
      if (row!.count > MOST)
        throw UnprocessableError.at('/data', `you have ${MOST} API tokens already; revoke one first`)
      shown.token = token
    },
  }
}

function demandKnownTypes(scopes: string[], types: ReadonlySet<string>): void {
  const unknown = scopes.find((scope) => scope.includes(':') && !types.has(scope.split(':')[0]!))
  if (unknown)
    throw UnprocessableError.at(
      '/data/attributes/scopes',
      `scopes must not have ${unknown}: no type is called so`,
    )
}
