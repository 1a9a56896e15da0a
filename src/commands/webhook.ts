import sql from 'sql-template-tag'
import { deliveryPartsOf } from '../service/parts.ts'
import { CLAIM_SECONDS, claimOne } from '../webhooks/claim.ts'
import { deliver } from '../webhooks/deliver.ts'
import { addPing } from '../webhooks/deliveries.ts'
import type { Call, Outcome } from './command.ts'
import { withParts } from './with-parts.ts'

interface Result {
  id: string
  status: string
  response_status: number | null
  response_text: string | null
  duration: number | null
  error: string | null
}

/** Sends it in this process, so it works also while no worker runs. */
export function webhookPing(call: Call): Promise<Outcome> {
  return withParts(call, async (parts) => {
    const { db } = parts
    const given = call.argument('webhook')
    const [webhook] = await db.query<{ id: string }>(sql`select id from webhooks where id::text = ${given}`)
    if (!webhook) throw new Error(`The webhook ${given} does not exist.`)
    const id = await addPing(db, webhook.id, `${CLAIM_SECONDS} seconds`)
    const delivering = { signal: new AbortController().signal, takenAt: performance.now() }
    const claimed = await claimOne(db, id)
    await deliver(deliveryPartsOf(parts, db), claimed!, delivering)
    const [result] =
      await db.query<Result>(sql`select id, status, response_status, response_text, duration, error
      from webhook_deliveries where id = ${id}`)
    // It was only a test, so it is not tried again.
    await db.query(
      sql`update webhook_deliveries set status = 'failed' where id = ${id} and status = 'pending'`,
    )
    const { error, response_status, duration } = result!
    if (error !== null) throw new Error(error)
    return { text: `The receiver returned ${response_status} after ${duration} ms.`, value: result! }
  })
}
