/** Which tables tell of their writes. docs/decisions/0038-answers-to-strangers-are-kept.md explains why. */
import type { Connection } from './single-connection.ts'

/** The channel of the notifications, and the text of the notices. */
export const CHANGE = 'plenum_change'

/** No stranger ever reads anything of these, and most of them are written often. */
export const UNWATCHED = [
  'api_tokens',
  'api_tokens_events',
  'changes',
  'email_tokens',
  'export_jobs',
  'feed_tokens',
  'file_sweeps',
  'idempotency_keys',
  'identities',
  'import_jobs',
  'logins',
  'mails',
  'migrations',
  'notifications',
  'rate_limits',
  'stored_files',
  'tasks',
  'webhook_deliveries',
  'webhooks',
]

/** Adds the trigger to every table that lacks it: a table that nobody thought of is watched. */
export async function watchTables(connection: Connection): Promise<void> {
  const { rows } = await connection.query(
    `select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all($1)
        and not exists (select 1 from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'tell_change')`,
    [UNWATCHED],
  )
  for (const { name } of rows)
    await connection.query(`create trigger tell_change after insert or update or delete or truncate on ${name}
      for each statement execute function tell_change()`)
}
