/** The records of exports and imports, each for the one who started it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { finished, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { documentOf, MOMENT, NOT_FOUND, resourceOf } from '../support/document.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { startWorker } from '../support/worker.ts'

const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)
const stranger = await signUp(service)
const admin = await logInAdmin(service)
const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00Z' }

const idOf = (body: Json) => body.task_url.split('/')[3]
const jobsOf = async (path: string, as: Caller, task: string): Promise<Json[]> => {
  const { body } = await service.call('GET', `${path}?page[size]=0`, { as })
  return body.data.filter(({ attributes }: Json) => attributes.task === task)
}

async function importOf(files: Record<string, unknown>): Promise<{ task: string; status: Json }> {
  const { body } = await startImport(service, owner, zipOf(files))
  return { task: idOf(body), status: await finished(service, body.task_url) }
}

async function exportOf(eventId: string): Promise<{ task: string; status: Json }> {
  const { body } = await service.call('POST', `/v1/events/${eventId}/export/json`, { as: owner, body: {} })
  return { task: idOf(body), status: await finished(service, body.task_url) }
}

describe('the record of an import', () => {
  it('holds the task, the user, the outcome and the event', async () => {
    const { task, status } = await importOf({ event: EVENT })

    const [job] = await jobsOf('/v1/import-jobs', owner, task)

    const attributes = {
      task,
      'starts-at': job.attributes['starts-at'],
      status: 'SUCCESS',
      message: null,
      result: status.result.id,
      'result-status': 'SUCCESS',
    }
    assert.match(attributes['starts-at'], MOMENT)
    const linkage = { user: { type: 'user', id: owner.id }, event: { type: 'event', id: status.result.id } }
    const expected = resourceOf('/v1/import-jobs', { type: 'import-job', id: job.id }, attributes, linkage)
    assert.deepEqual(job, expected)
    const single = await service.call('GET', `/v1/import-jobs/${job.id}`, { as: owner })
    assert.deepEqual([single.status, single.body], [200, documentOf(expected)])
  })

  it('holds the text of a failure, and no event', async () => {
    const { task } = await importOf({ event: { ...EVENT, name: '' } })

    const [{ attributes, relationships }] = (await jobsOf('/v1/import-jobs', owner, task)) as [Json]

    const { status, message, result, 'result-status': resultStatus } = attributes
    const text = 'File event, ID 1: name is required'
    assert.deepEqual([status, message, result, resultStatus], ['FAILURE', text, text, 'FAILURE'])
    assert.equal(relationships.event.data, null)
  })

  it('fails at the first try when the database refuses a value, which it would refuse again', async () => {
    await service.db.query(
      sql`create function refuse_events() returns trigger language plpgsql as
        $$begin raise foreign_key_violation; end$$`,
    )
    await service.db.query(
      sql`create trigger refused before insert on events for each row execute function refuse_events()`,
    )

    const { task, status } = await importOf({
      event: EVENT,
      tracks: [{ id: 1, name: 'Web', color: '#ffffff' }],
    })

    await service.db.query(sql`drop trigger refused on events`)
    const [{ attempt }] = await service.db.query<Json>(sql`select attempt from tasks where id = ${task}`)
    assert.deepEqual([status.state, status.result, attempt], ['FAILURE', 'Internal Server Error', 1])
  })

  it('has no outcome while the import runs', async () => {
    const table = await lockTable(service, 'sponsors')
    const sponsors = [{ id: 1, name: 'Acme' }]
    const { body } = await startImport(service, owner, zipOf({ event: EVENT, sponsors }))
    await waitsForLock(service, 'sponsors')

    const [{ attributes }] = (await jobsOf('/v1/import-jobs', owner, idOf(body))) as [Json]
    await table.release()
    await finished(service, body.task_url)

    const { status, message, result, 'result-status': resultStatus } = attributes
    assert.deepEqual([status, message, result, resultStatus], [null, null, null, null])
  })
})

describe('the record of an export', () => {
  it('holds the task, the event, the user and the outcome', async () => {
    const event = await make(service, owner, 'event')
    const { task } = await exportOf(event.id)

    const [job] = await jobsOf('/v1/export-jobs', owner, task)

    const attributes = { task, 'starts-at': job.attributes['starts-at'], status: 'SUCCESS', message: null }
    assert.match(attributes['starts-at'], MOMENT)
    const linkage = { user: { type: 'user', id: owner.id }, event: { type: 'event', id: event.id } }
    assert.deepEqual(
      job,
      resourceOf('/v1/export-jobs', { type: 'export-job', id: job.id }, attributes, linkage),
    )
  })

  it('holds the text of a failure: the event was deleted before its turn came', async () => {
    const api = await startTestService()
    const author = await signUp(api)
    const event = await make(api, author, 'event')
    const { body } = await api.call('POST', `/v1/events/${event.id}/export/json`, { as: author, body: {} })
    await api.call('DELETE', `/v1/events/${event.id}`, { as: author })

    await startWorker(api)
    const status = await finished(api, body.task_url)

    const text = 'The event was not found.'
    assert.deepEqual(status, { state: 'FAILED', result: { __error: true, result: text } })
    const jobs = await api.call('GET', '/v1/export-jobs', { as: author })
    const [{ attributes }] = jobs.body.data
    assert.deepEqual([attributes.status, attributes.message], ['FAILED', text])
  })
})

describe('records of tasks', () => {
  it('are shown to the one who started them, and to staff, but to nobody else', async () => {
    const event = await make(service, owner, 'event')
    const tasks = [
      ['/v1/import-jobs', (await importOf({ event: EVENT })).task],
      ['/v1/export-jobs', (await exportOf(event.id)).task],
    ] as const

    for (const [path, task] of tasks) {
      const [job] = await jobsOf(path, owner, task)
      assert.deepEqual(await jobsOf(path, stranger, task), [])
      const single = await service.call('GET', `${path}/${job.id}`, { as: stranger })
      assert.deepEqual([single.status, single.body], [404, NOT_FOUND])
      assert.equal((await service.call('GET', path)).status, 401)
      assert.deepEqual((await jobsOf(path, admin, task)).length, 1)
    }
  })

  it('are made by tasks alone', async () => {
    const { task } = await importOf({ event: EVENT })
    const [job] = await jobsOf('/v1/import-jobs', owner, task)
    const body = { data: { type: 'import-job', id: job.id, attributes: { status: 'x' } } }

    const answers = [
      await service.call('POST', '/v1/import-jobs', { as: admin, body: { data: { type: 'import-job' } } }),
      await service.call('PATCH', `/v1/import-jobs/${job.id}`, { as: admin, body }),
      await service.call('DELETE', `/v1/import-jobs/${job.id}`, { as: admin }),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [405, 405, 405],
    )
  })
})
