/**
 * Routes that only the web front end of Open Event calls. They add nothing that the other routes do not offer; what is
 * here may go when that front end does.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql, { type Sql } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { toSql } from '../access/conditions.ts'
import { limit } from '../access/limits.ts'
import { networkOf } from '../access/network.ts'
import { refundTry, takeTry } from '../access/rate-limit.ts'
import { hashToken } from '../access/secret-token.ts'
import { condition } from '../access/words.ts'
import { NotFoundError } from '../errors.ts'
import { plainDocument } from '../jsonapi/document.ts'
import { scope } from '../jsonapi/model.ts'
import { demandRecord } from '../jsonapi/permission.ts'
import { listingOf } from '../jsonapi/read.ts'
import { readListQuery } from '../jsonapi/route-parts.ts'
import { sendList } from '../jsonapi/routes.ts'
import { sendDocument } from '../jsonapi/send.ts'
import type { Access } from '../resources/declare.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { demandText, readMembers } from '../web/members.ts'
import { members, texts } from '../web/route-doc.ts'
import type { FrontEndParts } from './parts.ts'
import { addSessionTableRoutes } from './session-tables.ts'
import { addStatisticsRoutes } from './statistics.ts'

const TEXT = { type: 'string' }
const NUMBER = { type: 'integer' }
const listOf = (items: object) => ({ type: 'array', items })
const MOST = 10_000

export function addFrontEndRoutes(app: FastifyInstance, parts: FrontEndParts): void {
  for (const route of [
    upcoming(parts),
    ...programmeLists(parts),
    availability(parts),
    streams(parts),
    invitedUser(parts, '/v1/role_invites/user'),
    invitedUser(parts, '/v1/role-invites/user'),
    nothing('/v1/groups', 'all'),
    nothing('/v1/pages', 'all'),
    nothing('/v1/events/:id/exhibitors', 'visible', (request, caller) => eventId(parts, request, caller)),
  ])
    addRoute(app, parts.identify, route)
  addSessionTableRoutes(app, parts)
  addStatisticsRoutes(app, parts)
}

async function eventId(
  { db, models }: FrontEndParts,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<string> {
  const { id } = request.params as { id: string }
  const event = models.get('event')!
  const row = await demandRecord({ db, caller }, event, id, event.declaration.access.read)
  return row.id as string
}

function upcoming(parts: FrontEndParts): GuardedRoute {
  const { db, models, cursors } = parts
  const event = models.get('event')!
  return {
    method: 'GET',
    url: '/v1/events/upcoming',
    access: 'listed',
    scope: 'event:read',
    options: { jsonapi: 'list' },
    doc: {
      summary: 'List upcoming public events by start date',
      jsonapi: true,
      answer: { $ref: '#/components/schemas/EventList' },
      query: {
        include: TEXT,
        sort: TEXT,
        'page[size]': NUMBER,
        'page[number]': NUMBER,
        'page[after]': TEXT,
        'page[before]': TEXT,
      },
    },
    async handler(request, reply, caller) {
      const query = readListQuery(request, event, { models, cursors })
      if (query.sort.length === 0) {
        const attribute = event.attributes.get('starts_at')!
        query.sort = [{ relation: undefined, attribute, descending: false }]
      }
      const read = { db, caller, query }
      const within = sql`(t.state = 'published' and t.privacy = 'public' and t.ends_at > now())`
      return sendList(parts, { request, reply }, read, listingOf(read, event, within, 'listed'))
    },
  }
}

/** Lists of plain values over the sessions that the caller may see. */
function programmeLists(parts: FrontEndParts): GuardedRoute[] {
  const session = parts.models.get('session')!
  const list = (name: string, summary: string, value: Sql): GuardedRoute => ({
    method: 'GET',
    url: `/v1/events/:id/sessions/${name}`,
    access: 'submission',
    scope: 'session:read',
    doc: { summary, answer: listOf(TEXT) },
    async handler(request, _reply, caller) {
      const id = await eventId(parts, request, caller)
      const seen = condition('submission', caller, scope(session))
      const rows = await parts.db.query<{ value: string }>(
        sql`select distinct ${value} as value from sessions t join events v on v.id = t.event_id
          where t.event_id = ${id} and t.deleted_at is null and ${value} <> '' and ${toSql(seen)}
          order by 1 limit ${MOST}`,
      )
      return rows.map((row) => row.value)
    },
  })
  return [
    list(
      'dates',
      'List the days with sessions, in the time zone of the event',
      sql`to_char(t.starts_at at time zone v.timezone, 'YYYY-MM-DD')`,
    ),
    list('languages', 'List the languages of the sessions', sql`t.language`),
  ]
}

