import { KEPT_BY_STAFF } from './access-rules.ts'
import { resource, text, url } from './declare.ts'

export const eventTopic = resource({
  type: 'event-topic',
  path: '/event-topics',
  table: 'event_topics',
  fields: {
    name: text({ required: true, max: 255 }),
    system_image_url: url({ nullable: true }),
    slug: text({ readOnly: true }),
  },
  hasMany: {
    events: { to: 'event', by: 'event_topic' },
    event_sub_topics: { to: 'event-sub-topic', by: 'event_topic' },
  },
  refusals: {
    event_topics_slug_unique: {
      at: 'name',
      message: 'An event topic with this name was created at the same moment. Try again.',
    },
  },
  access: KEPT_BY_STAFF,
  softDelete: true,
})
