import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportArchive } from '../../tools/archives.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const guarded = await startTestService({ METRICS_TOKEN: 'a token of the tests' })

describe('the metrics', () => {
  it('are shown to this machine: requests by route, connections, tasks', async () => {
    await service.call('GET', '/v1/events/999999')
    const { status, body } = await service.call('GET', '/metrics')

    assert.equal(status, 200)
    assert.match(
      body,
      /plenum_request_seconds_count\{method="GET",route="\/v1\/events\/:id",status="404"\} 1/,
    )
    assert.match(body, /plenum_pool_connections\{kind="open"\} \d+/)
    assert.match(body, /plenum_oldest_task_seconds 0/)
  })

  it('tell how long tasks ran and how long the storage took', async () => {
    const working = await startTestService({ WORKERS: '1' })
    const owner = await signUp(working)
    const event = await make(working, owner, 'event')
    await exportArchive(working, owner, event.id)

    const { body } = await working.call('GET', '/metrics')

    for (const quantile of ['0.5', '0.95', '1'])
      assert.match(
        body,
        new RegExp(`plenum_task_seconds\\{name="export.event",quantile="${quantile}"\\} [0-9.]+`),
      )
    assert.match(body, /plenum_storage_seconds_count\{operation="put",kind="local",outcome="success"\} 1/)
    assert.match(body, /plenum_tasks\{name="export.event",state="success"\} 1/)
  })

  it('are hidden from whoever comes through a proxy on this machine', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const { status, body } = await service.call('GET', '/metrics', { headers })

    assert.deepEqual([status, body.errors[0].detail], [404, 'There is no such route.'])
  })

  it('are shown to whoever has the token, when there is one, and hidden from others', async () => {
    const headers = { authorization: 'Bearer a token of the tests' }
    const answers = [
      await guarded.call('GET', '/metrics', { headers }),
      await guarded.call('GET', '/metrics'),
      await guarded.call('GET', '/metrics', { headers: { authorization: 'Bearer another one' } }),
    ]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 404, 404],
    )
  })
})

describe('every answer', () => {
  it('carries the id of its request: the one of the proxy, or a new one', async () => {
    const given = await guarded.call('GET', '/healthz', { headers: { 'x-request-id': 'from-the-proxy-1' } })
    const odd = await guarded.call('GET', '/healthz', { headers: { 'x-request-id': 'no\tgood' } })

    assert.equal(given.headers['x-request-id'], 'from-the-proxy-1')
    assert.match(odd.headers['x-request-id']!, /^[0-9a-f-]{36}$/)
  })
})
