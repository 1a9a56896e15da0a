/** Wiping an installation, and backups that somebody has tampered with. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { after } from 'node:test'
import pg from 'pg'
import { unzip, zipOf } from '../../tools/zips.ts'
import { administer } from './fresh-database.ts'
import type { Json, TestService } from './service.ts'
import { until } from './until.ts'

/** Nothing stays: neither the database nor the data folder. */
export async function wipe({ config }: Pick<TestService, 'config'>): Promise<void> {
  const name = new URL(config.databaseUrl!.replace(/^postgres(ql)?:/, 'http:')).pathname.slice(1)
  await administer(`drop database ${name} with (force)`)
  await administer(`create database ${name}`)
  await rm(config.dataDir, { recursive: true })
  await mkdir(config.dataDir)
}

export interface Holder {
  /** Waits until somebody waits for the table. */
  waits(): Promise<void>
  release(): Promise<void>
}

/** Holds the table as another role, which does not count as a service that runs. */
export async function holdTable({ config }: Pick<TestService, 'config'>, table: string): Promise<Holder> {
  const role = `holder_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(config.databaseUrl!.replace(/\/\/[^@/]*@/, `//${role}:holder@`))
  const administrator = new pg.Client(config.databaseUrl)
  await administrator.connect()
  await administrator.query(
    `create role ${role} login password 'holder'; grant select on ${table} to ${role}`,
  )
  await administrator.end()
  after(() => administer(`drop role if exists ${role}`).catch(() => undefined))
  await client.connect()
  await client.query(`begin; lock table ${table} in access share mode`)
  return {
    waits: () =>
      until(async () => {
        const { rows } = await client.query(
          `select 1 from pg_locks where relation = '${table}'::regclass and not granted`,
        )
        return rows.length > 0
      }),
    release: () => client.end(),
  }
}

export type Members = Record<string, Buffer | string>

/** The backup with changed members; the sum of the manifest is made to fit. */
export async function tampered(
  backup: Buffer,
  change: (members: Members, manifest: Json) => void,
): Promise<Buffer> {
  const members: Members = Object.fromEntries(await unzip(backup))
  const manifest = JSON.parse(String(members['manifest.json']))
  change(members, manifest)
  const text = JSON.stringify(manifest)
  members['manifest.json'] = text
  members['manifest.sha256'] = createHash('sha256').update(text).digest('hex')
  return zipOf(members)
}
