import sql, { type Sql } from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { taskKindsOf } from '../service/parts.ts'
import { cancelTask, retryTask } from '../tasks/interventions.ts'
import { findTask, type Task } from '../tasks/task.ts'
import { inColumns, oneLine, shortTime } from './columns.ts'
import type { Command } from './command.ts'
import { withDb, withParts } from './with-parts.ts'

const TASK = { name: 'task', about: 'its id, as in its address' }

/** Where a task stands, in one word; what clients see is the text of its progress. */
const PHASE = sql`case when finished_at is null then case when started_at is null then 'waiting' else 'running' end
  when state = 'SUCCESS' then 'done' else 'failed' end`
const PHASES = ['waiting', 'running', 'done', 'failed'] as const

interface TaskRow extends Task {
  phase: (typeof PHASES)[number]
  email: string | null
}

function select(where: Sql, limit: number): Sql {
  return sql`select t.*, t.phase, u.email from (select *, ${PHASE} as phase from tasks) t
    left join users u on u.id = t.user_id and u.deleted_at is null
    where ${where} order by t.created_at desc, t.id limit ${limit}`
}

export const taskList: Command = {
  name: 'task list',
  summary: 'show the tasks, the newest first',
  options: {
    state: { value: 'STATE', about: 'only those that are', choices: PHASES },
    limit: { value: 'NUMBER', about: 'how many at the most (50)', most: 10_000 },
  },
  details: 'Tasks are exports, imports, copies and the making of smaller pictures. Times are in UTC.',
  examples: ['task list', 'task list --state failed --limit 10'],
  run: (call) =>
    withDb(call, async (db) => {
      const wanted = call.option('state')
      const where = wanted === undefined ? sql`true` : sql`t.phase = ${wanted}`
      const tasks = await db.query<TaskRow>(select(where, Number(call.option('limit') ?? 50)))
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
        text: tasks.length === 0 ? 'There are no such tasks.' : inColumns(headings, rows),
        value: tasks.map(toValue),
      }
    }),
}

export const taskShow: Command = {
  name: 'task show',
  summary: 'show one task with its result or error',
  arguments: [TASK],
  details: 'Its tries count the starts: a task whose worker died is started again, up to four times.',
  examples: ['task show 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: (call) =>
    withDb(call, async (db) => {
      const value = toValue(await demandTask(db, call.argument('task')))
      const lines = Object.entries(value).map(([name, member]) => [
        name,
        typeof member === 'object' ? JSON.stringify(member) : String(member),
      ])
      return { text: lines.map(([name, text]) => `${name!.padEnd(12)}${oneLine(text!)}`).join('\n'), value }
    }),
}

export const taskRetry: Command = {
  name: 'task retry',
  summary: 'run a failed task again',
  arguments: [TASK],
  details:
    'It waits for a worker like a new one; "plenum task show" tells how it goes. An import cannot be run again, because\n' +
    'its archive is not kept.',
  examples: ['task retry 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: (call) =>
    withParts(call, async (parts) => {
      const { id, phase } = await demandTask(parts.db, call.argument('task'))
      const again = await retryTask(parts.db, parts.queue, taskKindsOf(parts), id)
      if (!again) throw new Error(`The task is ${phase}: only a failed one can be run again.`)
      return { text: `The task ${id} waits to be run again.`, value: { task: id, state: again.state } }
    }),
}

export const taskCancel: Command = {
  name: 'task cancel',
  summary: 'end a task that waits or runs',
  arguments: [TASK],
  details:
    'A worker that runs it stops. Nothing half-made stays, and the task ends as a failed one, with a text that says\n' +
    'why; whoever started it gets the usual mail.',
  examples: ['task cancel 2f1b6c1e-8a5f-4d9c-9d43-0a6a3c1f9a10'],
  run: (call) =>
    withParts(call, async (parts) => {
      const { id } = await demandTask(parts.db, call.argument('task'))
      const ended = await cancelTask(parts.db, taskKindsOf(parts), id, 'Cancelled by an administrator.')
      if (!ended) throw new Error('The task has ended already.')
      return { text: `The task ${id} was cancelled.`, value: { task: id, state: ended.state } }
    }),
}

async function demandTask(db: Db, id: string): Promise<TaskRow> {
  const task = /^[0-9a-f-]{36}$/.test(id) ? await findTask(db, id).catch(() => undefined) : undefined
  const [row] = task ? await db.query<TaskRow>(select(sql`t.id = ${id}`, 1)) : []
  if (!row) throw new Error(`There is no task ${id}. "plenum task list" shows them.`)
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
