import { integer, prose, resource, text } from './declare.ts'
import { meantColour } from './meanings.ts'

export const track = resource({
  type: 'track',
  about: 'A theme of an event that groups sessions, with a color.',
  path: '/tracks',
  table: 'tracks',
  fields: {
    name: text({ required: true }),
    description: prose({ nullable: true }),
    color: text({
      required: true,
      pattern: /^#([0-9a-f]{3}|[0-9a-f]{6})$/i,
      shape: 'a colour such as #1f8ceb or #fff',
    }),
    font_color: text({ readOnly: true }),
    position: integer({ default: 0 }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: { sessions: { to: 'session', by: 'track' } },
  descriptions: {
    name: 'The name of the track.',
    description: 'What the track is about.',
    color: 'The color as a hexadecimal number, such as `#1f8ceb`.',
    font_color: 'A color for text that is readable on `color`. The service computes it.',
    position: 'The place in lists. Smaller numbers come first.',
    sessions: 'The sessions in the track.',
  },
  example: { name: 'Open maps', color: '#1f8ceb' },
  derive: ({ color }) => (typeof color === 'string' ? { color: toSixDigits(color) } : {}),
  archive: {
    file: 'tracks',
    first: ['id', 'name', 'color', 'font_color'],
    meanings: { color: meantColour },
    assumed: { color: '#808080' },
  },
  access: {
    read: 'visible',
    list: 'listed',
    create: 'track_organizer',
    update: 'track_organizer',
    remove: 'track_organizer',
  },
  softDelete: true,
})

function toSixDigits(color: string): string {
  const digits = color.slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`
}
