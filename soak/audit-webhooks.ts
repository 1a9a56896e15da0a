/** Every change of an event with a webhook was told once, arrived, and in order for each record. */
import type { Json } from '../test/support/service.ts'
import type { Received } from '../tools/receiver.ts'
import type { Audited } from './audit.ts'
import { query } from './query.ts'

const DELIVERIES = `select id, message_id, name, record_type, record_id, status, attempts, error
  from webhook_deliveries order by id`
/** Those of records whose changes and deliveries are not as many, since there is a webhook. */
const UNTOLD = `with hooked as (select w.event_id, min(c.id) as since from webhooks w
    join changes c on c.record_type = 'webhook' and c.record_id = w.id::text group by 1),
  logged as (select c.record_type, c.record_id, c.action, count(*) as count from changes c
    join hooked h on h.event_id = c.event_id and c.id > h.since where c.record_type <> 'webhook' group by 1, 2, 3),
  told as (select record_type, record_id, split_part(name, '.', 2) as action, count(*) as count
    from webhook_deliveries where record_type <> 'export-job' group by 1, 2, 3)
  select record_type, record_id, action, coalesce(l.count, 0)::int as logged, coalesce(t.count, 0)::int as told
  from logged l full join told t using (record_type, record_id, action) where l.count is distinct from t.count
  union all
  select 'export-job', j.id::text, 'finished', 1, 0 from export_jobs j join hooked using (event_id)
  where j.status is not null and (select count(*) from webhook_deliveries d
    where d.record_type = 'export-job' and d.record_id = j.id::text) <> 1`

export async function auditWebhooks(databaseUrl: string, messages: readonly Received[]): Promise<Audited> {
  const deliveries: Json[] = await query(databaseUrl, DELIVERIES)
  const arrivals = Map.groupBy(messages.entries(), ([, { headers }]) => headers['webhook-id']!)
  const known = new Set(deliveries.map(({ message_id }) => message_id))
  const findings = deliveries.flatMap(({ message_id, name, record_id, status, attempts, error }) => {
    const times = arrivals.get(message_id)?.length ?? 0
    const subject = `the webhook message ${name} ${record_id}`
    if (status !== 'delivered') return [`${subject} is ${status}: ${error}`]
    if (times === 0) return [`${subject} counts as delivered and did not arrive`]
    return attempts >= times ? [] : [`${subject} arrived ${times} times by ${attempts} attempts`]
  })
  for (const id of arrivals.keys())
    if (!known.has(id)) findings.push(`the webhook message ${id} arrived and is not recorded`)
  const byRecord = Map.groupBy(deliveries, ({ record_type, record_id }) => `${record_type} ${record_id}`)
  for (const [record, ofRecord] of byRecord) {
    const places = ofRecord.flatMap(({ message_id }) => arrivals.get(message_id)?.[0]?.[0] ?? [])
    if (places.some((place, index) => index > 0 && place < places[index - 1]!))
      findings.push(`the webhook messages of ${record} arrived out of order`)
  }
  for (const { record_type, record_id, action, logged, told } of await query(databaseUrl, UNTOLD))
    findings.push(
      `${record_type} ${record_id} was ${action} ${logged} times and webhooks were told ${told} times`,
    )
  const figures = {
    deliveries: deliveries.length,
    messages: messages.length,
    repeatedMessages: messages.length - arrivals.size,
  }
  return { figures, remarks: [], findings }
}
