/** What follows when a webhook is made or changed. */
import sql from 'sql-template-tag'
import type { Vault } from '../access/vault.ts'
import type { Db } from '../database/connect.ts'
import { UnprocessableError } from '../errors.ts'
import { isInner } from '../files/safe-fetch.ts'
import { announcedNames } from '../jsonapi/announcements.ts'
import type { Effects } from '../jsonapi/effects.ts'
import type { Declaration } from '../resources/declare.ts'
import type { webhook } from '../resources/webhook.ts'
import { endPending } from './deliveries.ts'
import { renewSecret } from './secrets.ts'

/** So many may one event have. */
const MOST = 10

interface WebhookParts {
  vault: Vault
  declarations: readonly Declaration[]
  allowsHttp: boolean
  /** Hosts with port that are allowed with any address. */
  allow: string[]
}

export function webhookEffects(parts: WebhookParts): Effects<typeof webhook> {
  const names = announcedNames(parts.declarations)
  return {
    async created(tx, { id, after, shown }) {
      demandAddress(parts, after.url)
      demandNames(after.events, names)
      await demandFew(tx, after.event_id)
      shown.secret = await renewSecret(tx, parts.vault, id)
    },
    async updated(tx, { id, before, after }) {
      if (after.url !== before.url) demandAddress(parts, after.url)
      demandNames(after.events, names)
      if (before.is_active && !after.is_active) await endPending(tx, id, 'The webhook was switched off.')
    },
  }
}

function demandAddress({ allowsHttp, allow }: WebhookParts, address: string): void {
  const url = new URL(address)
  const refuse = (detail: string) => UnprocessableError.at('/data/attributes/url', detail)
  if (url.protocol !== 'https:' && !(allowsHttp && url.protocol === 'http:'))
    throw refuse(`url must start with https://${allowsHttp ? ' or http://' : ''}`)
  if (url.username !== '' || url.password !== '')
    throw refuse('url must not have a user name or a password; requests are signed')
  if (isInner(url) && !allow.includes(url.host)) throw refuse('url must not have a private address')
}

function demandNames(wanted: readonly string[], names: ReadonlySet<string>): void {
  const isKnown = (name: string) =>
    name === '*' ||
    names.has(name) ||
    (name.endsWith('.*') && [...names].some((one) => one.startsWith(name.slice(0, -1))))
  const unknown = wanted.find((name) => !isKnown(name))
  if (unknown === undefined) return
  throw UnprocessableError.at(
    '/data/attributes/events',
    `events must not have ${unknown}: nothing is called so. Known are ${[...names].sort().join(', ')}`,
  )
}

/** Those that are made at the same moment are counted one after the other. */
async function demandFew(tx: Db, eventId: string): Promise<void> {
  await tx.query(sql`select 1 from events where id = ${eventId} for no key update`)
  const [row] = await tx.query<{ count: number }>(
    sql`select count(*)::int as count from webhooks where event_id = ${eventId}`,
  )
  if (row!.count > MOST)
    throw UnprocessableError.at('/data', `the event has ${MOST} webhooks already; delete one first`)
}
