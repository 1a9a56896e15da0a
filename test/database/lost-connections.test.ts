/** The database goes away in the middle of tasks: they end all the same, and the service goes on. */
import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { finished, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { follow } from '../support/event-stream.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, startTestService, type TestService } from '../support/service.ts'
import { query } from '../support/spawn-service.ts'
import { stallAt } from '../support/stalls.ts'

const WORKING = { WORKERS: '4', PORT: '0' }

function archiveOf(name: string): Buffer {
  return zipOf({
    event: { id: 1, name, ends_at: '2030-05-03T18:00:00Z' },
    sessions: [{ id: 1, title: 'Talk' }],
  })
}

/** An import in the middle of its transaction, one at its end, and an export at its end, all held up. */
async function startTasks(service: TestService, owner: Caller): Promise<string[]> {
  const event = await make(service, owner, 'event', { name: 'Export, stop at export_jobs' })
  const answers = [
    await startImport(service, owner, archiveOf('Import, stop at sessions')),
    await startImport(service, owner, archiveOf('Import, stop at import_jobs')),
    await service.call('POST', `/v1/events/${event.id}/export/json`, { as: owner, body: {} }),
  ]
  return answers.map(({ body }) => body.task_url)
}

const POINTS = ['sessions', 'import_jobs', 'export_jobs']

async function assertDone(service: TestService, tasks: string[]): Promise<void> {
  for (const url of tasks) assert.equal((await finished(service, url)).state, 'SUCCESS')
  const events = await service.db.query(sql`select name from events order by name`)
  assert.deepEqual(events, [
    { name: 'Export, stop at export_jobs' },
    { name: 'Import, stop at import_jobs' },
    { name: 'Import, stop at sessions' },
  ])
  const mails = await service.db.query(
    sql`select subject from mails where action like 'event_%' order by subject`,
  )
  assert.deepEqual(mails, [
    { subject: 'Import, stop at import_jobs was imported' },
    { subject: 'Import, stop at sessions was imported' },
    { subject: 'The export of Export, stop at export_jobs is ready' },
  ])
}

describe('when the database goes away', { concurrency: true }, () => {
  it('by cut connections, tasks end and their progress is still told', async () => {
    const service = await startTestService(WORKING)
    const address = await service.listen()
    const owner = await signUp(service)
    const stall = await stallAt(service.config.databaseUrl!, POINTS)
    const tasks = await startTasks(service, owner)
    const stream = await follow(address, tasks[0]!)
    await stall.held(3)

    await query(
      service.config.databaseUrl!,
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and pid not in (select pid from pg_locks where locktype = 'advisory' and granted)`,
    )
    await stall.release()

    const statuses = await stream.end()
    assert.equal(statuses.at(-1).state, 'SUCCESS')
    await assertDone(service, tasks)
    assert.equal((await service.call('GET', '/v1/events')).status, 200)
  })

  it('by a restart of the server, tasks end and the service answers again', async () => {
    const root = await mkdtemp(join(tmpdir(), 'plenum-restart-'))
    // Within reach of the user that root lends to PostgreSQL.
    await chmod(root, 0o755)
    const options = { folder: join(root, 'postgres'), settings: { fsync: 'off' } }
    let server = await startEmbedded(options)
    after(async () => {
      await server.stop()
      await rm(root, { recursive: true, force: true })
    })
    const service = await startTestService({ ...WORKING, DATABASE_URL: server.url })
    const owner = await signUp(service)
    const stall = await stallAt(server.url, POINTS)
    const tasks = await startTasks(service, owner)
    await stall.held(3)

    await server.stop()
    const without = await service.call('GET', '/v1/events')
    server = await startEmbedded(options)

    assert.deepEqual(
      [without.status, without.body.errors[0].detail],
      [503, 'The service is busy or its database is unreachable. Try again soon.'],
    )
    await assertDone(service, tasks)
    assert.equal((await service.call('GET', '/v1/events')).status, 200)
  })
})
