/** Writes of payment authorizations. The provider is called between transactions, never within one. */
import type { FastifyBaseLogger } from 'fastify'
import sql from 'sql-template-tag'
import type { Vault } from '../access/vault.ts'
import { apartFrom, type Db } from '../database/db.ts'
import { create } from '../jsonapi/create.ts'
import type { Created, Removed, Updated, Written } from '../jsonapi/effects.ts'
import { type Operations, remove, update } from '../jsonapi/operations.ts'
import type { Write } from '../jsonapi/request.ts'
import type { Grant, PaymentProvider } from '../payments/provider.ts'
import type { Row } from '../resources/declare.ts'

export interface PaymentParts {
  provider: PaymentProvider
  vault: Vault
  log: FastifyBaseLogger
}

export function paymentOperations(parts: PaymentParts): Operations {
  return {
    async create(write, body, parentId) {
      const sent = await rehearse(write, (rehearsal) => create(rehearsal, body, parentId))
      const grant = await parts.provider.exchange(sent.payment_auth_code as string)
      const created = (tx: Db, change: Created) => keepNew(parts, tx, change, grant)
      return create(withEffects(write, { created }), body, parentId).catch(async (error: Error) => {
        await revoke(parts, parts.provider.name, grant.secrets)
        throw error
      })
    },
    async update(write, id, body, conditions) {
      const sent = await rehearse(write, (rehearsal) => update(rehearsal, id, body, conditions))
      const code = sent.payment_auth_code as string | undefined
      const grant = code === undefined ? undefined : await parts.provider.exchange(code)
      const updated = (tx: Db, change: Updated) => keepChanged(parts, tx, change, grant)
      return update(withEffects(write, { updated }), id, body, conditions)
    },
    async remove(write, id, conditions) {
      let before: Row = {}
      const removed = async (tx: Db, change: Removed) => {
        before = change.before
        await tellEvent(tx, before.event_id, false)
      }
      await remove(withEffects(write, { removed }), id, conditions)
      await revokeSealed(parts, before)
    },
  }
}

function withEffects(write: Write, effects: NonNullable<Write['effects'][string]>): Write {
  return { ...write, effects: { [write.model.type]: effects } }
}

/** Tries the write and rolls it back, so that refusals occur before the provider has used up the code. */
async function rehearse(write: Write, work: (rehearsal: Write) => Promise<unknown>): Promise<Row> {
  const undo = new Error('This was a dry run.')
  let sent: Row = {}
  const note = async (_tx: Db, change: Written) => {
    sent = change.sent
  }
  const rehearsed = apartFrom(write.db).transaction(async (tx) => {
    await work({ ...withEffects(write, { created: note, updated: note }), db: tx })
    throw undo
  })
  await rehearsed.catch((error: Error) => {
    if (error !== undo) throw error
  })
  return sent
}

const contextOf = (eventId: unknown) => `payment authorization of event ${eventId}`

async function keepNew(parts: PaymentParts, tx: Db, change: Created, grant: Grant): Promise<void> {
  await keep(parts, tx, change, grant)
  await tellEvent(tx, change.after.event_id, true)
}

async function keepChanged(
  parts: PaymentParts,
  tx: Db,
  change: Updated,
  grant: Grant | undefined,
): Promise<void> {
  if (grant) await keep(parts, tx, change, grant)
  else if (!parts.provider.takesKey) await keepKey(tx, change.id, change.before.payment_publishable_key)
}

async function keep(
  { provider, vault }: PaymentParts,
  tx: Db,
  { id, after }: Written,
  { publishableKey, secrets }: Grant,
): Promise<void> {
  const { event_id, payment_publishable_key: sentKey } = after
  const sealed = vault.seal(JSON.stringify({ provider: provider.name, secrets }), contextOf(event_id))
  await tx.query(sql`update payment_authorizations set sealed = ${sealed} where id = ${id}`)
  await keepKey(tx, id, provider.takesKey ? sentKey : publishableKey)
}

async function keepKey(tx: Db, id: string, key: unknown): Promise<void> {
  await tx.query(sql`update payment_authorizations set payment_publishable_key = ${key} where id = ${id}`)
}

async function tellEvent(tx: Db, eventId: unknown, isLinked: boolean): Promise<void> {
  await tx.query(sql`update events set is_stripe_linked = ${isLinked} where id = ${eventId}`)
}

async function revokeSealed(parts: PaymentParts, { sealed, event_id }: Row): Promise<void> {
  try {
    const { provider, secrets } = JSON.parse(parts.vault.open(sealed as string, contextOf(event_id)))
    await revoke(parts, provider, secrets)
  } catch (error) {
    parts.log.error(
      { err: error, event: event_id },
      'a payment authorization could not be decrypted, so it was not revoked',
    )
  }
}

/** An authorization that is not stored is not used, so it is only logged if the provider does not respond. */
async function revoke(
  { provider, log }: PaymentParts,
  name: string,
  secrets: Grant['secrets'],
): Promise<void> {
  if (name !== provider.name) return
  await provider.revoke(secrets).catch((error: Error) => {
    log.error({ err: error }, 'the payment provider did not revoke an authorization')
  })
}

/** Seals anew what was sealed with an old key, so that the old key can be dropped after one start. */
export async function renewSecrets(db: Db, { vault, log }: Omit<PaymentParts, 'provider'>): Promise<void> {
  const rows = await db.query<{ id: string; event_id: string; sealed: string }>(
    sql`select id, event_id, sealed from payment_authorizations where not starts_with(sealed, ${vault.prefix})`,
  )
  for (const { id, event_id, sealed } of rows) {
    try {
      const renewed = vault.seal(vault.open(sealed, contextOf(event_id)), contextOf(event_id))
      await db.query(
        sql`update payment_authorizations set sealed = ${renewed} where id = ${id} and sealed = ${sealed}`,
      )
    } catch (error) {
      log.error({ err: error, event: event_id }, 'the payment authorization of an event cannot be decrypted')
    }
  }
}
