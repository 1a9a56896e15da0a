import sql from 'sql-template-tag'
import { apartFrom, type Db } from '../database/db.ts'
import { TooManyError } from '../errors.ts'

export interface Limit {
  /** What is counted. It may contain an address as it was sent: the database compares it like those of accounts. */
  key: string
  most: number
  /** In seconds. */
  window: number
}

/**
 * Counts a try and refuses it if the limit is reached. It counts first, in one statement, so that concurrent tries cannot
 * all pass. The counters are in the database, so all processes share them.
 */
export async function takeTry(db: Db, limits: Limit[]): Promise<void> {
  for (const { key, most, window } of limits) {
    const [row] = await apartFrom(db).query<{ count: number; wait: number }>(
      sql`insert into rate_limits as r (key, count, expires_at)
        values (lower(${key}), 1, now() + make_interval(secs => ${window}))
        on conflict (key) do update set
          count = case when r.expires_at > now() then r.count + 1 else 1 end,
          expires_at = case when r.expires_at > now() then r.expires_at else excluded.expires_at end
        returning count, ceil(extract(epoch from expires_at - now()))::int as wait`,
    )
    if (row!.count > most)
      throw new TooManyError(`Too many attempts. Try again in ${row!.wait} seconds.`, Math.max(1, row!.wait))
  }
}

/**
 * Takes several uses at once, for callers that count often. Returns how many were granted and how long the window lasts (in
 * ms).
 */
export async function takeBlock(
  db: Db,
  { key, most, window }: Limit,
  size: number,
): Promise<{ granted: number; left: number }> {
  const [row] = await db.query<{ count: number; left: number }>(
    sql`insert into rate_limits as r (key, count, expires_at)
      values (${key}, ${size}, now() + make_interval(secs => ${window}))
      on conflict (key) do update set
        count = case when r.expires_at > now() then least(r.count, ${most}) + excluded.count else excluded.count end,
        expires_at = case when r.expires_at > now() then r.expires_at else excluded.expires_at end
      returning count, ceil(extract(epoch from expires_at - now()) * 1000)::int as left`,
  )
  const before = row!.count - size
  return { granted: Math.max(0, Math.min(size, most - before)), left: row!.left }
}

/** A try that was right does not count. */
export async function refundTry(db: Db, limits: Limit[]): Promise<void> {
  await apartFrom(db).query(sql`update rate_limits set count = count - 1
    where key in (select lower(k) from unnest(${limits.map(({ key }) => key)}::text[]) k) and count > 0`)
}

export async function forgetOldTries(db: Db): Promise<void> {
  await db.query(sql`delete from rate_limits where expires_at < now()`)
}
