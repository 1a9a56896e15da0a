/**
 * A restore changes the database in one transaction, and puts the new files beside the old ones before it. Which of the
 * two are right then depends on whether that transaction was committed: it leaves a mark in the database. So a restore
 * that is killed at any moment has happened wholly or not at all, once the next start has settled it.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withMigrationLock } from '../database/migrate.ts'
import { type Connection, withConnection } from '../database/single-connection.ts'
import { forgive } from '../system/file-errors.ts'

const STAGE = /^restore-([0-9a-f-]{36})$/

export interface Stage {
  id: string
  /** Where the new files wait. */
  files: string
  /** Where the new secret waits, if there is one. */
  secret: string
}

function stageAt(dataDir: string, id: string): Stage {
  const folder = join(dataDir, `restore-${id}`)
  return { id, files: join(folder, 'files'), secret: join(folder, 'secret') }
}

export async function openStage(dataDir: string): Promise<Stage> {
  const stage = stageAt(dataDir, randomUUID())
  await mkdir(dirname(stage.files), { mode: 0o700 })
  await mkdir(stage.files, { mode: 0o700 })
  return stage
}

/** In the transaction that changes the database. */
export async function markRestored(connection: Connection, { id }: Stage): Promise<void> {
  await connection.query(`comment on table migrations is 'restored ${id}'`)
}

/** Finishes a restore that was committed, and takes back one that was not. */
export async function settleRestore(url: string, dataDir: string): Promise<void> {
  if ((await stagesIn(dataDir)).length === 0) return
  await withConnection(url, (connection) => withMigrationLock(connection, () => settle(connection, dataDir)))
}

/** The caller has the lock. */
export async function settle(connection: Connection, dataDir: string): Promise<void> {
  for (const id of await stagesIn(dataDir)) {
    const { rows } = await connection.query(
      `select obj_description(to_regclass('migrations'), 'pg_class') as mark`,
    )
    if (rows[0].mark === `restored ${id}`) await swap(dataDir, id)
    await rm(join(dataDir, `restore-${id}`), { recursive: true })
  }
}

/** Each step may have been done before. What is replaced goes with the stage. */
async function swap(dataDir: string, id: string): Promise<void> {
  const stage = stageAt(dataDir, id)
  const files = join(dataDir, 'files')
  const waiting = await readdir(join(dataDir, `restore-${id}`))
  if (waiting.includes('files')) {
    await rename(files, join(dataDir, `restore-${id}`, `replaced-${randomUUID()}`)).catch(
      forgive(undefined, 'ENOENT'),
    )
    await rename(stage.files, files)
  }
  if (waiting.includes('secret')) await rename(stage.secret, join(dataDir, 'secret'))
}

async function stagesIn(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(forgive([], 'ENOENT'))
  return names.flatMap((name) => STAGE.exec(name)?.[1] ?? [])
}
