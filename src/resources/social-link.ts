import { PART_OF_EVENT } from './access-rules.ts'
import { resource, text, url } from './declare.ts'

export const socialLink = resource({
  type: 'social-link',
  about: 'A link to a website or a social network page of an event.',
  path: '/social-links',
  table: 'social_links',
  fields: {
    name: text({ required: true }),
    link: url({ required: true }),
    // The database makes one when it is not sent.
    identifier: text({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    name: 'The name of the site or network.',
    link: 'The address that it leads to.',
    identifier: 'A short text that identifies the link. The service makes one if it is not sent.',
  },
  example: { name: 'Website', link: 'https://harbourlight.example.org' },
  archive: { file: 'social_links', first: ['id', 'name', 'link'] },
  access: PART_OF_EVENT,
  softDelete: true,
})
