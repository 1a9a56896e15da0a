/** Taking uses of a discount code. They are given back by deleting the redemption, which is a route of the resource. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { both } from '../access/conditions.ts'
import type { Identify } from '../access/logins.ts'
import { condition } from '../access/words.ts'
import type { Db } from '../database/connect.ts'
import { type Fault, UnprocessableError } from '../errors.ts'
import { readBody } from '../jsonapi/body.ts'
import { recordEntry } from '../jsonapi/change-log.ts'
import { toDocument } from '../jsonapi/document.ts'
import { loadIncluded } from '../jsonapi/include.ts'
import { type Model, scope } from '../jsonapi/model.ts'
import { type RawQuery, readQuery } from '../jsonapi/query.ts'
import { readRecord } from '../jsonapi/read.ts'
import { selfLink } from '../jsonapi/resource-text.ts'
import { openRoom } from '../jsonapi/room.ts'
import { live, selectPage } from '../jsonapi/select.ts'
import { sendDocument } from '../jsonapi/send.ts'
import { addRoute } from '../web/guard.ts'
import { members, type RouteDoc } from '../web/route-doc.ts'
import { type CodeParts, demandValid, type FoundCode, findCode, isTicketOf } from './codes.ts'
import { type Discount, type Discounted, discountOf } from './discount.ts'

export function addRedemptionRoutes(app: FastifyInstance, parts: CodeParts & { identify: Identify }): void {
  addRoute(app, parts.identify, {
    method: 'POST',
    url: '/v1/events/:id/discount-codes/:code/redemptions',
    access: 'user',
    scope: 'discount-redemption:write',
    options: { jsonapi: true },
    doc: DOC,
    handler: (request, reply, caller) => redeem(parts, request, reply, caller!),
  })
}

const TICKET = members({ type: { const: 'ticket' }, id: { type: 'string' } })
const DOC: RouteDoc = {
  summary: 'Redeem a discount code and get the discounted price of each ticket',
  jsonapi: true,
  status: '201',
  body: members({
    data: members(
      {
        type: { const: 'discount-redemption' },
        attributes: members({ quantity: { type: 'integer', minimum: 1 } }),
        relationships: members({ tickets: members({ data: { type: 'array', items: TICKET } }) }),
      },
      ['type', 'attributes'],
    ),
  }),
  answer: { $ref: '#/components/schemas/DiscountRedemptionDocument' },
  example: {
    path: { code: 'EARLY' },
    body: { data: { type: 'discount-redemption', attributes: { quantity: 2 } } },
  },
}

interface Wanted {
  quantity: number
  /** Absent: all that the code covers. */
  tickets: string[] | undefined
  requestId: string
}

async function redeem(
  parts: CodeParts,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<unknown> {
  const { db, models } = parts
  const model = models.get('discount-redemption')!
  const query = {
    ...readQuery(request.query as RawQuery, model, models, 'write'),
    room: openRoom(request, reply),
  }
  const code = await findCode(parts, 'discount-code', { request, caller })
  const wanted = readWanted(parts, request)
  const id = await take(parts, code, caller, wanted)
  const self = selfLink(model, id)
  reply.code(201).header('location', self)
  const read = { db, caller, query }
  const row = await readRecord(read, model, id)
  const records = query.include.size > 0 ? await loadIncluded(read, model, [row]) : undefined
  return sendDocument(request, reply, toDocument(model, row, query, { records, links: { self } }))
}

function readWanted({ models }: CodeParts, request: FastifyRequest): Wanted {
  const model = models.get('discount-redemption')!
  const { attributes, relations, faults } = readBody(request.body, model, 'create')
  if (faults.length > 0) throw new UnprocessableError(faults)
  const quantity = attributes.quantity as number
  const tickets = relations.get(model.relations.get('tickets')!)
  return { quantity, tickets, requestId: request.id }
}

async function take(parts: CodeParts, code: FoundCode, caller: Caller, wanted: Wanted): Promise<string> {
  const { db } = parts
  demandValid(code)
  demandQuantity(code, wanted)
  const discounts = await discountsOf(parts, code, caller, wanted)
  const model = parts.models.get('discount-redemption')!
  return db.transaction((tx) => takeUses({ db: tx, model, caller }, code, { ...wanted, discounts }))
}

function demandQuantity({ min_quantity: min, max_quantity: max }: FoundCode, { quantity }: Wanted): void {
  if (min != null && quantity < Number(min))
    throw new UnprocessableError([quantityFault(`quantity must be at least ${min} for this code`)])
  if (max != null && Number(max) >= 0 && quantity > Number(max))
    throw new UnprocessableError([quantityFault(`quantity must be at most ${max} for this code`)])
}

function quantityFault(detail: string): Fault {
  return { detail, source: { pointer: '/data/attributes/quantity' } }
}

/** A hidden ticket is discounted if it is named; without a name only callers who may see it get it. */
async function discountsOf(
  { db, models }: CodeParts,
  code: FoundCode,
  caller: Caller,
  { tickets }: Wanted,
): Promise<Discounted[]> {
  const model = models.get('ticket')!
  const chosen = tickets ? sql`t.id = any(${tickets}::bigint[])` : condition('ticket', caller, scope(model))
  const where = both(isTicketOf(models.get('discount-code')!, code.id), live(model), chosen)
  const query = readQuery({}, model, models, 'list')
  const rows = await selectPage({ db, caller, query }, model, where, 1_000)
  if (rows.length === 0 || (tickets && rows.length < tickets.length))
    throw UnprocessableError.at('/data/relationships/tickets', 'the code does not cover these tickets')
  return rows.map((row) =>
    discountOf(code as unknown as Discount, row as { id: string; price: number | null }),
  )
}

/** One statement checks the limit and takes the uses, so that the limit applies to concurrent buyers. */
async function takeUses(
  write: { db: Db; model: Model; caller: Caller },
  { id, event_id }: FoundCode,
  { quantity, discounts, requestId }: Wanted & { discounts: Discounted[] },
): Promise<string> {
  const { db: tx, caller } = write
  const [made] = await tx.query<{ id: string }>(
    sql`insert into discount_redemptions (event_id, discount_code_id, user_id, quantity, discounts)
      values (${event_id}, ${id}, ${caller.id}, ${quantity}, ${JSON.stringify(discounts)}) returning id`,
  )
  await tx.query(sql`insert into discount_redemptions_tickets (discount_redemption_id, ticket_id)
    select ${made!.id}::bigint, unnest(${discounts.map(({ ticket }) => ticket)}::bigint[])`)
  const taken = await tx.query(
    sql`update discount_codes set used = used + ${quantity}
      where id = ${id} and deleted_at is null and (tickets_number is null or used + ${quantity} <= tickets_number)
      returning id`,
  )
  if (taken.length > 0) {
    const values = { quantity: { new: quantity }, 'discount-code': { new: id } }
    await recordEntry({ ...write, requestId }, { id: made!.id, event_id }, 'created', values)
    return made!.id
  }
  const [code] = await tx.query<{ left: number }>(
    sql`select greatest(tickets_number - used, 0) as left from discount_codes where id = ${id}`,
  )
  throw new UnprocessableError([quantityFault(`this code has ${code!.left} uses left`)])
}
