/** Waits until all that was accepted is done: tasks, mails, webhooks, and what is left in the queue. */
import { setTimeout as delay } from 'node:timers/promises'
import { query } from './query.ts'

/** A mail that a killed worker took is tried again after five minutes. Here that time passes at once. */
const HURRY_MAILS = `update mails set next_try_at = now()
  where status = 'pending' and next_try_at > now()
    or status = 'sending' and next_try_at between now() and now() + interval '5 minutes' - interval '10 seconds'`
/** Likewise for deliveries that failed, and for those that a killed worker took. */
const HURRY_DELIVERIES = `update webhook_deliveries set next_attempt_at = now()
  where status = 'pending' and next_attempt_at > now()
    and (next_attempt_at <> attempted_at + interval '1 minute' or attempted_at < now() - interval '15 seconds')`
const OPEN = `select
  (select count(*)::int from tasks where finished_at is null) as tasks,
  (select count(*)::int from mails where status in ('pending', 'sending')) as mails,
  (select count(*)::int from webhook_deliveries where status = 'pending') as deliveries,
  (select count(*)::int from pgboss.job where state < 'completed') as entries`

export interface Open {
  tasks: number
  mails: number
  deliveries: number
  entries: number
}

/** Answers what is still open after that time (in ms): nothing, if all is well. */
export async function settle(databaseUrl: string, most: number): Promise<Open> {
  const end = Date.now() + most
  for (;;) {
    await query(databaseUrl, HURRY_MAILS)
    await query(databaseUrl, HURRY_DELIVERIES)
    const [row] = await query(databaseUrl, OPEN)
    const open = row as unknown as Open
    const isCalm = Object.values(open).every((count) => count === 0)
    if (isCalm || Date.now() > end) return open
    await delay(1_000)
  }
}
