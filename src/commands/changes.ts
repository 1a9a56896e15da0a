import sql from 'sql-template-tag'
import { inColumns, shortTime } from './columns.ts'
import type { Call, Outcome } from './command.ts'
import { demandEvent } from './find-event.ts'
import { withDb } from './with-parts.ts'

interface ChangeRow {
  id: string
  created_at: string
  email: string | null
  api_token_name: string | null
  task_id: string | null
  action: string
  record_type: string
  record_id: string
  field_values: Record<string, unknown>
  counts: Record<string, number> | null
  request_id: string | null
}

export function changes(call: Call): Promise<Outcome> {
  return withDb(call, async (db) => {
    const event = await demandEvent(db, call.argument('event'))
    const entries = await db.query<ChangeRow>(
      sql`select c.id, c.created_at, u.email, c.api_token_name, c.task_id, c.action, c.record_type, c.record_id,
          c.field_values, c.counts, c.request_id
        from changes c left join users u on u.id = c.user_id where c.event_id = ${event.id}
        order by c.id desc limit ${Number(call.option('limit'))}`,
    )
    const rows = entries.map((entry) => [
      shortTime(entry.created_at),
      [entry.email, entry.api_token_name && `(${entry.api_token_name})`].filter(Boolean).join(' '),
      entry.action,
      `${entry.record_type} ${entry.record_id}`,
      Object.keys(entry.counts ?? entry.field_values).join(', '),
    ])
    const headings = ['TIME', 'WHO', 'ACTION', 'RECORD', 'FIELDS']
    return { text: entries.length === 0 ? 'No changes found.' : inColumns(headings, rows), value: entries }
  })
}
