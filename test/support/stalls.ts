/** Holding tasks up in the middle of their work, without the work knowing of it. */
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

export interface Stall {
  /** Waits until this many writes are held up. */
  held(count: number): Promise<void>
  /** Lets all of them go. */
  release(): Promise<void>
}

const KEY = 4711

/** The name of the event that the row belongs to decides: in the event `stop at tracks` its tracks are not written. */
const HOLD = `
create function hold() returns trigger language plpgsql as $$
declare
  made jsonb := to_jsonb(new);
  name text := case tg_table_name
    when 'events' then made->>'name'
    when 'mails' then made->>'subject'
    when 'notifications' then made->'content'->'event'->>'name'
    when 'tasks' then (select e.name from events e where e.id = (made->'data'->>'event_id')::bigint)
    when 'speakers_sessions' then (select e.name from sessions s join events e on e.id = s.event_id
      where s.id = (made->>'session_id')::bigint)
    else (select e.name from events e where e.id = (made->>'event_id')::bigint) end;
begin
  if name ~ ('stop at ' || tg_table_name || '\\M') then
    perform pg_advisory_xact_lock_shared(${KEY});
  end if;
  return new;
end $$`

const UPDATED = ['tasks', 'import_jobs', 'export_jobs']

/** From now on, writes to these tables are held up until they are released. */
export async function stallAt(url: string, tables: readonly string[]): Promise<Stall> {
  const client = new pg.Client(url)
  // A test that restarts the server also ends this connection.
  client.on('error', () => {})
  await client.connect()
  await client.query(`select pg_advisory_lock(${KEY})`)
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= client.end()
    return ended
  }
  // A test that fails meanwhile must not hold up what comes after it.
  after(end)
  await client.query(HOLD)
  for (const table of tables) {
    const change = UPDATED.includes(table) ? 'update' : 'insert'
    await client.query(
      `create trigger hold before ${change} on ${table} for each row execute function hold()`,
    )
  }
  return {
    async held(count) {
      const waiting = `select pid from pg_locks where locktype = 'advisory' and objid = ${KEY} and not granted
        and database = (select oid from pg_database where datname = current_database())`
      const end = Date.now() + 60_000
      for (;;) {
        const { rows } = await client.query(waiting)
        if (rows.length >= count) return
        if (Date.now() > end) throw new Error(`Only ${rows.length} of ${count} writes are held up`)
        await delay(20)
      }
    },
    release: end,
  }
}
