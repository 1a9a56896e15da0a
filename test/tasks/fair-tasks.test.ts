/** Tasks of many users: nobody keeps the others waiting, whatever their tasks are and however long they take. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { openStorages } from '../../src/files/open-storages.ts'
import { openTemp } from '../../src/files/temp.ts'
import { variantTasks } from '../../src/files/variants.ts'
import { resources } from '../../src/resources/all.ts'
import { takeUp } from '../../src/tasks/task.ts'
import { finished, startImport } from '../../tools/archives.ts'
import { photo, tasksOf, variantsOf } from '../../tools/pictures.ts'
import { startRemote } from '../../tools/remote.ts'
import { zipOf } from '../../tools/zips.ts'
import { keptFiles, leftBehind } from '../support/leftovers.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { stallAt } from '../support/stalls.ts'
import { until } from '../support/until.ts'

const PICTURE = await photo(300, 200).jpeg().toBuffer()

/** Sends a picture at /good; elsewhere it sends a byte now and then, and never comes to an end. */
const dripping = new Set<ServerResponse>()
const remote = await startRemote((request, response) => {
  response.setHeader('content-type', 'image/jpeg')
  if (request.url === '/good') return response.end(PICTURE)
  dripping.add(response)
  const timer = setInterval(() => response.write('x'), 50)
  response.on('close', () => {
    clearInterval(timer)
    dripping.delete(response)
  })
})
const service = await startTestService({ WORKERS: '2', FETCH_ALLOW: remote.host })

afterEach(() => {
  for (const response of dripping) response.destroy()
})

async function speakerOf(as: Caller, event: Json, path: string): Promise<Json> {
  return make(service, as, 'speaker', { 'photo-url': remote.url + path }, { event: linkTo(event) })
}

async function startExport(as: Caller, event: Json, at = service): Promise<Json> {
  return at.call('POST', `/v1/events/${event.id}/export/json`, { as, body: {} })
}

describe('tasks of several users', () => {
  it('are done while one user has as many slow pictures as there are workers, and more', async () => {
    const [slow, other] = [await signUp(service), await signUp(service)]
    const [theirs, ours] = [await make(service, slow, 'event'), await make(service, other, 'event')]
    const speakers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => speakerOf(slow, theirs, `/slow/${number}`)),
    )
    await until(() => dripping.size === 2)

    const speaker = await speakerOf(other, ours, '/good')
    const made = await variantsOf(service, speaker)
    const exported = await finished(service, (await startExport(other, ours)).body.task_url)
    const own = await finished(service, (await startExport(slow, theirs)).body.task_url)

    assert.deepEqual([made.state, exported.state, own.state], ['SUCCESS', 'SUCCESS', 'SUCCESS'])
    assert.equal(dripping.size, 2)
    for (const one of speakers) await service.call('DELETE', one.links.self, { as: slow })
    await service.db.query(sql`update tasks set finished_at = now() where finished_at is null`)
  })

  it('are done while one user has as many long imports as there are workers, and more', async () => {
    const [slow, other] = [await signUp(service), await signUp(service)]
    const ours = await make(service, other, 'event')
    const stall = await stallAt(service.config.databaseUrl!, ['tracks'])
    const archive = (name: string) =>
      zipOf({
        event: { id: 1, name, ends_at: '2030-05-03T18:00:00Z' },
        tracks: [{ id: 1, name: 'Science', color: '#ffffff' }],
      })
    const imports = await Promise.all(
      Array.from({ length: 4 }, () => startImport(service, slow, archive('stop at tracks'))),
    )
    await stall.held(2)

    const own = await make(service, slow, 'event', { 'original-image-url': `${remote.url}/good` })
    const picture = await variantsOf(service, own)
    const exported = await finished(service, (await startExport(other, ours)).body.task_url)
    await stall.release()
    const ends = await Promise.all(imports.map(({ body }) => finished(service, body.task_url)))

    assert.deepEqual([picture.state, exported.state], ['SUCCESS', 'SUCCESS'])
    assert.deepEqual(new Set(ends.map(({ state }) => state)), new Set(['SUCCESS']))
  })
})

