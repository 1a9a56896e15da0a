/** Ending mails that are not about one's own sessions, with the token that they carry: by one click, also of mail programs. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import { limit } from '../access/limits.ts'
import type { Identify } from '../access/logins.ts'
import { networkOf } from '../access/network.ts'
import { refundTry, takeTry } from '../access/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { NotFoundError } from '../errors.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { members } from '../web/route-doc.ts'

interface UnsubscribeParts {
  db: Db
  identify: Identify
}

export function addUnsubscribeRoutes(app: FastifyInstance, { db, identify }: UnsubscribeParts): void {
  const state = sql`m.unsubscribed_at`
  for (const route of [
    // Programs that fetch every link must not unsubscribe anyone.
    routeOf(db, 'GET', 'unsubscribe', 'Get which mails a link unsubscribes from', state),
    routeOf(db, 'POST', 'unsubscribe', 'Unsubscribe from mails about the sessions of others', sql`now()`),
    routeOf(db, 'POST', 'resubscribe', 'Subscribe to mails about the sessions of others again', sql`null`),
  ])
    addRoute(app, identify, route)
}

function routeOf(db: Db, method: 'GET' | 'POST', name: string, summary: string, next: Sql): GuardedRoute {
  return {
    method,
    url: `/v1/${name}/:token`,
    access: 'all',
    scope: 'any',
    isSecret: true,
    // RFC 8058: mail programs send a form whose content says nothing new.
    options: { takesForms: true },
    doc: {
      summary,
      answer: members({ event_name: { type: 'string' }, is_subscribed: { type: 'boolean' } }),
      example: { path: { token: '$SUBSCRIPTION' } },
    },
    handler: (request) => change(db, request, next),
  }
}

async function change(db: Db, request: FastifyRequest, next: Sql): Promise<unknown> {
  const { token } = request.params as { token: string }
  const limits = [limit('invitation looked up from a network', networkOf(request.ip))]
  await takeTry(db, limits)
  const [row] = /^[\w-]{1,100}$/.test(token)
    ? await db.query(sql`update mail_subscriptions m set unsubscribed_at = ${next} from events e
        where m.token = ${token} and e.id = m.event_id
        returning e.name as event_name, m.unsubscribed_at is null as is_subscribed`)
    : []
  if (!row) throw new NotFoundError('The link is unknown.')
  await refundTry(db, limits)
  return row
}
