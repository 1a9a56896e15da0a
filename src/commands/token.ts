import sql from 'sql-template-tag'
import { makeApiToken } from '../access/api-tokens.ts'
import type { Db } from '../database/connect.ts'
import { resources } from '../resources/all.ts'
import { apiToken } from '../resources/api-token.ts'
import { Invalid } from '../resources/field-types.ts'
import { inColumns, shortTime } from './columns.ts'
import type { Call, Outcome } from './command.ts'
import { demandEvent, demandUser } from './find-event.ts'
import { withDb } from './with-parts.ts'

export function tokenCreate(call: Call): Promise<Outcome> {
  return withDb(call, async (db) => {
    const userId = await demandUser(db, call.argument('e-mail'))
    const name = read('name', call.argument('name'))
    const scopes = readScopes(call.option('scopes')!)
    const expiresAt = call.option('expires') === undefined ? null : readExpiry(call.option('expires')!)
    const events = await Promise.all(
      wordsOf(call.option('events') ?? '').map(async (one) => (await demandEvent(db, one)).id),
    )
    const { token, hash } = makeApiToken()
    const id = await db.transaction((tx) => insert(tx, { userId, name, scopes, expiresAt, events, hash }))
    const value = { id, name, scopes, events, expires_at: expiresAt, token }
    return { text: `Token ${id} (shown only once): ${token}`, value }
  })
}

interface NewToken {
  userId: string
  name: string
  scopes: string[]
  expiresAt: string | null
  events: string[]
  hash: string
}

async function insert(tx: Db, { userId, name, scopes, expiresAt, events, hash }: NewToken): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    sql`insert into api_tokens (user_id, name, scopes, expires_at, is_limited, token_hash)
      values (${userId}, ${name}, ${JSON.stringify(scopes)}, ${expiresAt}, ${events.length > 0}, ${hash}) returning id`,
  )
  await tx.query(sql`insert into api_tokens_events (api_token_id, event_id)
    select distinct ${row!.id}::bigint, unnest(${events}::bigint[])`)
  return row!.id
}

const wordsOf = (list: string) => list.split(',').flatMap((word) => word.trim() || [])

function readScopes(list: string): string[] {
  const scopes = read('scopes', wordsOf(list))
  const types = new Set(resources.map(({ type }) => type))
  const unknown = scopes.find((scope) => scope.includes(':') && !types.has(scope.split(':')[0]!))
  if (unknown) throw new Error(`There is no scope ${unknown}: no type is called so.`)
  return scopes
}

function readExpiry(text: string): string {
  const moment = read('expires_at', text)
  if (Date.parse(moment) <= Date.now()) throw new Error(`--expires must be in the future.`)
  return moment
}

/** A value by the rules of the field. */
function read<N extends 'name' | 'scopes' | 'expires_at'>(name: N, value: unknown) {
  const { kind } = apiToken.fields[name]
  const result = kind.read(value)
  if (result instanceof Invalid) throw new Error(`${name.replace('_at', '')} ${result.reason}.`)
  return result as Exclude<ReturnType<(typeof apiToken.fields)[N]['kind']['read']>, Invalid>
}

interface TokenRow {
  id: string
  name: string
  email: string
  scopes: string[]
  events: string[] | null
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}

export function tokenList(call: Call): Promise<Outcome> {
  return withDb(call, async (db) => {
    const owner = call.option('owner')
    const userId = owner === undefined ? null : await demandUser(db, owner)
    const tokens = await db.query<TokenRow>(
      sql`select a.id, a.name, u.email, a.scopes, a.created_at, a.last_used_at, a.expires_at,
          case when a.is_limited then (select coalesce(json_agg(l.event_id::text order by l.event_id), '[]')
            from api_tokens_events l where l.api_token_id = a.id) end as events
        from api_tokens a join users u on u.id = a.user_id
        where ${userId}::bigint is null or a.user_id = ${userId}
        order by a.id desc limit ${Number(call.option('limit'))}`,
    )
    const rows = tokens.map((token) => [
      token.id,
      token.name,
      token.email,
      token.scopes.join(','),
      token.events?.join(',') ?? 'all',
      shortTime(token.last_used_at),
      shortTime(token.expires_at),
    ])
    const headings = ['ID', 'NAME', 'ACCOUNT', 'SCOPES', 'EVENTS', 'LAST USED', 'EXPIRES']
    return { text: tokens.length === 0 ? 'No tokens found.' : inColumns(headings, rows), value: tokens }
  })
}

export function tokenRevoke(call: Call): Promise<Outcome> {
  return withDb(call, async (db) => {
    const id = call.argument('token')
    const [token] = await db.query<{ id: string; name: string }>(
      sql`delete from api_tokens where id::text = ${id} returning id, name`,
    )
    if (!token) throw new Error(`The token ${id} does not exist. Run "plenum token list" to see all tokens.`)
    return { text: `Token ${token.id} is revoked.`, value: token }
  })
}
