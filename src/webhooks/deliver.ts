/** Delivers what was taken, and notes what came of it. */
import { setTimeout as delay } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { recordChange } from '../access/change-log.ts'
import { type Vault, VaultError } from '../access/vault.ts'
import type { Db } from '../database/connect.ts'
import type { Models } from '../jsonapi/model.ts'
import { attempt, LONGEST, type Outcome } from './attempt.ts'
import { CLAIM_SECONDS, type Claimed } from './claim.ts'
import { endPending } from './deliveries.ts'
import { documentOf } from './document.ts'
import { openSecret } from './secrets.ts'

export interface DeliveryParts {
  db: Db
  vault: Vault
  models: Models
  publicUrl: string
  /** Hosts with port that are allowed with any address. */
  allow: string[]
  allowsHttp: boolean
}

/** The pauses after failures (in seconds): each five times the one before, up to an hour. */
const FIRST_PAUSE = 5
const LONGEST_PAUSE = 3_600
/** Between tries to note what came of an attempt (in ms). */
const NOTE_AFTER = 1_000

const GONE = 410

interface Delivering {
  /** The process is to stop. */
  signal: AbortSignal
  /** When it was taken, by the clock of `performance.now()`, or a little earlier. */
  takenAt: number
}

export async function deliver(
  parts: DeliveryParts,
  claimed: Claimed,
  { signal, takenAt }: Delivering,
): Promise<void> {
  const obstacle = obstacleOf(claimed)
  if (obstacle) {
    await parts.db.query(sql`update webhook_deliveries set status = 'failed', error = ${obstacle}
      where id = ${claimed.id} and status = 'pending'`)
    return
  }
  const document = await documentOf(parts, claimed)
  // A process that was held up must not send what another has taken over: later messages may be out already.
  const sent = performance.now()
  if (sent - takenAt > CLAIM_SECONDS * 1_000 - 2 * LONGEST) return
  const outcome = await send(parts, claimed, document, signal)
  if (outcome.status === null && signal.aborted) return giveBack(parts.db, claimed)
  const duration = Math.round(performance.now() - sent)
  const end = takenAt + CLAIM_SECONDS * 1_000
  await lasting(() => note(parts.db, claimed, { ...outcome, duration, document }), end, signal)
}

/** Why it is not sent at all. */
function obstacleOf({ is_active, is_event_live, name }: Claimed): string | undefined {
  if (!is_active) return 'The webhook was switched off.'
  if (!is_event_live && name !== 'event.deleted') return 'The event was deleted.'
  return undefined
}

async function send(
  { vault, allow, allowsHttp }: DeliveryParts,
  claimed: Claimed,
  document: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const { webhook_id, message_id: id, url } = claimed
  // The one before signs too while it is valid.
  const sealed = [claimed.sealed_secret, claimed.former_sealed_secret].filter((one) => one !== null)
  try {
    const secrets = sealed.map((one) => openSecret(vault, webhook_id, one))
    return await attempt({ id, url, document, secrets }, { allow, allowsHttp, signal })
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    return { status: null, text: null, error: 'The secret cannot be decrypted. Rotate it.' }
  }
}

interface Noted extends Outcome {
  duration: number
  document: string
}

/** Only the latest attempt is noted. */
async function note(db: Db, claimed: Claimed, outcome: Noted): Promise<void> {
  const { id, attempts } = claimed
  const { status, text, error, duration, document } = outcome
  const isOver = error === null || status === GONE || claimed.is_last
  const state = error === null ? 'delivered' : isOver ? 'failed' : 'pending'
  const pause = Math.min(FIRST_PAUSE * 5 ** (attempts - 1), LONGEST_PAUSE)
  await db.transaction(async (tx) => {
    await tx.query(sql`update webhook_deliveries set status = ${state}, response_status = ${status},
        response_text = ${text}, error = ${error}, duration = ${duration}, document = ${document}, record = null,
        next_attempt_at = now() + make_interval(secs => ${pause})
      where id = ${id} and attempts = ${attempts} and status = 'pending'`)
    if (status === GONE) await switchOff(tx, claimed)
  })
}

async function switchOff(tx: Db, { webhook_id, event_id }: Claimed): Promise<void> {
  const reason = 'The receiver returned 410 Gone.'
  const changed = await tx.query(sql`update webhooks set is_active = false, inactive_reason = ${reason}
    where id = ${webhook_id} and is_active returning id`)
  if (changed.length === 0) return
  await endPending(tx, webhook_id, reason)
  const values = { 'is-active': { old: true, new: false }, 'inactive-reason': { old: null, new: reason } }
  const record = { type: 'webhook', id: webhook_id, eventId: event_id }
  await recordChange(tx, { caller: undefined, action: 'updated', ...record, values })
}

/** Broken off by the stop of this process, so another may try at once. */
async function giveBack(db: Db, { id, attempts }: Claimed): Promise<void> {
  await db.query(sql`update webhook_deliveries set attempts = attempts - 1, next_attempt_at = now()
    where id = ${id} and attempts = ${attempts} and status = 'pending'`)
}

/** The message is out and should not go out again: a database that is away is waited for, while nobody else may send it. */
async function lasting(work: () => Promise<void>, end: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > end || signal.aborted) throw error
      await delay(NOTE_AFTER, undefined, { signal }).catch(() => undefined)
    }
  }
}
