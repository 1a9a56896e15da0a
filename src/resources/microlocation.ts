import { PART_OF_EVENT } from './access-rules.ts'
import { decimal, flag, integer, resource, text } from './declare.ts'

export const microlocation = resource({
  type: 'microlocation',
  path: '/microlocations',
  table: 'microlocations',
  fields: {
    name: text({ required: true }),
    latitude: decimal({ nullable: true, min: -90, max: 90 }),
    longitude: decimal({ nullable: true, min: -180, max: 180 }),
    floor: integer({ nullable: true }),
    room: text({ nullable: true }),
    position: integer({ default: 0 }),
    hidden_in_scheduler: flag({ default: false }),
    is_chat_enabled: flag({ nullable: true, default: false }),
    is_global_event_room: flag({ nullable: true, default: false }),
    // The name, a hyphen and the id.
    chat_room_name: text({ readOnly: true, max: 1_020 }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: { sessions: { to: 'session', by: 'microlocation' } },
  archive: { file: 'microlocations', first: ['id', 'name', 'floor'] },
  access: PART_OF_EVENT,
  softDelete: true,
})
