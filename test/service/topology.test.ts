/** Two API processes and two workers behind a proxy, as compose.yaml says, on a database, a bucket and a mail server. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sharp from 'sharp'
import { finished, multipart } from '../../tools/archives.ts'
import { inherited } from '../../tools/inherited.ts'
import { photo } from '../../tools/pictures.ts'
import { startTopology } from '../../tools/topology.ts'
import { unzip, zipOf } from '../../tools/zips.ts'
import { comparable, filesOf } from '../support/comparable.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startLoad } from '../support/load.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { callAt } from '../support/processes.ts'
import type { CalledService, Json } from '../support/service.ts'
import { query } from '../support/spawn-service.ts'
import { stallAt } from '../support/stalls.ts'
import { until } from '../support/until.ts'
import { FORM, formOf } from '../support/uploads.ts'

const database = await freshDatabase()
const topology = await startTopology({ databaseUrl: database.url, env: { DRAIN_SECONDS: '1' } }).catch(
  async (error) => {
    await database.drop()
    throw error
  },
)
after(async () => {
  await topology.stop()
  await database.drop()
})

/** Its import stops at the sessions. */
const HELD_UP = zipOf({
  event: { id: 1, name: 'stop at sessions', ends_at: '2030-05-03T18:00:00Z' },
  sessions: [{ id: 1, title: 'Talk' }],
})
const UNSENT = `select id from mails where status in ('pending', 'sending')`
const ATTEMPTS = `select attempt, count(*)::int from tasks
  where result->>'event_name' = 'stop at sessions' group by attempt order by attempt`

const service: CalledService = { call: callAt(topology.url) }
const owner = await signUp(service, 'owner@plenum.test')
const [apiOne, apiTwo] = topology.apis
const [workerOne] = topology.workers

async function send(path: string, headers: Record<string, string>, body: Buffer): Promise<Json> {
  const answer = await fetch(topology.url + path, {
    method: 'POST',
    headers: { ...headers, authorization: `JWT ${owner.token}` },
    body: new Uint8Array(body),
  })
  return answer.json()
}

async function download(url: string): Promise<Buffer> {
  const answer = await fetch(url)
  assert.equal(answer.status, 200, url)
  return Buffer.from(await answer.arrayBuffer())
}

/** Starts a task, waits for its end, and answers its result. */
async function taskOf(started: Json): Promise<Json> {
  const { state, result } = await finished(service, started.task_url)
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  return result
}

async function exportOf(eventId: string, flags = {}): Promise<Buffer> {
  const { body } = await service.call('POST', `/v1/events/${eventId}/export/json`, { as: owner, body: flags })
  return download((await taskOf(body)).download_url)
}

function importOf(archive: Buffer): Promise<Json> {
  const { headers, payload } = multipart('file', archive, 'event.zip')
  return send('/v1/events/import/json', headers, payload)
}

