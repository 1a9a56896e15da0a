/** Entering the import of a schedule as a task: for the route and for the command line. */
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import type { Queue } from '../tasks/queue.ts'
import { type NewTask, startTask } from '../tasks/task.ts'
import { SCHEDULE_TASK, type ScheduleTaskData } from './import-schedule.ts'

/** The file is in the storage already, under the key of this task. */
export async function enterSchedule(
  { db, queue }: { db: Db; queue: Queue },
  id: string,
  data: ScheduleTaskData,
  starter: Pick<NewTask, 'userId' | 'mark'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await startTask(tx, queue, { id, name: SCHEDULE_TASK, data, ...starter })
    await tx.query(sql`insert into import_jobs (task_id, user_id) values (${id}, ${starter.userId})`)
  })
}
