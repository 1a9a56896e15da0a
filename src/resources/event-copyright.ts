import { PART_OF_EVENT } from './access-rules.ts'
import { integer, resource, text, url } from './declare.ts'
import type { Rule } from './rules.ts'

const notInTheFuture: Rule = {
  fields: ['year'],
  at: 'year',
  message: '{year} must not be in the future',
  holds: ({ year }) => year == null || Number(year) <= new Date().getUTCFullYear(),
}

export const eventCopyright = resource({
  type: 'event-copyright',
  path: '/event-copyright',
  aliases: ['/event-copyrights'],
  table: 'event_copyrights',
  fields: {
    holder: text({ nullable: true }),
    holder_url: url({ nullable: true }),
    licence: text({ required: true }),
    licence_url: url({ nullable: true }),
    year: integer({ nullable: true, min: 1900, max: 9999 }),
    logo_url: url({ nullable: true }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  rules: [notInTheFuture],
  refusals: {
    event_copyrights_one_per_event: { at: 'event', message: 'The event already has a copyright.' },
  },
  archive: { file: 'copyright', first: [], embedded: true, oldNames: { logo: 'logo_url' } },
  access: PART_OF_EVENT,
  softDelete: true,
})
