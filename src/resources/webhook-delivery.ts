import { choice, integer, moment, prose, resource, text } from './declare.ts'

/** Written with the change that it reports; see jsonapi/announcements.ts. */
export const webhookDelivery = resource({
  type: 'webhook-delivery',
  about: 'A request to the address of a webhook: one for each change, with all its attempts.',
  path: '/webhook-deliveries',
  table: 'webhook_deliveries',
  fields: {
    message_id: text({ readOnly: true }),
    name: text({ readOnly: true }),
    record_type: text({ readOnly: true }),
    record_id: text({ readOnly: true }),
    status: choice(['pending', 'delivered', 'failed'], { readOnly: true }),
    attempts: integer({ readOnly: true }),
    attempted_at: moment({ readOnly: true, nullable: true }),
    next_attempt_at: moment({
      readOnly: true,
      nullable: true,
      expression: "case when t.status = 'pending' then t.next_attempt_at end",
    }),
    response_status: integer({ readOnly: true, nullable: true }),
    response_text: prose({ readOnly: true, nullable: true }),
    duration: integer({ readOnly: true, nullable: true }),
    error: prose({ readOnly: true, nullable: true }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: {
    webhook: { to: 'webhook', required: true, fixed: true },
    event: { to: 'event', required: true, readOnly: true, inherited: true },
  },
  descriptions: {
    message_id: 'The header `webhook-id`, the same for all attempts.',
    name: 'The name of the change, such as `session.updated`.',
    record_type: 'The type of the record.',
    record_id: 'The id of the record.',
    status: 'Whether it waits, has arrived, or was given up.',
    attempts: 'How often it was tried.',
    attempted_at: 'When it was last tried.',
    next_attempt_at: 'When it is tried next. Null: never.',
    response_status: 'The status that the receiver returned last.',
    response_text: 'The start of the last response.',
    duration: 'How long the last attempt took, in milliseconds.',
    error: 'Why the last attempt failed.',
    webhook: 'The webhook.',
    event: 'The event that the webhook belongs to.',
  },
  access: { read: 'organizer' },
})
