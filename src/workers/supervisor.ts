/**
 * Runs tasks in a separate process with a memory limit. A task that needs more ends that process, which is started again
 * without affecting the service.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Attempt, StoppedTasks } from '../tasks/queue.ts'
import { heapLimit } from './memory.ts'

/** A process that ended is started again after this time (in ms); one that cannot even start, after ever longer ones. */
const RESTART_AFTER = 1_000
const LONGEST_WAIT = 30_000
const CHILD = new URL('./child.ts', import.meta.url)

interface TaskProcess {
  /** Rejects when the first start fails; others follow it all the same. */
  ready: Promise<void>
  /** Running tasks finish or are given back; returns how many. */
  stop(): Promise<StoppedTasks>
}

/** What the process gets at its start: the attempts that the previous one has cut off, and its options. */
export type TaskChildArguments = [cutOff: string, manner: 'patient' | 'eager']

/** What the process reports. */
export type TaskChildMessage =
  | 'ready'
  | { fault: string }
  | { stopped: StoppedTasks }
  | (Attempt & { isRunning: boolean })

interface TaskProcessOptions {
  log: FastifyBaseLogger
  config: Pick<Config, 'taskMemory'>
  /** Gives requests priority over tasks. */
  isPatient?: boolean
}

export function startTaskProcess({ log, config, isPatient = false }: TaskProcessOptions): TaskProcess {
  const first = Promise.withResolvers<void>()
  // If the caller does not wait for the start, the log reports a failure.
  first.promise.catch(() => undefined)
  /** The attempts that the process reports as running; the next process gets them if this one dies. */
  const running = new Map<string, Attempt>()
  let isStopping = false
  let stopped: StoppedTasks | undefined
  let child: ChildProcess
  let timer: NodeJS.Timeout | undefined
  let wait = RESTART_AFTER
  const start = () => {
    const args: TaskChildArguments = [JSON.stringify([...running.values()]), isPatient ? 'patient' : 'eager']
    running.clear()
    child = fork(CHILD, args, {
      execArgv: [...process.execArgv, heapLimit(config.taskMemory)],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    let fault: string | undefined
    child.on('message', (message: TaskChildMessage) => {
      if (message === 'ready') {
        first.resolve()
        wait = RESTART_AFTER
      } else if ('fault' in message) fault = message.fault
      else if ('stopped' in message) stopped = message.stopped
      else if (message.isRunning) running.set(message.taskId, message)
      else running.delete(message.taskId)
    })
    child.on('error', (error) => log.error({ err: error }, 'task process failed'))
    child.once('exit', (code, signal) => {
      if (isStopping) return
      log.error({ code, signal, fault }, 'task process exited and is restarting')
      first.reject(new Error(fault ?? `The task process exited with ${signal ?? code}.`))
      timer = setTimeout(start, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    })
  }
  start()
  return {
    ready: first.promise,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      // One that has ended already, or ends by itself, is not waited for twice.
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.send('stop', () => undefined)
        await ended
      }
      // One that has died gives back what it was running.
      return stopped ?? { ended: 0, givenBack: running.size }
    },
  }
}
