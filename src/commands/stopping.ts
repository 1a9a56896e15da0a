/** What ends a command before its time. */
import { constants } from 'node:os'
import { setInterval } from 'node:timers/promises'
import { parentOfProcess } from '../system/processes.ts'

/** A process that a signal ended has this code, and the number of the signal added. */
const SIGNALLED = 128
/** How long a command that does not heed a signal may take to end by itself (in ms). */
const GRACE = 1_000
/** How often it is looked whether npm still lives (in ms). */
const LOOK_EVERY = 500

interface Stopping {
  signal: AbortSignal
  /** The exit code of a process that was stopped. */
  code(): number
  /** Does not wait long after a signal. */
  cutOff(): void
}

/** The first signal stops in order, the second at once. The end of the terminal counts as one, and so does that of npm. */
export function stopOnSignals(env: NodeJS.ProcessEnv): Stopping {
  const stopping = new AbortController()
  let code = 0
  const stop = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    if (stopping.signal.aborted) process.exit(code)
    code = SIGNALLED + constants.signals[name]
    stopping.abort(new Error('Stopped.'))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(name))
  if (env.npm_lifecycle_event !== undefined) {
    const watcher = env.WATCH_REPORT_DEPENDENCIES === undefined ? undefined : process.ppid
    void onLostNpm(watcher, () => {
      if (stopping.signal.aborted) return
      console.error('npm, which started this process, has exited. Shutting down.')
      // The watcher passes the signal on, and ends as well.
      if (watcher === process.ppid) process.kill(watcher, 'SIGTERM')
      else stop('SIGTERM')
    })
  }
  const { signal } = stopping
  const cutOff = () => signal.addEventListener('abort', () => setTimeout(() => process.exit(code), GRACE))
  return { signal, code: () => code, cutOff }
}

/**
 * If npm is killed, it cannot pass the signal on; nor do the shell that npx starts in between and "node --watch". A process
 * that npm did not start may outlive its parent, as under a supervisor.
 */
async function onLostNpm(watcher: number | undefined, tell: () => void): Promise<void> {
  const find = async () => (watcher === process.ppid ? parentOfProcess(watcher) : process.ppid)
  const npm = await find()
  for await (const _ of setInterval(LOOK_EVERY, undefined, { ref: false }))
    if ((await find()) !== npm) return tell()
}
