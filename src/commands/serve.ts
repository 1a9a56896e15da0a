import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import type { Door } from '../http/door.ts'
import type { Service, StartOptions } from '../service.ts'
import { startTaskProcess } from '../workers/supervisor.ts'
import type { Call, Command } from './command.ts'

export const serve: Command = {
  name: 'serve',
  summary: 'start the service',
  details:
    'It serves requests and runs tasks until Ctrl-C stops it; with WORKERS=0 it leaves the tasks to workers.\n' +
    'Without DATABASE_URL it starts a PostgreSQL of its own in DATA_DIR.',
  examples: ['serve'],
  hasResult: false,
  stopsInOrder: true,
  async run({ config, signal }) {
    const log = await openLog(config)
    const door = await takePort(config)
    const service = await start({ ...config, workers: 0 }, log, { door })
    const tasks = config.workers > 0 ? startTaskProcess({ log, config, isPatient: true }) : undefined
    try {
      const address = await service.listen()
      if (service.firstAdmin) {
        const { email, password } = service.firstAdmin
        console.log(`\nThe first administrator was made: ${email}`)
        if (password) console.log(`Password (shown only now): ${password}`)
      }
      console.log(`\nPlenum serves ${address} — read ${address}/docs\n`)
      await untilStopped(signal, { lost: service.lost, drainSeconds: config.drainSeconds })
    } finally {
      // Both end before the database does, which the service may stop.
      await Promise.all([service.stopServing(), tasks?.stop()])
      await service.close()
    }
    return undefined
  },
}

export const worker: Command = {
  name: 'worker',
  summary: 'only run tasks, beside a service on the same database',
  details:
    'It runs exports, imports and copies, up to WORKERS at once, until Ctrl-C stops it. A task that does not end in\n' +
    'time is given back to others.',
  examples: ['worker'],
  hasResult: false,
  stopsInOrder: true,
  async run({ config, signal }) {
    if (config.workers === 0) throw new Error('WORKERS is 0: a worker needs at least 1.')
    const tasks = startTaskProcess({ log: await openLog(config), config })
    try {
      await tasks.ready
      console.log(`Plenum runs up to ${config.workers} tasks at once.`)
      await untilStopped(signal)
    } finally {
      await tasks.stop()
    }
    return undefined
  },
}

/** The service is large, and most commands do without it. */
async function start(
  config: Call['config'],
  logger: FastifyBaseLogger,
  options: StartOptions,
): Promise<Service> {
  const { startService } = await import('../service.ts')
  return startService(config, { logger, ...options })
}

async function takePort(config: Call['config']): Promise<Door> {
  const { openDoor } = await import('../http/door.ts')
  return openDoor(config)
}

async function openLog({ logLevel }: Call['config']): Promise<FastifyBaseLogger> {
  const { makeLogger } = await import('../http/request-log.ts')
  return makeLogger(logLevel)
}

/** Whoever started the process may kill it ten seconds after it was told to stop, as containers do; it ends before (in ms). */
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
    console.error(reason instanceof Error ? reason.message : 'The stop took too long and was cut off.')
    process.exit(1)
  }
  setTimeout(late, LONGEST_STOP + drainSeconds * 1000).unref()
  if (reason instanceof Error) throw reason
}
