/** A worker that is told to stop finishes what it runs, or gives it back when that takes too long. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { finished, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService, type TestService } from '../support/service.ts'
import { stallAt } from '../support/stalls.ts'
import { spawnWorker } from '../support/worker-process.ts'

const archive = zipOf({
  event: { id: 1, name: 'stop at sessions', ends_at: '2030-05-03T18:00:00Z' },
  sessions: [{ id: 1, title: 'Talk' }],
})

async function connections(service: TestService): Promise<number> {
  const [row] = await service.db.query<Json>(
    sql`select count(*)::int from pg_stat_activity where datname = current_database()`,
  )
  return row.count
}

async function outcome(service: TestService): Promise<Json> {
  const [row] = await service.db.query<Json>(sql`select max(attempt) as attempt,
    (select count(*)::int from events) as events, (select count(*)::int from sessions) as sessions,
    (select count(*)::int from mails where action = 'event_imported') as mails from tasks`)
  return row
}

async function jobState(service: TestService): Promise<string> {
  const [job] = await service.db.query<Json>(sql`select state from pgboss.job where name = 'tasks'`)
  return job.state
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('It does not come true.')
    await delay(20)
  }
}

describe('a worker that is told to stop', { concurrency: true }, () => {
  it('finishes the task that it runs, and takes no other', async () => {
    const service = await startTestService()
    const owner = await signUp(service)
    const stall = await stallAt(service.config.databaseUrl!, ['sessions'])
    const worker = await spawnWorker(service.config, 1, { LOG_FORMAT: 'text' })
    const { body } = await startImport(service, owner, archive)
    await stall.held(1)
    const before = await connections(service)

    const ended = worker.end('SIGTERM')
    await until(async () => (await connections(service)) < before)
    const late = await startImport(service, owner, archive)
    await stall.release()

    assert.equal(await ended, 0)
    await until(async () => worker.lines.at(-1) === 'Stopped: 1 task ended.')
    const states = [body, late.body].map(
      async ({ task_url }) => (await service.call('GET', task_url)).body.state,
    )
    assert.deepEqual(await Promise.all(states), ['SUCCESS', 'WAITING'])
    assert.deepEqual(await outcome(service), { attempt: 1, events: 1, sessions: 1, mails: 1 })
  })

  it('gives back a task that takes too long, for another to do', async () => {
    const service = await startTestService()
    const owner = await signUp(service)
    const stall = await stallAt(service.config.databaseUrl!, ['sessions'])
    const first = await spawnWorker(service.config)
    const { body } = await startImport(service, owner, archive)
    await stall.held(1)

    const ended = first.end('SIGTERM')
    await until(async () => (await jobState(service)) === 'retry')
    const unfinished = await service.call('GET', body.task_url)
    await stall.release()
    const second = await spawnWorker(service.config)
    const { state } = await finished(service, body.task_url)

    assert.deepEqual([unfinished.body, state], [{ state: 'Importing session_types (0/0)' }, 'SUCCESS'])
    assert.deepEqual([await ended, await second.end('SIGTERM')], [0, 0])
    const { events, sessions, mails } = await outcome(service)
    assert.deepEqual({ events, sessions, mails }, { events: 1, sessions: 1, mails: 1 })
  })
})
