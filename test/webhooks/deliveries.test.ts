/** Requests to real receivers: signed, in order, repeated, and never where they must not go. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import tls from 'node:tls'
import sql from 'sql-template-tag'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, WebhookError } from '../../packages/client/src/plenum-client.ts'
import { attempt } from '../../src/webhooks/attempt.ts'
import { finished } from '../../tools/archives.ts'
import { CERTIFICATE } from '../../tools/certificate.ts'
import { type Received, type Receiver, startReceiver } from '../../tools/receiver.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { envOf, plenum } from '../support/plenum.ts'
import { type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { comeNow } from '../support/webhooks.ts'
import { startWorker } from '../support/worker.ts'

tls.setDefaultCACertificates([...tls.getCACertificates('default'), CERTIFICATE])

const receiver = await startReceiver()
const secure = await startReceiver({ isSecure: true })
const slow = await startReceiver()
/** Nobody may ever come here. */
const inner = await startReceiver()
const allowed = [receiver, secure, slow].map(({ host }) => host)
const env = { WEBHOOK_HTTP: 'true', FETCH_ALLOW: allowed.join(',') }
const service = await startTestService(env)
const owner = await signUp(service)
await startWorker(service, 1)

let count = 0
/** An event with a webhook whose requests come to a path of its own. */
async function listen(at: Receiver = receiver, events = ['*'], attributes: Json = {}): Promise<Listening> {
  const path = `/hook${++count}`
  const event = await make(service, owner, 'event', { name: 'Tea Days' })
  const url = `${at.url}${path}`
  const webhook = await make(
    service,
    owner,
    'webhook',
    { url, events, ...attributes },
    { event: linkTo(event) },
  )
  return { path, event: linkTo(event), webhook, secret: webhook.attributes.secret, got: () => at.at(path) }
}

interface Listening {
  path: string
  event: { type: string; id: string }
  webhook: Json
  secret: string
  got(): Received[]
}

const track = ({ event }: Listening, name = 'Leaves') => make(service, owner, 'track', { name }, { event })
const rename = ({ id }: Json, name: string, type = 'track') =>
  service.call('PATCH', `/v1/${type}s/${id}`, {
    as: owner,
    body: { data: { type, id, attributes: { name } } },
  })
const deliveriesOf = async ({ webhook }: Listening): Promise<Json[]> =>
  (await service.call('GET', `/v1/webhooks/${webhook.id}/deliveries?sort=id`, { as: owner })).body.data.map(
    (one: Json) => ({ id: one.id, ...one.attributes }),
  )
const ended = (listening: Listening, number: number) =>
  until(async () => {
    const all = await deliveriesOf(listening)
    return all.filter(({ status }) => status !== 'pending').length >= number
  })
const verified = ({ text, headers }: Received, secret: string) => new Webhook(secret).verify(text, headers)
const answers: Record<string, (response: ServerResponse, received: Received) => void> = {}
for (const one of [receiver, slow])
  one.answer = (received, response) =>
    answers[received.path] ? answers[received.path]!(response, received) : response.writeHead(204).end()

