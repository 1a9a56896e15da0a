import { email, moment, prose, resource, text } from './declare.ts'

export const mail = resource({
  type: 'mail',
  about: 'A mail that the service has sent or is about to send. Only staff can read it.',
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
  descriptions: {
    recipient: 'The e-mail address that it goes to.',
    time: 'When the mail was written.',
    action: 'The reason for the mail, such as `user_registration`.',
    subject: 'The subject line.',
    message: 'The text as HTML. Mails that open an account show it only to super admins.',
  },
  access: { read: 'staff' },
})
