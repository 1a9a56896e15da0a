/**
 * How long imports and exports take, and how much memory the worker needs: `node bench/archive.ts`.
 * It starts a service of its own with a database in a temporary folder, and a worker beside it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import yazl from 'yazl'
import { readConfig } from '../src/config.ts'
import { startService } from '../src/service.ts'

const ROOT = join(import.meta.dirname, '..')
const REAL = join(ROOT, '..', 'shared', 'archives', 'server-dialect', 'FOSSASIASummit2016.zip')
const RUNS = 5
const ADMIN = { email: 'admin@example.org', password: 'only for the benchmark' }

const folder = await mkdtemp(join(tmpdir(), 'plenum-bench-'))
// Within reach of the user that root lends to PostgreSQL.
await chmod(folder, 0o755)
const env = {
  DATA_DIR: folder,
  PORT: '0',
  WORKERS: '0',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
}
const service = await startService(readConfig(env))
const address = await service.listen()
const worker = spawn(process.execPath, [join(ROOT, 'src', 'main.ts'), 'worker'], {
  env: { PATH: process.env.PATH, ...env, WORKERS: '2', LOG_LEVEL: 'fatal' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await once(worker.stdout, 'data')
  await measure()
} finally {
  worker.kill('SIGTERM')
  await once(worker, 'exit')
  await service.close()
  await rm(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const { access_token: token } = await call('POST', '/v1/auth/login', undefined, JSON.stringify(ADMIN))
  const archive = existsSync(REAL) ? await readFile(REAL) : await generated(500)
  console.log(existsSync(REAL) ? 'FOSSASIASummit2016.zip, 491 sessions' : 'a generated event of 500 sessions')
  const before = await memory()

  const imports: number[] = []
  const exports: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const { id, ms } = await timed(() => importOf(archive, token))
    imports.push(ms)
    exports.push((await timed(() => exportOf(id, token))).ms)
  }
  print('import', imports)
  print('export', exports)

  const { id } = await importOf(await generated(1), token)
  const many = await timed(async () => {
    const exporting = Array.from({ length: 20 }, () => exportOf(id, token))
    return { id: (await Promise.all(exporting)).length.toString() }
  })
  console.log(`20 small exports at once   ${many.ms.toFixed(0)} ms`)
  const afterwards = await memory()
  console.log(`memory of the worker       ${before.now} MB at first, ${afterwards.most} MB at most`)
}

function print(name: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b).map((ms) => ms.toFixed(0))
  console.log(
    `${name}, p50 of ${times.length}           ${sorted[RUNS >> 1]} ms (${sorted[0]} to ${sorted.at(-1)})`,
  )
}

async function timed(work: () => Promise<{ id: string }>): Promise<{ id: string; ms: number }> {
  const start = performance.now()
  const { id } = await work()
  return { id, ms: performance.now() - start }
}

async function importOf(archive: Buffer, token: string): Promise<{ id: string }> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(archive)]), 'event.zip')
  const { task_url } = await call('POST', '/v1/events/import/json', token, form)
  return finished(task_url)
}

async function exportOf(eventId: string, token: string): Promise<{ id: string }> {
  const { task_url } = await call('POST', `/v1/events/${eventId}/export/json`, token, '{}')
  return finished(task_url)
}

async function finished(url: string): Promise<{ id: string }> {
  for (;;) {
    const { state, result } = await call('GET', url)
    if (state === 'SUCCESS') return result
    if (result !== undefined) throw new Error(`${state}: ${JSON.stringify(result)}`)
    await delay(5)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
async function call(method: string, url: string, token?: string, body?: string | FormData): Promise<any> {
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `JWT ${token}`
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const response = await fetch(`${address}${url}`, { method, headers, body: body ?? null })
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Resident memory of the worker, in MB. */
async function memory(): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${worker.pid}/status`, 'utf8')
  const field = (name: string) => Math.round(Number(new RegExp(`${name}:\\s*(\\d+)`).exec(status)![1]) / 1024)
  return { now: field('VmRSS'), most: field('VmHWM') }
}

/** The archive of an event with this many sessions, each with a speaker and a track. */
async function generated(size: number): Promise<Buffer> {
  const list = (make: (id: number) => object) =>
    Array.from({ length: size }, (_, index) => ({ id: index + 1, ...make(index + 1) }))
  const text = 'All that is said in this session, at some length. '.repeat(20)
  const files = {
    event: { id: 1, name: `${size} sessions`, ends_at: '2030-05-03T18:00:00Z' },
    tracks: list((id) => ({ name: `Track ${id}`, color: '#336699' })),
    speakers: list((id) => ({ name: `Speaker ${id}`, long_biography: text })),
    sessions: list((id) => ({
      title: `Session ${id}`,
      long_abstract: text,
      track_id: id,
      speaker_ids: [id],
    })),
  }
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(JSON.stringify(content)), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
