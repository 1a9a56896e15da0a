/** The secret of a new calendar address is made here, where nobody but its user gets to see it. */
import sql from 'sql-template-tag'
import { makeToken } from '../access/secret-token.ts'
import { UnprocessableError } from '../errors.ts'
import type { Effects } from '../jsonapi/effects.ts'
import type { feedToken } from '../resources/feed-token.ts'

/** So many may one user have. */
const MOST = 100

export function feedTokenEffects(publicUrl: string): Effects<typeof feedToken> {
  return {
    async created(tx, { id, after, shown }) {
      const { token, hash } = makeToken()
      // Those that are made at the same moment are counted one after the other.
      await tx.query(sql`select 1 from users where id = ${after.user_id} for no key update`)
      const [row] = await tx.query<{ count: number }>(
        sql`with made as (update feed_tokens set token_hash = ${hash} where id = ${id})
          select count(*)::int as count from feed_tokens where user_id = ${after.user_id}`,
      )
      if (row!.count > MOST)
        throw UnprocessableError.at('/data', `you have ${MOST} feed tokens already; revoke one first`)
      shown.token = token
      shown.url = `${publicUrl}/v1/users/${after.user_id}/schedule.ics?token=${token}`
    },
  }
}
