import type { Readable } from 'node:stream'
import { loadSecret } from '../access/secret.ts'
import { makeVault } from '../access/vault.ts'
import { IMPORT_TASK, uploadKey } from '../archive/import.ts'
import { type BackupSource, makeBackup } from '../backup/backup.ts'
import type { Manifest } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore.ts'
import type { Config } from '../config.ts'
import type { Connection } from '../database/single-connection.ts'
import type { Call, Outcome } from './command.ts'
import { demandFree, writeTarget } from './target.ts'
import { VERSION } from './version.ts'
import { withDatabase } from './with-database.ts'

export async function backup(call: Call): Promise<Outcome> {
  const { config, signal, progress } = call
  const file = call.option('out') ?? `plenum-${timestamp()}.zip`
  const isForced = call.flag('force')
  await demandFree(file, isForced)
  const manifest = await withDatabase(config, async (url) => {
    const source = await sourceOf(config, url)
    const store = (output: Readable) => writeTarget(file, output, { isForced, signal })
    return makeBackup(source, { signal, progress: progress.show }, store)
  })
  const lines = [`Backed up to ${file}: ${sizeOf(manifest)}.`, ...missingFrom(manifest)]
  return { text: lines.join('\n'), value: { file, ...toValue(manifest) } }
}

export async function restore(call: Call): Promise<Outcome> {
  const { config, signal, progress } = call
  const options = { isForced: call.flag('force'), signal, progress: progress.show }
  const manifest = await withDatabase(config, (url) =>
    restoreBackup(call.argument('file'), { url, dataDir: config.dataDir }, options),
  )
  const warnings = await warningsOf(config, manifest)
  const lines = [
    `Restored the backup of ${manifest.made_at}: ${sizeOf(manifest)}.`,
    ...warnings.map((one) => `Warning: ${one}`),
  ]
  return { text: lines.join('\n'), value: { ...toValue(manifest), warnings } }
}

async function sourceOf(config: Config, url: string): Promise<BackupSource> {
  const { dataDir, publicUrl, storage } = config
  const secret = await loadSecret(config.secret, dataDir)
  return {
    url,
    dataDir,
    version: VERSION,
    publicUrl,
    bucket: storage.s3?.bucket ?? null,
    secretId: makeVault(secret).prefix,
    hasSecretFile: config.secret === undefined,
    neededFiles: async (connection) => (storage.kind === 'local' ? uploadsOf(connection) : []),
  }
}

/** The archives of imports that have not ended. */
async function uploadsOf(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    'select id from tasks where finished_at is null and name = $1',
    [IMPORT_TASK],
  )
  return rows.map(({ id }) => uploadKey(id))
}

async function warningsOf(config: Config, manifest: Manifest): Promise<string[]> {
  const secret = await loadSecret(config.secret, config.dataDir)
  const warnings = []
  if (makeVault(secret).prefix !== manifest.secret_id)
    warnings.push(
      'SECRET differs from the one of the backup. Set it to the former value; otherwise all logins and links end and payment authorizations cannot be read.',
    )
  if (config.publicUrl !== manifest.public_url)
    warnings.push(
      `PUBLIC_URL was ${manifest.public_url}. The file URLs in the restored records start with it.`,
    )
  if (manifest.bucket !== null)
    warnings.push(`The backup does not include the files in the bucket ${manifest.bucket}.`)
  return warnings
}

/** What an administrator may expect in the backup but is not there. */
function missingFrom({ bucket }: Manifest): string[] {
  if (bucket === null) return []
  return [
    `The backup does not include the files in the bucket ${bucket}. Enable versioning there, or copy the bucket, for example with \`rclone sync\`.`,
  ]
}

function toValue(manifest: Manifest) {
  const { made_at, version, bucket, tables, files } = manifest
  return {
    made_at,
    version,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: Object.keys(files).length,
    bucket,
  }
}

function sizeOf(manifest: Manifest): string {
  const { rows, files } = toValue(manifest)
  return `${rows} rows in ${manifest.tables.length} tables and ${files} files`
}

/** `20260501T090000Z` */
function timestamp(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '')
}
