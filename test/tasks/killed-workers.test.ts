/** A worker that is killed in the middle: its task is taken up by another and ends, and nobody sees half of anything. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { finished, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { filesOf } from '../support/comparable.ts'
import { leftBehind } from '../support/leftovers.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Json, startTestService, type TestService } from '../support/service.ts'
import { stallAt } from '../support/stalls.ts'
import { until } from '../support/until.ts'
import { spawnWorker } from '../support/worker-process.ts'

/** Where an import is held up, and how far it says that it is: before, between and after the files of its archive. */
const IMPORT_POINTS = {
  events: 'Importing event core',
  social_links: 'Importing event core',
  speakers: 'Importing sponsors (1/1)',
  sessions: 'Importing session_types (1/1)',
  speakers_sessions: 'Importing sessions (1/1)',
  import_jobs: 'Importing mail_templates (0/0)',
  mails: 'Importing mail_templates (0/0)',
  notifications: 'Importing mail_templates (0/0)',
}
const EXPORT_POINTS = ['tasks', 'export_jobs', 'mails']

function archiveOf(name: string): Buffer {
  return zipOf({
    event: { id: 1, name, ends_at: '2030-05-03T18:00:00Z' },
    social_links: [{ id: 1, name: 'x', link: 'https://example.org/' }],
    forms: [{ id: 1, form: 'session', field_identifier: 'title' }],
    microlocations: [{ id: 1, name: 'Hall' }],
    sponsors: [{ id: 1, name: 'Acme' }],
    speakers: [{ id: 1, name: 'Ada' }],
    tracks: [{ id: 1, name: 'Science', color: '#ffffff' }],
    session_types: [{ id: 1, name: 'Talk', length: '00:30' }],
    sessions: [{ id: 1, title: 'Talk', speaker_ids: [1] }],
  })
}

/** The events that can be seen, with what they hold. */
function visibleEvents(service: TestService): Promise<Json[]> {
  return service.db.query<Json>(sql`select name,
      (select count(*)::int from social_links where event_id = e.id) as social_links,
      (select count(*)::int from speakers_sessions l join sessions s on s.id = l.session_id where s.event_id = e.id) as links,
      (select count(*)::int from users_events_roles where event_id = e.id) as roles
    from events e order by name`)
}

/** Watches the events until it is stopped, and answers what was seen of those with a part missing. */
function watchEvents(service: TestService): () => Promise<Json[]> {
  let isWatching = true
  const partial: Json[] = []
  const watching = (async () => {
    while (isWatching) {
      const events = await visibleEvents(service)
      partial.push(...events.filter(({ social_links, links, roles }) => !(social_links && links && roles)))
      await delay(20)
    }
  })()
  return async () => {
    isWatching = false
    await watching
    return partial
  }
}

const taskIdOf = (url: string) => url.split('/')[3]!
const statusOf = async (service: TestService, url: string) => (await service.call('GET', url)).body
const attemptOf = async (service: TestService, url: string) => {
  const [task] = await service.db.query<{ attempt: number }>(
    sql`select attempt from tasks where id = ${taskIdOf(url)}`,
  )
  return task!.attempt
}
const inTurn = <T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> =>
  list.reduce(async (done, one) => [...(await done), await work(one)], Promise.resolve([] as R[]))

