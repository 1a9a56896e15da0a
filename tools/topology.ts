/**
 * The service as it runs on several machines, as plain processes on loopback: the API processes and workers of
 * compose.yaml behind a proxy, with PostgreSQL, an S3 server and a mail server. Each process has a data folder of its
 * own, as if it had a machine of its own. Tests and scripts use it alike, so it does not end by itself: call `stop`.
 */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../src/database/embedded/server.ts'
import { plannedProcesses } from './composition.ts'
import { type MailServer, runMailServer } from './mail-server.ts'
import { ProgramProcess } from './program-process.ts'
import { startProxy, type TestProxy } from './proxy.ts'
import { runS3, type TestS3 } from './s3.ts'

export interface Topology {
  /** Where clients call: the address of the proxy. */
  url: string
  proxy: TestProxy
  apis: ProgramProcess[]
  workers: ProgramProcess[]
  s3: TestS3
  mail: MailServer
  database: TopologyDatabase
  /** Where the logs of all processes are, each in a file such as `api-1.log`. */
  logs: string
  /** Ends everything, and removes what it kept. */
  stop(): Promise<void>
}

export interface TopologyDatabase {
  url: string
  /** Only of a server that the topology has started itself. */
  stop(): Promise<void>
  start(): Promise<void>
}

export interface TopologyOptions {
  /** A database on a server that runs already. Absent: a PostgreSQL of its own is started. */
  databaseUrl?: string
  /** The port of the proxy; absent: any. */
  port?: number
  /** Variables besides and instead of those in compose.yaml. */
  env?: Record<string, string>
}

export const TOPOLOGY_ADMIN = { email: 'admin@plenum.test', password: 'correct horse battery' }

export async function startTopology(options: TopologyOptions = {}): Promise<Topology> {
  const folder = await mkdtemp(join(tmpdir(), 'plenum-topology-'))
  const closers: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    // Within reach of the user that root lends to PostgreSQL.
    await chmod(folder, 0o755)
    const logs = join(folder, 'logs')
    await mkdir(logs)
    const database = await openDatabase(options.databaseUrl, join(folder, 'postgres'))
    closers.push(() => database.stop())
    const s3 = await runS3(join(folder, 's3'))
    closers.push(() => s3.close())
    const mail = await runMailServer()
    closers.push(() => mail.close())
    const apis: ProgramProcess[] = []
    const workers: ProgramProcess[] = []
    const proxy = await startProxy(apis, options.port)
    closers.push(() => proxy.close())
    const shared = {
      DATABASE_URL: database.url,
      SECRET: 'a secret that only the topology knows of',
      ADMIN_EMAIL: TOPOLOGY_ADMIN.email,
      ADMIN_PASSWORD: TOPOLOGY_ADMIN.password,
      PUBLIC_URL: proxy.url,
      MAIL_URL: mail.url,
      ...s3.env,
      ...options.env,
    }
    for (const { name, words, env } of plannedProcesses()) {
      const data = join(folder, name)
      const own = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: data }
      const started = new ProgramProcess(
        name,
        words,
        { ...env, ...shared, ...own },
        join(logs, `${name}.log`),
      )
      ;(words[0] === 'serve' ? apis : workers).push(started)
    }
    const all = [...apis, ...workers]
    closers.push(() => Promise.all(all.map((one) => one.stop())))
    await Promise.all(all.map((one) => one.start()))
    // The proxy may have looked last before they were ready.
    await proxy.look()
    return { url: proxy.url, proxy, apis, workers, s3, mail, database, logs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openDatabase(url: string | undefined, folder: string): Promise<TopologyDatabase> {
  const stay = async () => {}
  if (url !== undefined) return { url, start: stay, stop: stay }
  // More connections than the embedded server allows by itself: here several processes share it.
  const launch = () => startEmbedded({ folder, settings: { max_connections: '200' } })
  let server: Awaited<ReturnType<typeof startEmbedded>> | undefined = await launch()
  return {
    url: server.url,
    async start() {
      server ??= await launch()
    },
    async stop() {
      await server?.stop()
      server = undefined
    },
  }
}
