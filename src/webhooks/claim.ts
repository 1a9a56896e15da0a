/**
 * Takes deliveries so that no other worker takes them too, in order for each record: one is taken only when none before
 * it waits for the same webhook. One that is taken still waits, until the attempt is noted or its time is over.
 */
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Announced } from './document.ts'

export interface Claimed extends Announced {
  webhook_id: string
  message_id: string
  attempts: number
  url: string
  host: string
  sealed_secret: string
  /** Null when it no longer signs. */
  former_sealed_secret: string | null
  is_active: boolean
  is_event_live: boolean
  /** Whether it has been tried for as long as it is. */
  is_last: boolean
}

/** A worker that took a delivery and died: another takes it over after this long. */
export const CLAIM_SECONDS = 60
/** How long a delivery is tried. */
const TRIED_FOR = '3 days'

interface Wanted {
  /** How many at most. */
  free: number
  /** How many are under way to each host, and how many may be. */
  busy: ReadonlyMap<string, number>
  mostOfHost: number
}

/** Webhooks are looked at one by one, so a long queue of one of them does not slow the others down. */
export function claim(db: Db, { free, busy, mostOfHost }: Wanted): Promise<Claimed[]> {
  return db.query<Claimed>(sql`with recursive waiting (id) as (
      (select webhook_id from webhook_deliveries where status = 'pending' order by webhook_id limit 1)
      union all
      select (select d.webhook_id from webhook_deliveries d
        where d.status = 'pending' and d.webhook_id > waiting.id order by d.webhook_id limit 1)
      from waiting where waiting.id is not null),
    firsts as (select d.id, d.next_attempt_at, w.host,
        row_number() over (partition by w.host order by d.next_attempt_at, d.id) as place
      from waiting join webhooks w on w.id = waiting.id
      cross join lateral (select d.id, d.next_attempt_at from webhook_deliveries d
        where d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now()
          and not exists (select 1 from webhook_deliveries b where b.webhook_id = d.webhook_id
            and b.record_type = d.record_type and b.record_id = d.record_id and b.status = 'pending' and b.id < d.id)
        order by d.next_attempt_at, d.id limit ${mostOfHost}) d),
    chosen as (select d.id from webhook_deliveries d join firsts on firsts.id = d.id
      where d.status = 'pending' and d.next_attempt_at <= now()
        and firsts.place + coalesce((${JSON.stringify(Object.fromEntries(busy))}::jsonb ->> firsts.host)::int, 0) <= ${mostOfHost}
      order by firsts.next_attempt_at, d.id limit ${free} for update of d skip locked)
    ${taking(sql`select id from chosen`)}`)
}

/** Takes one that nobody else may take. */
export async function claimOne(db: Db, id: string): Promise<Claimed | undefined> {
  const [claimed] = await db.query<Claimed>(taking(sql`select ${id}::bigint`))
  return claimed
}

function taking(ids: Sql): Sql {
  return sql`update webhook_deliveries d set attempts = attempts + 1, attempted_at = now(),
      next_attempt_at = now() + make_interval(secs => ${CLAIM_SECONDS})
    from webhooks w, events e where d.id in (${ids}) and w.id = d.webhook_id and e.id = d.event_id
    returning d.id, d.event_id, d.webhook_id, d.message_id, d.name, d.record_type, d.document, d.created_at, d.attempts,
      d.created_at < now() - ${raw(`interval '${TRIED_FOR}'`)} as is_last, w.url, w.host, w.sealed_secret,
      case when w.former_secret_ends_at > now() then w.former_sealed_secret end as former_sealed_secret,
      w.is_active, e.deleted_at is null as is_event_live`
}
