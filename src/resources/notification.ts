import { flag, moment, object, resource } from './declare.ts'

export const notification = resource({
  type: 'notification',
  path: '/notifications',
  table: 'notifications',
  fields: {
    is_read: flag({ default: false }),
    content: object({ readOnly: true }),
    created_at: moment({ readOnly: true }),
  },
  belongsTo: { user: { to: 'user', required: true, readOnly: true } },
  access: { read: 'self', list: 'self', update: 'account', remove: 'account' },
})
