/** Many tasks at once, on several processes: each gives the right result, and requests are answered meanwhile. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { finished, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { comparable, filesOf } from '../support/comparable.ts'
import { leftBehind } from '../support/leftovers.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { spawnWorker } from '../support/worker-process.ts'

const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)

/** An archive whose records all carry its number, linked in a circle. */
function archiveOf(number: number, size = 150): Record<string, Json> {
  const list = (make: (n: number) => Json) =>
    Array.from({ length: size }, (_, n) => ({ id: n + 1, ...make(n + 1) }))
  return {
    event: { id: number, name: `Event ${number}`, ends_at: '2030-05-03T18:00:00+00:00' },
    tracks: list((n) => ({ name: `Track ${number}.${n}`, color: '#ffffff' })),
    speakers: list((n) => ({ name: `Speaker ${number}.${n}` })),
    sessions: list((n) => ({
      title: `Talk ${number}.${n}`,
      track_id: (n % size) + 1,
      speaker_ids: [((n * 7) % size) + 1],
    })),
  }
}

/** What the archive says, with links by name instead of by id. */
function linesOf(files: Record<string, Json>): string[] {
  const named = (file: string, id: number) => files[file].find((one: Json) => one.id === id).name
  const lines = files.sessions.map(
    ({ title, track_id, speaker_ids }: Json) =>
      `${title}: ${named('tracks', track_id)}, ${speaker_ids.map((id: number) => named('speakers', id))}`,
  )
  return [files.event.name, ...lines]
}

async function startExport(eventId: string): Promise<string> {
  const { body } = await service.call('POST', `/v1/events/${eventId}/export/json`, { as: owner, body: {} })
  return body.task_url
}

async function exportOf(taskUrl: string): Promise<Record<string, Json>> {
  const { state, result } = await finished(service, taskUrl, 120_000)
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  const path = result.download_url.replace(service.config.publicUrl, '')
  return filesOf((await service.app.inject({ url: path })).rawPayload)
}

/** The records of this archive have none, so each import makes its own. */
function withoutGuids(files: object): object {
  return JSON.parse(JSON.stringify(files, (key, value) => (key === 'guid' ? undefined : value)))
}

describe('tasks at once', () => {
  it('do not mix: eight imports and eight exports on two processes, while events are read', async () => {
    const numbers = Array.from({ length: 8 }, (_, n) => n + 1)
    const firsts = await Promise.all(
      numbers.map(async (n) => (await startImport(service, owner, zipOf(archiveOf(n)))).body.task_url),
    )
    const imported = await Promise.all(firsts.map((url) => finished(service, url)))
    const worker = await spawnWorker(service.config, 4)

    const imports = numbers.map((n) => startImport(service, owner, zipOf(archiveOf(n + 8))))
    const exports = imported.map(({ result }) => startExport(result.id))
    const tasks = await Promise.all([...imports.map(async (one) => (await one).body.task_url), ...exports])
    let reads = 0
    let isRunning = true
    const reading = (async () => {
      while (isRunning) {
        const { status, body } = await service.call('GET', `/v1/events/${imported[0].result.id}/sessions`, {
          as: owner,
        })
        assert.deepEqual([status, body.meta.count], [200, 150])
        reads++
        await delay(50)
      }
    })()
    const results = await Promise.all(tasks.slice(0, 8).map((url) => finished(service, url, 120_000)))
    const exported = await Promise.all(tasks.slice(8).map(exportOf))
    isRunning = false
    await reading
    await worker.end('SIGTERM')

    assert.deepEqual(
      exported.map(linesOf),
      numbers.map((n) => linesOf(archiveOf(n))),
    )
    const later = await Promise.all(results.map(async ({ result }) => exportOf(await startExport(result.id))))
    assert.deepEqual(
      later.map(linesOf),
      numbers.map((n) => linesOf(archiveOf(n + 8))),
    )
    assert.ok(reads > 0, 'no read was answered while the tasks ran')
    const [{ attempts }] = (await service.db.query<Json>(
      sql`select array_agg(distinct attempt) as attempts from tasks`,
    )) as [Json]
    assert.deepEqual(attempts, [1])
    assert.deepEqual(await leftBehind(service), [])
  })

  it('answer requests while an import is in the middle of its transaction', async () => {
    const table = await lockTable(service, 'sponsors')
    const archive = { ...archiveOf(99), sponsors: [{ id: 1, name: 'Acme' }] }
    const { body } = await startImport(service, owner, zipOf(archive))
    await waitsForLock(service, 'sponsors')

    const event = await make(service, owner, 'event')
    const track = await make(service, owner, 'track', {}, { event: linkTo(event) })
    const { status } = await service.call('PATCH', track.links.self, {
      as: owner,
      body: { data: { ...linkTo(track), attributes: { name: 'Renamed' } } },
    })

    assert.equal(status, 200)
    assert.notEqual((await service.call('GET', body.task_url)).body.state, 'SUCCESS')
    await table.release()
    assert.equal((await finished(service, body.task_url)).state, 'SUCCESS')
  })

  it('may be two exports of one event: both archives are whole', async () => {
    const { result } = await finished(
      service,
      (await startImport(service, owner, zipOf(archiveOf(50)))).body.task_url,
    )

    const tasks = await Promise.all([startExport(result.id), startExport(result.id)])
    const [first, second] = await Promise.all(tasks.map(exportOf))

    assert.notEqual(tasks[0], tasks[1])
    assert.deepEqual(first, second)
    assert.deepEqual(linesOf(first!), linesOf(archiveOf(50)))
  })

  it('may be two imports of one archive: each gives an event of its own', async () => {
    const archive = zipOf(archiveOf(60))

    const starts = await Promise.all([
      startImport(service, owner, archive),
      startImport(service, owner, archive),
    ])
    const ends = await Promise.all(starts.map(({ body }) => finished(service, body.task_url)))
    const files = await Promise.all(
      ends.map(async ({ result }) => withoutGuids(comparable(await exportOf(await startExport(result.id))))),
    )

    assert.notEqual(ends[0].result.id, ends[1].result.id)
    assert.deepEqual(files[0], files[1])
  })
})
