/** The process of the tasks beside a service: it gives way, is started again whatever ends it, and ends with the service. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import pino from 'pino'
import sql from 'sql-template-tag'
import { startTaskProcess } from '../../src/workers/supervisor.ts'
import { finished, startImport } from '../../tools/archives.ts'
import { ProgramProcess } from '../../tools/program-process.ts'
import { inflatingTo, packZip, zipOf } from '../../tools/zips.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { envOf } from '../support/plenum.ts'
import { type Json, startTestService } from '../support/service.ts'
import { stallAt } from '../support/stalls.ts'
import { until } from '../support/until.ts'

const MIB = 1024 ** 2
const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00Z' }

const service = await startTestService()
const owner = await signUp(service)
const { dataDir } = service.config

function programOf(name: string, env: Record<string, string> = {}): ProgramProcess {
  const all = { ...envOf(service), PORT: '0', WORKERS: '2', ...env }
  const program = new ProgramProcess(name, ['serve'], all, join(dataDir, `${name}.log`))
  after(() => program.kill())
  return program
}

/** The processes that this one has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.trim().split(' ').filter(Boolean).map(Number)
}

async function taskProcessOf(program: ProgramProcess): Promise<number> {
  let found: number | undefined
  await until(async () => {
    found = (await childrenOf(program.pid!))[0]
    return found !== undefined
  })
  return found!
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function startExport(): Promise<string> {
  const { id } = await make(service, owner, 'event')
  const { body } = await service.call('POST', `/v1/events/${id}/export/json`, { as: owner, body: {} })
  return body.task_url
}

const linuxOnly = { skip: process.platform !== 'linux' && 'Only Linux tells of processes in /proc' }

/** An import that is held up at its tracks, until it is released. */
async function heldImport(): Promise<{ url: string; release(): Promise<void> }> {
  await service.db.query(sql`drop function if exists hold cascade`)
  const stall = await stallAt(service.config.databaseUrl!, ['tracks'])
  const archive = zipOf({
    event: { ...EVENT, name: 'stop at tracks' },
    tracks: [{ id: 1, name: 'Science', color: '#ffffff' }],
  })
  const { body } = await startImport(service, owner, archive)
  await stall.held(1)
  return { url: body.task_url, release: stall.release }
}

describe('the process of the tasks', linuxOnly, () => {
  const program = programOf('serve')

  it('runs the tasks of a service that is started alone, and gives way to its requests', async () => {
    await program.start()

    const status = await finished(service, await startExport())

    assert.equal(status.state, 'SUCCESS')
    const niceOf = async (pid: number) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]
    }
    const child = await taskProcessOf(program)
    assert.deepEqual([await niceOf(program.pid!), await niceOf(child)], ['0', '10'])
  })

  it('leaves signals that reach the whole group to the service', async () => {
    const { url, release } = await heldImport()
    const child = await taskProcessOf(program)

    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.kill(child, signal)
    await release()

    assert.equal((await finished(service, url)).state, 'SUCCESS')
    assert.deepEqual([await attemptOf(url), await taskProcessOf(program)], [1, child])
  })

  it('is started again when it is killed, and its task is done by the next', async () => {
    const { url, release } = await heldImport()

    process.kill(await taskProcessOf(program), 'SIGKILL')
    await release()

    assert.equal((await finished(service, url)).state, 'SUCCESS')
    assert.equal(await attemptOf(url), 2)
    assert.equal((await fetch(`${program.address()}/healthz`)).status, 200)
  })

  it('ends with the service, in order and when that is killed', async () => {
    const first = await taskProcessOf(program)
    assert.equal(await program.stop(), 0)
    assert.equal(isAlive(first), false)

    await program.start()
    const second = await taskProcessOf(program)
    await finished(service, await startExport())
    await program.kill()

    await until(() => !isAlive(second))
  })

  it('ends when a task needs too much memory: that task fails and says so, those beside it succeed', async () => {
    const program = programOf('memory', { TASK_MEMORY: '80MiB', LOG_LEVEL: 'fatal' })
    await program.start()
    const innocent = await heldImport()
    // All of it is allowed, and held at once to be sorted.
    const record = `{"title": "Talk", "comments": "${'–'.repeat(99_000)}"},`
    const times = 450
    const end = '{"title": "Last"}]'
    const size = 1 + Buffer.byteLength(record) * times + end.length
    const greedy = packZip([
      { name: 'event', content: JSON.stringify(EVENT) },
      { name: 'sessions', content: '', packed: inflatingTo('[', record, times, end), claims: { size } },
      { name: 'images/ballast', content: Buffer.alloc(MIB), isStored: true },
    ])
    const guilty = await startImport(service, owner, greedy)
    await until(async () => (await attemptOf(guilty.body.task_url)) > 1, 60_000)
    await innocent.release()

    const ends = [await finished(service, guilty.body.task_url), await finished(service, innocent.url)]

    assert.deepEqual(ends[0], {
      state: 'FAILURE',
      result:
        'The task needs more memory than allowed (80 MiB). Use a smaller archive, or ask an administrator to raise TASK_MEMORY.',
    })
    assert.equal(ends[1].state, 'SUCCESS')
    assert.equal(await attemptOf(guilty.body.task_url), 2)
    assert.equal((await fetch(`${program.address()}/healthz`)).status, 200)
    assert.equal(await program.stop(), 0)
  })
})

async function attemptOf(taskUrl: string): Promise<number> {
  const [task] = await service.db.query<Json>(
    sql`select attempt from tasks where id = ${taskUrl.split('/').at(-1)}`,
  )
  return task.attempt
}

it('a process of the tasks that cannot start is started again, until it is stopped', async () => {
  const { DATABASE_URL } = process.env
  process.env.DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nowhere'
  const faults: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(JSON.parse(line).fault) })

  const tasks = startTaskProcess({ log, config: service.config })
  await until(() => faults.length === 2)
  await tasks.stop()
  if (DATABASE_URL === undefined) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = DATABASE_URL

  const fault =
    'DATABASE_URL: the database at 127.0.0.1:1 refuses connections. Start PostgreSQL there, or correct the host and port.'
  assert.deepEqual(faults, Array(2).fill(fault))
  await assert.rejects(tasks.ready, new Error(fault))
})