describe('a message', () => {
  it('is the record as an organizer sees it, signed by Standard Webhooks', async () => {
    const listening = await listen(secure)
    const session = await make(
      service,
      owner,
      'session',
      { title: 'Brewing “tea” 茶', comments: 'Only for us' },
      { event: listening.event },
    )
    await ended(listening, 1)
    const [message] = listening.got()
    const read = await service.call('GET', `/v1/sessions/${session.id}`, { as: owner })
    const document = verified(message!, listening.secret) as Json
    const [delivery] = await deliveriesOf(listening)

    assert.deepEqual(document, {
      data: read.body.data,
      links: { self: `http://plenum.test/v1/sessions/${session.id}` },
      meta: { type: 'session.created', timestamp: delivery['created-at'], event: listening.event.id },
      jsonapi: { version: '1.0' },
    })
    assert.equal(message!.headers['content-type'], 'application/vnd.api+json')
    assert.equal(message!.headers['webhook-id'], delivery['message-id'])
    assert.deepEqual(
      [delivery.status, delivery.attempts, delivery['response-status'], delivery.error],
      ['delivered', 1, 204, null],
    )
    const forged = { ...message!, text: message!.text.replace('Brewing', 'Burning') }
    assert.throws(() => verified(forged, listening.secret), /No matching signature/)
  })

  it('has the record as the change left it, and the last state of one that is deleted', async () => {
    const listening = await listen()
    answers[listening.path] = (response) => response.writeHead(503).end()
    const one = await track(listening, 'First')
    await rename(one, 'Second')
    await service.call('DELETE', `/v1/tracks/${one.id}`, { as: owner })
    const invited = await make(
      service,
      owner,
      'role-invite',
      { email: 'mei@plenum.test' },
      { event: listening.event },
    )
    await service.call('DELETE', `/v1/role-invites/${invited.id}`, { as: owner })
    delete answers[listening.path]
    await until(async () => {
      await comeNow(service)
      return (await deliveriesOf(listening)).every(({ status }) => status === 'delivered')
    })
    const messages = listening.got().map(({ body }) => body)
    const states = [...new Map(messages.map(({ meta, data }) => [meta.type, data.attributes])).entries()]
    const shown = states.map(([type, { name, email, 'deleted-at': deleted }]) => [
      type,
      name ?? email,
      Boolean(deleted),
    ])

    assert.deepEqual(shown.sort(), [
      ['role-invite.created', 'mei@plenum.test', false],
      ['role-invite.deleted', 'mei@plenum.test', false],
      ['track.created', 'First', false],
      ['track.deleted', 'Second', true],
      ['track.updated', 'Second', false],
    ])
    assert.ok(!/token|hash/.test(JSON.stringify(messages)))
  })

  it('of a release has what follows from its creation', async () => {
    const listening = await listen(receiver, ['schedule.released'])
    const room = await make(service, owner, 'microlocation', {}, { event: listening.event })
    const slot = { 'starts-at': '2030-05-01T10:00:00Z', 'ends-at': '2030-05-01T11:00:00Z' }
    const links = { event: listening.event, microlocation: linkTo(room) }
    await make(service, owner, 'session', { ...slot, state: 'accepted' }, links)
    const release = await make(service, owner, 'schedule-release', {}, { event: listening.event })
    await ended(listening, 1)
    const [message] = listening.got()

    assert.equal(message!.body.meta.type, 'schedule.released')
    assert.equal(message!.body.data.attributes['session-count'], 1)
    assert.deepEqual(message!.body.data.attributes, release.attributes)
  })

  it('tells of a finished export', async () => {
    const listening = await listen(receiver, ['export.finished'])
    const url = `/v1/events/${listening.event.id}/export/json`
    const { task_url } = (await service.call('POST', url, { as: owner, body: {} })).body
    await finished(service, task_url)
    await ended(listening, 1)
    const { data, meta } = listening.got()[0]!.body
    const { task, status } = data.attributes

    assert.deepEqual([meta.type, `/v1/tasks/${task}`, status], ['export.finished', task_url, 'SUCCESS'])
  })

  it('is signed with both secrets for a day after a rotation', async () => {
    const listening = await listen()
    const url = `/v1/webhooks/${listening.webhook.id}/rotate-secret`
    const rotated = (await service.call('POST', url, { as: owner })).body.data.attributes.secret
    await track(listening)
    await ended(listening, 1)
    await service.db.query(
      sql`update webhooks set former_secret_ends_at = now() where id = ${listening.webhook.id}`,
    )
    await track(listening)
    await ended(listening, 2)
    const [during, after] = listening.got()

    assert.match(rotated, /^whsec_/)
    assert.notEqual(rotated, listening.secret)
    verified(during!, listening.secret)
    verified(during!, rotated)
    verified(after!, rotated)
    assert.throws(() => verified(after!, listening.secret), /No matching signature/)
    assert.equal(after!.headers['webhook-signature']!.split(' ').length, 1)
  })
})

