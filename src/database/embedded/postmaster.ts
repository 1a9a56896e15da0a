import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { forgive } from '../../system/file-errors.ts'
import { commandOfProcess, startOfProcess, waitUntil } from '../../system/processes.ts'

/** The first process of a PostgreSQL server, as its file postmaster.pid describes it. */
interface Postmaster {
  pid: number
  socketFolder: string
  isReady: boolean
}

export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(forgive('', 'ENOENT'))
  const lines = file.split('\n')
  const pid = Number(lines[0])
  if (!pid) return undefined
  return { pid, socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/** Whether that process serves that folder: after a crash its id may belong to any other program. */
export async function isServing(postmaster: Postmaster, data: string): Promise<boolean> {
  return `${await commandOfProcess(postmaster.pid)} `.includes(`/bin/postgres -D ${data} `)
}

/** Ends the server that a killed service has left behind. */
export async function endOrphan(data: string): Promise<void> {
  const postmaster = await readPostmaster(data)
  if (!postmaster) return
  if (await isServing(postmaster, data)) await endPostmaster(postmaster.pid)
  // What is left of the file after a crash: PostgreSQL would take any process with that id for the server, even
  // a zombie, and refuse to start. Helpers of a killed server it finds by their shared memory, without the file.
  await rm(join(data, 'postmaster.pid'), { force: true })
}

/** Asks for a fast shutdown, then for an immediate one. Never kills: its helpers might go on writing for a while. */
export async function endPostmaster(pid: number): Promise<void> {
  const start = await startOfProcess(pid)
  const hasEnded = async () => start === undefined || (await startOfProcess(pid)) !== start
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 30],
  ] as const) {
    if (await hasEnded()) return
    sendSignal(pid, signal)
    if (await waitUntil(hasEnded, seconds)) return
  }
  throw new Error(
    `PostgreSQL (process ${pid}) did not stop within 90 seconds. Stop it, then start Plenum again.`,
  )
}

function sendSignal(pid: number, signal: 'SIGINT' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    forgive(undefined, 'ESRCH')(error as Error)
  }
}
