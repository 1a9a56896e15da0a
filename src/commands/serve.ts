import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { openDoor } from '../http/door.ts'
import { openLog } from '../http/request-log.ts'
import type { Service, StartOptions } from '../service.ts'
import { startTaskProcess } from '../workers/supervisor.ts'
import type { Call } from './command.ts'
import { tellStop } from './tell-stop.ts'

export async function serve({ config, signal }: Call): Promise<undefined> {
  const log = openLog(config)
  const door = await openDoor(config)
  const service = await start({ ...config, workers: 0 }, log, { door })
  const tasks = config.workers > 0 ? startTaskProcess({ log, config, isPatient: true }) : undefined
  try {
    const address = await service.listen()
    if (service.firstAdmin) {
      const { email, password } = service.firstAdmin
      console.log(`\nCreated the first administrator: ${email}`)
      if (password) console.log(`Password (shown only once): ${password}`)
    }
    console.log(`\nPlenum serves ${address} — read ${address}/docs\n`)
    await untilStopped(signal, { lost: service.lost, drainSeconds: config.drainSeconds })
  } finally {
    // Both end before the database does, which the service may stop.
    const [requests, stopped] = await Promise.all([service.stopServing(), tasks?.stop()])
    await service.close()
    if (signal.aborted) tellStop(config, log, { requests, ...stopped })
  }
}

export async function worker({ config, signal }: Call): Promise<undefined> {
  if (config.workers === 0) throw new Error('WORKERS is 0. A worker needs at least 1.')
  const log = openLog(config)
  const tasks = startTaskProcess({ log, config })
  try {
    await tasks.ready
    console.log(`Plenum runs up to ${config.workers} tasks at once.`)
    await untilStopped(signal)
  } finally {
    const stopped = await tasks.stop()
    if (signal.aborted) tellStop(config, log, stopped)
  }
}

/** The service is large: it is loaded when the port is taken, and a worker does without it. */
async function start(
  config: Call['config'],
  logger: FastifyBaseLogger,
  options: StartOptions,
): Promise<Service> {
  const { startService } = await import('../service.ts')
  return startService(config, { logger, ...options })
}

/** Containers are killed ten seconds after they were asked to stop, so the process ends before (in ms). */
const LONGEST_STOP = 9_500

interface UntilStopped {
  /** What ends the process as well. */
  lost?: Promise<Error>
  drainSeconds?: number
}

async function untilStopped(signal: AbortSignal, until: UntilStopped = {}): Promise<void> {
  const { lost = new Promise<never>(() => {}), drainSeconds = 0 } = until
  const reason = signal.aborted ? undefined : await Promise.race([once(signal, 'abort'), lost])
  const late = () => {
    console.error(reason instanceof Error ? reason.message : 'The shutdown took too long and was aborted.')
    process.exit(1)
  }
  setTimeout(late, LONGEST_STOP + drainSeconds * 1000).unref()
  if (reason instanceof Error) throw reason
}
