/** The reader of a feed whose address holds a secret, because a calendar program cannot log in. */
import type { FastifyRequest } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { UnauthorizedError } from '../errors.ts'
import type { Caller } from './caller.ts'
import { CALLER_COLUMNS, type CallerRow, IS_ACTIVE, toCaller } from './caller-row.ts'
import type { Identify } from './logins.ts'
import { hashToken } from './secret-token.ts'

const SHAPE = /^[\w-]{43}$/

/** By the secret in the address, where there is one. */
export function identifyReader(db: Db, identify: Identify): Identify {
  return async (request) => {
    const token = tokenIn(request)
    if (token === undefined) return identify(request)
    const caller = typeof token === 'string' && SHAPE.test(token) ? await findReader(db, token) : undefined
    if (!caller) throw new UnauthorizedError('The token of this address is unknown or was revoked.')
    return caller
  }
}

function tokenIn({ query }: FastifyRequest): unknown {
  return (query as { token?: unknown }).token
}

async function findReader(db: Db, token: string): Promise<Caller | undefined> {
  const [row] = await db.query<CallerRow>(
    sql`select ${raw(CALLER_COLUMNS)} from feed_tokens f join users u on u.id = f.user_id
      where f.token_hash = ${hashToken(token)} and ${raw(IS_ACTIVE)}`,
  )
  return row && toCaller(row, { loginId: '', isFresh: false })
}