describe('a picture', () => {
  it('ends the task of the one before it, which nobody waits for any more', async () => {
    const user = await signUp(service)
    const event = await make(service, user, 'event')
    const speaker = await speakerOf(user, event, '/slow')
    await until(() => dripping.size === 1)

    const body = { data: { ...linkTo(speaker), attributes: { 'photo-url': `${remote.url}/good` } } }
    const { status } = await service.call('PATCH', speaker.links.self, { as: user, body })
    await until(() => dripping.size === 0)
    const made = await variantsOf(service, speaker, 2)

    assert.deepEqual([status, made.state], [200, 'SUCCESS'])
    const [first] = await tasksOf(service, speaker)
    assert.deepEqual(await finished(service, `/v1/tasks/${first!.id}`), {
      state: 'FAILURE',
      result: 'The image was changed or removed in the meantime.',
    })
  })

  it('that takes too long to come is given up, and leaves nothing', async () => {
    const { config, db } = service
    const before = await keptFiles(service)
    const user = await signUp(service)
    const id = randomUUID()
    await db.query(sql`insert into tasks (id, name, data, user_id) values (${id}, 'resize.user.images',
      ${JSON.stringify({ id: user.id, url: `${remote.url}/slow` })}, ${user.id})`)
    const { media } = await openStorages(config, db)
    const temp = await openTemp(join(config.dataDir, 'temp'))
    const kinds = variantTasks({ media, temp, fetchAllow: config.fetchAllow, longest: 300 }, resources)
    const task = (await takeUp(db, id))!
    const { signal } = new AbortController()

    const run = kinds['resize.user.images']!.run({ db, task, signal, progress: async () => {} })

    await assert.rejects(run, {
      name: 'TaskError',
      message: 'Processing the image took longer than 0.3 seconds.',
    })
    await until(() => dripping.size === 0)
    assert.deepEqual(await leftBehind(service, (path) => !before.includes(path)), [])
    await db.query(sql`update tasks set finished_at = now() where id = ${id}`)
  })
})

describe('a user with many open tasks', () => {
  it('waits before starting more, also when two processes are asked at once; others do not', async () => {
    const idle = await startTestService()
    const beside = await idle.startBeside()
    const [busy, other] = [await signUp(idle), await signUp(idle)]
    const [theirs, ours] = [await make(idle, busy, 'event'), await make(idle, other, 'event')]

    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) => startExport(busy, theirs, number % 2 ? idle : beside)),
    )
    const archive = zipOf({ event: { id: 1, name: 'Late', ends_at: '2030-05-03T18:00:00Z' } })
    const late = await startImport(idle, busy, archive)
    const { status } = await startExport(other, ours, idle)

    const refused = answers.filter((answer) => answer.status !== 200)
    assert.equal(refused.length, 10)
    for (const answer of [...refused, late]) {
      assert.equal(answer.status, 429)
      assert.equal(answer.body.errors[0].detail, 'You have 50 unfinished tasks. Wait until some finish.')
    }
    assert.equal(refused[0]!.headers['retry-after'], '30')
    assert.equal(status, 200)
    assert.deepEqual(await leftBehind(idle), [])
  })

  it('has those that are left taken up in turn with the tasks of others', async () => {
    const idle = await startTestService()
    const [busy, other] = [await signUp(idle), await signUp(idle)]
    const [theirs, ours] = [await make(idle, busy, 'event'), await make(idle, other, 'event')]
    for (let number = 0; number < 5; number++) await startExport(busy, theirs, idle)
    const { body } = await startExport(other, ours, idle)

    const entries = await idle.db.query<Json>(
      sql`select data->>'taskId' as id from pgboss.job where name = 'tasks' order by priority desc, created_on`,
    )

    assert.equal(
      entries.findIndex(({ id }) => body.task_url.endsWith(id)),
      1,
    )
  })
})
