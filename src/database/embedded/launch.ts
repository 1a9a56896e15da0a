import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ENVIRONMENT, type User, waitUntil } from '../../system/processes.ts'
import { PLANNING } from '../planning.ts'
import { endPostmaster, readPostmaster } from './postmaster.ts'
import { PORT } from './socket.ts'

const SETTINGS = {
  listen_addresses: '',
  port: PORT,
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '16MB',
  ...PLANNING,
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // Statements and messages about them contain personal data, which does not belong in a log. The service gets every
  // refusal anyway; messages about the server itself have the level log or higher.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}
const LONGEST_LOG = 10_000_000

export interface Launch {
  binaries: string
  data: string
  log: string
  socketFolder: string
  user: User
  settings: Record<string, string> | undefined
  seconds: number
}

/** A server that accepts connections. */
export interface Running {
  end(): Promise<void>
  /** Fulfilled when it has ended for any reason. */
  ended: Promise<unknown>
}

/** Starts the server and waits until it accepts connections. */
export async function launch(options: Launch): Promise<Running> {
  const last = performance.now() + options.seconds * 1000
  for (;;) {
    const { fault, ...running } = await tryLaunch(options)
    if (!fault) return running
    // A helper of a killed server may work on for a while before it notices.
    if (!fault.includes('shared memory block') || performance.now() > last) throw new Error(fault)
    await delay(200)
  }
}

async function tryLaunch(options: Launch): Promise<Running & { fault?: string }> {
  const log = await open(options.log, 'a', 0o600)
  const { size } = await log.stat()
  if (size > LONGEST_LOG) await log.truncate()
  const start = size > LONGEST_LOG ? 0 : size
  const child = await spawnServer(options, log.fd).finally(() => log.close())
  const ended = once(child, 'exit')
  const end = endOf(child, ended)
  const fault = await waitUntilReady(child, options)
  if (!fault) return { end, ended }
  await end()
  const lines = (await readFile(options.log)).subarray(start).toString().trim().split('\n').slice(-10)
  const told = `The embedded PostgreSQL ${fault}. The last lines of its log, ${options.log}:\n${lines.join('\n')}`
  return { end, ended, fault: told }
}

/** A service that ends by a defect, without stopping the server, takes it along as well. */
function endOf(child: ChildProcess, ended: Promise<unknown>): () => Promise<void> {
  const endWithUs = () => child.kill('SIGINT')
  process.once('exit', endWithUs)
  ended.then(() => process.off('exit', endWithUs))
  return async () => {
    // The id of one that has ended may belong to another process by now.
    if (child.exitCode === null && child.signalCode === null) await endPostmaster(child.pid!)
  }
}

/** In a process group of its own: Ctrl-C must reach only the service, which ends the server after its own work. */
async function spawnServer(options: Launch, log: number): Promise<ChildProcess> {
  const sockets = `"${options.socketFolder.replaceAll('"', '""')}"`
  const settings = { ...SETTINGS, unix_socket_directories: sockets, ...options.settings }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(options.binaries, 'postgres'), ['-D', options.data, ...args], {
    cwd: '/',
    env: ENVIRONMENT,
    detached: true,
    stdio: ['ignore', log, log],
    ...options.user,
  })
  await once(child, 'spawn')
  child.unref()
  return child
}

async function waitUntilReady(child: ChildProcess, { data, seconds }: Launch): Promise<string | undefined> {
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const isDecided = async () => {
    const postmaster = await readPostmaster(data)
    return hasEnded() || (postmaster?.pid === child.pid && postmaster?.isReady === true)
  }
  if (!(await waitUntil(isDecided, seconds))) return `did not start within ${seconds} seconds`
  return hasEnded() ? 'stopped during startup' : undefined
}
