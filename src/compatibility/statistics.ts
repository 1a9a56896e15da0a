/** Counts for the front end's overview of an event. Orders are none, because the service sells no tickets. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { type Caller, MANAGER } from '../access/caller.ts'
import type { Db } from '../database/connect.ts'
import { plainDocument } from '../jsonapi/document.ts'
import type { Model } from '../jsonapi/model.ts'
import { demandRecord } from '../jsonapi/permission.ts'
import { selfLink } from '../jsonapi/resource-text.ts'
import { sendDocument } from '../jsonapi/send.ts'
import { addRoute } from '../web/guard.ts'
import { members } from '../web/route-doc.ts'
import type { FrontEndParts } from './parts.ts'

const TEXT = { type: 'string' }

interface Figures {
  owner: Model
  name: string
  type: string
  summary: string
  read(db: Db, id: string): Promise<object>
}

export function addStatisticsRoutes(app: FastifyInstance, parts: FrontEndParts): void {
  const event = parts.models.get('event')!
  const ticket = parts.models.get('ticket')!
  const states = Object.keys(
    parts.models.get('session')!.attributes.get('state')!.field.transitions!.moves[0]!.from,
  )
  const orders = { name: 'order-statistics', summary: 'Get order counts (always zero)', read: noOrders }
  for (const figures of [
    {
      owner: event,
      name: 'general-statistics',
      type: 'event-statistics-general',
      summary: 'Count the sessions, speakers and sponsors of an event',
      read: (db: Db, id: string) => generalStatistics(db, id, states),
    },
    { owner: event, type: 'order-statistics-event', ...orders },
    { owner: ticket, type: 'order-statistics-ticket', ...orders },
  ])
    addFigures(app, parts, figures)
}

function addFigures(app: FastifyInstance, { db, identify }: FrontEndParts, figures: Figures): void {
  const { owner, name, type, summary, read } = figures
  const data = { type: { const: type }, id: TEXT }
  const links = members({ self: TEXT }, ['self'])
  const documentOf = (more: object) =>
    members({ data: members({ ...data, ...more }), links, jsonapi: { type: 'object' } })
  const add = (
    url: string,
    answer: object,
    dataOf: (id: string) => Promise<object>,
    linksOf: (id: string) => object,
  ) =>
    addRoute(app, identify, {
      method: 'GET',
      url: `${owner.path}/:id/${url}`,
      access: MANAGER,
      scope: `${owner.type}:read`,
      options: { jsonapi: true },
      doc: { summary, jsonapi: true, answer },
      async handler(request: FastifyRequest, reply: FastifyReply, caller: Caller | undefined) {
        const { id: address } = request.params as { id: string }
        const row = await demandRecord({ db, caller }, owner, address, MANAGER)
        const id = row.id as string
        const document = { data: { type, id, ...(await dataOf(id)) }, links: linksOf(id) }
        return sendDocument(request, reply, plainDocument(document))
      },
    })
  const at = (id: string) => `${selfLink(owner, id)}/${name}`
  add(
    name,
    documentOf({ attributes: { type: 'object' } }),
    async (id) => ({ attributes: await read(db, id) }),
    (id) => ({ self: at(id) }),
  )
  if (!Object.values(owner.declaration.computed ?? {}).some((one) => one.type === type)) return
  add(
    `relationships/${name}`,
    documentOf({}),
    async () => ({}),
    (id) => ({ self: `${selfLink(owner, id)}/relationships/${name}`, related: at(id) }),
  )
}

async function generalStatistics(db: Db, eventId: string, states: string[]): Promise<object> {
  const [row] = await db.query<{
    identifier: string
    sessions: Record<string, number> | null
    speakers: Record<string, number> | null
    all_speakers: number
    sponsors: number
  }>(sql`select e.identifier,
      (select json_object_agg(state, count) from (select s.state, count(*) from sessions s
        where s.event_id = e.id and s.deleted_at is null group by s.state) c) as sessions,
      (select json_object_agg(state, count) from (select s.state, count(distinct p.id) from speakers p
        join speakers_sessions ss on ss.speaker_id = p.id join sessions s on s.id = ss.session_id and s.deleted_at is null
        where p.event_id = e.id and p.deleted_at is null group by s.state) c) as speakers,
      (select count(*)::int from speakers p where p.event_id = e.id and p.deleted_at is null) as all_speakers,
      (select count(*)::int from sponsors o where o.event_id = e.id and o.deleted_at is null) as sponsors
    from events e where e.id = ${eventId}`)
  const { identifier, sponsors, all_speakers: total } = row!
  const sessions = states.map((state) => [state, row!.sessions?.[state] ?? 0] as const)
  const sum = sessions.reduce((all, [, count]) => all + count, 0)
  return {
    identifier,
    sessions: sum,
    'sessions-submitted': sum - (row!.sessions?.draft ?? 0),
    ...Object.fromEntries(sessions.map(([state, count]) => [`sessions-${state}`, count])),
    speakers: { total, ...Object.fromEntries(states.map((state) => [state, row!.speakers?.[state] ?? 0])) },
    sponsors,
  }
}

const ORDER_STATES = ['total', 'draft', 'cancelled', 'pending', 'expired', 'placed', 'completed']

async function noOrders(): Promise<object> {
  const zeros = () => Object.fromEntries(ORDER_STATES.map((state) => [state, 0]))
  return { orders: zeros(), tickets: zeros(), sales: zeros() }
}
