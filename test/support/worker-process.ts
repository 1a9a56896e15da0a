/** A worker as an administrator starts it, to be killed and stopped. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import type { Config } from '../../src/config.ts'
import { inherited } from '../../tools/inherited.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

const running = new Set<ChildProcess>()
after(() => {
  // What a failed test has left behind.
  for (const child of running) child.kill('SIGKILL')
})

export interface WorkerProcess {
  /** Sends the signal, and answers the exit code when the process has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
  /** All lines that it has printed. */
  lines: readonly string[]
}

/** Answers when the worker is ready. It shares the database, the files and the secret with the service. */
export async function spawnWorker(
  config: Config,
  workers = 1,
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [MAIN, 'worker'], {
    env: {
      ...inherited,
      DATABASE_URL: config.databaseUrl!,
      DATA_DIR: config.dataDir,
      SECRET: config.secret!,
      PUBLIC_URL: config.publicUrl,
      FRONTEND_URL: config.frontendUrl,
      WORKERS: String(workers),
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.add(child)
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout }).on('line', (line) => lines.push(line))
  const [line] = await Promise.race([once(output, 'line'), ended.then(() => [])])
  if (!line) throw new Error('The worker did not start.')
  return {
    lines,
    end(signal) {
      child.kill(signal)
      return ended
    },
  }
}
