import { flag, moment, object, resource } from './declare.ts'

export const notification = resource({
  type: 'notification',
  path: '/notifications',
  table: 'notifications',
  fields: {
    is_read: flag({ default: false }),
    content: object({ readOnly: true }),
    created_at: moment({ readOnly: true }),
    // The name that older clients sort by.
    received_at: moment({ readOnly: true, expression: 't.created_at' }),
  },
  belongsTo: { user: { to: 'user', required: true, readOnly: true } },
  access: { read: 'self', list: 'self', update: 'account', remove: 'account' },
})
