import { html, integer, resource, text, url } from './declare.ts'

export const sponsor = resource({
  type: 'sponsor',
  path: '/sponsors',
  table: 'sponsors',
  fields: {
    name: text({ required: true }),
    description: html({ nullable: true }),
    url: url({ nullable: true }),
    logo_url: url({ nullable: true }),
    level: integer({ nullable: true }),
    type: text({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  access: {
    read: 'visible',
    list: 'listed',
    create: 'coorganizer',
    update: 'coorganizer',
    remove: 'coorganizer',
  },
  softDelete: true,
})
