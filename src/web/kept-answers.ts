/** The answers to requests with an Idempotency-Key, as they are kept for a day. They may hold tokens, so they are sealed. */
import sql from 'sql-template-tag'
import { type Vault, VaultError } from '../access/vault.ts'
import type { Db } from '../database/db.ts'
import { ConflictError } from '../errors.ts'

/** By which a kept answer is found. */
export interface KeyOf {
  caller: string
  key: string
}

export interface KeptAnswer {
  status: number
  headers: Record<string, string | string[]>
  body: string | null
  /** Of the path and the body of the request. */
  digest: string
}

const LIFE = '24 hours'
/** In characters. A longer answer is kept without its body. */
const LONGEST = 4_000_000
const HEADERS = ['content-type', 'location', 'etag', 'preference-applied', 'set-cookie']
const TOO_LONG = JSON.stringify({
  meta: { message: 'The first response was too large to keep. Read the records again.' },
})

export async function findAnswer(
  { db, vault }: { db: Db; vault: Vault },
  of: KeyOf,
): Promise<KeptAnswer | undefined> {
  const [row] = await db.query<{ digest: string; sealed: string }>(
    sql`select digest, sealed from idempotency_keys
      where caller = ${of.caller} and key = ${of.key} and created_at > now() - ${LIFE}::interval`,
  )
  return row && { ...open(vault, row.sealed, of), digest: row.digest }
}

function open(vault: Vault, sealed: string, of: KeyOf): Omit<KeptAnswer, 'digest'> {
  try {
    return JSON.parse(vault.open(sealed, contextOf(of)))
  } catch (error) {
    if (!(error instanceof VaultError)) throw error
    const detail = 'The first response can no longer be decrypted. Use a new Idempotency-Key.'
    throw new ConflictError(detail, { header: 'Idempotency-Key' })
  }
}

const contextOf = ({ caller, key }: KeyOf) => `answer to ${caller} for ${key}`

/** First in the transaction of the work: of two requests at once only one goes on. */
export async function claimKey(tx: Db, { caller, key }: KeyOf): Promise<void> {
  const name = `idempotency ${caller} ${key}`
  const [lock] = await tx.query<{ is_free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as is_free`,
  )
  if (!lock!.is_free) throw stillRunning()
  const [earlier] = await tx.query(
    sql`select 1 from idempotency_keys
      where caller = ${caller} and key = ${key} and created_at > now() - ${LIFE}::interval`,
  )
  // It has ended since this request began.
  if (earlier) throw stillRunning()
}

export function stillRunning(): ConflictError {
  return new ConflictError(
    'The first request with this Idempotency-Key is still running. Send it again in a moment.',
    { header: 'Idempotency-Key' },
    { 'retry-after': '1' },
  )
}

/** Last in the transaction of the work. */
export async function keepAnswer(
  tx: Db,
  vault: Vault,
  of: KeyOf,
  { status, headers, body, digest }: Omit<KeptAnswer, 'headers'> & { headers: Record<string, unknown> },
): Promise<void> {
  const kept = Object.entries(headers).filter(([name]) => HEADERS.includes(name))
  const text = body !== null && body.length > LONGEST ? TOO_LONG : body
  const answer = JSON.stringify({ status, headers: Object.fromEntries(kept), body: text })
  await tx.query(sql`insert into idempotency_keys (caller, key, digest, sealed)
    values (${of.caller}, ${of.key}, ${digest}, ${vault.seal(answer, contextOf(of))})
    on conflict (caller, key) do update
      set digest = excluded.digest, sealed = excluded.sealed, created_at = now()`)
}

export async function forgetOldAnswers(db: Db): Promise<void> {
  await db.query(sql`delete from idempotency_keys where created_at < now() - ${LIFE}::interval`)
}
