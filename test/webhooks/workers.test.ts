/** Several workers send the deliveries of one database: in order for each record, and whatever becomes of a worker. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { it } from 'node:test'
import sql from 'sql-template-tag'
import { makeVault } from '../../src/access/vault.ts'
import { claim } from '../../src/webhooks/claim.ts'
import { deliver } from '../../src/webhooks/deliver.ts'
import { startReceiver } from '../../tools/receiver.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { comeNow } from '../support/webhooks.ts'
import { startWorker } from '../support/worker.ts'
import { spawnWorker } from '../support/worker-process.ts'

const receiver = await startReceiver()
const env = { WEBHOOK_HTTP: 'true', FETCH_ALLOW: receiver.host }
const service = await startTestService(env)
const owner = await signUp(service)
const event = await make(service, owner, 'event', { name: 'Tea Days' })
await make(service, owner, 'webhook', { url: receiver.url, events: ['*'] }, { event: linkTo(event) })

const track = (name: string) => make(service, owner, 'track', { name }, { event: linkTo(event) })
const rename = ({ id }: Json, name: string) =>
  service.call('PATCH', `/v1/tracks/${id}`, {
    as: owner,
    body: { data: { type: 'track', id, attributes: { name } } },
  })
const pending = () =>
  service.db.query<Json>(sql`select attempts, next_attempt_at > now() as is_taken, error
    from webhook_deliveries where status = 'pending' order by id`)
it('a worker that is killed between sending and noting: another sends the same message again', async () => {
  const held: ServerResponse[] = []
  receiver.answer = (_received, response) => held.push(response)
  const one = await track('one')
  await rename(one, 'two')
  const worker = await spawnWorker(service.config, 1, env)
  await until(() => held.length === 1)
  const gone = new Promise((resolve) => held[0]!.once('close', resolve))
  await worker.end('SIGKILL')
  await gone
  const left = await pending()
  receiver.answer = (_received, response) => response.writeHead(204).end()
  // Its time is over.
  await service.db.query(sql`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`)
  const next = await startWorker(service)
  await until(async () => (await pending()).length === 0)
  await next.close()
  const [first, again] = receiver.received

  assert.deepEqual(left, [
    { attempts: 1, is_taken: true, error: null },
    { attempts: 0, is_taken: false, error: null },
  ])
  assert.deepEqual(
    receiver.received.map(({ body }) => body.data.attributes.name),
    ['one', 'one', 'two'],
  )
  assert.equal(again!.headers['webhook-id'], first!.headers['webhook-id'])
  assert.equal(again!.text, first!.text)
})

it('two workers send what belongs to one record in order, also when some of it fails', async () => {
  receiver.received.length = 0
  const accepted: Json[] = []
  let asked = 0
  receiver.answer = ({ body }, response) => {
    const isRefused = ++asked % 5 === 0
    if (!isRefused) accepted.push(body.data)
    response.writeHead(isRefused ? 503 : 204).end()
  }
  const workers = [await startWorker(service), await startWorker(service)]
  const tracks = await Promise.all(['a', 'b', 'c', 'd'].map((name) => track(`${name}0`)))
  const names = (letter: string) => Array.from({ length: 8 }, (_, number) => `${letter}${number}`)
  await Promise.all(
    tracks.map(async (one) => {
      for (const name of names(one.attributes.name[0]).slice(1)) await rename(one, name)
    }),
  )
  await until(async () => {
    await comeNow(service)
    return (await pending()).length === 0
  })
  for (const worker of workers) await worker.close()
  const byTrack = tracks.map(({ id }) =>
    accepted.filter((data) => data.id === id).map(({ attributes }) => attributes.name),
  )

  assert.deepEqual(byTrack, ['a', 'b', 'c', 'd'].map(names))
})

it('a worker that was held up does not send what another may have taken over', async () => {
  receiver.received.length = 0
  await track('late')
  const [claimed] = await claim(service.db, { free: 1, busy: new Map(), mostOfHost: 1 })
  const { publicUrl, fetchAllow: allow, secret } = service.config
  const parts = { db: service.db, vault: makeVault(secret!), models: service.models, publicUrl, allow }
  const signal = new AbortController().signal
  await deliver({ ...parts, allowsHttp: true }, claimed!, { signal, takenAt: performance.now() - 60_000 })
  const [left] = await pending()

  assert.deepEqual(receiver.received, [])
  assert.deepEqual(left, { attempts: 1, is_taken: true, error: null })
})
