import { resource, text } from './declare.ts'

export const eventSubTopic = resource({
  type: 'event-sub-topic',
  path: '/event-sub-topics',
  table: 'event_sub_topics',
  fields: {
    name: text({ required: true, max: 255 }),
    slug: text({ readOnly: true }),
  },
  belongsTo: { event_topic: { to: 'event-topic', required: true } },
  hasMany: { events: { to: 'event', by: 'event_sub_topic' } },
  access: { read: 'all', create: 'staff', update: 'staff', remove: 'staff' },
})
