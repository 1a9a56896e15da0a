/** The servers of a benchmark: one PostgreSQL in a temporary folder, a database for each subject, the program as it is started. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '../src/database/embedded/server.ts'
import { migrate } from '../src/database/migrate.ts'

const ROOT = join(import.meta.dirname, '..')
export const ADMIN = { email: 'bench@plenum.test', password: 'only for the bench' }

export interface Program {
  /** Where it serves; empty for a worker. */
  url: string
  pid: number
  stop(): Promise<void>
}

export interface Subject {
  databaseUrl: string
  pool: pg.Pool
  folder: string
  /** Starts `plenum serve` or `plenum worker` on this database. */
  start(command: 'serve' | 'worker', env?: Record<string, string>): Promise<Program>
  /** Starts another program of the bench, which prints its address. */
  startScript(script: string, words?: string[]): Promise<Program>
}

export class World {
  private readonly programs = new Set<Program>()
  private readonly pools = new Set<pg.Pool>()
  private readonly folder: string
  private readonly server: EmbeddedServer

  private constructor(folder: string, server: EmbeddedServer) {
    this.folder = folder
    this.server = server
  }

  static async open(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'plenum-bench-'))
    // Within reach of the user that root lends to PostgreSQL.
    await chmod(folder, 0o755)
    // What the service and its limits share: whatever PostgreSQL does, it does for both.
    const settings = { max_connections: '200', shared_buffers: '512MB', max_wal_size: '4GB' }
    return new World(folder, await startEmbedded({ folder: join(folder, 'postgres'), settings }))
  }

  async subject(name: string): Promise<Subject> {
    const databaseUrl = await this.makeDatabase(
      `${name.replace(/\W/g, '_')}_${randomBytes(3).toString('hex')}`,
    )
    await migrate(databaseUrl)
    const folder = await mkdtemp(join(this.folder, 'data-'))
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
    // The server may end before its connections do.
    pool.on('error', () => {})
    this.pools.add(pool)
    const settings = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PORT: '0',
      // What is measured is the work, unless a part is about answers that are kept.
      CACHE_MB: '0',
      MAX_UPLOAD: '1TiB',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    }
    const plenum = join(ROOT, 'bin', 'plenum')
    return {
      databaseUrl,
      pool,
      folder,
      start: (command, env = {}) =>
        this.spawn([plenum, command], { WORKERS: command === 'serve' ? '0' : '2', ...settings, ...env }),
      startScript: (script, words = []) =>
        this.spawn([process.execPath, join(import.meta.dirname, script), ...words], {
          DATABASE_URL: databaseUrl,
        }),
    }
  }

  /** Ends the programs of a subject that is done. */
  async quiet(): Promise<void> {
    for (const program of [...this.programs]) await program.stop()
    for (const pool of this.pools) await pool.end()
    this.pools.clear()
  }

  async close(): Promise<void> {
    await this.quiet()
    await this.server.stop()
    await rm(this.folder, { recursive: true, force: true })
  }

  private async makeDatabase(name: string): Promise<string> {
    const client = new pg.Client(this.server.url)
    await client.connect()
    await client.query(`create database ${name}`).finally(() => client.end())
    return this.server.url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`)
  }

  private async spawn(
    [program, ...words]: [string, ...string[]],
    env: Record<string, string>,
  ): Promise<Program> {
    const child = spawn(program, words, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await startedAt(child)
    const started: Program = {
      url,
      pid: child.pid!,
      stop: async () => {
        this.programs.delete(started)
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGTERM')
        await once(child, 'exit')
      },
    }
    this.programs.add(started)
    return started
  }
}

/** Waits for the line that says that it runs, then lets the log pass unread. */
async function startedAt(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  const ended = once(child, 'exit').then(() => {
    throw new Error('A server of the benchmark did not start.')
  })
  ended.catch(() => {})
  const started = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const address = /serves (http:\S+)/.exec(line)?.[1]
      if (address || line.includes('tasks at once')) resolve(address ?? '')
    })
  })
  const url = await Promise.race([started, ended])
  lines.close()
  child.stdout!.resume()
  return url
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Json = any

export async function call(
  base: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object | FormData } = {},
): Promise<Json> {
  const isForm = body instanceof FormData
  const headers = {
    ...(token && { authorization: `JWT ${token}` }),
    ...(body && !isForm && { 'content-type': 'application/json' }),
  }
  const response = await fetch(`${base}${path}`, {
    method,
    headers,
    body: isForm ? body : body ? JSON.stringify(body) : null,
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

export async function logIn(base: string): Promise<string> {
  return (await call(base, 'POST', '/v1/auth/login', { body: ADMIN })).access_token
}

/** Resident memory of a process in MiB: now, and the most so far. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const field = (name: string) => Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)![1]) / 1024
  return { now: field('VmRSS'), most: field('VmHWM') }
}

/** The process that runs the tasks of this one. */
export async function taskProcessOf(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')[0])
}

/** Begins anew with the most, and answers what there is now. */
export async function forgetPeak(pid: number): Promise<number> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  return (await memoryOf(pid)).now
}
