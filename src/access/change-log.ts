/** The change log: who changed what, and when. Each entry is written in the transaction of its change. */
import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/db.ts'
import type { Caller } from './caller.ts'

export type ChangeAction = 'created' | 'updated' | 'deleted' | 'restored'

/** By the name of the field. A field whose value must not be kept has neither. */
export type ChangedValues = Record<string, { old?: unknown; new?: unknown }>

/** Who makes a change, and in which request. */
export interface Author {
  caller: Pick<Caller, 'id' | 'token'> | undefined
  requestId?: string | undefined
}

interface Change extends Author {
  action: ChangeAction
  type: string
  id: string
  eventId: string | null
  values?: ChangedValues
  /** Of an import or a copy: how many records of each type it made. */
  counts?: Record<string, number>
  taskId?: string
}

/** For `select` behind the columns of CHANGE_COLUMNS. */
export function authorValues({ caller, requestId }: Author): Sql {
  const { id, name } = caller?.token ?? { id: null, name: null }
  return sql`${caller?.id ?? null}::bigint, ${id}::text, ${name}::text, ${requestId ?? null}::text`
}

export const AUTHOR_COLUMNS = 'user_id, api_token_id, api_token_name, request_id'

/** For what the engine does not write and no webhook is told of; otherwise see `recordEntry` in jsonapi/change-log.ts. */
export async function recordChange(tx: Db, change: Change): Promise<void> {
  const { action, type, id, eventId, values = {}, counts, taskId } = change
  await tx.query(sql`insert into changes
      (action, record_type, record_id, event_id, field_values, counts, task_id, user_id, api_token_id, api_token_name, request_id)
    select ${action}, ${type}, ${id}, ${eventId}::bigint, ${JSON.stringify(values)}::jsonb,
      ${counts ? JSON.stringify(counts) : null}::jsonb, ${taskId ?? null}, ${authorValues(change)}`)
}

export async function forgetOldChanges(db: Db, days: number): Promise<void> {
  await db.query(sql`delete from changes where created_at < now() - make_interval(days => ${days})`)
}
