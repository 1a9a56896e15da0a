/** The payment authorization of an event: one for each, made with a provider or without, and never shown whole. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, beforeEach, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { oauthProvider } from '../../src/payments/oauth-provider.ts'
import { startService } from '../../src/service.ts'
import { CLIENT, startPaymentServer } from '../../tools/oauth.ts'
import { DELETED, documentOf, NOT_FOUND, resourceOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Caller, type Json, startTestService, type TestService } from '../support/service.ts'

const TYPE = 'payment-authorization'
const PATH = '/v1/payment-authorization'
const POINTER = { pointer: '/data/attributes/payment-auth-code' }
const ONE = 'The event already has a payment authorization.'

interface Stage {
  service: TestService
  owner: Caller
  event: { type: string; id: string }
}

async function setStage(env: Record<string, string> = {}): Promise<Stage> {
  const service = await startTestService(env)
  const stage = { service, owner: await signUp(service), event: { type: 'event', id: '0' } }
  await renewEvent(stage)
  return stage
}

async function renewEvent(stage: Stage): Promise<void> {
  stage.event = linkTo(await make(stage.service, stage.owner, 'event'))
}

const authorize = ({ service, owner, event }: Stage, attributes: Json = {}, path = PATH) =>
  service.call('POST', path, { as: owner, body: bodyOf(TYPE, attributes, { event }) })
const change = ({ service, owner }: Stage, id: string, attributes: Json) =>
  service.call('PATCH', `${PATH}/${id}`, { as: owner, body: { data: { type: TYPE, id, attributes } } })
const read = ({ service, owner, event }: Stage) =>
  service.call('GET', `/v1/events/${event.id}/payment-authorization`, { as: owner })
const isLinked = async ({ service, event }: Stage) =>
  (await service.call('GET', `/v1/events/${event.id}`)).body.data.attributes['is-stripe-linked']
const documentFor = (event: Json, id: string, key: string | null) =>
  documentOf(resourceOf(PATH, { type: TYPE, id }, { 'payment-publishable-key': key }, { event }))

describe('without a provider', async () => {
  const stage = await setStage()
  const { service, owner } = stage
  beforeEach(() => renewEvent(stage))

  it('is kept as it is sent, shown without its code, changed and deleted', async () => {
    const created = await authorize(stage, { 'payment-publishable-key': 'pk_1' })

    const { id } = created.body.data
    assert.deepEqual([created.status, created.body], [201, documentFor(stage.event, id, 'pk_1')])
    assert.equal(created.headers.location, `${PATH}/${id}`)
    assert.equal(await isLinked(stage), true)
    const related = await read(stage)
    assert.deepEqual([related.status, related.body.data], [200, created.body.data])
    const changed = await change(stage, id, {
      'payment-publishable-key': 'pk_2',
      'payment-auth-code': 'ac_2',
    })
    assert.deepEqual([changed.status, changed.body], [200, documentFor(stage.event, id, 'pk_2')])
    const deleted = await service.call('DELETE', `/v1/payment-authorizations/${id}`, { as: owner })
    assert.deepEqual([deleted.status, deleted.body], [200, DELETED])
    assert.equal(await isLinked(stage), false)
    const gone = await service.call('GET', `${PATH}/${id}`, { as: owner })
    assert.deepEqual([gone.status, gone.body], [404, NOT_FOUND])
    const none = await read(stage)
    assert.deepEqual([none.status, none.body.data], [200, null])
  })

  it('has no list: the collection takes POST alone, by both of its names', async () => {
    for (const url of [PATH, '/v1/payment-authorizations']) {
      const { status, headers } = await service.call('GET', url, { as: owner })
      assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'])
    }
    assert.equal((await authorize(stage, {}, '/v1/payment-authorizations')).status, 201)
  })

  it('is the only one of its event, however many are created at once on two services', async () => {
    const stages = [stage, { ...stage, service: await service.startBeside() }]
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => authorize(stages[n % 2]!)))

    const refused = answers.filter(({ status }) => status !== 201)
    assert.equal(refused.length, 19)
    for (const answer of refused) assertRefused(answer, 409, ONE, { pointer: '/data/relationships/event' })
    assert.deepEqual((await read(stage)).body.data, answers.find(({ status }) => status === 201)!.body.data)
  })

  it('needs its code on creation, and an event', async () => {
    const missing = await authorize(stage, { 'payment-auth-code': ' ' })
    const nowhere = await service.call('POST', PATH, { as: owner, body: bodyOf(TYPE) })

    assertRefused(missing, 422, 'payment-auth-code must not be blank', POINTER)
    assertRefused(nowhere, 422, 'event is required', { pointer: '/data/relationships/event' })
  })

  it('keeps the code encrypted, and seals it anew when the secret changes', async () => {
    await authorize(stage, { 'payment-auth-code': 'ac_plain' })
    const sealedNow = async () => {
      const [row] = await service.db.query<{ sealed: string }>(
        sql`select sealed from payment_authorizations where event_id = ${stage.event.id}`,
      )
      return row!.sealed
    }
    const before = await sealedNow()

    const { config } = service
    const rotated = {
      ...config,
      secret: 'another secret that only the tests know',
      oldSecrets: [config.secret!],
    }
    await (await startService(rotated)).close()

    const now = await sealedNow()
    assert.match(before, /^[\w-]{8}\.[\w-]{60,}$/)
    assert.equal(Buffer.from(before.split('.')[1]!, 'base64url').includes('ac_plain'), false)
    assert.notEqual(now.split('.')[0], before.split('.')[0])
  })
})

describe('with a provider', async () => {
  const payment = await startPaymentServer()
  const stage = await setStage(payment.env)
  const { service, owner } = stage
  beforeEach(async () => {
    await renewEvent(stage)
    Object.assign(payment, { exchanges: [], revocations: 0, answer: undefined })
  })
  const exchanged = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    client: [CLIENT.id, CLIENT.secret],
  })

  it('exchanges the code, shows the key of the provider alone, and revokes when it is deleted', async () => {
    const { status, body } = await authorize(stage, {
      'payment-auth-code': 'ac_1',
      'payment-publishable-key': 'pk_made_up',
    })
    const { id } = body.data

    assert.deepEqual([status, body], [201, documentFor(stage.event, id, 'pk_1')])
    const renamed = await change(stage, id, { 'payment-publishable-key': 'pk_made_up' })
    assert.deepEqual(renamed.body, documentFor(stage.event, id, 'pk_1'))
    const renewed = await change(stage, id, { 'payment-auth-code': 'ac_2' })
    assert.deepEqual(renewed.body, documentFor(stage.event, id, 'pk_2'))
    assert.deepEqual(payment.exchanges, [exchanged('ac_1'), exchanged('ac_2')])
    const deleted = await service.call('DELETE', `${PATH}/${id}`, { as: owner })
    assert.deepEqual([deleted.status, payment.revocations], [200, 1])
  })

  it('asks the provider only for what would be stored', async () => {
    const stranger = await signUp(service)
    await authorize(stage, { 'payment-auth-code': 'ac_1' })
    const body = bodyOf(TYPE, {}, { event: stage.event })

    assertRefused(await authorize(stage), 409, ONE, { pointer: '/data/relationships/event' })
    assert.equal((await service.call('POST', PATH, { as: stranger, body })).status, 403)
    assert.deepEqual(payment.exchanges, [exchanged('ac_1')])
  })

  it('stores nothing when the provider refuses the code', async () => {
    payment.answer = { status: 400, body: { error: 'invalid_grant', error_description: '<b>ac_1</b>' } }

    const refused = await authorize(stage, { 'payment-auth-code': 'ac_1' })

    assertRefused(refused, 422, 'The payment provider rejected the code (invalid_grant).', POINTER)
    assert.deepEqual([(await read(stage)).body.data, await isLinked(stage)], [null, false])
  })

  it('keeps what it had when the provider refuses a new code', async () => {
    const { body } = await authorize(stage, { 'payment-auth-code': 'ac_1' })
    payment.answer = { status: 400, body: { error: 'invalid_grant' } }

    const refused = await change(stage, body.data.id, { 'payment-auth-code': 'ac_2' })

    assert.equal(refused.status, 422)
    assert.deepEqual((await read(stage)).body.data, body.data)
  })

  for (const [what, answer, said] of [
    ['has a fault', { status: 500, body: {} }, 'returned 500'],
    [
      'does not know this installation',
      { status: 401, body: { error: 'invalid_client' } },
      'returned 401 invalid_client',
    ],
    ['answers nonsense', { status: 200, body: 'nonsense' }, 'returned 200'],
  ] as const) {
    it(`stores nothing when the provider ${what}`, async () => {
      payment.answer = answer

      const refused = await authorize(stage)

      assertRefused(refused, 503, `The payment provider ${said}. Nothing was stored. Try again later.`)
      assert.deepEqual((await read(stage)).body.data, null)
    })
  }

  it('is deleted also when the provider is gone', async () => {
    const { body } = await authorize(stage)
    await payment.stop()

    const deleted = await service.call('DELETE', `${PATH}/${body.data.id}`, { as: owner })
    const created = await authorize(stage)

    assert.deepEqual([deleted.status, (await read(stage)).body.data], [200, null])
    assertRefused(
      created,
      503,
      'The payment provider could not be reached. Nothing was stored. Try again later.',
    )
  })
})

it('a provider that never answers is given up', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  after(() => silent.closeAllConnections())
  after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  const tokenUrl = `http://127.0.0.1:${port}/token`
  const client = { revokeUrl: undefined, clientId: 'me', clientSecret: 'hush' }
  const provider = oauthProvider({ tokenUrl, ...client }, 100)

  await assert.rejects(provider.exchange('code'), {
    name: 'UnavailableError',
    message: 'The payment provider could not be reached. Nothing was stored. Try again later.',
  })
})
