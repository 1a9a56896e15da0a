/** The record of a task, as clients see it at its URL. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { TooManyError } from '../errors.ts'
import type { Lane, Queue } from './queue.ts'

export interface Task {
  id: string
  name: string
  lane: Lane
  data: Record<string, unknown>
  state: string
  result: unknown
  user_id: string | null
  attempt: number
  /** While a try runs, and after its process has died. */
  is_running: boolean
  created_at: string
  started_at: string | null
  finished_at: string | null
}

/** The channel for the id of a task that was ended and may be running. */
export const CANCELLED = 'plenum_cancelled'

interface TaskStatus {
  state: string
  result?: unknown
}

export interface NewTask {
  id: string
  name: string
  data: object
  /** Null if an administrator starts it on the command line. */
  userId: string | null
  /** Absent: the one for tasks that may take long. */
  lane?: Lane
  /** With it the process that starts the task can run it too. */
  mark?: number | undefined
}

/** The most unfinished tasks of one user, in each lane. */
const MOST_OPEN: Record<Lane, number> = { long: 50, short: 500 }
/** When to try again (in seconds). */
const LATER = 30

/** Refuses a user with too many unfinished tasks; returns their number. */
export async function demandRoom(db: Db, userId: string, lane: Lane): Promise<number> {
  const [row] = await db.query<{ open: number }>(sql`select count(*)::int as open from tasks
    where user_id = ${userId} and lane = ${lane} and finished_at is null`)
  const { open } = row!
  if (open < MOST_OPEN[lane]) return open
  throw new TooManyError(`You have ${open} unfinished tasks. Wait until some finish.`, LATER)
}

/** Records a task and enters it in the queue; both or neither. */
export async function startTask(tx: Db, queue: Queue, task: NewTask): Promise<void> {
  const { id, name, data, userId, lane = 'long', mark } = task
  const open = userId === null ? 0 : await countedRoom(tx, userId, lane)
  await tx.query(sql`insert into tasks (id, name, lane, data, user_id)
    values (${id}, ${name}, ${lane}, ${JSON.stringify(data)}, ${userId})`)
  // A user with many tasks waits behind users with few.
  await queue.enter(tx, { id, lane, userId, priority: mark ?? -open })
}

/** Concurrent starts of tasks by one user take turns. */
async function countedRoom(tx: Db, userId: string, lane: Lane): Promise<number> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`plenum tasks of ${userId}`}, 0))`)
  return demandRoom(tx, userId, lane)
}

/** Ends the open tasks of this name for a record, because a newer one replaces them. */
export async function replaceTasks(
  tx: Db,
  queue: Queue,
  { name, recordId, text }: { name: string; recordId: string; text: string },
): Promise<void> {
  const ended = await tx.query<{ id: string }>(sql`update tasks
    set attempt = attempt + 1, state = 'FAILURE', result = ${JSON.stringify(text)}, finished_at = now()
    where data->>'id' = ${recordId} and name = ${name} and finished_at is null returning id`)
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await queue.leave(tx, ids)
  await tx.query(sql`select pg_notify(${CANCELLED}, id) from unnest(${ids}::text[]) as ids (id)`)
}

export function taskUrl(id: string): string {
  return `/v1/tasks/${id}`
}

/** A task for a new attempt. */
export interface TakenTask extends Task {
  /** The process of the attempt before has died, perhaps of this task. */
  was_cut_off: boolean
}

/** Takes up the task for a new attempt; undefined when it is finished already. */
export async function takeUp(db: Db, id: string): Promise<TakenTask | undefined> {
  const [task] = await db.query<TakenTask>(sql`update tasks t
    set attempt = t.attempt + 1, started_at = coalesce(t.started_at, now()), is_running = true
    from (select id, is_running from tasks where id = ${id} and finished_at is null for update) before
    where t.id = before.id returning t.*, before.is_running as was_cut_off`)
  return task
}

/** Notes that an attempt has ended in order although the task has not. */
export async function giveBack(db: Db, { id, attempt }: Task): Promise<void> {
  await db.query(sql`update tasks set is_running = false where id = ${id} and attempt = ${attempt}`)
}

/** Reports the progress of the task, outside the transaction of the work, so that it is visible before the commit. */
export async function tellProgress(db: Db, { id, attempt }: Task, state: string): Promise<void> {
  await db.query(sql`update tasks set state = ${state}
    where id = ${id} and attempt = ${attempt} and finished_at is null and state <> ${state}`)
}

/** Only the latest attempt may finish a task: a worker that was given up while it still ran must not do it too. */
export async function finishTask(
  tx: Db,
  { id, attempt }: Task,
  { state, result }: TaskStatus,
): Promise<void> {
  const finished =
    await tx.query(sql`update tasks set state = ${state}, result = ${JSON.stringify(result)}, finished_at = now()
    where id = ${id} and attempt = ${attempt} and finished_at is null returning id`)
  if (finished.length === 0) throw new OvertakenError()
}

/** Another attempt at the same task has begun or finished; this one must leave no trace. */
export class OvertakenError extends Error {
  override name = 'OvertakenError'
}

export async function findTask(db: Db, id: string): Promise<Task | undefined> {
  const [task] = await db.query<Task>(sql`select * from tasks where id = ${id}`)
  return task
}

export function statusOf({ state, result, finished_at }: Task): TaskStatus {
  return finished_at === null ? { state } : { state, result }
}
