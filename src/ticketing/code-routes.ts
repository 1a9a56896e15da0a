/** Reports to a buyer whether a code is valid now, and for which tickets. */
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { both } from '../access/conditions.ts'
import type { Identify } from '../access/logins.ts'
import { condition } from '../access/words.ts'
import { type Document, digest, type Identifier, plainDocument } from '../jsonapi/document.ts'
import { type Model, scope } from '../jsonapi/model.ts'
import { readQuery } from '../jsonapi/query.ts'
import { resourceWriter } from '../jsonapi/resource-text.ts'
import type { Exchange } from '../jsonapi/route-parts.ts'
import { live, selectOne, selectPage } from '../jsonapi/select.ts'
import { sendDocument } from '../jsonapi/send.ts'
import type { Row } from '../resources/declare.ts'
import { addRoute } from '../web/guard.ts'
import { members, type RouteDoc } from '../web/route-doc.ts'
import { type CodeParts, type CodeType, demandValid, findCode, isTicketOf } from './codes.ts'

const MOST_TICKETS = 1_000

export function addCodeRoutes(app: FastifyInstance, parts: CodeParts & { identify: Identify }): void {
  for (const type of ['discount-code', 'access-code'] as const) {
    const { path } = parts.models.get(type)!.declaration
    addRoute(app, parts.identify, {
      method: 'GET',
      url: `/v1/events/:id${path}/:code`,
      access: 'visible',
      scope: `${type}:read`,
      isSecret: true,
      options: { jsonapi: true },
      doc: docOf(type),
      handler: (request, reply, caller) => sendCode(parts, type, { request, reply, caller }),
    })
  }
}

const TEXT = { type: 'string' }

function docOf(type: CodeType): RouteDoc {
  const ticket = { type: { const: 'ticket' }, id: TEXT }
  const links = members({ self: TEXT })
  const listOf = (one: object) => ({ type: 'array', items: one })
  const data = {
    type: { const: type },
    id: TEXT,
    attributes: { type: 'object' },
    relationships: members({ tickets: members({ data: listOf(members(ticket)) }) }),
    links,
  }
  return {
    summary: `Check whether a ${type.replace('-', ' ')} is valid now, and for which tickets. Managers of the code always get it`,
    jsonapi: true,
    example: { path: type === 'access-code' ? { id: '2', code: 'FRIENDS' } : { code: 'EARLY' } },
    answer: members({
      data: members(data),
      included: listOf(members({ ...ticket, attributes: { type: 'object' } })),
      links,
      jsonapi: { type: 'object' },
    }),
  }
}

async function sendCode(parts: CodeParts, type: CodeType, exchange: Exchange): Promise<unknown> {
  const { db, models } = parts
  const { request, reply, caller } = exchange
  const code = await findCode(parts, type, exchange, 'manager')
  demandValid(code)
  const model = models.get(type)!
  const query = readQuery({}, model, models, 'single')
  const row = await selectOne({ db, caller, query }, model, sql`t.id = ${code.id}`)
  const tickets = await readTickets(parts, caller, type, code.id)
  const document = toCodeDocument(toPlain(model, row!), tickets, request.url)
  return sendDocument(request, reply, document)
}

/** An access code shows hidden tickets, that is what it is for; a discount code does not. */
async function readTickets(
  { db, models }: CodeParts,
  caller: Caller | undefined,
  type: CodeType,
  codeId: string,
): Promise<Plain[]> {
  const model = models.get('ticket')!
  const seen = type === 'access-code' || condition('ticket', caller, scope(model))
  const where = both(isTicketOf(models.get(type)!, codeId), live(model), seen)
  const query = readQuery({}, model, models, 'list')
  const rows = await selectPage({ db, caller, query }, model, where, MOST_TICKETS)
  return rows.map((row) => toPlain(model, row))
}

/** Buyers may not fetch a code or a hidden ticket by its id, so the only link is the one that they asked for. */
function toCodeDocument(code: Plain, tickets: Plain[], self: string): Document {
  const data = tickets.map(({ type, id }) => ({ type, id }))
  const { body } = plainDocument({
    data: { ...code, relationships: { tickets: { data } }, links: { self } },
    included: tickets,
    links: { self },
  })
  return { body, tag: `"${digest(body)}"` }
}

/** A record without links and relationships. */
interface Plain extends Identifier {
  attributes: unknown
}

function toPlain(model: Model, row: Row): Plain {
  const { type, id, attributes } = JSON.parse(resourceWriter(model, undefined)(row)) as Plain
  return { type, id, attributes }
}
