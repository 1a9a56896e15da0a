/** A real PgBouncer in front of a PostgreSQL, where it is installed. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const PORT = 6432

export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

export interface Pool {
  /** The address of a database of the server through the pool. */
  urlOf(database: string): string
  stop(): Promise<void>
}

/** Everything but the mode is left as PgBouncer has it. */
export async function startPgBouncer(serverUrl: string, mode: 'session' | 'transaction'): Promise<Pool> {
  const folder = await mkdtemp(join(tmpdir(), 'plenum-pool-'))
  await chmod(folder, 0o777)
  const { host, port, user, password } = new pg.Client(serverUrl)
  const settings = [
    '[databases]',
    `* = host=${host} port=${port} user=${user} password=${password}`,
    '[pgbouncer]',
    `unix_socket_dir = ${folder}`,
    `listen_port = ${PORT}`,
    'auth_type = any',
    `pool_mode = ${mode}`,
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings.join('\n'))
  // It does not run as root, and only the user of the server may use its socket.
  const { uid, gid } = await stat(host)
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) })
  const ended = once(child, 'exit')
  await ready(child, join(folder, `.s.PGSQL.${PORT}`))
  return {
    urlOf: (database) =>
      `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(folder)}&port=${PORT}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function ready(child: ChildProcess, socket: string): Promise<void> {
  while (!existsSync(socket)) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start.')
    await delay(20)
  }
}
