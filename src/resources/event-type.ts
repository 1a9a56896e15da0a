import { KEPT_BY_STAFF } from './access-rules.ts'
import { resource, text } from './declare.ts'

export const eventType = resource({
  type: 'event-type',
  about: 'A kind of event, such as conference or concert. Administrators maintain the list.',
  path: '/event-types',
  table: 'event_types',
  fields: {
    name: text({ required: true, max: 255 }),
    slug: text({ readOnly: true }),
  },
  hasMany: { events: { to: 'event', by: 'event_type' } },
  descriptions: {
    name: 'The name of the type.',
    events: 'The events of this type.',
  },
  example: { name: 'Hackathon' },
  refusals: {
    event_types_slug_unique: {
      at: 'name',
      message: 'An event type with this name was created at the same moment. Try again.',
    },
  },
  access: KEPT_BY_STAFF,
  softDelete: true,
})
