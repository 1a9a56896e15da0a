/** Roles, types, topics and sub-topics: all may read them, staff write them. */
import { neverChanged, type Rows } from './patterns.ts'

export const topicRows: Rows = {
  'PATCH /v1/event-topics/:id/relationships/event-sub-topics': neverChanged,
  'POST /v1/event-topics/:id/relationships/event-sub-topics': neverChanged,
  'DELETE /v1/event-topics/:id/relationships/event-sub-topics': neverChanged,
}
