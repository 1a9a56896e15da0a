/** Runs tasks beside the requests in a thread of their own, so that a large import does not keep readers waiting. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'

/** A thread that fails is started again after this time (in ms). */
const RESTART_AFTER = 1_000

export interface TaskThread {
  /** Running tasks end or are given back. */
  stop(): Promise<void>
}

export function startTaskThread(log: FastifyBaseLogger): TaskThread {
  const stopping = new AbortController()
  let thread: Worker
  let timer: NodeJS.Timeout | undefined
  const start = () => {
    thread = new Worker(new URL('./task-thread.ts', import.meta.url))
    thread.on('error', (error) => log.error({ err: error }, 'the thread of the tasks failed'))
    thread.once('exit', () => {
      if (!stopping.signal.aborted) timer = setTimeout(start, RESTART_AFTER)
    })
  }
  start()
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      // One that has ended already, or ends by itself, is not waited for twice.
      if (thread.threadId === -1) return
      thread.postMessage('stop')
      await once(thread, 'exit')
    },
  }
}
