/**
 * One PostgreSQL for all test files, which inherit its address in TEST_DATABASE_URL. With TEST_POOL=transaction the services
 * use it through a PgBouncer.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type EmbeddedServer, startEmbedded } from '../src/database/embedded/server.ts'
import { migrate } from '../src/database/migrate.ts'
import { openQueue } from '../src/tasks/queue.ts'
import { type Pool, startPgBouncer } from '../tools/pgbouncer.ts'
import { administer, TEMPLATE, urlOf } from './support/fresh-database.ts'

let root: string | undefined
let server: EmbeddedServer | undefined
let pool: Pool | undefined

export async function globalSetup(): Promise<void> {
  process.env.TEST_DATABASE_URL ||= await startServer()
  await administer(`drop database if exists ${TEMPLATE} with (force)`)
  await administer(`create database ${TEMPLATE}`)
  await migrate(urlOf(TEMPLATE))
  if (process.env.TEST_POOL === 'transaction') {
    pool = await startPgBouncer(process.env.TEST_DATABASE_URL, 'transaction')
    process.env.TEST_POOL_URL = pool.urlOf('')
  }
  await (await openQueue(urlOf(TEMPLATE), pino({ level: 'silent' }))).close(0)
}

export async function globalTeardown(): Promise<void> {
  await pool?.stop()
  if (!server) return administer(`drop database ${TEMPLATE}`)
  await server.stop()
  if (root) await rm(root, { recursive: true })
}

async function startServer(): Promise<string> {
  root = await mkdtemp(join(tmpdir(), 'plenum-test-'))
  // Within reach of the user that root lends to PostgreSQL.
  await chmod(root, 0o755)
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
  }
  server = await startEmbedded({ folder: join(root, 'postgres'), settings })
  return server.url
}
