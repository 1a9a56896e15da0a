import { readlink, symlink, unlink } from 'node:fs/promises'
import { forgive } from './file-errors.ts'
import { startOfProcess } from './processes.ts'

/**
 * Takes the lock for this process, or returns the id of the living process that has it. The lock is a symbolic link whose
 * target names its owner: it is created in one step, so it is never half-written.
 */
export async function takeLock(path: string): Promise<number | undefined> {
  const ours = await nameHolder(process.pid)
  for (;;) {
    const isTaken = await symlink(ours, path).then(() => true, forgive(false, 'EEXIST'))
    if (isTaken) return undefined
    const holder = await readHolder(path)
    if (holder === undefined) continue
    const pid = Number.parseInt(holder, 10)
    if ((await nameHolder(pid)) === holder) return pid
    const remover = await removeDeadLock(path, holder)
    if (remover !== undefined) return remover
  }
}

export async function releaseLock(path: string): Promise<void> {
  if ((await readHolder(path)) === (await nameHolder(process.pid))) await unlink(path)
}

/**
 * Only one process at a time may remove the lock of a dead one: otherwise a slow remover could remove the lock that a
 * faster process has just taken. Returns the id of the other remover, if there is one.
 */
async function removeDeadLock(path: string, holder: string): Promise<number | undefined> {
  const removal = `${path}.removal`
  const remover = await takeLock(removal)
  if (remover !== undefined) return remover
  if ((await readHolder(path)) === holder) await unlink(path)
  await releaseLock(removal)
  return undefined
}

/** The start time distinguishes the owner from a later process with the same id. */
async function nameHolder(pid: number): Promise<string> {
  return `${pid} ${await startOfProcess(pid)}`
}

function readHolder(path: string): Promise<string | undefined> {
  return readlink(path).catch(forgive(undefined, 'ENOENT'))
}
