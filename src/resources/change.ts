import { choice, moment, object, resource, text } from './declare.ts'

/** An entry of the change log, written with the change; see access/change-log.ts. */
export const change = resource({
  type: 'change',
  about: 'An entry of the change log: who changed a record, when, and what was there before.',
  path: '/changes',
  table: 'changes',
  fields: {
    action: choice(['created', 'updated', 'deleted', 'restored'], { readOnly: true }),
    record_type: text({ readOnly: true }),
    record_id: text({ readOnly: true }),
    field_values: object({ readOnly: true }),
    counts: object({ readOnly: true, nullable: true }),
    api_token_id: text({ readOnly: true, nullable: true }),
    api_token_name: text({ readOnly: true, nullable: true }),
    task_id: text({ readOnly: true, nullable: true }),
    request_id: text({ readOnly: true, nullable: true }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: {
    event: { to: 'event', readOnly: true },
    user: { to: 'user', readOnly: true },
  },
  descriptions: {
    action: 'What was done with the record.',
    record_type: 'The type of the record.',
    record_id: 'The id of the record.',
    field_values:
      'The `old` and `new` value of each changed field. Long values are shortened; secret fields have neither value.',
    counts: 'Of an import or a copy: how many records of each type it created.',
    api_token_id: 'The API token that was used, if any.',
    api_token_name: 'Its name at that time.',
    task_id: 'The task that made the change, if any.',
    request_id: 'The `X-Request-Id` of the request.',
    event: 'The event that the record belongs to.',
    user: 'Who made the change. Null: nobody was logged in, or the account is gone.',
  },
  access: { read: 'log_reader', list: 'staff' },
})
