import { choice, flag, integer, moment, money, prose, resource, text } from './declare.ts'
import { notBelow, type Rule, startsBeforeEnd } from './rules.ts'

const TYPES = [
  'free',
  'paid',
  'donation',
  'freeRegistration',
  'paidRegistration',
  'donationRegistration',
] as const

/** The most tickets per order by default. */
const USUAL_ORDER = 10

export const isFree = (type: unknown) => type === 'free' || type === 'freeRegistration'
const isPaid = (type: unknown) => type === 'paid' || type === 'paidRegistration'

const paidHasPrice: Rule = {
  fields: ['type', 'price'],
  at: 'price',
  message: '{price} must be greater than 0 for a paid ticket',
  holds: ({ type, price }) => !isPaid(type) || Number(price ?? 0) > 0,
}

const donationFromTo: Rule = {
  fields: ['type', 'min_price', 'max_price'],
  at: 'min_price',
  message: '{min_price} must not be above {max_price}',
  holds: ({ type, min_price, max_price }) =>
    isFree(type) || isPaid(type) || Number(min_price ?? 0) <= Number(max_price ?? 0),
}

export const ticket = resource({
  type: 'ticket',
  about: 'A kind of ticket that visitors of an event can get.',
  path: '/tickets',
  table: 'tickets',
  fields: {
    name: text({ required: true, max: 800 }),
    description: prose({ nullable: true }),
    type: choice(TYPES, { required: true }),
    price: money({ nullable: true }),
    min_price: money({ nullable: true, default: 0 }),
    max_price: money({ nullable: true, default: 0 }),
    quantity: integer({ default: 100, min: 1 }),
    min_order: integer({ default: 1, min: 0 }),
    // May be left out, but not be null.
    max_order: integer({ min: 0 }),
    position: integer({ default: 1 }),
    sales_starts_at: moment({ required: true }),
    sales_ends_at: moment({ required: true }),
    is_description_visible: flag({ default: false }),
    is_hidden: flag({ default: false }),
    is_checkin_restricted: flag({ default: true }),
    auto_checkin_enabled: flag({ default: false }),
    is_fee_absorbed: flag({ default: false }),
    form_id: text({ nullable: true }),
    badge_id: text({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: {
    ticket_tags: {
      to: 'ticket-tag',
      through: { table: 'tickets_ticket_tags', own: 'ticket_id', other: 'ticket_tag_id' },
    },
    // Their rules speak of the tickets, so the codes are where these links are changed.
    discount_codes: {
      to: 'discount-code',
      through: { table: 'discount_codes_tickets', own: 'ticket_id', other: 'discount_code_id' },
      readOnly: true,
      visibleTo: 'coorganizer',
    },
    access_codes: {
      to: 'access-code',
      through: { table: 'access_codes_tickets', own: 'ticket_id', other: 'access_code_id' },
      readOnly: true,
      visibleTo: 'coorganizer',
    },
  },
  descriptions: {
    name: 'The name of the ticket. Unique in the event.',
    description: 'What the ticket includes.',
    type: 'Whether the ticket is free, has a price, or has a price that the buyer chooses.',
    price: 'The price in the currency of the event. A paid ticket needs one.',
    min_price: 'The smallest donation.',
    max_price: 'The largest donation.',
    quantity: 'How many tickets there are.',
    min_order: 'The smallest number of these tickets in one order.',
    max_order: 'The largest number of these tickets in one order.',
    position: 'The place in lists. Smaller numbers come first.',
    sales_starts_at: 'When the sale starts.',
    sales_ends_at: 'When the sale ends.',
    is_description_visible: 'Whether front ends show the description.',
    is_hidden: 'Whether the ticket is shown only to buyers with an access code.',
    is_checkin_restricted: 'Whether check-in is only possible at certain stations. For front ends only.',
    auto_checkin_enabled: 'Whether visitors are checked in when they register. For front ends only.',
    is_fee_absorbed: 'Whether the organizer pays the fees. For front ends only.',
    form_id: 'The fields of the form for attendees with this ticket, by the `form-id` of the custom forms.',
    badge_id: 'The badge for attendees with this ticket. For front ends only.',
    ticket_tags: 'The tags of the ticket.',
    discount_codes: 'The discount codes for the ticket. Change these links at the codes.',
    access_codes: 'The access codes that show the ticket. Change these links at the codes.',
  },
  example: {
    event: '2',
    name: 'Helper',
    type: 'free',
    is_hidden: true,
    sales_starts_at: '2026-01-01T00:00:00Z',
    sales_ends_at: '2030-05-01T09:00:00Z',
    quantity: 50,
  },
  rules: [
    startsBeforeEnd('sales_starts_at', 'sales_ends_at', 'tickets_sales_end_after_start'),
    notBelow('max_order', 'min_order', 'tickets_max_order_not_below_min'),
    notBelow('quantity', 'min_order', 'tickets_quantity_covers_orders'),
    notBelow('quantity', 'max_order', 'tickets_quantity_covers_orders'),
    paidHasPrice,
    donationFromTo,
  ],
  refusals: {
    tickets_name_unique: { at: 'name', message: 'The event already has a ticket with this name.' },
  },
  derive: ({ max_order, min_order, quantity }) => ({
    max_order: max_order ?? Math.max(min_order as number, Math.min(USUAL_ORDER, quantity as number)),
  }),
  archive: { file: 'tickets', first: ['id', 'name', 'description', 'type', 'price', 'quantity'] },
  access: {
    read: 'ticket',
    list: 'listed_ticket',
    create: 'coorganizer',
    update: 'coorganizer',
    remove: 'coorganizer',
  },
  softDelete: true,
})
