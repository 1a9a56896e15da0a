/** The routes that only the web front end of Open Event calls. */
import { openToAll, type Rows, readCoorganizer, readPublic } from './patterns.ts'

export const frontEndRows: Rows = {
  'GET /v1/events/upcoming': openToAll,
  'GET /v1/events/:id/sessions/dates': readPublic,
  'GET /v1/events/:id/sessions/languages': readPublic,
  'GET /v1/events/:id/tickets/availability': readPublic,
  'GET /v1/events/:id/has-streams': readPublic,
  'GET /v1/events/:id/exhibitors': readPublic,
  'GET /v1/events/:id/general-statistics': readCoorganizer,
  'GET /v1/events/:id/relationships/general-statistics': readCoorganizer,
  'GET /v1/events/:id/order-statistics': readCoorganizer,
  'GET /v1/events/:id/relationships/order-statistics': readCoorganizer,
  'GET /v1/tickets/:id/order-statistics': readCoorganizer,
  'GET /v1/groups': openToAll,
  'GET /v1/pages': openToAll,
  'GET /v1/sessions/states': openToAll,
  'GET /v1/sessions/mails': openToAll,
  'POST /v1/sessions/:id/notify': readCoorganizer,
  'POST /v1/role_invites/user': openToAll,
  'POST /v1/role-invites/user': openToAll,
}
