/** What an administrator does with a task by hand. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Queue } from './queue.ts'
import { CANCELLED, findTask, type Task, takeUp } from './task.ts'
import { failTask, type TaskTypes } from './worker.ts'

/**
 * Ends a task as failed, whether it waits or runs; undefined if it has already ended. A worker that runs it is notified and
 * stops. If the worker finishes first, it finds that another attempt has begun, and its changes are rolled back.
 */
export async function cancelTask(
  db: Db,
  taskTypes: TaskTypes,
  id: string,
  text: string,
): Promise<Task | undefined> {
  return db.transaction(async (tx) => {
    const task = await takeUp(tx, id)
    if (!task) return undefined
    await failTask(tx, taskTypes, task, text)
    await tx.query(sql`select pg_notify(${CANCELLED}, ${id})`)
    return findTask(tx, id)
  })
}

/** Enters a failed task in the queue again; undefined when it has not failed. Its attempts are counted on. */
export async function retryTask(
  db: Db,
  queue: Queue,
  taskTypes: TaskTypes,
  id: string,
): Promise<Task | undefined> {
  return db.transaction(async (tx) => {
    const [task] =
      await tx.query<Task>(sql`update tasks set state = 'WAITING', result = null, is_running = false, started_at = null, finished_at = null
      where id = ${id} and finished_at is not null and state <> 'SUCCESS' returning *`)
    if (!task) return undefined
    await taskTypes[task.name]?.renew?.(tx, task)
    await queue.enter(tx, { id, lane: task.lane, userId: task.user_id })
    return task
  })
}
