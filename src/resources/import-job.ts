import { moment, prose, resource, text } from './declare.ts'

/** `result` and `result_status` are the names that old clients know for `message` or the event's id, and `status`. */
export const importJob = resource({
  type: 'import-job',
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
  access: { read: 'self' },
})