describe('a task whose worker is killed', { concurrency: true }, () => {
  it('ends all the same, at whichever point of an import or at the end of an export', async () => {
    const service = await startTestService()
    const owner = await signUp(service)
    const makeEvent = async (point: string) => {
      const event = await make(service, owner, 'event', { name: `Export, stop at ${point}` })
      await make(service, owner, 'social-link', {}, { event: linkTo(event) })
      const speaker = await make(service, owner, 'speaker', {}, { event: linkTo(event) })
      await make(service, owner, 'session', {}, { event: linkTo(event), speakers: [linkTo(speaker)] })
      return event
    }
    const events = await inTurn(EXPORT_POINTS, makeEvent)
    const tables = new Set([...Object.keys(IMPORT_POINTS), ...EXPORT_POINTS])
    const stall = await stallAt(service.config.databaseUrl!, [...tables])
    const imports = await inTurn(Object.keys(IMPORT_POINTS), async (point) => {
      const { body } = await startImport(service, owner, archiveOf(`Import, stop at ${point}`))
      return body.task_url as string
    })
    const exports = await inTurn(events, async ({ id }) => {
      const { body } = await service.call('POST', `/v1/events/${id}/export/json`, { as: owner, body: {} })
      return body.task_url as string
    })
    const tasks = [...imports, ...exports]
    const before = await visibleEvents(service)
    const stopWatching = watchEvents(service)

    // Half of its workers are for one user.
    const first = await spawnWorker(service.config, tasks.length * 2)
    await stall.held(tasks.length)
    const statuses = await inTurn(tasks, (url) => statusOf(service, url))
    await first.end('SIGKILL')
    const archives = await inTurn(exports, (url) => {
      const event = events[exports.indexOf(url)]
      return service.call('GET', `/v1/events/${event.id}/exports/${taskIdOf(url)}`, { as: owner })
    })
    const afterwards = await visibleEvents(service)
    await stall.release()
    const second = await spawnWorker(service.config, tasks.length)
    const ends = await inTurn(tasks, (url) => finished(service, url))
    assert.equal(await second.end('SIGTERM'), 0)

    assert.deepEqual(
      statuses.map(({ state }) => state),
      [...Object.values(IMPORT_POINTS), ...EXPORT_POINTS.map(() => 'WAITING')],
    )
    for (const answer of archives)
      assertRefused(answer, 404, 'The archive does not exist or has been removed.')
    assert.deepEqual(afterwards, before)
    assert.deepEqual(
      ends.map(({ state }) => state),
      ends.map(() => 'SUCCESS'),
    )
    assert.deepEqual(await stopWatching(), [])
    const names = [
      ...EXPORT_POINTS.map((point) => `Export, stop at ${point}`),
      ...Object.keys(IMPORT_POINTS).map((point) => `Import, stop at ${point}`),
    ].sort()
    assert.deepEqual(
      await visibleEvents(service),
      names.map((name) => ({ name, social_links: 1, links: 1, roles: 1 })),
    )
    const mails = await service.db.query<Json>(
      sql`select subject, status from mails where recipient = ${owner.email} and action like 'event_%' order by subject`,
    )
    const subjects = names.map((name) =>
      name.startsWith('Import') ? `${name} was imported` : `The export of ${name} is ready`,
    )
    assert.deepEqual(
      mails,
      subjects.sort().map((subject) => ({ subject, status: 'recorded' })),
    )
    const [counts] = await service.db.query<Json>(sql`select
      (select count(*)::int from notifications where user_id = ${owner.id}) as notices,
      (select array_agg(distinct attempt) from tasks) as attempts,
      (select array_agg(distinct status) from import_jobs) as imports`)
    assert.deepEqual(counts, { notices: imports.length, attempts: [2], imports: ['SUCCESS'] })
    const left = await leftBehind(service, (path) => !path.startsWith('temp/'))
    assert.deepEqual(left, [])
  })

  it('ends when it happens again and again, and its archive is whole', async () => {
    const service = await startTestService()
    const owner = await signUp(service)
    const event = await make(service, owner, 'event')
    for (const name of ['First', 'Second'])
      await make(service, owner, 'session', { title: name }, { event: linkTo(event) })
    const { body } = await service.call('POST', `/v1/events/${event.id}/export/json`, { as: owner, body: {} })
    const points = ['events', 'sessions']
    const locks = await inTurn(points, (table) => lockTable(service, table))

    for (const [index, point] of points.entries()) {
      const worker = await spawnWorker(service.config)
      // Clean-up waits for the tables too.
      await until(async () => (await attemptOf(service, body.task_url)) === index + 1)
      await waitsForLock(service, point)
      await worker.end('SIGKILL')
      await locks[index]!.release()
    }
    const last = await spawnWorker(service.config)
    const { state, result } = await finished(service, body.task_url)
    assert.equal(await last.end('SIGTERM'), 0)

    assert.equal(state, 'SUCCESS')
    const path = result.download_url.replace(service.config.publicUrl, '')
    const { sessions } = await filesOf((await service.app.inject({ url: path })).rawPayload)
    assert.deepEqual(
      sessions.map(({ title }: Json) => title),
      ['First', 'Second'],
    )
    const [counts] = await service.db.query<Json>(sql`select (select attempt from tasks) as attempt,
      (select count(*)::int from mails where action = 'event_exported') as mails`)
    assert.deepEqual(counts, { attempt: 3, mails: 1 })
  })

  it('ends as a failure when no try is left', async () => {
    const service = await startTestService()
    const owner = await signUp(service)
    const stall = await stallAt(service.config.databaseUrl!, ['tracks'])
    const { body } = await startImport(service, owner, archiveOf('stop at tracks'))
    await service.db.query(sql`update pgboss.job set retry_limit = 0`)

    const first = await spawnWorker(service.config)
    await stall.held(1)
    await first.end('SIGKILL')
    await stall.release()
    const second = await spawnWorker(service.config)
    const status = await finished(service, body.task_url)
    assert.equal(await second.end('SIGTERM'), 0)

    assert.deepEqual(status, { state: 'FAILURE', result: 'Internal Server Error' })
    assert.deepEqual(await visibleEvents(service), [])
    const mails = await service.db.query(sql`select subject from mails where action like 'event_%'`)
    assert.deepEqual(mails, [{ subject: 'The import of your event failed' }])
  })
})