describe('a receiver', () => {
  it('that refuses gets the same message again, later and later', async () => {
    const listening = await listen()
    answers[listening.path] = (response) => response.writeHead(500).end('out of tea')
    await track(listening)
    await until(async () => (await deliveriesOf(listening))[0].error !== null)
    const [first] = await deliveriesOf(listening)
    await comeNow(service)
    await until(async () => {
      const [one] = await deliveriesOf(listening)
      return (
        one.attempts === 2 && Date.parse(one['next-attempt-at']) - Date.parse(one['attempted-at']) < 59_000
      )
    })
    const [second] = await deliveriesOf(listening)
    answers[listening.path] = (response) => response.writeHead(202).end('thanks')
    await comeNow(service)
    await ended(listening, 1)
    const [last] = await deliveriesOf(listening)
    const pause = (one: Json) => Date.parse(one['next-attempt-at']) - Date.parse(one['attempted-at'])
    const messages = listening.got()

    assert.deepEqual(
      [first.status, first.attempts, first['response-status'], first['response-text'], first.error],
      ['pending', 1, 500, 'out of tea', 'The receiver returned 500.'],
    )
    assert.ok(pause(second) > pause(first), `${pause(first)} ${pause(second)}`)
    assert.deepEqual([last.status, last.attempts, last['response-text']], ['delivered', 3, 'thanks'])
    assert.equal(new Set(messages.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal(new Set(messages.map(({ text }) => text)).size, 1)
    for (const message of messages) verified(message, listening.secret)
  })

  it('that is down for an hour gets everything afterwards, in order for each record', async () => {
    const listening = await listen()
    answers[listening.path] = (response) => response.destroy()
    const [one, other] = [await track(listening, 'a0'), await track(listening, 'b0')]
    for (const number of [1, 2, 3]) {
      await rename(one, `a${number}`)
      await rename(other, `b${number}`)
    }
    await until(() => listening.got().length >= 2)
    await until(async () => (await deliveriesOf(listening)).filter(({ error }) => error).length === 2)
    await service.db.query(sql`update webhook_deliveries set created_at = created_at - interval '1 hour',
      attempted_at = attempted_at - interval '1 hour' where webhook_id = ${listening.webhook.id}`)
    const tried = listening.got().length
    delete answers[listening.path]
    await comeNow(service)
    await ended(listening, 8)
    const names = listening
      .got()
      .slice(tried)
      .map(({ body }) => body.data.attributes.name)

    assert.deepEqual(
      [names.filter((name) => name.startsWith('a')), names.filter((name) => name.startsWith('b'))],
      [
        ['a0', 'a1', 'a2', 'a3'],
        ['b0', 'b1', 'b2', 'b3'],
      ],
    )
  })

  it('that fails for three days is given up, and what follows is tried', async () => {
    const listening = await listen()
    answers[listening.path] = (response, { body }) =>
      response.writeHead(body.data.attributes.name === 'bad' ? 500 : 204).end()
    const one = await track(listening, 'bad')
    await rename(one, 'good')
    await until(async () => (await deliveriesOf(listening))[0].error !== null)
    await service.db.query(sql`update webhook_deliveries set created_at = now() - interval '73 hours'
      where webhook_id = ${listening.webhook.id}`)
    await comeNow(service)
    await ended(listening, 2)
    const states = (await deliveriesOf(listening)).map(({ status, attempts, 'next-attempt-at': next }) => [
      status,
      attempts,
      next,
    ])

    assert.deepEqual(states, [
      ['failed', 2, null],
      ['delivered', 1, null],
    ])
  })

  it('that is slow holds up itself alone, and not with more than four requests', async () => {
    const [late, quick] = [await listen(slow), await listen()]
    const waiting: ServerResponse[] = []
    answers[late.path] = (response) => waiting.push(response)
    for (let number = 0; number < 6; number++) await track(late, `late ${number}`)
    await until(() => waiting.length === 4)
    for (let number = 0; number < 6; number++) await track(quick, `quick ${number}`)
    await ended(quick, 6)
    const atOnce = waiting.length
    answers[late.path] = (response) => response.writeHead(204).end()
    for (const response of waiting) response.writeHead(204).end()
    await ended(late, 6)

    assert.equal(atOnce, 4)
    assert.equal(late.got().length, 6)
  })

  it('that takes too long is given up', async () => {
    const { host, url } = slow
    answers['/forever'] = () => {}
    answers['/drops'] = (response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 5)
      response.once('close', () => clearInterval(timer))
    }
    const message = { id: 'msg_1', document: '{}', secrets: ['whsec_dGVh'] }
    const options = { allow: [host], allowsHttp: true, signal: new AbortController().signal, longest: 200 }
    const never = await attempt({ ...message, url: `${url}/forever` }, options)
    const drops = await attempt({ ...message, url: `${url}/drops` }, options)

    assert.deepEqual(never, {
      status: null,
      text: null,
      error: 'The receiver did not respond within 0.2 seconds.',
    })
    assert.deepEqual([drops.status, drops.error, /^\.*$/.test(drops.text!)], [200, null, true])
  })

  it('that redirects is not followed', async () => {
    const listening = await listen()
    answers[listening.path] = (response) => response.writeHead(307, { location: `${inner.url}/in` }).end()
    await track(listening)
    await until(async () => (await deliveriesOf(listening))[0].error !== null)
    const [delivery] = await deliveriesOf(listening)

    assert.equal(delivery.error, 'The receiver returned 307. Redirects are not followed.')
    assert.deepEqual(inner.received, [])
  })

  it('that returns 410 switches the webhook off, and the log says so', async () => {
    const listening = await listen()
    answers[listening.path] = (response) => response.writeHead(410).end()
    const one = await track(listening)
    await rename(one, 'Waits')
    await ended(listening, 2)
    const url = `/v1/webhooks/${listening.webhook.id}`
    const { attributes } = (await service.call('GET', url, { as: owner })).body.data
    const [entry] = (
      await service.call('GET', `/v1/events/${listening.event.id}/changes?sort=-id&page[size]=1`, {
        as: owner,
      })
    ).body.data
    const [first, second] = await deliveriesOf(listening)
    const data = { type: 'webhook', id: listening.webhook.id, attributes: { 'is-active': true } }
    const on = (await service.call('PATCH', url, { as: owner, body: { data } })).body.data.attributes

    const reason = 'The receiver returned 410 Gone.'
    assert.deepEqual([attributes['is-active'], attributes['inactive-reason']], [false, reason])
    assert.deepEqual([first.error, second.status], [reason.replace(' Gone', ''), 'failed'])
    // The second may be taken just before or just after.
    assert.ok([reason, 'The webhook was switched off.'].includes(second.error), second.error)
    assert.deepEqual(entry.attributes['field-values'], {
      'is-active': { old: true, new: false },
      'inactive-reason': { old: null, new: reason },
    })
    assert.deepEqual([on['is-active'], on['inactive-reason']], [true, null])
    assert.equal(listening.got().length, 1)
  })

  it('that returns very much is read for a moment only', async () => {
    const listening = await listen()
    answers[listening.path] = (response) => {
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write('\0x'.repeat(10_000)));
      }
      response.on('drain', more)
      more()
    }
    await track(listening)
    await ended(listening, 1)
    const [delivery] = await deliveriesOf(listening)

    assert.deepEqual([delivery.status, delivery['response-text']], ['delivered', 'x'.repeat(1_000)])
  })

  it('with a private address is never reached, whatever its name', async () => {
    const listening = await listen(inner)
    await track(listening)
    await until(async () => (await deliveriesOf(listening))[0].error !== null)
    const [delivery] = await deliveriesOf(listening)

    assert.deepEqual([delivery.status, delivery.error], ['pending', `${inner.host} is not a public address.`])
    assert.deepEqual(inner.received, [])
  })
})

