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

/** Shared watches: one query serves all clients that follow the same task. */
export interface Watches {
  /** The last known state of a task that clients follow. */
  latest(id: string): Task | undefined
  /** Calls back with the task now and after each look. Returns what ends it. */
  follow(task: Task, show: (task: Task) => void): () => void
}

interface Watch {
  latest: Task
  shows: Set<(task: Task) => void>
  stop(): void
}

export function shareWatches(parts: Watching): Watches {
  const watches = new Map<string, Watch>()
  const start = (task: Task): Watch => {
    const watch: Watch = { latest: task, shows: new Set(), stop: () => undefined }
    watches.set(task.id, watch)
    watch.stop = watchTask(parts, task, (current) => {
      watch.latest = current
      if (current.finished_at !== null) watches.delete(task.id)
      for (const show of [...watch.shows]) show(current)
    })
    return watch
  }
  return {
    latest: (id) => watches.get(id)?.latest,
    follow(task, show) {
      const watch = watches.get(task.id) ?? start(task)
      watch.shows.add(show)
      show(watch.latest)
      return () => {
        watch.shows.delete(show)
        if (watch.shows.size > 0) return
        watch.stop()
        if (watches.get(task.id) === watch) watches.delete(task.id)
      }
    },
  }
}
