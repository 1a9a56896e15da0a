import { moment, prose, resource, text } from './declare.ts'

export const exportJob = resource({
  type: 'export-job',
  path: '/export-jobs',
  table: 'export_jobs',
  fields: {
    task: text({ readOnly: true, expression: 't.task_id::text' }),
    starts_at: moment({ readOnly: true }),
    status: text({ readOnly: true, nullable: true }),
    message: prose({ readOnly: true, nullable: true }),
  },
  belongsTo: { user: { to: 'user', readOnly: true }, event: { to: 'event', readOnly: true } },
  access: { read: 'self' },
})