describe('deliveries', () => {
  it('end with their event, except that it is deleted', async () => {
    const listening = await listen()
    answers[listening.path] = (response) => response.writeHead(503).end()
    await track(listening)
    await until(async () => (await deliveriesOf(listening))[0].error !== null)
    delete answers[listening.path]
    await service.call('DELETE', `/v1/events/${listening.event.id}`, { as: owner })
    await comeNow(service)
    const states = () =>
      service.db.query<Json>(sql`select name, status, error from webhook_deliveries
        where webhook_id = ${listening.webhook.id} order by id`)
    await until(async () => (await states()).every(({ status }) => status !== 'pending'))

    assert.deepEqual(await states(), [
      { name: 'track.created', status: 'failed', error: 'The event was deleted.' },
      { name: 'event.deleted', status: 'delivered', error: null },
    ])
  })

  it('can be asked for again, with the same id', async () => {
    const listening = await listen()
    await track(listening)
    await ended(listening, 1)
    const [delivery] = await deliveriesOf(listening)
    const url = `/v1/webhook-deliveries/${delivery.id}/redeliver`
    const { status, headers, body } = await service.call('POST', url, { as: owner })
    await ended(listening, 2)
    const [first, second] = listening.got()

    assert.deepEqual([status, body.data.attributes.status], [201, 'pending'])
    assert.equal(headers.location, `/v1/webhook-deliveries/${body.data.id}`)
    assert.notEqual(body.data.id, delivery.id)
    assert.deepEqual(
      [second!.text, second!.headers['webhook-id']],
      [first!.text, first!.headers['webhook-id']],
    )
  })

  it('can be tried by a ping, over HTTP and on the command line', async () => {
    const listening = await listen(receiver, ['session.created'])
    const url = `/v1/webhooks/${listening.webhook.id}/ping`
    const { status, body } = await service.call('POST', url, { as: owner })
    await ended(listening, 1)
    const settings = { ...envOf(service), ...env }
    const answered = await plenum(['webhook', 'ping', listening.webhook.id], { env: settings })
    answers[listening.path] = (response) => response.writeHead(500).end()
    const refused = await plenum(['webhook', 'ping', listening.webhook.id], { env: settings })
    const [message] = listening.got()

    assert.deepEqual([status, body.data.attributes.name], [201, 'webhook.ping'])
    assert.deepEqual([message!.body.data.type, message!.body.meta.type], ['webhook', 'webhook.ping'])
    verified(message!, listening.secret)
    assert.match(answered.out, /^The receiver returned 204 after \d+ ms\.\n$/)
    assert.deepEqual([answered.code, refused.code], [0, 1])
    assert.match(refused.errors, /The receiver returned 500\./)
  })
})

