import type { Db } from '../database/connect.ts'
import type { Listener } from '../database/listen.ts'
import { findTask, type Task } from './task.ts'

/** A change whose notice got lost is seen this late at the most (in ms). */
const LOOK_EVERY = 5_000

export interface Watching {
  db: Db
  listener: Listener
}

/** Calls back with the task now and whenever it may have changed, the last time when it has ended. Returns what stops it. */
export function watchTask({ db, listener }: Watching, task: Task, show: (task: Task) => void): () => void {
  let looks = 0
  let isEnded = false
  const stop = () => {
    isEnded = true
    forget()
    clearInterval(timer)
  }
  const tell = (current: Task) => {
    if (current.finished_at !== null) stop()
    show(current)
  }
  const look = async () => {
    // Asked for during a look: that look may have come too early, so another follows it.
    if (++looks > 1) return
    while (looks > 0 && !isEnded) {
      looks = 1
      const current = await findTask(db, task.id).catch(() => undefined)
      if (current && !isEnded) tell(current)
      looks--
    }
  }
  const forget = listener.on('plenum_task', (id) => {
    if (id === undefined || id === task.id) void look()
  })
  const timer = setInterval(look, LOOK_EVERY)
  tell(task)
  // A change between reading the task and listening for it.
  if (!isEnded) void look()
  return stop
}
