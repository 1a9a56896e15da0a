/**
 * One resource with two shapes. Both have the fields and rules of the public base. `used_for` selects the additional ones,
 * and who may see and change the code: the word `discount_code` requires staff or a coorganizer depending on it.
 */
import {
  type BelongsTo,
  choice,
  flag,
  type HasMany,
  integer,
  moment,
  money,
  resource,
  text,
  url,
} from './declare.ts'
import { notBelow, type Rule, startsBeforeEnd } from './rules.ts'

interface Shape {
  belongsTo: Record<string, BelongsTo>
  hasMany: Record<string, HasMany>
}

/** For the organizer's own bill. An event has at most one, and only staff have to do with it. */
const eventLevel: Shape = { belongsTo: {}, hasMany: {} }

/** For buyers of the tickets that it lists. Coorganizers and up make them. */
const ticketLevel: Shape = {
  belongsTo: {
    marketer: { to: 'user', readOnly: true, defaultsToCaller: true, visibleTo: 'ticket_code' },
  },
  hasMany: {
    tickets: {
      to: 'ticket',
      through: { table: 'discount_codes_tickets', own: 'discount_code_id', other: 'ticket_id' },
      visibleTo: 'ticket_code',
    },
    redemptions: {
      to: 'discount-redemption',
      by: 'discount_code',
      readOnly: true,
      visibleTo: 'ticket_code',
    },
  },
}

/** The most tickets per order that a code discounts by default. */
const USUAL_MOST = 100

const percentWithinHundred: Rule = {
  fields: ['type', 'value'],
  at: 'value',
  constraint: 'discount_codes_value_in_range',
  message: '{value} must be between 0 and 100 for a percent code',
  holds: ({ type, value }) => type !== 'percent' || Number(value) <= 100,
}

const minBelowMax: Rule = {
  fields: ['min_quantity', 'max_quantity'],
  at: 'min_quantity',
  constraint: 'discount_codes_min_below_max',
  message: '{min_quantity} must be smaller than {max_quantity}',
  holds: ({ min_quantity: min, max_quantity: max }) =>
    min == null || max == null || Number(max) < 0 || Number(min) < Number(max),
}

export const discountCode = resource({
  type: 'discount-code',
  about: 'A code that makes tickets cheaper, or a discount for the organizer of an event.',
  path: '/discount-codes',
  table: 'discount_codes',
  fields: {
    code: text({ required: true, max: 200 }),
    discount_url: url({ nullable: true }),
    value: money({ required: true }),
    type: choice(['amount', 'percent'], { required: true }),
    is_active: flag({ default: true }),
    tickets_number: integer({ nullable: true, min: 0 }),
    min_quantity: integer({ nullable: true, min: 0, default: 1 }),
    // A negative number is no limit.
    max_quantity: integer({ nullable: true }),
    valid_from: moment({ nullable: true }),
    // Null is the end of the event.
    valid_till: moment({ nullable: true }),
    used_for: choice(['events', 'tickets'], {
      required: true,
      alias: { event: 'events', ticket: 'tickets' },
      fixed: true,
      transitions: { initial: ['tickets'], moves: [{ by: 'staff', from: {} }] },
    }),
    tickets_used: integer({ readOnly: true, expression: 't.used', visibleTo: 'ticket_code' }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: {
    // The codes of events list their events in the API that this one follows.
    event: { to: 'event', required: true, fixed: true, listedAs: 'events' },
    ...eventLevel.belongsTo,
    ...ticketLevel.belongsTo,
  },
  hasMany: { ...eventLevel.hasMany, ...ticketLevel.hasMany },
  descriptions: {
    code: 'The text that buyers enter. Unique in the event, regardless of case.',
    discount_url: 'The address of a page that applies the code.',
    value: 'The discount on one ticket: an amount of money or a percentage, depending on `type`.',
    type: 'Whether `value` is an amount of money or a percentage.',
    is_active: 'Whether the code can be used.',
    tickets_number: 'How many tickets all redemptions may discount together. Null means no limit.',
    min_quantity: 'The smallest number of tickets in one redemption.',
    max_quantity:
      'The largest number of tickets in one redemption. A negative number or null means no limit.',
    valid_from: 'When the code starts to work. Null means at once.',
    valid_till: 'When the code stops working. Null means the end of the event.',
    used_for:
      '`tickets` for buyers of tickets, or `events` for the organizer, which only staff can create. It cannot be changed.',
    tickets_used: 'How many tickets have been discounted so far.',
    marketer: 'The user who created the code.',
    tickets: 'The tickets that the code makes cheaper.',
    redemptions: 'The uses of the code by buyers.',
  },
  example: { code: 'EARLY', used_for: 'tickets', type: 'percent', tickets: ['2'], value: 25 },
  rules: [
    percentWithinHundred,
    minBelowMax,
    notBelow('tickets_number', 'max_quantity', 'discount_codes_number_covers_max'),
    startsBeforeEnd('valid_from', 'valid_till', 'discount_codes_ends_after_start'),
  ],
  refusals: {
    discount_codes_code_unique: { at: 'code', message: 'The event already has this discount code.' },
    discount_codes_one_event_level: {
      at: 'event',
      message: 'The event already has an event-level discount code.',
    },
    discount_codes_not_overused: {
      at: 'tickets_number',
      message: '{tickets_number} must not be less than the number of uses already taken',
    },
  },
  derive({ used_for, max_quantity, min_quantity, tickets_number }) {
    const fits = Number(min_quantity ?? 0) < USUAL_MOST && Number(tickets_number ?? USUAL_MOST) >= USUAL_MOST
    return {
      max_quantity: max_quantity === undefined ? (fits ? USUAL_MOST : null) : max_quantity,
      ...(used_for === 'events' && { marketer_id: null }),
    }
  },
  // The event-level code belongs to the staff of this installation.
  archive: { file: 'discount_codes', first: ['id', 'code', 'type', 'value'], only: { used_for: 'tickets' } },
  access: {
    read: 'discount_code',
    create: 'coorganizer',
    update: 'discount_code',
    remove: 'discount_code',
  },
  softDelete: true,
})
