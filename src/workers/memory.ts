/** The memory limit of a task process, and how to notice that it was exceeded. */

const MIB = 1024 ** 2
/** Buffers of files and pictures are outside the heap; with them a process may be this many times larger. */
const WITH_ALL_ELSE = 2
const LOOK_EVERY = 500
/** The exit code of a process that was aborted, as the engine does when the heap is full. */
const ABORTED = 128 + 6
const KILLED = 128 + 9

export function heapLimit(bytes: number): string {
  return `--max-old-space-size=${Math.round(bytes / MIB)}`
}

/** Ends this process when it takes too much beside the heap, which the engine itself looks after. */
export function watchMemory(bytes: number): void {
  const look = () => {
    if (process.memoryUsage.rss() > bytes * WITH_ALL_ELSE + STARTED) process.exit(ABORTED)
  }
  setInterval(look, LOOK_EVERY).unref()
}

/** What the program itself takes (in bytes). */
const STARTED = 256 * MIB

/** Whether it ended as processes do that take too much memory: aborted by the engine, or killed by the system. */
export function isOutOfMemory(code: number | null, signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGKILL' || code === ABORTED || code === KILLED
}

export function outOfMemory(bytes: number): string {
  const most = `${Math.round(bytes / MIB)} MiB`
  return `The task needs more memory than allowed (${most}). Use a smaller archive, or ask an administrator to raise TASK_MEMORY.`
}
