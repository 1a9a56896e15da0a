import { PART_OF_EVENT } from './access-rules.ts'
import { decimal, flag, guid, integer, resource, spans, text } from './declare.ts'
import { GUID_TAKEN } from './rules.ts'

export const microlocation = resource({
  type: 'microlocation',
  about: 'A room or stage of an event.',
  path: '/microlocations',
  table: 'microlocations',
  fields: {
    name: text({ required: true }),
    guid: guid({ readOnly: true }),
    latitude: decimal({ nullable: true, min: -90, max: 90 }),
    longitude: decimal({ nullable: true, min: -180, max: 180 }),
    floor: integer({ nullable: true }),
    room: text({ nullable: true }),
    position: integer({ default: 0 }),
    hidden_in_scheduler: flag({ default: false }),
    is_chat_enabled: flag({ nullable: true, default: false }),
    is_global_event_room: flag({ nullable: true, default: false }),
    availabilities: spans({ nullable: true }),
    // The name, a hyphen and the id.
    chat_room_name: text({ readOnly: true, max: 1_020 }),
  },
  belongsTo: { event: { to: 'event', required: true, fixed: true } },
  hasMany: { sessions: { to: 'session', by: 'microlocation' } },
  descriptions: {
    name: 'The name of the room.',
    floor: 'The number of the floor.',
    room: 'The number of the room, as on its door.',
    position: 'The place in lists. Smaller numbers come first.',
    hidden_in_scheduler: 'Whether front ends leave the room out when they plan the schedule.',
    is_chat_enabled: 'Whether the room has a chat. For front ends only.',
    is_global_event_room: 'Whether the room is for the whole event. For front ends only.',
    availabilities: 'When the room can be used. Null or an empty list means always.',
    chat_room_name: 'The name of the chat room. The service makes it from the name and the id.',
    sessions: 'The sessions that take place here.',
  },
  example: { name: 'Boat House', room: 'B1', floor: 1 },
  refusals: { microlocations_guid_unique: GUID_TAKEN },
  archive: { file: 'microlocations', first: ['id', 'name', 'floor'], restored: ['guid'] },
  access: PART_OF_EVENT,
  softDelete: true,
})
