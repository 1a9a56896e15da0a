/** The real service on a database of its own, called over HTTP without a socket. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { InjectOptions } from 'fastify'
import { type Config, readConfig } from '../../src/config.ts'
import { withConnection } from '../../src/database/single-connection.ts'
import { type Service, type StartOptions, startService } from '../../src/service.ts'
import { type Catalog, catalog as wholeCatalog } from './catalog.ts'
import { demandDocumented } from './conformance.ts'
import { freshDatabase } from './fresh-database.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into documents of every shape
export type Json = any

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Json
}

export interface Caller {
  id: string
  email: string
  token: string
}

export interface TestService extends Service {
  config: Config
  /** What it keeps, with samples. */
  catalog: Catalog
  call(method: string, url: string, options?: CallOptions): Promise<Answer>
  /** Another service with the same configuration, on the same database. */
  startBeside(): Promise<TestService>
}

/** A service that is only called, wherever it runs. */
export type CalledService = Pick<TestService, 'call'> & Partial<Pick<TestService, 'catalog'>>

export interface CallOptions {
  as?: Caller | undefined
  body?: unknown
  headers?: Record<string, string>
}

interface TestOptions extends StartOptions {
  /** What is kept; all resources unless said. */
  catalog?: Catalog
  /** Applied after the others. */
  migration?: string
}

export const ADMIN = { email: 'admin@plenum.test', password: 'correct horse battery' }
export const MEDIA_TYPE = 'application/vnd.api+json'

/** Starts the service for a test file; it ends with the file. */
export async function startTestService(
  env: Record<string, string> = {},
  { catalog = wholeCatalog, migration, ...options }: TestOptions = {},
): Promise<TestService> {
  const database = await freshDatabase()
  if (migration) await withConnection(database.url, (connection) => connection.query(migration))
  const dataDir = await mkdtemp(join(tmpdir(), 'plenum-data-'))
  const config = readConfig({
    ...(env.DATABASE_URL === undefined && database.variables),
    DATA_DIR: dataDir,
    SECRET: 'a secret that only the tests know of',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    PUBLIC_URL: 'http://plenum.test',
    FRONTEND_URL: 'http://front.test',
    CONSOLE: 'off',
    WORKERS: '0',
    // Tests write as other processes do, and count statements.
    CACHE_MB: '0',
    ...env,
  })
  const started: Service[] = []
  after(async () => {
    for (const service of started) await service.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const start = async (): Promise<TestService> => {
    const service = await startService(config, { ...options, declarations: catalog.declarations })
    started.push(service)
    const callIt: TestService['call'] = (method, url, options = {}) => call(service, method, url, options)
    return { ...service, config, catalog, call: callIt, startBeside: start }
  }
  return start()
}

async function call(
  service: Service,
  method: string,
  url: string,
  { as, body, headers }: CallOptions,
): Promise<Answer> {
  const request: InjectOptions = {
    method: method as 'GET',
    url,
    headers: { ...(as && { authorization: `JWT ${as.token}` }), ...headers },
  }
  if (body !== undefined) {
    request.payload = typeof body === 'string' ? body : JSON.stringify(body)
    request.headers = { 'content-type': MEDIA_TYPE, ...request.headers }
  }
  const response = await service.app.inject(request)
  const isJson = /json/.test(String(response.headers['content-type']))
  const status = response.statusCode
  const answered = response.headers as Record<string, string>
  const answer = isJson && response.payload !== '' ? JSON.parse(response.payload) : response.payload
  await demandDocumented(service.app, method, url, status, answered, answer)
  return { status, headers: answered, body: answer }
}
