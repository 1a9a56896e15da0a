import { flag, moment, object, resource } from './declare.ts'

export const notification = resource({
  type: 'notification',
  about: 'A message of the service to a user.',
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
  descriptions: {
    is_read: 'Whether the user has read it.',
    content: 'What happened, as data that front ends turn into text.',
    received_at: 'The same as `created-at`. For older clients.',
    user: 'The user that it is for.',
  },
  example: { is_read: true },
  access: { read: 'self', list: 'self', update: 'account', remove: 'account' },
})
