/** The service in processes of its own, which share the database of a test service. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { inherited } from '../../tools/inherited.ts'
import { type Answer, type CallOptions, MEDIA_TYPE, type TestService } from './service.ts'

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

/** Starts one that the test may kill. */
export async function startKillable(
  service: TestService,
): Promise<{ call: TestService['call']; kill(): Promise<void> }> {
  const { address, child } = await launch(service)
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { call: callAt(address), kill }
}

/** Starts one that ends with the test file, and answers how it is called. */
export async function startProcess(service: TestService): Promise<TestService['call']> {
  return callAt(await startAt(service))
}

/** The same, and answers where it listens. */
export async function startAt(service: TestService, more: Record<string, string> = {}): Promise<string> {
  const { address, child } = await launch(service, more)
  after(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return address
}

async function launch(
  { config }: TestService,
  more: Record<string, string> = {},
): Promise<{ address: string; child: ChildProcess }> {
  const env = {
    ...inherited,
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    SECRET: config.secret,
    LOG_LEVEL: 'silent',
    WORKERS: '0',
    PORT: '0',
    ...more,
  }
  const child = spawn(process.execPath, [MAIN, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Plenum serves (\S+)/.exec(line)?.[1]
    if (address) return { address, child }
  }
  throw new Error('The process ended before it served.')
}

/** How a service is called that listens at this address. */
export function callAt(address: string): TestService['call'] {
  return (method, url, options = {}) => call(address + url, method, options)
}

async function call(url: string, method: string, { as, body, headers }: CallOptions): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(as && { authorization: `JWT ${as.token}` }),
      ...(body !== undefined && { 'content-type': MEDIA_TYPE }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(String(response.headers.get('content-type')))
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: isJson && text !== '' ? JSON.parse(text) : text,
  }
}
