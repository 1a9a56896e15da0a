import { PART_OF_EVENT } from './access-rules.ts'
import { resource, text, url } from './declare.ts'

export const socialLink = resource({
  type: 'social-link',
  path: '/social-links',
  table: 'social_links',
  fields: {
    name: text({ required: true }),
    link: url({ required: true }),
    // The database makes one when it is not sent.
    identifier: text({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  archive: { file: 'social_links', first: ['id', 'name', 'link'] },
  access: PART_OF_EVENT,
  softDelete: true,
})
