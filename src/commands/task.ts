import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { taskTypesOf } from '../service/parts.ts'
import { cancelTask, retryTask } from '../tasks/interventions.ts'
import { findTask, type Task } from '../tasks/task.ts'
import { inColumns, oneLine, shortTime } from './columns.ts'
import type { Call, Outcome } from './command.ts'
import type { Phase } from './phases.ts'
import { withDb, withParts } from './with-parts.ts'

/** The phase of a task. */
const PHASE = sql`case when finished_at is null then case when started_at is null then 'waiting' else 'running' end
  when state = 'SUCCESS' then 'done' else 'failed' end`

interface TaskRow extends Task {
  phase: Phase
  email: string | null
}

function select(where: Sql, limit: number): Sql {
  return sql`select t.*, t.phase, u.email from (select *, ${PHASE} as phase from tasks) t
    left join users u on u.id = t.user_id and u.deleted_at is null
    where ${where} order by t.created_at desc, t.id limit ${limit}`
}

export function taskList(call: Call): Promise<Outcome> {
  return withDb(call, async (db) => {
    const wanted = call.option('state')
    const where = wanted === undefined ? sql`true` : sql`t.phase = ${wanted}`
    const tasks = await db.query<TaskRow>(select(where, Number(call.option('limit'))))
    const rows = tasks.map((task) => [
      task.id,
      task.name,
      task.phase,
      task.state,
      task.attempt,
      shortTime(task.created_at),
      task.email,
    ])
    const headings = ['ID', 'NAME', 'STATE', 'PROGRESS', 'TRIES', 'CREATED', 'STARTED BY']
    return {
      text: tasks.length === 0 ? 'No tasks found.' : inColumns(headings, rows),
      value: tasks.map(toValue),
    }
  })
}

export function taskShow(call: Call): Promise<Outcome> {
  return withDb(call, async (db) => {
    const value = toValue(await demandTask(db, call.argument('task')))
    const lines = Object.entries(value).map(([name, member]) => [
      name,
      typeof member === 'object' ? JSON.stringify(member) : String(member),
    ])
    return { text: lines.map(([name, text]) => `${name!.padEnd(12)}${oneLine(text!)}`).join('\n'), value }
  })
}

export function taskRetry(call: Call): Promise<Outcome> {
  return withParts(call, async (parts) => {
    const { id, phase } = await demandTask(parts.db, call.argument('task'))
    const again = await retryTask(parts.db, parts.queue, taskTypesOf(parts), id)
    if (!again) throw new Error(`The task is ${phase}. Only a failed task can be retried.`)
    return { text: `The task ${id} is queued again.`, value: { task: id, state: again.state } }
  })
}

export function taskCancel(call: Call): Promise<Outcome> {
  return withParts(call, async (parts) => {
    const { id } = await demandTask(parts.db, call.argument('task'))
    const ended = await cancelTask(parts.db, taskTypesOf(parts), id, 'Cancelled by an administrator.')
    if (!ended) throw new Error('The task has already finished.')
    return { text: `The task ${id} was cancelled.`, value: { task: id, state: ended.state } }
  })
}

async function demandTask(db: Db, id: string): Promise<TaskRow> {
  const task = /^[0-9a-f-]{36}$/.test(id) ? await findTask(db, id).catch(() => undefined) : undefined
  const [row] = task ? await db.query<TaskRow>(select(sql`t.id = ${id}`, 1)) : []
  if (!row) throw new Error(`The task ${id} does not exist. Run "plenum task list" to see all tasks.`)
  return row
}

function toValue(task: TaskRow) {
  return {
    id: task.id,
    name: task.name,
    state: task.phase,
    progress: task.state,
    tries: task.attempt,
    created_at: task.created_at,
    started_at: task.started_at,
    finished_at: task.finished_at,
    started_by: task.email,
    data: task.data,
    result: task.result,
  }
}
