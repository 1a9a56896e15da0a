/** The document that is sent: the record as the change left it, as an organizer of the event sees it. */
import sql, { raw } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { organizerOf } from '../jsonapi/announcements.ts'
import { JSONAPI } from '../jsonapi/document.ts'
import type { Models } from '../jsonapi/model.ts'
import { project } from '../jsonapi/projection.ts'
import { resourceWriter, selfLink } from '../jsonapi/resource-text.ts'
import type { Row } from '../resources/declare.ts'

export interface Announced {
  id: string
  event_id: string
  name: string
  record_type: string
  created_at: string
  document: string | null
}

interface DocumentParts {
  db: Db
  models: Models
  publicUrl: string
}

/** Made once: every attempt sends the same text. */
export async function documentOf(parts: DocumentParts, delivery: Announced): Promise<string> {
  return delivery.document ?? makeDocument(parts, delivery)
}

async function makeDocument({ db, models, publicUrl }: DocumentParts, delivery: Announced): Promise<string> {
  const { id, event_id, name, record_type, created_at } = delivery
  const model = models.get(record_type)!
  const { list, words } = project(model, organizerOf([event_id]), undefined, new Map())
  const [row] = await db.query<Row>(sql`select ${list} from webhook_deliveries delivery
    cross join lateral jsonb_populate_record(null::${raw(model.table)}, delivery.record) t${words}
    where delivery.id = ${id}`)
  const links = { self: publicUrl + selfLink(model, row!.id) }
  const meta = { type: name, timestamp: created_at, event: event_id }
  const rest = JSON.stringify({ links, meta, jsonapi: JSONAPI })
  return `{"data":${resourceWriter(model, undefined)(row!)},${rest.slice(1)}`
}
