import { PART_OF_EVENT } from './access-rules.ts'
import { integer, resource, text } from './declare.ts'
import { meantLength } from './meanings.ts'

export const sessionType = resource({
  type: 'session-type',
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
  archive: {
    file: 'session_types',
    first: ['id', 'name', 'length'],
    meanings: { length: meantLength },
    assumed: { length: '00:30' },
  },
  access: PART_OF_EVENT,
  softDelete: true,
})
