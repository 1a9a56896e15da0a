import { PART_OF_EVENT } from './access-rules.ts'
import { html, integer, resource, text, url } from './declare.ts'
import { fileName } from './file-name.ts'

export const sponsor = resource({
  type: 'sponsor',
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
  archive: {
    file: 'sponsors',
    first: ['id', 'name', 'logo_url', 'level', 'type', 'url', 'description'],
    oldNames: { logo: 'logo_url', sponsor_type: 'type' },
    media: { logo_url: { flag: 'image', path: (record) => `images/sponsors/${fileName(record)}` } },
  },
  access: PART_OF_EVENT,
  softDelete: true,
})
