import sql from 'sql-template-tag'
import { CLAIM_SECONDS } from '../../src/webhooks/claim.ts'
import { CHANNEL } from '../../src/webhooks/sender.ts'
import type { TestService } from './service.ts'

/** The time of the next attempt has come for all deliveries that failed; none that is under way is concerned. */
export async function comeNow({ db }: Pick<TestService, 'db'>): Promise<void> {
  await db.query(sql`update webhook_deliveries set next_attempt_at = now() where status = 'pending'
    and next_attempt_at is distinct from attempted_at + make_interval(secs => ${CLAIM_SECONDS})`)
  await db.query(sql`select pg_notify(${CHANNEL}, '')`)
}
