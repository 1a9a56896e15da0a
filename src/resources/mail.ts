import { choice, email, moment, prose, resource, text } from './declare.ts'
import { toHtml } from './plain-html.ts'

/** Organizers hold back and send; what is out of their hands stays as it is. */
const transitions = {
  initial: ['draft'],
  moves: [
    {
      by: 'mail_keeper' as const,
      from: {
        draft: ['pending'],
        pending: ['draft'],
        sending: [],
        sent: [],
        failed: ['pending'],
        recorded: ['pending'],
      },
    },
  ],
}

export const mail = resource({
  type: 'mail',
  about: 'A mail that the service has sent or is about to send.',
  path: '/mails',
  table: 'mails',
  fields: {
    recipient: email({ readOnly: true }),
    time: moment({ readOnly: true }),
    action: text({ readOnly: true }),
    subject: text({
      required: true,
      max: 250,
      pattern: /^[^\n\r\t]*\S[^\n\r\t]*$/,
      shape: 'a single line of text',
    }),
    // HTML that the service itself writes.
    message: prose({ readOnly: true, visibleTo: 'mail_text' }),
    text: prose({ nullable: true, visibleTo: 'mail_text' }),
    status: choice(['draft', 'pending', 'sending', 'sent', 'failed', 'recorded'], {
      default: 'pending',
      transitions,
    }),
    sent_at: moment({ readOnly: true, nullable: true }),
    error: text({ readOnly: true, nullable: true }),
  },
  belongsTo: { event: { to: 'event', readOnly: true } },
  descriptions: {
    recipient: 'The e-mail address that it goes to.',
    time: 'When the mail was written.',
    action: 'The reason for the mail, such as `user_registration`.',
    subject: 'The subject line.',
    message: 'The text as HTML. Mails that open an account show it only to super admins.',
    text: 'The plain text of a mail about an event; `message` follows from it.',
    status: 'Set it to `draft` to hold the mail back, and to `pending` to send it.',
    sent_at: 'When the mail server has taken it.',
    error: 'What the mail server said last when it refused the mail.',
    event: 'The event that the mail is about, if its organizers can read it.',
  },
  example: { subject: 'Welcome to the programme' },
  derive: (record) => (typeof record.text === 'string' ? { message: toHtml(record.text) } : {}),
  access: { read: 'mail_reader', list: 'staff', update: 'mail_keeper', remove: 'mail_keeper' },
})