describe('the typed client', () => {
  it('verifies what was sent, and refuses what is forged or old', async () => {
    const listening = await listen(receiver, ['track.created'])
    const made = await track(listening, 'Oolong')
    await ended(listening, 1)
    const [{ headers, text: body }] = listening.got() as [Received]
    const old = new Webhook(listening.secret).sign('msg_1', new Date(1_000_000), body)
    const refused = [
      [{ headers, body: body.replace('Oolong', 'Coffee') }, listening.secret],
      [{ headers, body }, 'whsec_dGVh'],
      [{ headers: {}, body }, listening.secret],
      [{ headers: { ...headers, 'webhook-signature': 'v1,%%' }, body }, listening.secret],
      [
        { headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': '1000', 'webhook-signature': old }, body },
        listening.secret,
      ],
    ] as const
    const { record, ...message } = await verifyWebhook({ headers, body }, ['whsec_dGVh', listening.secret])

    assert.deepEqual(message, {
      id: headers['webhook-id'],
      name: 'track.created',
      at: JSON.parse(body).meta.timestamp,
      eventId: listening.event.id,
      type: 'track',
    })
    assert.deepEqual([record.id, 'name' in record && record.name], [made.id, 'Oolong'])
    assert.equal(
      (await verifyWebhook({ headers: new Headers(headers), body }, listening.secret)).type,
      'track',
    )
    for (const [sent, secret] of refused) await assert.rejects(verifyWebhook(sent, secret), WebhookError)
  })
})
