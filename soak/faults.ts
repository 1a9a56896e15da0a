/** What goes wrong: one function for each kind of fault. Each answers when things are as before. */
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { readPostmaster } from '../src/database/embedded/postmaster.ts'
import type { ProgramProcess } from '../tools/program-process.ts'
import type { Topology } from '../tools/topology.ts'
import type { Fleet } from './fleet.ts'
import type { FaultKind, PlannedFault } from './plan.ts'
import { query } from './query.ts'

export interface Scene {
  topology: Topology
  fleet: Fleet
}

const run = promisify(execFile)
const HOUR = 3_600_000
/** The largest file (in bytes) that a process may write while its disk counts as full. */
const LITTLE_SPACE = 4_096
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

/** How often connections are cut while that lasts (in ms): often enough to meet requests, seldom enough to let some pass. */
const CUT_DATABASE_EVERY = 1_000
const CUT_CLIENTS_EVERY = 150

type Fault = (scene: Scene, planned: PlannedFault) => Promise<void>

const FAULTS: Record<FaultKind, Fault> = {
  'kill-api': (scene, planned) => killOne(scene, scene.topology.apis, planned),
  'kill-worker': (scene, planned) => killOne(scene, scene.topology.workers, planned),
  'stop-api': (scene, planned) => stopOne(scene, scene.topology.apis, planned),
  'stop-worker': (scene, planned) => stopOne(scene, scene.topology.workers, planned),
  'crash-database': crashDatabase,
  'cut-database': ({ topology }, { lasts }) =>
    again(lasts, CUT_DATABASE_EVERY, async () => {
      // Another fault may have taken the whole server away.
      await query(topology.database.url, CUT).catch(() => undefined)
    }),
  'cut-clients': ({ topology }, { lasts }) =>
    again(lasts, CUT_CLIENTS_EVERY, async () => {
      topology.proxy.cut()
    }),
  's3-refuses': ({ topology }, { lasts }) => meddle(topology, lasts, refuse),
  's3-hangs': ({ topology }, { lasts }) => meddle(topology, lasts, () => {}),
  's3-resets': ({ topology }, { lasts }) => meddle(topology, lasts, ({ socket }) => socket.destroy()),
  'full-disk': fillDisk,
  clock: setClock,
}

export function strike(scene: Scene, planned: PlannedFault): Promise<void> {
  return FAULTS[planned.kind](scene, planned)
}

async function again(lasts: number, every: number, act: () => Promise<void>): Promise<void> {
  for (let past = 0; past < lasts; past += every) {
    await act()
    await delay(every)
  }
}

/** One that runs, if there is one. */
function choose({ fleet }: Scene, processes: ProgramProcess[], { target }: PlannedFault): ProgramProcess {
  const running = processes.filter((one) => !fleet.isDown(one))
  const choice = running.length > 0 ? running : processes
  return choice[target % choice.length]!
}

async function killOne(scene: Scene, processes: ProgramProcess[], planned: PlannedFault): Promise<void> {
  const process = choose(scene, processes, planned)
  await scene.fleet.without(process, () => process.kill(), planned.lasts)
}

async function stopOne(scene: Scene, processes: ProgramProcess[], planned: PlannedFault): Promise<void> {
  const { fleet } = scene
  const process = choose(scene, processes, planned)
  const stop = async () => {
    const code = await process.stop()
    if (code !== 0 && code !== null) fleet.findings.push(`${process.name} stopped with the exit code ${code}`)
  }
  await fleet.without(process, stop, planned.lasts)
}

/** At once and without a checkpoint, as when its machine loses power: what was committed has to be in the log. */
async function crashDatabase({ topology }: Scene, { lasts }: PlannedFault): Promise<void> {
  const postmaster = await readPostmaster(join(folderOf(topology), 'postgres', 'data'))
  if (postmaster) process.kill(postmaster.pid, 'SIGQUIT')
  await topology.database.stop()
  await delay(lasts)
  await topology.database.start()
}

/** While it lasts, the bucket answers in this manner; what it has not answered until then is cut. */
async function meddle(
  { s3 }: Topology,
  lasts: number,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<void> {
  const met: ServerResponse[] = []
  const meddling: NonNullable<typeof s3.meddle> = (request, response) => {
    met.push(response)
    answer(request, response)
    return true
  }
  s3.meddle = meddling
  await delay(lasts)
  // Another fault of this kind may have begun meanwhile.
  if (s3.meddle === meddling) s3.meddle = undefined
  for (const response of met) if (!response.writableEnded) response.destroy()
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume().once('end', () => {
    response.writeHead(503, { 'content-type': 'application/xml' })
    response.end('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>')
  })
}

/** No file of the process may grow beyond a little, which needs neither root nor a disk of its own. */
async function fillDisk(scene: Scene, planned: PlannedFault): Promise<void> {
  const { apis, workers } = scene.topology
  const { pid } = choose(scene, [...apis, ...workers], planned)
  if (pid === undefined) return
  const limit = (bytes: string) => run('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`])
  await limit(String(LITTLE_SPACE))
  await delay(planned.lasts)
  // A process that was killed meanwhile has no limits any more.
  await limit('unlimited').catch(() => undefined)
}

export async function canLimitFiles(): Promise<boolean> {
  return run('prlimit', ['--version']).then(
    () => true,
    () => false,
  )
}

/** An hour ahead or behind, on one machine. */
async function setClock(scene: Scene, planned: PlannedFault): Promise<void> {
  const { apis, workers } = scene.topology
  const { name } = choose(scene, [...apis, ...workers], planned)
  const folder = join(folderOf(scene.topology), name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'clock'), String(planned.target % 2 === 0 ? HOUR : -HOUR))
  await delay(planned.lasts)
  await writeFile(join(folder, 'clock'), '0')
}

/** Where the topology keeps the data of all processes. */
export function folderOf({ logs }: Topology): string {
  return dirname(logs)
}
