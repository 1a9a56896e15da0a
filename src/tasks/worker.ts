/** Runs the tasks of the queue: takes each up, calls its function, and makes sure that it ends. */
import type { FastifyBaseLogger } from 'fastify'
import type { Database, Db } from '../database/connect.ts'
import { refusalOf } from '../database/refusals.ts'
import { PlenumError, UnavailableError } from '../errors.ts'
import type { Queue, QueuedTask } from './queue.ts'
import { findTask, finishTask, OvertakenError, type Task, takeUp, tellProgress } from './task.ts'

export interface Run {
  db: Database
  task: Task
  signal: AbortSignal
  /** Tells how far the task is. */
  progress(state: string): Promise<void>
}

/** What a task name stands for. Each function finishes its task itself, with its own last write. */
export interface TaskKind {
  run(run: Run): Promise<void>
  /** Finishes the task as failed, with a text for the user. */
  fail(tx: Db, task: Task, text: string): Promise<void>
  /** Removes what only an unfinished task needs. It may be called again for a task whose worker died in between. */
  tidy?(task: Task): Promise<void>
}

/** A fault that the user can understand and act on; its text is the outcome of the task. */
export class TaskError extends Error {
  override name = 'TaskError'
}

export interface WorkerParts {
  db: Database
  queue: Queue
  kinds: Readonly<Record<string, TaskKind>>
  log: FastifyBaseLogger
}

const DEFECT = 'Internal Server Error'

export async function startWorker(parts: WorkerParts, atOnce: number): Promise<void> {
  const { db, queue } = parts
  await queue.work(
    atOnce,
    async (queued) => {
      const task = await takeUp(db, queued.taskId)
      if (task) await runTask(parts, task, queued)
      await tidy(parts, queued.taskId)
    },
    async (taskId) => {
      const task = await takeUp(db, taskId)
      if (task) await failTask(parts, task, DEFECT)
      await tidy(parts, taskId)
    },
  )
}

async function runTask(parts: WorkerParts, task: Task, { isLastTry, signal }: QueuedTask): Promise<void> {
  const { db, kinds, log } = parts
  const kind = kinds[task.name]
  const started = performance.now()
  try {
    if (!kind) throw new Error(`There is no task named ${task.name}`)
    await kind.run({ db, task, signal, progress: (state) => tellProgress(db, task, state) })
    log.info({ task: task.id, name: task.name, ms: Math.round(performance.now() - started) }, 'task finished')
  } catch (error) {
    if (error instanceof OvertakenError) return
    if (signal.aborted) throw error
    const text = error instanceof TaskError || error instanceof PlenumError ? error.message : DEFECT
    // What the database or the storage could not do now it may be able to do soon.
    const isPassing = error instanceof UnavailableError || (text === DEFECT && refusalOf(error))
    if (isPassing && !isLastTry) throw error
    log[text === DEFECT ? 'error' : 'info']({ err: error, task: task.id, name: task.name }, 'task failed')
    await failTask(parts, task, text)
  }
}

async function failTask({ db, kinds }: WorkerParts, task: Task, text: string): Promise<void> {
  const kind = kinds[task.name]
  await db.transaction(async (tx) =>
    // A task of a newer version of the service ends too.
    kind ? kind.fail(tx, task, text) : finishTask(tx, task, { state: 'FAILURE', result: text }),
  )
}

async function tidy({ db, kinds }: WorkerParts, taskId: string): Promise<void> {
  const task = await findTask(db, taskId)
  if (task?.finished_at) await kinds[task.name]?.tidy?.(task)
}
