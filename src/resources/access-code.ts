import { flag, integer, moment, resource, text, url } from './declare.ts'
import { notBelow, type Rule, startsBeforeEnd } from './rules.ts'

const count = { nullable: true, min: 0 } as const

const minNotAboveMax: Rule = {
  fields: ['min_quantity', 'max_quantity'],
  at: 'min_quantity',
  constraint: 'access_codes_min_not_above_max',
  message: '{min_quantity} must not be above {max_quantity}',
  holds: ({ min_quantity: min, max_quantity: max }) =>
    min == null || max == null || Number(min) <= Number(max),
}

/** Shows hidden tickets to buyers who know it. */
export const accessCode = resource({
  type: 'access-code',
  about: 'A code that shows hidden tickets to the people who know it.',
  path: '/access-codes',
  table: 'access_codes',
  fields: {
    code: text({ required: true, max: 200 }),
    access_url: url({ nullable: true }),
    is_active: flag({ default: false }),
    tickets_number: integer(count),
    min_quantity: integer(count),
    max_quantity: integer(count),
    valid_from: moment({ required: true }),
    // Null is the end of the event.
    valid_till: moment({ nullable: true }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    marketer: { to: 'user', readOnly: true, defaultsToCaller: true },
  },
  hasMany: {
    tickets: {
      to: 'ticket',
      through: { table: 'access_codes_tickets', own: 'access_code_id', other: 'ticket_id' },
    },
  },
  descriptions: {
    code: 'The text that buyers enter. Unique in the event, regardless of case.',
    access_url: 'The address of a page that applies the code.',
    is_active: 'Whether the code can be used.',
    tickets_number: 'How many tickets can be bought with the code in total. Null means no limit.',
    min_quantity: 'The smallest number of tickets in one order with the code.',
    max_quantity: 'The largest number of tickets in one order with the code.',
    valid_from: 'When the code starts to work.',
    valid_till: 'When the code stops working. Null means the end of the event.',
    marketer: 'The user who created the code.',
    tickets: 'The tickets that the code shows.',
  },
  example: {
    event: '2',
    code: 'FRIENDS',
    valid_from: '2026-01-01T00:00:00Z',
    tickets: ['3'],
    is_active: true,
  },
  rules: [
    minNotAboveMax,
    notBelow('tickets_number', 'max_quantity', 'access_codes_number_covers_max'),
    startsBeforeEnd('valid_from', 'valid_till', 'access_codes_ends_after_start'),
  ],
  refusals: {
    access_codes_code_unique: { at: 'code', message: 'The event already has this access code.' },
  },
  access: { read: 'coorganizer', create: 'coorganizer', update: 'coorganizer', remove: 'coorganizer' },
  softDelete: true,
})
