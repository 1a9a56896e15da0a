/**
 * What a request, an export and an import cost: processor time of the service and of PostgreSQL, and statements. For
 * docs/scaling.md. It reads /proc, so it runs on Linux only: `node bench/costs.ts`.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readPostmaster } from '../src/database/embedded/postmaster.ts'
import { findEmbedded, startEmbedded } from '../src/database/embedded/server.ts'
import { bodyOf } from '../test/support/make.ts'
import { logIn } from '../test/support/people.ts'
import { callAt } from '../test/support/processes.ts'
import type { CalledService, Caller } from '../test/support/service.ts'
import { finished, multipart } from '../tools/archives.ts'
import { ProgramProcess } from '../tools/program-process.ts'
import { seedEvent } from './seed.ts'

/** Of the clock that /proc counts in. */
const MS_IN_TICK = 10
const AT_ONCE = 8
const ADMIN = { email: 'admin@plenum.test', password: 'correct horse battery' }

/** Ticks that the process and its ended children have used. */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index] ?? 0), 0)
}

async function childrenOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean)
  const parents = await Promise.all(
    pids.map(async (one) => {
      const stat = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    }),
  )
  return pids.filter((_, index) => parents[index] === pid)
}

const folder = await mkdtemp(join(tmpdir(), 'plenum-costs-'))
const server = await startEmbedded({ folder: join(folder, 'postgres') })
const postmaster = (await readPostmaster(join(folder, 'postgres', 'data')))!.pid
const env = {
  DATABASE_URL: (await findEmbedded(join(folder, 'postgres')))!,
  DATA_DIR: folder,
  SECRET: 'a secret that only this bench knows of',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  LOG_LEVEL: 'info',
  PORT: '0',
}
const start = async (words: string[], workers: string) => {
  const program = new ProgramProcess(
    words[0]!,
    words,
    { ...env, WORKERS: workers },
    join(folder, `${words[0]}.log`),
  )
  await program.start()
  return program
}
const api = await start(['serve'], '0')
const worker = await start(['worker'], '1')
// The process that runs the tasks of the worker.
const [tasks] = (await childrenOf(worker.pid!)) as [number]
const service: CalledService = { call: callAt(api.address()!) }
const pool = new pg.Pool({ connectionString: env.DATABASE_URL })

async function used(): Promise<{ api: number; worker: number; postgres: number }> {
  const backends = await Promise.all((await childrenOf(postmaster)).map(ticksOf))
  const postgres = backends.reduce((sum, ticks) => sum + ticks, await ticksOf(postmaster))
  return { api: await ticksOf(api.pid!), worker: await ticksOf(tasks), postgres }
}

/** Runs the work so many times and prints what one of them costs. */
async function measure(
  name: string,
  times: number,
  work: (number: number) => Promise<unknown>,
): Promise<void> {
  for (let number = 0; number < Math.min(times, 200); number += times > 20 ? 1 : times)
    await work(-1 - number)
  const before = await used()
  let next = 0
  const client = async () => {
    for (let number = next++; number < times; number = next++) await work(number)
  }
  await Promise.all(Array.from({ length: times > 20 ? AT_ONCE : 1 }, client))
  const after = await used()
  const cost = (part: keyof typeof before) => (((after[part] - before[part]) * MS_IN_TICK) / times).toFixed(2)
  console.log(
    `${name.padEnd(46)} ${cost('api').padStart(9)} ${cost('worker').padStart(9)} ${cost('postgres').padStart(9)}`,
  )
}

const admin: Caller = {
  id: '1',
  email: ADMIN.email,
  token: await logIn(service, ADMIN.email, ADMIN.password),
}
const small = await seedEvent(pool, 100)
const large = await seedEvent(pool, 5_000)
const event = { type: 'event', id: small.eventId }
const ask = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { as: admin, ...(body !== undefined && { body }) })

async function exportOf(eventId: string): Promise<string> {
  const { body } = await ask('POST', `/v1/events/${eventId}/export/json`, {})
  return (await finished(service, body.task_url)).result.download_url
}

async function importOf(archive: Buffer): Promise<void> {
  const { headers, payload } = multipart('file', archive, 'event.zip')
  const answer = await fetch(`${api.address()}/v1/events/import/json`, {
    method: 'POST',
    headers: { ...headers, authorization: `JWT ${admin.token}` },
    body: new Uint8Array(payload),
  })
  await finished(service, ((await answer.json()) as { task_url: string }).task_url)
}

async function archiveOf(eventId: string): Promise<Buffer> {
  const path = new URL(await exportOf(eventId)).pathname
  return Buffer.from(await (await fetch(api.address() + path)).arrayBuffer())
}

try {
  console.log(
    `${'processor time in ms for one'.padEnd(46)} ${'api'.padStart(9)} ${'worker'.padStart(9)} ${'postgres'.padStart(9)}`,
  )
  await measure('GET one event, without a log-in', 4_000, () => service.call('GET', `/v1/events/${event.id}`))
  await measure('GET one event, logged in', 4_000, () => ask('GET', `/v1/events/${event.id}`))
  await measure('GET 20 sessions', 2_000, () => ask('GET', `/v1/events/${event.id}/sessions`))
  const related = 'include=track,microlocation,speakers'
  await measure('GET 20 sessions with track, room and speakers', 2_000, () =>
    ask('GET', `/v1/events/${event.id}/sessions?${related}`),
  )
  const made = (number: number) => bodyOf('session', { title: `Session ${number}` }, { event })
  await measure('POST a session', 2_000, (number) => ask('POST', '/v1/sessions', made(number)))
  const [id] = small.sessionIds
  const change = (number: number) => ({
    data: { type: 'session', id, attributes: { title: `Changed ${number}` } },
  })
  await measure('PATCH a session', 2_000, (number) => ask('PATCH', `/v1/sessions/${id}`, change(number)))
  await measure('log in', 100, () => service.call('POST', '/v1/auth/login', { body: ADMIN }))
  const empty = (await seedEvent(pool, 100)).eventId
  await measure('export of 100 sessions', 20, () => exportOf(empty))
  await measure('export of 5,000 sessions', 4, () => exportOf(large.eventId))
  const [few, many] = [await archiveOf(empty), await archiveOf(large.eventId)]
  await measure('import of 100 sessions', 20, () => importOf(few))
  await measure('import of 5,000 sessions', 4, () => importOf(many))
} finally {
  await pool.end()
  await api.stop()
  await worker.stop()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
