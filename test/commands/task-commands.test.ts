/** `plenum task …`: looking at tasks and stepping in, while a real worker runs them. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { finished, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { envOf, plenum } from '../support/plenum.ts'
import { startTestService } from '../support/service.ts'
import { stallAt } from '../support/stalls.ts'
import { statementsOf } from '../support/statements.ts'
import { until } from '../support/until.ts'
import { startWorker } from '../support/worker.ts'

const service = await startTestService()
const owner = await signUp(service)
const run = (...words: string[]) => plenum(words, { env: envOf(service) })

async function startExport(eventId: string): Promise<string> {
  const { body } = await service.call('POST', `/v1/events/${eventId}/export/json`, { as: owner, body: {} })
  return body.task_url.split('/')[3]
}

const archiveOf = (name: string) =>
  zipOf({
    event: { id: 1, name, ends_at: '2030-05-03T18:00:00Z' },
    tracks: [{ id: 1, name: 'Science', color: '#ffffff' }],
    sessions: [{ id: 1, title: 'Talk' }],
  })
const folderOf = (name: string) => readdir(join(service.config.dataDir, 'files', name)).catch(() => [])

describe('plenum task', { concurrency: false }, () => {
  it('lists tasks and shows one, with whoever started it', async () => {
    const { id } = await make(service, owner, 'event')
    const task = await startExport(id)

    const listed = await run('task', 'list', '--state', 'waiting')
    const none = await run('task', 'list', '--state', 'running')
    const { created_at, ...shown } = JSON.parse((await run('task', 'show', task, '--json')).out)

    assert.deepEqual(
      [listed.code, listed.out.split('\n').map((line) => line.split(/ {2,}/))],
      [
        0,
        [
          ['ID', 'NAME', 'STATE', 'PROGRESS', 'TRIES', 'CREATED', 'STARTED BY'],
          [
            task,
            'export.event',
            'waiting',
            'WAITING',
            '0',
            created_at.slice(0, 16).replace('T', ' '),
            owner.email,
          ],
          [''],
        ],
      ],
    )
    assert.deepEqual(none, { code: 0, out: 'No tasks found.\n', errors: '' })
    assert.deepEqual(shown, {
      id: task,
      name: 'export.event',
      state: 'waiting',
      progress: 'WAITING',
      tries: 0,
      started_at: null,
      finished_at: null,
      started_by: owner.email,
      data: { event_id: id, image: false, video: false, document: false, audio: false, reviews: false },
      result: null,
    })
  })

  it('cancels a task that waits, and runs it again when it is told to', async () => {
    const { id } = await make(service, owner, 'event', { name: 'Second thoughts' })
    const task = await startExport(id)

    const cancelled = await run('task', 'cancel', task)
    const twice = await run('task', 'cancel', task)
    const failed = await service.call('GET', `/v1/tasks/${task}`)
    const again = await run('task', 'retry', task, '--json')
    const tooEarly = await run('task', 'retry', task)
    const worker = await startWorker(service)
    const { state } = await finished(service, `/v1/tasks/${task}`)
    await worker.close()

    assert.deepEqual(cancelled, { code: 0, out: `The task ${task} was cancelled.\n`, errors: '' })
    assert.deepEqual(twice, { code: 1, out: '', errors: 'The task has already finished.\n' })
    assert.deepEqual(failed.body, {
      state: 'FAILED',
      result: { __error: true, result: 'Cancelled by an administrator.' },
    })
    assert.deepEqual(JSON.parse(again.out), { task, state: 'WAITING' })
    assert.deepEqual(tooEarly, {
      code: 1,
      out: '',
      errors: 'The task is waiting. Only a failed task can be retried.\n',
    })
    assert.equal(state, 'SUCCESS')
    const [job] = await service.db.query(sql`select status, message from export_jobs where task_id = ${task}`)
    assert.deepEqual(job, { status: 'SUCCESS', message: null })
  })

  it('stops an import in the middle, of which nothing stays, and which cannot be run again', async () => {
    const worker = await startWorker(service)
    const stall = await stallAt(service.config.databaseUrl!, ['tracks'])
    const { body } = await startImport(service, owner, archiveOf('Unwanted, stop at tracks'))
    const task = body.task_url.split('/')[3]
    await stall.held(1)

    const running = await run('task', 'list', '--state', 'running', '--json')
    const cancelled = await run('task', 'cancel', task)
    const afterwards = await statementsOf(async () => {
      await stall.release()
      await until(async () => (await folderOf('private/imports')).length === 0)
    })
    const again = await run('task', 'retry', task)
    const { body: next } = await startImport(service, owner, archiveOf('Wanted'))
    const { state } = await finished(service, next.task_url)
    await worker.close()

    assert.deepEqual(
      JSON.parse(running.out).map(({ id, progress }: Record<string, string>) => [id, progress]),
      [[task, 'Importing speakers (0/0)']],
    )
    assert.equal(cancelled.code, 0)
    // The worker has noticed, and did not go on to what comes after the tracks.
    assert.deepEqual(
      afterwards.filter((text) => text.startsWith('insert into')),
      [],
    )
    assert.deepEqual((await service.call('GET', body.task_url)).body, {
      state: 'FAILURE',
      result: 'Cancelled by an administrator.',
    })
    assert.deepEqual(again, {
      code: 1,
      out: '',
      errors: 'The archive of a finished import is not kept. Import it again.\n',
    })
    assert.equal(state, 'SUCCESS')
    const events = await service.db.query(sql`select name from events where name like '%anted%'`)
    assert.deepEqual(events, [{ name: 'Wanted' }])
    const mails = await service.db.query(
      sql`select subject from mails where recipient = ${owner.email} and action like 'event_import%' order by id`,
    )
    assert.deepEqual(mails, [
      { subject: 'The import of your event failed' },
      { subject: 'Wanted was imported' },
    ])
  })

  it('stops an export in the middle, whose archive does not stay', async () => {
    const worker = await startWorker(service)
    const { id } = await make(service, owner, 'event')
    const kept = await folderOf('private/exports')
    const lock = await lockTable(service, 'sessions')
    const task = await startExport(id)
    await waitsForLock(service, 'sessions')

    const cancelled = await run('task', 'cancel', task, '--json')
    await lock.release()
    await worker.close()

    assert.deepEqual(JSON.parse(cancelled.out), { task, state: 'FAILED' })
    assert.deepEqual(await folderOf('private/exports'), kept)
    assert.deepEqual(await folderOf('.drafts'), [])
  })

  it('says that there is no such task', async () => {
    const errors = (id: string) => `The task ${id} does not exist. Run "plenum task list" to see all tasks.\n`
    for (const id of ['00000000-0000-4000-8000-000000000000', 'x']) {
      assert.deepEqual(await run('task', 'show', id), { code: 1, out: '', errors: errors(id) })
    }
  })
})