describe('several processes on one database and one bucket', () => {
  it('share the requests between them', async () => {
    await Promise.all(Array.from({ length: 10 }, () => service.call('GET', '/v1/events')))

    assert.deepEqual([...topology.proxy.answered.keys()].sort(), ['api-1', 'api-2'])
  })

  it('keep files in the bucket, make variants of pictures, and export, import and copy an event whole', async () => {
    const event = await make(service, owner, 'event', { name: 'Original' })
    const add = (type: string, attributes: Json = {}, links: Json = {}) =>
      make(service, owner, type, attributes, { event: linkTo(event), ...links })
    const [track, speaker] = [await add('track'), await add('speaker')]
    await add('session', { title: 'Linked' }, { track: linkTo(track), speakers: [linkTo(speaker)] })
    const picture = await photo(640, 360).jpeg().toBuffer()
    const { url } = await send(
      '/v1/upload/image',
      FORM,
      formOf([{ field: 'file', name: 'a.jpg', content: picture }]),
    )
    const change = { data: { ...linkTo(event), attributes: { 'original-image-url': url } } }
    await service.call('PATCH', `/v1/events/${event.id}`, { as: owner, body: change })
    const path = `/v1/events/${event.id}?fields[event]=large-image-url`
    const largeOf = async () => (await service.call('GET', path)).body.data.attributes['large-image-url']
    await until(async () => (await largeOf()) !== null)
    const { body: copying } = await service.call('POST', `/v1/events/${event.id}/copy`, { as: owner })

    const original = await exportOf(event.id)
    const imported = await exportOf((await taskOf(await importOf(original))).id)
    const copied = await exportOf((await taskOf(copying)).id)
    const withPicture = await unzip(await exportOf(event.id, { image: true }))

    assert.deepEqual(await download(url), picture)
    assert.equal((await sharp(await download(await largeOf())).metadata()).format, 'jpeg')
    const contentOf = async (archive: Buffer) => {
      const files = await filesOf(archive)
      const compared = comparable({ ...files, event: { ...files.event, state: 'published' } })
      return JSON.parse(JSON.stringify(compared).replace(/\/media\/[^"]+/g, '/media'))
    }
    const content = await contentOf(original)
    assert.deepEqual([content.event.name, content.sessions[0].title], ['Original', 'Linked'])
    assert.deepEqual(await contentOf(imported), content)
    // A copy is another event, so its records have other guids.
    const withoutGuids = (files: Json) =>
      JSON.parse(JSON.stringify(files, (key, value) => (key === 'guid' ? '' : value)))
    assert.deepEqual(withoutGuids(await contentOf(copied)), withoutGuids(content))
    const { width, height } = await sharp(withPicture.get('images/background.jpg')).metadata()
    assert.deepEqual([width, height], [640, 360])
  })

  it('never overrun a code that many redeem at once', async () => {
    const event = linkTo(await make(service, owner, 'event', { 'can-pay-onsite': true }))
    const ticket = await make(service, owner, 'ticket', { type: 'paid', price: 20 }, { event })
    const limits = { 'tickets-number': 5, 'max-quantity': -1 }
    await make(service, owner, 'discount-code', limits, { event, tickets: [linkTo(ticket)] })
    const body = { data: { type: 'discount-redemption', attributes: { quantity: 1 } } }
    const redeem = () =>
      service.call('POST', `/v1/events/${event.id}/discount-codes/EARLY/redemptions`, { as: owner, body })

    const answers = await Promise.all(Array.from({ length: 20 }, redeem))

    const counts = Map.groupBy(answers, ({ status }) => status)
    assert.deepEqual([...counts].map(([status, all]) => [status, all.length]).sort(), [
      [201, 5],
      [422, 15],
    ])
  })

  it('lose nothing while they are killed, stopped and started again', async () => {
    const event = linkTo(await make(service, owner, 'event', { name: 'Under load' }))
    const load = startLoad(service, owner, event, 4)
    const answersOf = (name: string) => topology.proxy.answered.get(name)!
    const more = (name: string, before = answersOf(name)) => until(() => answersOf(name) > before + 20)
    await more('api-1')

    const stall = await stallAt(database.url, ['sessions'])
    const imports = await Promise.all(Array.from({ length: 4 }, () => importOf(HELD_UP)))
    await stall.held(4)
    await until(async () => (await query(database.url, UNSENT)).length === 0)
    await workerOne!.kill()
    await workerOne!.start()
    await stall.release()

    await apiOne!.kill()
    const killedAt = Date.now()
    await more('api-2')
    await apiOne!.start()
    await more('api-1')

    assert.equal(await apiTwo!.stop(), 0)
    await apiTwo!.start()
    await more('api-2')
    await load.stop()

    const states = await Promise.all(
      [...load.tasks, ...imports.map(({ task_url }) => task_url)].map((url) => finished(service, url)),
    )
    assert.deepEqual([...new Set(states.map(({ state }) => state))], ['SUCCESS'])
    await load.audit()
    const { lost } = topology.proxy
    assert.equal(load.failed.length, lost.length)
    assert.deepEqual(
      lost.filter(({ backend, sentAt }) => backend !== 'api-1' || sentAt > killedAt),
      [],
    )
    const attempts = await query(database.url, ATTEMPTS)
    assert.deepEqual(attempts, [
      { attempt: 1, count: 2 },
      { attempt: 2, count: 2 },
    ])
    assert.ok(load.answered() > 100 && load.tasks.length > 0)
  })

  it('send each mail once', async () => {
    await until(async () => (await query(database.url, UNSENT)).length === 0)

    const recorded = await query(database.url, 'select id, recipient, subject, status from mails order by id')
    const received = topology.mail.received.map(({ id, to, subject }) => ({
      id: /^<plenum-mail-(\d+)@/.exec(id)![1]!,
      recipient: to[0],
      subject,
      status: 'sent',
    }))
    assert.deepEqual(
      received.toSorted((a, b) => Number(a.id) - Number(b.id)),
      recorded,
    )
    assert.ok(received.length > 5)
  })
})

it('is started by hand with a database of its own, and leaves nothing when it is stopped', async () => {
  await topology.stop()
  const script = join(import.meta.dirname, '..', '..', 'scripts/topology.ts')
  const child = spawn(process.execPath, [script], {
    env: { ...inherited, PORT: '0' },
    stdio: 'pipe',
  })
  const ended = once(child, 'exit')
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })

  await until(() => printed.includes('Ctrl-C'), 60_000)
  const [, address] = /^Plenum serves (\S+)/m.exec(printed)!
  const { status, body } = await callAt(address!)('GET', '/readyz')
  child.kill('SIGINT')

  assert.deepEqual([status, body], [200, { status: 'ready' }])
  assert.deepEqual((await ended)[0], 0)
  const [, folder] = /(\S+plenum-topology-\w+)/.exec(printed)!
  assert.equal(existsSync(folder!), false)
})
