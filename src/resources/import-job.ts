import { moment, prose, resource, text } from './declare.ts'

/** `result` and `result_status` are the names that old clients know for `message` or the event's id, and `status`. */
export const importJob = resource({
  type: 'import-job',
  about: 'A record of an import or copy that you started.',
  path: '/import-jobs',
  table: 'import_jobs',
  fields: {
    task: text({ readOnly: true, expression: 't.task_id::text' }),
    starts_at: moment({ readOnly: true }),
    status: text({ readOnly: true, nullable: true }),
    message: prose({ readOnly: true, nullable: true }),
    result: prose({ readOnly: true, nullable: true, expression: 'coalesce(t.event_id::text, t.message)' }),
    result_status: text({ readOnly: true, nullable: true, expression: 't.status' }),
  },
  belongsTo: { user: { to: 'user', readOnly: true }, event: { to: 'event', readOnly: true } },
  descriptions: {
    task: 'The id of the task, as in `/v1/tasks/{id}`.',
    starts_at: 'When the import was started.',
    status: 'The state of the task, such as `SUCCESS`.',
    message: 'Details of the result, such as the reason of a failure.',
    result: 'The id of the new event, or the message. For older clients.',
    result_status: 'The same as `status`. For older clients.',
    user: 'The user who started the import.',
    event: 'The event that was created.',
  },
  access: { read: 'self' },
  announcedAs: { finished: 'import.finished' },
})
