/** The settings of an export. */
import sql, { empty, type Sql } from 'sql-template-tag'
import { BadRequestError, type Fault, UnprocessableError } from '../errors.ts'
import { SESSION_STATES } from '../resources/choices.ts'
import { members } from '../web/route-doc.ts'
import type { TableName } from './export-files.ts'
import { EXPORT_FLAGS, type ExportFlags } from './start-tasks.ts'

export const FLAGS_BODY = members(
  Object.fromEntries(EXPORT_FLAGS.map((flag) => [flag, { type: 'boolean', default: false }])),
  [],
)

/** The body may be missing. */
function readSettings(body: unknown): Record<string, unknown> {
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) {
    throw new BadRequestError('The body must be a JSON object.')
  }
  return (body ?? {}) as Record<string, unknown>
}

/** Missing flags are off. */
export function readFlags(body: unknown): ExportFlags {
  const sent = readSettings(body)
  const wrong = EXPORT_FLAGS.filter(
    (flag) => ![undefined, true, false, 'true', 'false'].includes(sent[flag] as boolean),
  )
  const faults = wrong.map(
    (flag): Fault => ({ detail: `${flag} must be true or false`, source: { pointer: `/${flag}` } }),
  )
  if (faults.length > 0) throw new UnprocessableError(faults)
  return Object.fromEntries(
    EXPORT_FLAGS.map((flag) => [flag, sent[flag] === true || sent[flag] === 'true']),
  ) as ExportFlags
}

const ALL = 'all'
const WITHOUT_SESSION = 'without_session'
const STATUSES: Record<TableName, readonly string[]> = {
  sessions: [ALL, ...SESSION_STATES],
  speakers: [ALL, ...SESSION_STATES, WITHOUT_SESSION],
}

export const statusBody = (name: TableName) =>
  members({ status: { type: 'string', enum: STATUSES[name], default: ALL } }, [])

/** Which records a table contains: all of them by default. */
export function readStatus(name: TableName, body: unknown): string {
  const status = readSettings(body).status || ALL
  if (STATUSES[name].includes(status as string)) return status as string
  throw UnprocessableError.at('/status', `status must be one of ${STATUSES[name].join(', ')}`)
}

const sessionsOfSpeaker = (more: Sql) => sql`(select 1 from speakers_sessions l
  join sessions s on s.id = l.session_id and s.deleted_at is null where l.speaker_id = t.id ${more})`

/** The status as a condition on the row `t`: a session in this state, or a speaker with such a session. */
export function statusCondition(name: TableName, status: string): Sql {
  if (status === ALL) return empty
  if (name === 'sessions') return sql`and t.state = ${status}`
  if (status === WITHOUT_SESSION) return sql`and not exists ${sessionsOfSpeaker(empty)}`
  return sql`and exists ${sessionsOfSpeaker(sql`and s.state = ${status}`)}`
}
