import { flag, moment, resource, secret, text, url, words } from './declare.ts'

/** An address that is told of changes of an event; see webhooks/. */
export const webhook = resource({
  type: 'webhook',
  about: 'An address that receives a signed request for each change of an event.',
  path: '/webhooks',
  table: 'webhooks',
  fields: {
    url: url({ required: true }),
    events: words({
      required: true,
      most: 100,
      pattern: /^(\*|[a-z]+(-[a-z]+)*\.(\*|[a-z]+))$/,
      shape: 'a name such as session.updated, session.* or *',
    }),
    is_active: flag({ default: true }),
    inactive_reason: text({ nullable: true, readOnly: true }),
    created_at: moment({ readOnly: true }),
    secret: secret(),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: { deliveries: { to: 'webhook-delivery', by: 'webhook', readOnly: true } },
  descriptions: {
    url: 'Where requests are sent: an https address.',
    events:
      'The changes that it is told of: names such as `session.created` or `schedule.released`, `speaker.*` for all of a type, `*` for all.',
    is_active: 'Whether requests are sent. A receiver that returns 410 switches it off.',
    inactive_reason: 'Why the service switched it off. Null: it did not.',
    secret: 'The key of the signatures. Only the responses to the creation and to `rotate-secret` have it.',
    event: 'The event whose changes it is told of.',
    deliveries: 'What was sent in the last 30 days, and what waits to be sent.',
  },
  example: { url: 'https://example.org/hooks/plenum', events: ['session.*', 'schedule.released'] },
  // Who switches it on again has dealt with the reason.
  derive: ({ is_active }) => (is_active ? { inactive_reason: null } : {}),
  access: { read: 'organizer', create: 'organizer', update: 'organizer', remove: 'organizer' },
  announcedAs: false,
})
