/** Puts a backup in the place of all that is there: wholly, or not at all. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { buildAt, demandKnown, migrate, withMigrationLock } from '../database/migrate.ts'
import { type Connection, withConnection } from '../database/single-connection.ts'
import { copyIn, listTables, refill, removeTables, writeSequences } from '../database/tables.ts'
import { openZip, type ZipReader } from '../files/zip.ts'
import {
  fileMember,
  MANIFEST,
  MANIFEST_SUM,
  type Manifest,
  readManifest,
  SECRET,
  type Sum,
  tableMember,
} from './manifest.ts'
import { summing } from './summing.ts'
import { markRestored, openStage, type Stage, settle } from './swap.ts'

interface RestoreTarget {
  url: string
  dataDir: string
}

interface Backup {
  zip: ZipReader
  manifest: Manifest
}

interface RestoreOptions {
  /** Replaces what is there. */
  isForced: boolean
  signal: AbortSignal
  progress(text: string, share?: number): void
}

/** A backup is as large as it is. */
const NO_LIMITS = {
  members: Number.MAX_SAFE_INTEGER,
  unpacked: Number.MAX_SAFE_INTEGER,
  ratio: 1,
  ratioFrom: Number.MAX_SAFE_INTEGER,
}

export async function restoreBackup(
  path: string,
  target: RestoreTarget,
  options: RestoreOptions,
): Promise<Manifest> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new Error(`The file ${path} does not exist.`)
  const zip = await openZip(path, found.size, NO_LIMITS)
  try {
    const manifest = await checkedManifest(zip)
    await demandKnown(manifest.migrations)
    await withConnection(target.url, (connection) =>
      withMigrationLock(connection, () => replaceAll(connection, { zip, manifest }, target, options)),
    )
    await migrate(target.url)
    return manifest
  } finally {
    await zip.close()
  }
}

async function checkedManifest(zip: ZipReader): Promise<Manifest> {
  if (![MANIFEST, MANIFEST_SUM].every((name) => zip.names.has(name)))
    throw new Error('The file is not a Plenum backup: it has no manifest.')
  const [content, sum] = [await text(await zip.open(MANIFEST)), await text(await zip.open(MANIFEST_SUM))]
  if (createHash('sha256').update(content).digest('hex') !== sum)
    throw new Error('The backup manifest is damaged.')
  return readManifest(content, zip.names)
}

async function replaceAll(
  connection: Connection,
  backup: Backup,
  { dataDir }: RestoreTarget,
  options: RestoreOptions,
): Promise<void> {
  await settle(connection, dataDir)
  await demandAlone(connection)
  if (!options.isForced) await demandEmpty(connection)
  const stage = await openStage(dataDir)
  try {
    await stageFiles(backup, stage, options)
    await connection.query('begin')
    await loadTables(connection, backup, options)
    await markRestored(connection, stage)
    options.signal.throwIfAborted()
    await connection.query('commit')
  } catch (error) {
    // Without a connection the next start settles it.
    await connection
      .query('rollback')
      .then(() => settle(connection, dataDir))
      .catch(() => undefined)
    throw error
  }
  await settle(connection, dataDir)
}

async function demandAlone(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{
    count: number
  }>(`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend' and pid <> pg_backend_pid()`)
  const { count } = rows[0]!
  if (count === 0) return
  throw new Error(
    `The database is in use (${count} connections). Stop all services and workers before you restore.`,
  )
}

async function demandEmpty(connection: Connection): Promise<void> {
  const { rows: tables } = await connection.query(`select to_regclass('users') is not null as exists`)
  if (!tables[0].exists) return
  const { rows } = await connection.query<{ users: number; events: number }>(
    'select (select count(*)::int from users) as users, (select count(*)::int from events) as events',
  )
  const { users, events } = rows[0]!
  if (users === 0 && events === 0) return
  throw new Error(
    `The database is not empty: it has ${users} accounts and ${events} events. Add --force to replace everything.`,
  )
}

async function stageFiles(
  { zip, manifest: { files, secret } }: Backup,
  stage: Stage,
  { signal, progress }: RestoreOptions,
): Promise<void> {
  const list = Object.entries(files)
  for (const [place, [key, sum]] of list.entries()) {
    signal.throwIfAborted()
    progress(`Placing files (${place + 1}/${list.length})`, (place + 1) / list.length)
    const path = join(stage.files, key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await unpack(zip, fileMember(key), sum, path)
  }
  if (secret) await unpack(zip, SECRET, secret, stage.secret)
}

async function unpack(zip: ZipReader, member: string, sum: Sum, path: string): Promise<void> {
  const summed = summing(await zip.open(member))
  await pipeline(summed.stream, createWriteStream(path, { flags: 'wx', flush: true, mode: 0o600 }))
  demandSum(member, sum, summed.sum())
}

/** At the level of the backup; the caller migrates afterwards. */
async function loadTables(
  connection: Connection,
  { zip, manifest: { migrations, tables, sequences } }: Backup,
  { signal, progress }: RestoreOptions,
): Promise<void> {
  await removeTables(connection)
  await buildAt(connection, migrations)
  const built = await listTables(connection)
  const shape = (list: typeof built) =>
    JSON.stringify(list.map(({ name, columns }) => [name, [...columns].sort()]))
  if (shape(built) !== shape(tables)) throw new Error('The tables of the backup do not match its migrations.')
  await refill(connection, built, async () => {
    for (const [place, table] of tables.entries()) {
      signal.throwIfAborted()
      progress(`Filling tables (${place + 1}/${tables.length})`, (place + 1) / tables.length)
      const member = tableMember(table.name)
      const summed = summing(await zip.open(member))
      await copyIn(connection, table, summed.stream)
      demandSum(member, table, summed.sum())
    }
  })
  await writeSequences(connection, sequences)
}

function demandSum(member: string, expected: Sum, found: Sum): void {
  if (expected.sha256 !== found.sha256 || expected.bytes !== found.bytes)
    throw new Error(`The backup is damaged: ${member} does not match the manifest.`)
}
