/** The accounts of people who log in with a provider. docs/decisions/0036 says why they are linked so. */
import sql from 'sql-template-tag'
import { verifyAddress } from '../access/accounts.ts'
import { recordChange } from '../access/change-log.ts'
import { withdrawEmailTokens } from '../access/email-tokens.ts'
import { revokeLogins } from '../access/logins.ts'
import { tellOfInvites } from '../access/role-invites.ts'
import type { Db } from '../database/connect.ts'
import { ProviderLogInError } from '../errors.ts'
import { providerLinkedMessage } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import { expired, type Person } from './oidc-provider.ts'

interface Known {
  id: string
  is_verified: boolean
  is_closed: boolean
}

/** The account of the person: the linked one, the one with the verified address, or a new one. */
export async function accountOfPerson(tx: Db, person: Person, providerName: string): Promise<string> {
  const { issuer, subject, email } = person
  // Two log-ins of one person at once link one account.
  await tx.query(
    sql`select pg_advisory_xact_lock(hashtextextended(${`plenum identity ${issuer} ${subject}`}, 0))`,
  )
  const [linked] = await tx.query<Known>(sql`update identities i set last_used_at = now() from users u
    where i.issuer = ${issuer} and i.subject = ${subject} and u.id = i.user_id
    returning u.id, u.is_verified, u.is_blocked or u.deleted_at is not null as is_closed`)
  if (linked) return demandOpen(linked).id
  if (email === undefined)
    throw new ProviderLogInError(
      403,
      'unverified',
      'The provider does not confirm that the e-mail address is yours. Verify it there, or log in with a password.',
    )
  const id = (await signUp(tx, person, email)) ?? (await takeOver(tx, email, providerName))
  await tx.query(sql`insert into identities (issuer, subject, user_id) values (${issuer}, ${subject}, ${id})`)
  return id
}

function demandOpen(account: Known): Known {
  if (!account.is_closed) return account
  throw new ProviderLogInError(403, 'closed', 'This account is closed. Contact the administrator.')
}

/** Undefined if there is an account with this address. */
async function signUp(tx: Db, { firstName, lastName }: Person, email: string): Promise<string | undefined> {
  const [row] = await tx.query<{
    id: string
  }>(sql`insert into users (email, first_name, last_name, is_verified)
    values (${email}, ${firstName ?? null}, ${lastName ?? null}, true)
    on conflict ((lower(email))) where deleted_at is null do nothing returning id`)
  if (!row) return undefined
  const { id } = row
  await recordChange(tx, { caller: { id }, action: 'created', type: 'user', id, eventId: null })
  await tellOfInvites(tx, id)
  return id
}

async function takeOver(tx: Db, email: string, providerName: string): Promise<string> {
  const [known] = await tx.query<Known>(sql`select id, is_verified, is_blocked as is_closed from users
    where lower(email) = lower(${email}) and deleted_at is null for update`)
  // Deleted since the index refused another account with this address.
  if (!known) throw expired()
  const { id, is_verified } = demandOpen(known)
  if (!is_verified) await endAccess(tx, id)
  const values = { 'identity-provider': { new: providerName }, ...(!is_verified && { password: {} }) }
  await recordChange(tx, { caller: { id }, action: 'updated', type: 'user', id, eventId: null, values })
  await recordMail(tx, email, providerLinkedMessage(providerName, is_verified))
  return id
}

/**
 * An account whose address nobody has confirmed may have been made by somebody else, who waits for its owner to fill it. So
 * everything that opens it ends.
 */
async function endAccess(tx: Db, id: string): Promise<void> {
  await tx.query(sql`update users set password_hash = null where id = ${id}`)
  await revokeLogins(tx, id)
  await withdrawEmailTokens(tx, id, 'verify', 'reset', 'change')
  await tx.query(sql`delete from api_tokens where user_id = ${id}`)
  await tx.query(sql`delete from feed_tokens where user_id = ${id}`)
  await verifyAddress(tx, id)
}
