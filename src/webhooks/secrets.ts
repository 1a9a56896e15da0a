/** The keys of signatures: made by the service, kept encrypted, replaced without a gap. */
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { Vault } from '../access/vault.ts'
import type { Db } from '../database/connect.ts'

const BYTES = 32
/** How long the secret before still signs. */
const OVERLAP = '24 hours'

const contextOf = (webhookId: string) => `secret of webhook ${webhookId}`

/** Gives the webhook a new secret. The one before signs too for a day, so that the receiver has time to change. */
export async function renewSecret(tx: Db, vault: Vault, webhookId: string): Promise<string> {
  const secret = `whsec_${randomBytes(BYTES).toString('base64')}`
  const sealed = vault.seal(secret, contextOf(webhookId))
  await tx.query(sql`update webhooks set sealed_secret = ${sealed}, former_sealed_secret = sealed_secret,
    former_secret_ends_at = now() + ${OVERLAP}::interval where id = ${webhookId}`)
  return secret
}

export function openSecret(vault: Vault, webhookId: string, sealed: string): string {
  return vault.open(sealed, contextOf(webhookId))
}

const COLUMNS = ['sealed_secret', 'former_sealed_secret'] as const

/** Seals anew what was sealed with an old key, so that the old key can be dropped after one start. */
export async function resealSecrets(db: Db, vault: Vault, log: FastifyBaseLogger): Promise<void> {
  for (const column of COLUMNS) {
    const rows = await db.query<{ id: string; sealed: string }>(sql`select id, ${raw(column)} as sealed
      from webhooks where not starts_with(${raw(column)}, ${vault.prefix})`)
    for (const { id, sealed } of rows) {
      try {
        const renewed = vault.seal(openSecret(vault, id, sealed), contextOf(id))
        await db.query(sql`update webhooks set ${raw(column)} = ${renewed}
          where id = ${id} and ${raw(column)} = ${sealed}`)
      } catch (error) {
        log.error({ err: error, webhook: id }, 'the secret of a webhook cannot be decrypted')
      }
    }
  }
}
