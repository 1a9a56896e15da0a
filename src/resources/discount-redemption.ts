import { integer, list, moment, resource } from './declare.ts'

/** Uses of a discount code that a buyer has taken. They are taken below the code; see ticketing/redemption-routes.ts. */
export const discountRedemption = resource({
  type: 'discount-redemption',
  about: 'The use of a discount code by a buyer.',
  path: '/discount-redemptions',
  table: 'discount_redemptions',
  fields: {
    quantity: integer({ required: true, min: 1, max: 10_000 }),
    // For one ticket of each kind: what it costs, what the code takes off, and what is left to pay.
    discounts: list({ readOnly: true }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: {
    event: { to: 'event', required: true, fixed: true },
    discount_code: { to: 'discount-code', required: true, readOnly: true, visibleTo: 'coorganizer' },
    user: { to: 'user', required: true, readOnly: true, visibleTo: 'self' },
  },
  hasMany: {
    tickets: {
      to: 'ticket',
      through: { table: 'discount_redemptions_tickets', own: 'discount_redemption_id', other: 'ticket_id' },
      readOnly: true,
    },
  },
  descriptions: {
    quantity: 'How many tickets are discounted.',
    discounts: 'For one ticket of each kind: its price, the discount, and what the buyer pays.',
    discount_code: 'The code that was used.',
    user: 'The buyer.',
    tickets: 'The tickets that are discounted.',
  },
  access: { read: 'buyer', remove: 'buyer' },
  softDelete: true,
})
