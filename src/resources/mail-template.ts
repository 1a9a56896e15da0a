import { choice, moment, resource, text } from './declare.ts'
import { faultIn, OCCASION_NAMES, type OccasionName } from './mail-occasions.ts'
import type { Rule } from './rules.ts'

/** Only placeholders that the occasion has a value for. */
const fits = (field: 'subject' | 'text'): Rule => ({
  fields: ['occasion', field],
  at: field,
  message: `{${field}} must have no placeholder that the occasion does not know`,
  holds: (record) => faultOf(record, field) === undefined,
  explain: (record) => `${field} ${faultOf(record, field)}`,
})

function faultOf(record: Record<string, unknown>, field: string): string | undefined {
  return faultIn(String(record[field] ?? ''), record.occasion as OccasionName)
}

export const mailTemplate = resource({
  type: 'mail-template',
  about: 'What an event writes to people on an occasion, in place of the default text.',
  path: '/mail-templates',
  table: 'mail_templates',
  fields: {
    occasion: choice(OCCASION_NAMES, { required: true }),
    subject: text({ required: true, max: 200, pattern: /^[^\n\r\t]*$/, shape: 'a single line' }),
    text: text({ required: true, max: 10_000 }),
    created_at: moment({ readOnly: true }),
    last_modified_at: moment({ readOnly: true, touched: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    occasion: 'When the mail is written. An event has at most one template for each occasion.',
    subject: 'The subject line, with placeholders such as `{title}`.',
    text: 'The plain text, with placeholders. Empty lines separate paragraphs; web addresses become links.',
  },
  example: {
    occasion: 'session_accepted',
    subject: 'Welcome to {event}',
    text: 'Hello {name},\n\nwe would love to see “{title}”. {reason}\n\nPlease confirm it: {link}',
  },
  rules: [fits('subject'), fits('text')],
  refusals: {
    mail_templates_one_per_occasion: {
      at: 'occasion',
      message: 'The event already has a template for this occasion. Change that one.',
    },
  },
  archive: { file: 'mail_templates', first: ['id', 'occasion', 'subject', 'text'], leftOut: true },
  access: { read: 'coorganizer', create: 'coorganizer', update: 'coorganizer', remove: 'coorganizer' },
})