/** The service sells no tickets, so all of them are left. */
function availability(parts: FrontEndParts): GuardedRoute {
  const ticket = parts.models.get('ticket')!
  return {
    method: 'GET',
    url: '/v1/events/:id/tickets/availability',
    access: 'ticket',
    scope: 'ticket:read',
    doc: {
      summary: 'Get the total and available quantity of each ticket',
      answer: listOf(members({ id: NUMBER, name: TEXT, quantity: NUMBER, available: NUMBER })),
    },
    async handler(request, _reply, caller) {
      const id = await eventId(parts, request, caller)
      const seen = condition('ticket', caller, scope(ticket))
      return parts.db.query(
        sql`select t.id::float8 as id, t.name, t.quantity, t.quantity as available from tickets t
          where t.event_id = ${id} and t.deleted_at is null and ${toSql(seen)} order by t.position, t.id limit ${MOST}`,
      )
    },
  }
}

function streams(parts: FrontEndParts): GuardedRoute {
  const flag = { type: 'boolean' }
  return {
    method: 'GET',
    url: '/v1/events/:id/has-streams',
    access: 'visible',
    scope: 'event:read',
    doc: {
      summary: 'Check for video streams (never any)',
      answer: members({ exists: flag, can_access: flag }),
    },
    async handler(request, _reply, caller) {
      await eventId(parts, request, caller)
      return { exists: false, can_access: false }
    },
  }
}

/**
 * The holder of the token has it from the mail to that address. Guesses are counted, and all wrong tokens get the same
 * response.
 */
function invitedUser({ db }: FrontEndParts, url: string): GuardedRoute {
  return {
    method: 'POST',
    url,
    access: 'all',
    scope: 'none',
    doc: {
      summary: 'Get the invited user of a role invitation',
      body: members({ data: texts('token') }),
      answer: members({ email: TEXT, name: { type: ['string', 'null'] } }),
      example: { body: { data: { token: '$MAIL_TOKEN' } } },
    },
    async handler(request) {
      const token = demandText(readMembers(request.body), 'token')
      const limits = [limit('invitation looked up from a network', networkOf(request.ip))]
      await takeTry(db, limits)
      const [invite] = await db.query<{ email: string; name: string | null }>(
        sql`select i.email, u.public_name as name from role_invites i
          join events e on e.id = i.event_id and e.deleted_at is null
          left join users u on lower(u.email) = lower(i.email) and u.deleted_at is null
          where i.token_hash = ${hashToken(token)} and i.status = 'pending' and i.expires_at > now()`,
      )
      if (!invite) throw new NotFoundError('The invitation is unknown, used or expired.')
      await refundTry(db, limits)
      return invite
    },
  }
}

/** A list of what the service does not have. */
function nothing(
  url: string,
  access: Access,
  demand?: (request: FastifyRequest, caller: Caller | undefined) => Promise<unknown>,
): GuardedRoute {
  return {
    method: 'GET',
    url,
    access,
    scope: 'any',
    options: { jsonapi: true },
    doc: {
      summary: 'Get an empty list (not supported by this service)',
      jsonapi: true,
      answer: members({
        data: { type: 'array', maxItems: 0 },
        meta: members({ count: NUMBER }),
        links: members({ self: TEXT }),
        jsonapi: { type: 'object' },
      }),
    },
    async handler(request: FastifyRequest, reply: FastifyReply, caller) {
      await demand?.(request, caller)
      return sendDocument(
        request,
        reply,
        plainDocument({ data: [], links: { self: request.url }, meta: { count: 0 } }),
      )
    },
  }
}
