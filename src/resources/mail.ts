import { email, moment, prose, resource, text } from './declare.ts'

export const mail = resource({
  type: 'mail',
  path: '/mails',
  table: 'mails',
  fields: {
    recipient: email({ readOnly: true }),
    time: moment({ readOnly: true }),
    action: text({ readOnly: true }),
    subject: text({ readOnly: true }),
    // HTML that the service itself writes.
    message: prose({ readOnly: true, visibleTo: 'mail_text' }),
  },
  access: { read: 'staff' },
})
