/** What tickets and codes must agree with beyond their own fields: the event, and each other. */
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { type Fault, UnprocessableError } from '../errors.ts'
import type { Effects, Written } from '../jsonapi/effects.ts'
import type { accessCode } from '../resources/access-code.ts'
import type { discountCode } from '../resources/discount-code.ts'
import type { discountRedemption } from '../resources/discount-redemption.ts'
import { event } from '../resources/event.ts'
import { isFree, type ticket } from '../resources/ticket.ts'

const PAYMENT_METHODS = Object.keys(event.fields).filter((name) => name.startsWith('can_pay_'))

export const ticketEffects: Effects<typeof ticket> = {
  follows: ({ before, after }) =>
    before?.sales_ends_at !== after.sales_ends_at || before?.type !== after.type,
  created: demandEvent,
  updated: demandEvent,
}

/** Sales must not end after the event, and a ticket that costs money needs a way to pay. */
async function demandEvent(tx: Db, { before, after }: Written<typeof ticket>): Promise<void> {
  const { event_id, sales_ends_at, type } = after
  const isOtherEnd = before?.sales_ends_at !== sales_ends_at
  const isOtherType = before?.type !== type
  if (!isOtherEnd && !isOtherType) return
  const [row] = await tx.query<{ is_over: boolean; can_be_paid: boolean }>(
    sql`select ends_at < ${sales_ends_at}::timestamptz as is_over, ${raw(PAYMENT_METHODS.join(' or '))} as can_be_paid
      from events where id = ${event_id}`,
  )
  const faults: Fault[] = []
  if (isOtherEnd && row!.is_over)
    faults.push(at('attributes/sales-ends-at', 'sales-ends-at must not be after the end of the event'))
  if (isOtherType && !isFree(type) && !row!.can_be_paid) {
    const detail = `a ${type} ticket requires a payment method; enable one of the event's can-pay fields first`
    faults.push(at('attributes/type', detail))
  }
  if (faults.length > 0) throw new UnprocessableError(faults)
}

export const discountCodeEffects: Effects<typeof discountCode> = {
  created: demandDiscountable,
  updated: demandDiscountable,
}

async function demandDiscountable(tx: Db, { id, after }: Written<typeof discountCode>): Promise<void> {
  const { used_for, type, value } = after
  const tickets = await tx.query<{ name: string; type: string; price: number | null }>(
    sql`select t.name, t.type, t.price from tickets t join discount_codes_tickets l on l.ticket_id = t.id
      where l.discount_code_id = ${id} and t.deleted_at is null order by t.id`,
  )
  if (tickets.length > 0 && used_for === 'events')
    throw new UnprocessableError([at('relationships/tickets', 'an event-level code cannot have tickets')])
  const free = tickets.find((ticket) => isFree(ticket.type))
  const cheap = tickets.find(({ price }) => type === 'amount' && value > (price ?? 0))
  const faults: Fault[] = []
  if (free) faults.push(at('relationships/tickets', `the ticket ${free.name} is free`))
  else if (cheap)
    faults.push(at('attributes/value', `value must not be above the price of the ticket ${cheap.name}`))
  if (faults.length > 0) throw new UnprocessableError(faults)
}

export const accessCodeEffects: Effects<typeof accessCode> = { created: demandHidden, updated: demandHidden }

async function demandHidden(tx: Db, { id }: Written<typeof accessCode>): Promise<void> {
  const [shown] = await tx.query<{ name: string }>(
    sql`select t.name from tickets t join access_codes_tickets l on l.ticket_id = t.id
      where l.access_code_id = ${id} and t.deleted_at is null and not t.is_hidden order by t.id limit 1`,
  )
  if (shown)
    throw new UnprocessableError([at('relationships/tickets', `the ticket ${shown.name} is not hidden`)])
}

/** Releasing a redemption returns its uses to the code. */
export const redemptionEffects: Effects<typeof discountRedemption> = {
  async removed(tx, { before }) {
    await tx.query(sql`update discount_codes set used = used - ${before.quantity}
      where id = ${before.discount_code_id}`)
  },
}

function at(place: string, detail: string): Fault {
  return { detail, source: { pointer: `/data/${place}` } }
}
