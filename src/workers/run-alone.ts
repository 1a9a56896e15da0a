/** Runs one try of a task in a process of its own, so that it is known which task ended it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { UnavailableError } from '../errors.ts'
import { type RunAlone, TaskError } from '../tasks/worker.ts'
import { isOutOfMemory, outOfMemory } from './memory.ts'

const ALONE = new URL('./single-task.ts', import.meta.url)
/** The exit code of a process that gives the task back (EX_TEMPFAIL of sysexits.h). */
export const GIVEN_BACK = 75

/** One at a time: together they might take more memory than there is. */
export function runAlone(memory: number): RunAlone {
  let last: Promise<void> = Promise.resolve()
  return (task, isLastTry, signal) => {
    const run = async () => {
      signal.throwIfAborted()
      const args = [task.id, String(task.attempt), String(isLastTry)]
      // With the limit of memory of this process.
      const child = fork(ALONE, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
      const stop = () => child.connected && child.send('stop', () => undefined)
      signal.addEventListener('abort', stop)
      const [code, end] = await once(child, 'exit').finally(() => signal.removeEventListener('abort', stop))
      if (code === 0) return
      if (code === GIVEN_BACK) throw new UnavailableError('The task cannot run now. Try again later.')
      throw new TaskError(
        isOutOfMemory(code, end) ? outOfMemory(memory) : 'The task crashed its worker process twice.',
      )
    }
    const running = last.then(run)
    last = running.catch(() => undefined)
    return running
  }
}
