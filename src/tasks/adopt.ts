import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Queue } from './queue.ts'
import type { Task } from './task.ts'

/**
 * Enters unfinished tasks that are not in the queue. A task and its entry are created together, so there are such tasks
 * only after a backup was restored: it contains the tasks, but the queue starts empty.
 */
export async function adoptTasks(db: Db, queue: Queue): Promise<void> {
  await db.transaction(async (tx) => {
    // Workers that start at once take turns.
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('plenum adopt tasks'))`)
    const open = await tx.query<Pick<Task, 'id' | 'lane' | 'user_id'>>(
      sql`select id, lane, user_id from tasks where finished_at is null order by created_at`,
    )
    if (open.length === 0) return
    const lost = new Set(
      await queue.lost(
        tx,
        open.map(({ id }) => id),
      ),
    )
    for (const { id, lane, user_id } of open)
      if (lost.has(id)) await queue.enter(tx, { id, lane, userId: user_id })
  })
}
