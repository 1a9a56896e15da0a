/** What is done with webhooks beside reading and changing them. */
import { changeOrganizer, createOrganizer, type Rows, readOrganizer, takenFromLog } from './patterns.ts'

export const webhookRows: Rows = {
  'POST /v1/webhooks/:id/rotate-secret': changeOrganizer,
  'POST /v1/webhooks/:id/ping': createOrganizer,
  'POST /v1/webhook-deliveries/:id/redeliver': createOrganizer,
  'GET /v1/webhooks/:id/webhook-deliveries': readOrganizer,
  'DELETE /v1/events/:id/relationships/webhooks': takenFromLog,
}
