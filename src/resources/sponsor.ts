import { PART_OF_EVENT } from './access-rules.ts'
import { html, integer, resource, text, url } from './declare.ts'
import { fileName } from './file-name.ts'

export const sponsor = resource({
  type: 'sponsor',
  about: 'A company or organization that supports an event.',
  path: '/sponsors',
  table: 'sponsors',
  fields: {
    name: text({ required: true }),
    description: html({ links: true, nullable: true }),
    url: url({ nullable: true }),
    logo_url: url({ nullable: true }),
    level: integer({ nullable: true }),
    type: text({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  descriptions: {
    name: 'The name of the sponsor.',
    description: 'A text about the sponsor, as HTML.',
    url: 'The address of the website of the sponsor.',
    logo_url: 'The address of the logo.',
    level: 'The rank among the sponsors, as a number.',
    type: 'The name of the rank, such as `Gold`.',
  },
  example: { name: 'Lighthouse Labs', url: 'https://example.org', level: 1, type: 'Gold' },
  archive: {
    file: 'sponsors',
    first: ['id', 'name', 'logo_url', 'level', 'type', 'url', 'description'],
    oldNames: { logo: 'logo_url', sponsor_type: 'type' },
    media: { logo_url: { flag: 'image', path: (record) => `images/sponsors/${fileName(record)}` } },
  },
  access: PART_OF_EVENT,
  softDelete: true,
})
