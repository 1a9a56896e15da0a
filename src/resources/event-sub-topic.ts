import { KEPT_BY_STAFF } from './access-rules.ts'
import { resource, text } from './declare.ts'

export const eventSubTopic = resource({
  type: 'event-sub-topic',
  about: 'A subdivision of an event topic. Administrators maintain the list.',
  path: '/event-sub-topics',
  table: 'event_sub_topics',
  fields: {
    name: text({ required: true, max: 255 }),
    slug: text({ readOnly: true }),
  },
  belongsTo: { event_topic: { to: 'event-topic', required: true } },
  hasMany: { events: { to: 'event', by: 'event_sub_topic' } },
  descriptions: {
    name: 'The name of the sub-topic.',
    event_topic: 'The topic that it divides.',
    events: 'The events with this sub-topic.',
  },
  example: { event_topic: '1', name: 'Puppet theatre' },
  refusals: {
    event_sub_topics_slug_unique: {
      at: 'name',
      message: 'A sub-topic with this name was created at the same moment. Try again.',
    },
  },
  access: KEPT_BY_STAFF,
})
