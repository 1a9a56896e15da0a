import { resource, text } from './declare.ts'

/** The account of a payment provider that an event is paid into; see ticketing/payment-operations.ts. */
export const paymentAuthorization = resource({
  type: 'payment-authorization',
  about:
    'The account at a payment provider that receives the payments of an event. An event has at most one.',
  path: '/payment-authorization',
  aliases: ['/payment-authorizations'],
  table: 'payment_authorizations',
  fields: {
    payment_auth_code: text({ required: true, writeOnly: true, transient: true }),
    // From the provider, or as it is sent where none is configured.
    payment_publishable_key: text({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    payment_auth_code:
      'The code from the payment provider that authorizes the service. It is never returned.',
    payment_publishable_key: 'The public key of the account at the provider.',
  },
  // A creation is rehearsed, which takes an id.
  example: { id: '2', payment_auth_code: 'ac_123', payment_publishable_key: 'pk_123' },
  refusals: {
    payment_authorizations_one_per_event: {
      at: 'event',
      message: 'The event already has a payment authorization.',
    },
  },
  access: { read: 'organizer', list: false, create: 'organizer', update: 'organizer', remove: 'organizer' },
})
