/**
 * A backup is one zip: every table as PostgreSQL copies it out, of one snapshot; the files of the local storage; the
 * secret, without which tokens and payment credentials could not be read; and a manifest with the sums of all of it.
 * The queue is not part of it: tasks that have not ended are entered anew after a restore.
 */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { appliedMigrations } from '../database/migrate.ts'
import { type Connection, withConnection } from '../database/single-connection.ts'
import { copyOut, listTables, readSequences } from '../database/tables.ts'
import { makeZip, type ZipWriter } from '../files/zip.ts'
import { FORMAT, fileMember, MANIFEST, MANIFEST_SUM, type Manifest, SECRET, tableMember } from './manifest.ts'
import { type PinnedFiles, pinFiles } from './pinned-files.ts'
import { summing } from './summing.ts'

export interface BackupSource {
  url: string
  dataDir: string
  /** The version of the program. */
  version: string
  publicUrl: string
  bucket: string | null
  secretId: string
  /** False when the secret comes from the environment. */
  hasSecretFile: boolean
  /** The keys of files that rows of the snapshot need although no column names them. */
  neededFiles(connection: Connection): Promise<string[]>
}

interface BackupOptions {
  signal: AbortSignal
  progress(text: string, share?: number): void
}

/** How often to begin again when a file went before it could be pinned. */
const SNAPSHOTS = 5

/** Writes the zip into the output that it passes to `store`, and returns its manifest when everything is stored. */
export async function makeBackup(
  source: BackupSource,
  options: BackupOptions,
  store: (output: Readable) => Promise<void>,
): Promise<Manifest> {
  const files = await pinFiles(join(source.dataDir, 'files'))
  const zip = makeZip()
  try {
    const stored = store(zip.output)
    const written = writeAll(source, options, files, zip)
    // The first failure is the cause; it ends the other side too.
    const failed = (error: unknown) => zip.output.destroy(error as Error)
    written.catch(failed)
    stored.catch(failed)
    const both = Promise.all([written, stored])
    await both.catch(() => Promise.allSettled([written, stored]))
    return (await both)[0]
  } finally {
    await files.release()
  }
}

async function writeAll(
  source: BackupSource,
  options: BackupOptions,
  files: PinnedFiles,
  zip: ZipWriter,
): Promise<Manifest> {
  const database = await withConnection(source.url, async (connection) => {
    const migrations = await takeSnapshot(connection, source, files)
    return { migrations, ...(await writeTables(connection, options, zip)) }
  })
  const manifest: Manifest = {
    format: FORMAT,
    version: source.version,
    made_at: new Date().toISOString(),
    public_url: source.publicUrl,
    ...database,
    files: await writeFiles(options, files, zip),
    secret_id: source.secretId,
    bucket: source.bucket,
  }
  if (source.hasSecretFile) {
    const summed = summing(createReadStream(join(source.dataDir, 'secret')))
    await zip.addFile(SECRET, summed.stream)
    const { bytes, sha256 } = summed.sum()
    manifest.secret = { bytes, sha256 }
  }
  await writeManifest(manifest, zip)
  zip.end()
  return manifest
}

async function writeManifest(manifest: Manifest, zip: ZipWriter): Promise<void> {
  const summed = summing(Readable.from([Buffer.from(JSON.stringify(manifest, null, 2))]))
  await zip.addPacked(MANIFEST, summed.stream)
  await zip.addFile(MANIFEST_SUM, Readable.from([Buffer.from(summed.sum().sha256)]))
}

async function writeTables(
  connection: Connection,
  { signal, progress }: BackupOptions,
  zip: ZipWriter,
): Promise<Pick<Manifest, 'tables' | 'sequences'>> {
  const tables: Manifest['tables'] = []
  const found = await listTables(connection)
  for (const [place, table] of found.entries()) {
    signal.throwIfAborted()
    progress(`Copying tables (${place + 1}/${found.length})`, (place + 1) / found.length)
    const summed = summing(copyOut(connection, table))
    await zip.addPacked(tableMember(table.name), summed.stream)
    tables.push({ ...table, ...summed.sum() })
  }
  const sequences = await readSequences(connection)
  await connection.query('commit')
  return { tables, sequences }
}

/**
 * Files are pinned before and after the snapshot is taken: what its rows name was there at that moment, so it was
 * pinned, unless it came and went in between. Where that is seen, another snapshot is taken.
 */
async function takeSnapshot(
  connection: Connection,
  { neededFiles }: BackupSource,
  files: PinnedFiles,
): Promise<Manifest['migrations']> {
  for (let left = SNAPSHOTS; ; left--) {
    await files.pin()
    await connection.query('begin isolation level repeatable read read only')
    const migrations = await appliedMigrations(connection)
    if (migrations.length === 0) throw new Error('The database is empty. There is nothing to back up.')
    await files.pin()
    const needed = await neededFiles(connection)
    const missing = await Promise.all(needed.map(async (key) => !(await files.has(key))))
    if (left === 1 || !missing.includes(true)) return migrations
    await connection.query('rollback')
  }
}

async function writeFiles(
  { signal, progress }: BackupOptions,
  files: PinnedFiles,
  zip: ZipWriter,
): Promise<Manifest['files']> {
  const list = await files.list()
  const all = list.reduce((sum, { size }) => sum + size, 0)
  const sums: Manifest['files'] = {}
  let done = 0
  for (const [place, { key }] of list.entries()) {
    signal.throwIfAborted()
    const summed = summing(createReadStream(files.pathOf(key)), (bytes) => {
      done += bytes
      progress(`Copying files (${place + 1}/${list.length})`, done / all)
    })
    await zip.addFile(fileMember(key), summed.stream)
    const { bytes, sha256 } = summed.sum()
    sums[key] = { bytes, sha256 }
  }
  return sums
}
