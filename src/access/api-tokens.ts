/** API tokens: made once, kept as a hash, found by it. */
import { randomBytes } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Caller } from './caller.ts'
import { CALLER_COLUMNS, type CallerRow, IS_ACTIVE, toCaller } from './caller-row.ts'
import { hashToken } from './secret-token.ts'

const PREFIX = 'plenum_'
const SHAPE = /^plenum_[\w-]{43}$/

export function makeApiToken(): { token: string; hash: string } {
  const token = PREFIX + randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** Whether this can only be an API token, whatever it is worth. */
export function isApiToken(token: string): boolean {
  return token.startsWith(PREFIX)
}

interface TokenRow extends CallerRow {
  token_id: string
  token_name: string
  scopes: string[]
  is_limited: boolean
  events: string[] | null
  is_unnoted: boolean
}

/** One statement, as for log-ins. When it was last used is noted once in a minute. */
export async function findTokenCaller(db: Db, token: string): Promise<Caller | undefined> {
  if (!SHAPE.test(token)) return undefined
  const [row] = await db.query<TokenRow>(
    sql`select ${raw(CALLER_COLUMNS)}, a.id as token_id, a.name as token_name, a.scopes, a.is_limited,
        coalesce(a.last_used_at < now() - interval '1 minute', true) as is_unnoted,
        (select json_agg(l.event_id::text) from api_tokens_events l where l.api_token_id = a.id) as events
      from api_tokens a join users u on u.id = a.user_id
      where a.token_hash = ${hashToken(token)} and (a.expires_at is null or a.expires_at > now())
        and ${raw(IS_ACTIVE)}`,
  )
  if (!row) return undefined
  if (row.is_unnoted) await noteUse(db, row)
  return limited(row)
}

async function noteUse(db: Db, { id, token_id }: TokenRow): Promise<void> {
  await db.query(sql`with used as (update api_tokens set last_used_at = now() where id = ${token_id})
    update users set last_accessed_at = now() where id = ${id}`)
}

/** A token that is limited to some events has its user's roles there and nowhere else; staff own them. */
function limited(row: TokenRow): Caller {
  const user = toCaller(row, { loginId: '', isFresh: false })
  const { token_id: id, token_name: name, scopes, is_limited } = row
  if (!is_limited) return { ...user, token: { id, name, scopes } }
  const events = row.events ?? []
  const roles = user.isStaff
    ? events.map((event_id) => ({ event_id, name: 'owner' }))
    : user.roles.filter(({ event_id }) => events.includes(event_id))
  const unlimited = { ...user, token: { id, name, scopes } }
  return {
    ...user,
    isStaff: false,
    isSuperAdmin: false,
    roles,
    token: { id, name, scopes, events, unlimited },
  }
}
