/** Runs a task that a command has entered: here, or in a worker that is quicker. */
import { randomInt } from 'node:crypto'
import { connect } from '../database/connect.ts'
import { type Parts, taskTypesOf } from '../service/parts.ts'
import { cancelTask } from '../tasks/interventions.ts'
import { findTask, type Task } from '../tasks/task.ts'
import { watchTask } from '../tasks/watch.ts'
import { runQueued } from '../tasks/worker.ts'
import type { Call } from './command.ts'

/** By it a command finds its own task among those of the queue. */
export function newMark(): number {
  return randomInt(1, 2 ** 31 - 1)
}

/** Returns the result of the task, or throws the reason why it failed. Ctrl-C cancels it. */
export async function runTask<T>(
  parts: Parts,
  { signal, progress }: Call,
  id: string,
  mark: number,
): Promise<T> {
  const { listener, queue, log, url } = parts
  const taskTypes = taskTypesOf(parts)
  // Tasks may take long, so they have connections of their own, without a limit for a statement.
  const db = connect(url, { poolSize: 4, statementTimeout: 0 })
  try {
    await queue.workOn(mark, (queued) => runQueued({ db, listener, queue, taskTypes, log }, queued))
    // Without a database it cannot be cancelled, and not be followed either.
    const cancel = () => void cancelTask(db, taskTypes, id, 'Cancelled.').catch(() => undefined)
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
    const ended = await end(parts, id, ({ state }) => {
      if (!signal.aborted) progress.show(stepOf(state), shareOf(state))
    })
    signal.removeEventListener('abort', cancel)
    await queue.close(CLOSING)
    signal.throwIfAborted()
    if (ended.state !== 'SUCCESS') throw new Error(textOf(ended.result))
    return ended.result as T
  } finally {
    await db.close()
  }
}

/** How long to wait for the queue to note that the task has ended (in ms). */
const CLOSING = 5_000

async function end(parts: Parts, id: string, show: (task: Task) => void): Promise<Task> {
  const task = (await findTask(parts.db, id))!
  return new Promise((resolve) => {
    watchTask(parts, task, (current) => {
      if (current.finished_at === null) show(current)
      else resolve(current)
    })
  })
}

const stepOf = (state: string) => (state === 'WAITING' ? 'Waiting' : state)

/** `Importing sessions (12/40)` is 0.3 of the way. */
function shareOf(state: string): number | undefined {
  const [, done, all] = /\((\d+)\/(\d+)\)$/.exec(state) ?? []
  return all === undefined || all === '0' ? undefined : Number(done) / Number(all)
}

function textOf(result: unknown): string {
  return typeof result === 'string'
    ? result
    : String((result as { result?: unknown } | null)?.result ?? 'Failed.')
}
