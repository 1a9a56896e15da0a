import { moment, prose, resource, text } from './declare.ts'

export const exportJob = resource({
  type: 'export-job',
  about: 'A record of an export that you started.',
  path: '/export-jobs',
  table: 'export_jobs',
  fields: {
    task: text({ readOnly: true, expression: 't.task_id::text' }),
    starts_at: moment({ readOnly: true }),
    status: text({ readOnly: true, nullable: true }),
    message: prose({ readOnly: true, nullable: true }),
  },
  belongsTo: { user: { to: 'user', readOnly: true }, event: { to: 'event', readOnly: true } },
  descriptions: {
    task: 'The id of the task, as in `/v1/tasks/{id}`.',
    starts_at: 'When the export was started.',
    status: 'The state of the task, such as `SUCCESS`.',
    message: 'Details of the result, such as the reason of a failure.',
    user: 'The user who started the export.',
    event: 'The event that was exported.',
  },
  access: { read: 'self' },
  announcedAs: { finished: 'export.finished' },
})
