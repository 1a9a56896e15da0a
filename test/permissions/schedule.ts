/** The feeds of the schedule. */
import { type Rows, readPublic } from './patterns.ts'

export const scheduleRows: Rows = {
  'GET /v1/events/:id/schedule.json': readPublic,
  'GET /v1/events/:id/schedule.xml': readPublic,
  'GET /v1/events/:id/schedule.ics': readPublic,
  'GET /v1/events/:id/schedule.xcal': readPublic,
  'GET /v1/sessions/:id.ics': readPublic,
  'GET /v1/speakers/:id.ics': readPublic,
}
