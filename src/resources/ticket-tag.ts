import { PART_OF_EVENT } from './access-rules.ts'
import { resource, text } from './declare.ts'

export const ticketTag = resource({
  type: 'ticket-tag',
  about: 'A label for tickets of an event.',
  path: '/ticket-tags',
  table: 'ticket_tags',
  fields: { name: text({ required: true, max: 800 }) },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: {
    tickets: {
      to: 'ticket',
      through: { table: 'tickets_ticket_tags', own: 'ticket_tag_id', other: 'ticket_id' },
    },
  },
  descriptions: {
    name: 'The name of the tag. Unique in the event.',
    tickets: 'The tickets with this tag.',
  },
  example: { name: 'Students' },
  archive: { file: 'ticket_tags', first: ['id', 'name'] },
  refusals: {
    ticket_tags_name_unique: { at: 'name', message: 'The event already has a tag with this name.' },
  },
  access: PART_OF_EVENT,
  softDelete: true,
})
