/** Runs the tasks of the queue: takes each up, calls its function, and makes sure that it ends. */
import { tracingChannel } from 'node:diagnostics_channel'
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../database/connect.ts'
import type { Listener } from '../database/listen.ts'
import { unavailableOf } from '../database/refusals.ts'
import { PlenumError, UnavailableError } from '../errors.ts'
import type { Queue, QueuedTask, QueueEntry } from './queue.ts'
import {
  CANCELLED,
  findTask,
  finishTask,
  giveBack,
  OvertakenError,
  type TakenTask,
  type Task,
  takeUp,
  tellProgress,
} from './task.ts'

export interface Run {
  db: Database
  task: Task
  signal: AbortSignal
  /** Reports the progress of the task. */
  progress(state: string): Promise<void>
}

/** The functions of a task. Each finishes its task itself, with its own last write. */
export interface TaskType {
  run(run: Run): Promise<void>
  /** Finishes the task as failed, with a text for the user. */
  fail(tx: Db, task: Task, text: string): Promise<void>
  /** Prepares a failed task for another run, or throws why there is none. */
  renew?(tx: Db, task: Task): Promise<void>
  /** Removes what only an unfinished task needs. It may be called again for a task whose worker died in between. */
  tidy?(task: Task): Promise<void>
}

/** A fault that the user can understand and act on; its text is the outcome of the task. */
export class TaskError extends Error {
  override name = 'TaskError'
}

interface WorkerParts {
  db: Database
  listener: Listener
  queue: Queue
  taskTypes: TaskTypes
  log: FastifyBaseLogger
  /** Absent: a task that was cut off runs beside the others again. */
  alone?: RunAlone | undefined
  /** How long (in ms) a storage may have delayed a task that is retried. Absent: ten seconds. */
  shortFault?: number | undefined
}

/**
 * Runs an attempt in a process of its own, which ends the task. It throws why the task has not ended: a TaskError when it
 * has ended the process, an UnavailableError when it was given back.
 */
export type RunAlone = (task: Task, isLastTry: boolean, signal: AbortSignal) => Promise<void>

/** The task types by the names of their tasks. */
export type TaskTypes = Readonly<Record<string, TaskType>>

/** Reports each run of a task, for traces. */
export const taskRuns = tracingChannel<unknown, TaskRun>('plenum:task')

export interface TaskRun {
  name: string
  attempt: number
  entry: QueueEntry
}

const DEFECT = 'Internal Server Error'
const SHORT_FAULT = 10_000

export async function startWorker(parts: WorkerParts, atOnce: number): Promise<void> {
  const { db, queue } = parts
  await queue.work(
    atOnce,
    (queued) => runQueued(parts, queued),
    async (taskId) => {
      const task = await takeUp(db, taskId)
      if (task) await db.transaction((tx) => failTask(tx, parts.taskTypes, task, DEFECT))
      await tidy(parts, taskId)
    },
  )
}

export async function runQueued(parts: WorkerParts, queued: QueuedTask): Promise<void> {
  const overtaking = watchForOvertaking(parts, queued.taskId)
  try {
    const task = await takeUp(parts.db, queued.taskId)
    if (task) {
      overtaking.mind(task)
      await runTask(parts, task, queued, overtaking.signal).catch(async (error: unknown) => {
        // When the database cannot note it, the task is taken to be cut off, and the next attempt is careful.
        await giveBack(parts.db, task).catch(() => undefined)
        throw error
      })
    }
  } finally {
    overtaking.forget()
  }
  await tidy(parts, queued.taskId)
}

/** Stops a task that another process ends or takes over. Watching begins before the task is taken. */
function watchForOvertaking({ db, listener }: WorkerParts, taskId: string) {
  const overtaken = new AbortController()
  let taken: Task | undefined
  let isTold = false
  const look = async () => {
    isTold = true
    if (!taken) return
    // If the database is unreachable now, the end of the task finds out.
    const current = await findTask(db, taskId).catch(() => taken)
    if (current?.attempt !== taken.attempt) overtaken.abort(new OvertakenError())
  }
  const forget = listener.on(CANCELLED, (id) => {
    if (id === undefined || id === taskId) void look()
  })
  const mind = (task: Task) => {
    taken = task
    if (isTold) void look()
  }
  return { signal: overtaken.signal, mind, forget }
}

export async function runTask(
  parts: WorkerParts,
  task: TakenTask,
  queued: QueuedTask,
  overtaken = new AbortController().signal,
): Promise<void> {
  const { db, taskTypes, log } = parts
  const { isLastTry, signal: stopping } = queued
  let movedAt = performance.now()
  const moved = () => {
    movedAt = performance.now()
  }
  try {
    await attempt(parts, task, { ...queued, signal: AbortSignal.any([stopping, overtaken]) }, moved)
  } catch (error) {
    if (error instanceof OvertakenError || overtaken.aborted) return
    if (stopping.aborted) throw error
    const text = error instanceof TaskError || error instanceof PlenumError ? error.message : DEFECT
    if (isTransient(error) && !isLastTry && !isTooSlow(parts, task, error, performance.now() - movedAt))
      throw error
    log[text === DEFECT ? 'error' : 'info']({ err: error, task: task.id, name: task.name }, 'task failed')
    await db.transaction((tx) => failTask(tx, taskTypes, task, text))
  }
}

/** What the database or the storage cannot do now it may be able to do soon. A value that was refused will be refused again. */
function isTransient(error: unknown): boolean {
  return error instanceof UnavailableError || unavailableOf(error) !== undefined
}

/**
 * A user waits for a long task, so it fails with the message of the storage instead of repeating an attempt that took long.
 * For an attempt in its own process, that process has decided this.
 */
function isTooSlow(
  { alone, shortFault = SHORT_FAULT }: WorkerParts,
  { lane, was_cut_off }: TakenTask,
  error: unknown,
  heldUp: number,
): boolean {
  const isAlone = was_cut_off && alone !== undefined
  return error instanceof UnavailableError && lane === 'long' && !isAlone && heldUp > shortFault
}

/** A task that was cut off may have crashed its process and all tasks in it. It runs alone, to find out. */
async function attempt(
  { db, taskTypes, log, alone }: WorkerParts,
  task: TakenTask,
  { entry, isLastTry, signal }: QueuedTask,
  moved: () => void,
): Promise<void> {
  if (task.was_cut_off && alone) return alone(task, isLastTry, signal)
  const { id, name, attempt } = task
  const type = taskTypes[name]
  if (!type) throw new Error(`No task is named ${name}`)
  const started = performance.now()
  const progress = (state: string) => {
    moved()
    return tellProgress(db, task, state)
  }
  const run = () => type.run({ db, task, signal, progress })
  await (taskRuns.hasSubscribers ? taskRuns.tracePromise(run, { name, attempt, entry }) : run())
  log.info({ task: id, name, ms: Math.round(performance.now() - started) }, 'task finished')
}

export async function failTask(tx: Db, taskTypes: TaskTypes, task: Task, text: string): Promise<void> {
  const type = taskTypes[task.name]
  // A task of a newer version of the service ends too.
  await (type ? type.fail(tx, task, text) : finishTask(tx, task, { state: 'FAILURE', result: text }))
}

async function tidy({ db, taskTypes }: Pick<WorkerParts, 'db' | 'taskTypes'>, taskId: string): Promise<void> {
  const task = await findTask(db, taskId)
  if (task?.finished_at) await taskTypes[task.name]?.tidy?.(task)
}
