/** The deliveries of a webhook as rows: those that are made by hand, ended, and forgotten. */
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'

/** The name of the delivery that only tests whether the receiver is there. */
export const PING = 'webhook.ping'

/** How long they are kept. */
const KEPT = '30 days'
const MOST_FORGOTTEN = 10_000

/** A delivery about the webhook itself. Where it is sent at once, nobody else may take it until `takenFor` is over. */
export async function addPing(tx: Db, webhookId: string, takenFor = '0 seconds'): Promise<string> {
  return insert(
    tx,
    sql`select w.id, w.event_id, ${PING}, 'webhook', w.id::text, to_jsonb(w), null,
      now() + ${takenFor}::interval from webhooks w where w.id = ${webhookId}`,
  )
}

/** The same message once more, after all that waits. */
export async function repeatDelivery(tx: Db, id: string): Promise<string> {
  const repeated = await insert(
    tx,
    sql`select webhook_id, event_id, name, record_type, record_id, record, document, now()
      from webhook_deliveries where id = ${id}`,
  )
  await tx.query(sql`update webhook_deliveries d set message_id = old.message_id from webhook_deliveries old
    where d.id = ${repeated} and old.id = ${id}`)
  return repeated
}

async function insert(tx: Db, rows: Sql): Promise<string> {
  const [row] = await tx.query<{ id: string }>(sql`insert into webhook_deliveries
    (webhook_id, event_id, name, record_type, record_id, record, document, next_attempt_at) ${rows} returning id`)
  return row!.id
}

/** What waits for the webhook is not sent any more. */
export async function endPending(tx: Db, webhookId: string, reason: string): Promise<void> {
  await tx.query(sql`update webhook_deliveries set status = 'failed', error = ${reason}
    where webhook_id = ${webhookId} and status = 'pending'`)
}

export async function countPending(db: Db, webhookId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`select count(*)::int as count
    from webhook_deliveries where webhook_id = ${webhookId} and status = 'pending'`)
  return row!.count
}

export async function forgetOldDeliveries(db: Db): Promise<void> {
  for (;;) {
    const gone = await db.query(sql`delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < now() - ${KEPT}::interval limit ${MOST_FORGOTTEN})
      returning id`)
    if (gone.length < MOST_FORGOTTEN) return
  }
}
