/** The manifest of a backup. It is the last member of the zip, because only then everything is known. */
import type { AppliedMigration } from '../database/migrate.ts'
import type { Sequences, Table } from '../database/tables.ts'
import { isKey } from '../files/storage.ts'

export const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const MANIFEST_SUM = 'manifest.sha256'
export const SECRET = 'secret'

export interface Sum {
  bytes: number
  sha256: string
}

export interface Manifest {
  format: number
  /** The version of the program that made it. */
  version: string
  made_at: string
  public_url: string
  migrations: AppliedMigration[]
  tables: (Table & Sum & { rows: number })[]
  sequences: Sequences
  /** Files of the local storage, by key. */
  files: Record<string, Sum>
  /** Distinguishes secrets without revealing them. */
  secret_id: string
  /** Absent when the secret comes from the environment. */
  secret?: Sum
  /** Its files are not part of the backup. */
  bucket: string | null
}

export const tableMember = (name: string) => `tables/${name}`
export const fileMember = (key: string) => `files/${key}`

/** Reads a manifest that may have been damaged or forged. */
export function readManifest(text: string, members: ReadonlySet<string>): Manifest {
  const manifest = parse(text)
  if (manifest.format > FORMAT)
    throw new Error('The backup was made by a newer version of Plenum. Restore it with that version.')
  if (manifest.format !== FORMAT || !isWellFormed(manifest))
    throw new Error('The backup manifest is damaged.')
  const wrong = Object.keys(manifest.files).find((key) => !isKey(key))
  if (wrong !== undefined)
    throw new Error(`The backup contains a file name that is not allowed: ${JSON.stringify(wrong)}.`)
  const listed = new Set([
    ...[MANIFEST, MANIFEST_SUM, ...(manifest.secret ? [SECRET] : [])],
    ...manifest.tables.map(({ name }) => tableMember(name)),
    ...Object.keys(manifest.files).map(fileMember),
  ])
  const missing = [...listed].find((name) => !members.has(name))
  if (missing !== undefined) throw new Error(`The backup is damaged: ${missing} is missing.`)
  const foreign = [...members].find((name) => !listed.has(name))
  if (foreign !== undefined)
    throw new Error(`The backup contains a file that its manifest does not list: ${foreign}.`)
  return manifest
}

function parse(text: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch (error) {
    throw new Error('The backup manifest is damaged.', { cause: error })
  }
}

function isWellFormed(manifest: Manifest): boolean {
  const { migrations, tables, sequences, files, secret } = manifest
  return (
    [migrations, tables].every(Array.isArray) &&
    [sequences, files].every((one) => typeof one === 'object' && one !== null) &&
    migrations.every(({ name, checksum }) => typeof name === 'string' && typeof checksum === 'string') &&
    tables.every((table) => typeof table.name === 'string' && Array.isArray(table.columns) && isSum(table)) &&
    Object.values(files).every(isSum) &&
    (secret === undefined || isSum(secret))
  )
}

function isSum(value: Sum): boolean {
  return Number.isSafeInteger(value.bytes) && /^[0-9a-f]{64}$/.test(value.sha256)
}
