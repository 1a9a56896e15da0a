import { PART_OF_EVENT } from './access-rules.ts'
import { integer, resource, text } from './declare.ts'
import { meantLength } from './meanings.ts'

export const sessionType = resource({
  type: 'session-type',
  about: 'A kind of session, such as talk or workshop, with its usual length.',
  path: '/session-types',
  table: 'session_types',
  fields: {
    name: text({ required: true }),
    length: text({
      required: true,
      pattern: /^([01]?\d|2[0-3]):[0-5]?\d$/,
      shape: 'hours and minutes from 00:00 to 23:59',
    }),
    position: integer({ default: 0 }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: { sessions: { to: 'session', by: 'session_type' } },
  descriptions: {
    name: 'The name of the type.',
    length: 'The usual length in hours and minutes, such as `00:45`.',
    position: 'The place in lists. Smaller numbers come first.',
    sessions: 'The sessions of this type.',
  },
  example: { name: 'Workshop', length: '01:30' },
  archive: {
    file: 'session_types',
    first: ['id', 'name', 'length'],
    meanings: { length: meantLength },
    assumed: { length: '00:30' },
  },
  access: PART_OF_EVENT,
  softDelete: true,
})
