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
  about: 'The copyright holder and the licence of an event. An event has at most one.',
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
  descriptions: {
    holder: 'The name of the copyright holder.',
    holder_url: 'The address of a page about the holder.',
    licence: 'The name of the licence.',
    licence_url: 'The address of the text of the licence.',
    year: 'The year of the copyright.',
    logo_url: 'The address of the logo of the licence.',
  },
  example: { event: '2', licence: 'Creative Commons Attribution 4.0', holder: 'Open Harbour Network' },
  rules: [notInTheFuture],
  refusals: {
    event_copyrights_one_per_event: { at: 'event', message: 'The event already has a copyright.' },
  },
  archive: { file: 'copyright', first: [], embedded: true, oldNames: { logo: 'logo_url' } },
  access: PART_OF_EVENT,
  softDelete: true,
})
