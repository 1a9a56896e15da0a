/** Log-ins: a row for each, so that its tokens can be revoked; and finding the caller of a request. */

import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { UnauthorizedError } from '../errors.ts'
import { findTokenCaller, isApiToken } from './api-tokens.ts'
import type { Caller } from './caller.ts'
import { CALLER_COLUMNS, type CallerRow, IS_ACTIVE, toCaller } from './caller-row.ts'
import type { Tokens } from './jwt.ts'

const HOUR = 3600
const SHORT_LIFE = 1.5 * HOUR
const LONG_LIFE = 24 * HOUR
const REFRESH_LIFE = 365 * 24 * HOUR
/** How long the network of a log-in is remembered. */
const KNOWN_FOR = sql`interval '90 days'`

export interface Login {
  accessToken: string
  refreshToken: string | undefined
  csrf: string
}

interface Beginning {
  userId: string
  /** The network that it comes from. */
  network: string
  refreshable: boolean
}

/** Starts a log-in. One that can be refreshed has access tokens of a shorter life. */
export async function startLogin(
  db: Db,
  tokens: Tokens,
  { userId, network, refreshable }: Beginning,
): Promise<Login> {
  const life = refreshable ? REFRESH_LIFE : LONG_LIFE
  const csrf = randomUUID()
  const [row] = await db.query<{ id: string }>(
    sql`insert into logins (user_id, expires_at, csrf, network)
      select u.id, now() + make_interval(secs => ${life}), ${csrf}, ${digestOf(sql`u.id`, network)}
      from users u where u.id = ${userId} for key share returning id`,
  )
  // The account was erased while its password was checked.
  if (!row) throw revoked()
  const claims = { identity: userId, login: row.id }
  const accessLife = refreshable ? SHORT_LIFE : LONG_LIFE
  await db.query(sql`update users set last_accessed_at = now() where id = ${userId}`)
  return {
    accessToken: await tokens.sign({ ...claims, type: 'access', fresh: true, life: accessLife }),
    refreshToken: refreshable
      ? await tokens.sign({ ...claims, type: 'refresh', fresh: false, life: REFRESH_LIFE, csrf })
      : undefined,
    csrf,
  }
}

/** Hashes the network together with the user, so that log-ins do not reveal which users share a network. */
function digestOf(userId: Sql, network: string): Sql {
  return sql`encode(sha256(convert_to(${userId}::text || ' ' || ${network}, 'UTF8')), 'base64')`
}

/** The condition that the user has logged in from this network not long ago. */
export function isKnownNetwork(userId: Sql, network: string): Sql {
  return sql`exists (select 1 from logins l where l.user_id = ${userId}
    and l.network = ${digestOf(userId, network)} and l.created_at > now() - ${KNOWN_FOR})`
}

/** A new access token for a refresh token; it is not fresh. */
export async function refreshLogin(
  db: Db,
  tokens: Tokens,
  refreshToken: string,
): Promise<{ accessToken: string; csrf: string | undefined }> {
  const { login, identity, csrf } = await tokens.verify(refreshToken, 'refresh')
  if (!(await findCaller(db, login, false))) throw revoked()
  const accessToken = await tokens.sign({ identity, login, type: 'access', fresh: false, life: SHORT_LIFE })
  return { accessToken, csrf }
}

export async function revokeLogin(db: Db, loginId: string): Promise<void> {
  await db.query(sql`update logins set revoked_at = now() where id = ${loginId} and revoked_at is null`)
}

/** Ends all log-ins of a user, but for the one named. */
export async function revokeLogins(db: Db, userId: string, except?: string): Promise<void> {
  await db.query(sql`update logins set revoked_at = now()
    where user_id = ${userId} and revoked_at is null and id is distinct from ${except ?? null}::uuid`)
}

/** Deletes log-ins that have ended, once their networks are no longer remembered. */
export async function forgetOldLogins(db: Db): Promise<void> {
  await db.query(sql`delete from logins
    where (expires_at < now() or revoked_at is not null) and created_at < now() - ${KNOWN_FOR}`)
}

/** Identifies the user who makes a request, as of a transaction if one is given; throws if the token is not valid. */
export type Identify = (request: FastifyRequest, tx?: Db) => Promise<Caller | undefined>

export function makeIdentify(db: Db, tokens: Tokens): Identify {
  return async (request, tx = db) => {
    const token = tokenOf(request)
    if (token === undefined) return undefined
    if (isApiToken(token)) return demandToken(await findTokenCaller(tx, token))
    const { login, fresh } = await tokens.verify(token, 'access')
    const caller = await findCaller(tx, login, fresh)
    if (!caller) throw revoked()
    return caller
  }
}

function demandToken(caller: Caller | undefined): Caller {
  if (caller) return caller
  throw new UnauthorizedError('This API token is unknown, revoked or expired.')
}

/** The token of `Authorization: JWT <token>` or `Bearer <token>`. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const { authorization } = request.headers
  if (authorization === undefined) return undefined
  const token = /^(?:JWT|Bearer) +(\S+)$/i.exec(authorization.trim())?.[1]
  if (!token) throw new UnauthorizedError('The Authorization header must be "JWT <access token>".')
  return token
}

interface LoginRow extends CallerRow {
  is_stale: boolean
}

async function findCaller(db: Db, loginId: string, isFresh: boolean): Promise<Caller | undefined> {
  const [row] = await db.query<LoginRow>(
    sql`select ${raw(CALLER_COLUMNS)},
        coalesce(u.last_accessed_at < now() - interval '10 minutes', true) as is_stale
      from logins l join users u on u.id = l.user_id
      where l.id = ${loginId} and l.revoked_at is null and l.expires_at > now() and ${raw(IS_ACTIVE)}`,
  )
  if (!row) return undefined
  if (row.is_stale) await db.query(sql`update users set last_accessed_at = now() where id = ${row.id}`)
  return toCaller(row, { loginId, isFresh })
}

function revoked(): UnauthorizedError {
  return new UnauthorizedError('This login has ended. Log in again.')
}
