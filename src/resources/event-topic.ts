import { KEPT_BY_STAFF } from './access-rules.ts'
import { resource, text, url } from './declare.ts'

export const eventTopic = resource({
  type: 'event-topic',
  about: 'A subject that classifies events, such as music or science. Administrators maintain the list.',
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
  descriptions: {
    name: 'The name of the topic.',
    system_image_url: 'The address of a picture for the topic.',
    events: 'The events with this topic.',
    event_sub_topics: 'The sub-topics that divide it.',
  },
  example: { name: 'Astronomy' },
  refusals: {
    event_topics_slug_unique: {
      at: 'name',
      message: 'An event topic with this name was created at the same moment. Try again.',
    },
  },
  access: KEPT_BY_STAFF,
  softDelete: true,
})
