/** Traces by OpenTelemetry: off unless an endpoint is configured, and then without anything secret in them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { finished } from '../../tools/archives.ts'
import { type ReceivedSpan, startCollector } from '../../tools/collector.ts'
import { bodyOf } from '../support/make.ts'
import { PASSWORD, signUp } from '../support/people.ts'
import { type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'

/** Makes an event over a real connection, with a body that comes later than the headers. */
async function makeSlowly(name: string): Promise<Json> {
  const { port } = new URL(await service.listen())
  const headers = { authorization: `JWT ${owner.token}`, 'content-type': MEDIA_TYPE }
  const sending = request({ port, path: '/v1/events', method: 'POST', headers })
  sending.flushHeaders()
  await once(sending, 'socket')
  // The statement that finds out who calls has been sent, or soon will be.
  await service.call('GET', '/v1/roles')
  sending.end(JSON.stringify(bodyOf('event', { name })))
  const [answer] = await once(sending, 'response')
  return JSON.parse(await text(answer)).data
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'

const collector = await startCollector()
const service = await startTestService({
  PORT: '0',
  WORKERS: '1',
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_SERVICE_NAME: 'plenum-of-the-tests',
})
const owner = await signUp(service, 'ada@plenum.test')
const event = await makeSlowly('A secret gathering')
const { body: started } = await service.call('POST', `/v1/events/${event.id}/export/json`, {
  as: owner,
  body: {},
  headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
})
const { result } = await finished(service, started.task_url)
await service.call('GET', '/healthz')
await service.call('GET', '/v1/events/999999?filter=[]')
// What has not been sent yet is sent by the stop.
await service.close()

const named = (name: string) => collector.spans.filter((span) => span.name === name)
const childrenOf = ({ spanId }: ReceivedSpan) =>
  collector.spans.filter((span) => span.parentSpanId === spanId)

describe('a trace', () => {
  it('begins with the request, or goes on with the trace of whoever calls', () => {
    const [request] = named('POST /v1/events/:id/export/json')
    const [alone] = named('POST /v1/events')

    assert.deepEqual(
      [request!.traceId, request!.parentSpanId, request!.kind, request!.isFailed],
      [TRACE, CALLER, 'server', false],
    )
    assert.deepEqual(request!.attributes, {
      'http.request.method': 'POST',
      'url.path': `/v1/events/${event.id}/export/json`,
      'http.route': '/v1/events/:id/export/json',
      'http.response.status_code': 200,
    })
    assert.deepEqual([alone!.parentSpanId, alone!.traceId === TRACE], [undefined, false])
  })

  it('holds the statements of a request, without their values, also when it has a body', () => {
    const statements = named('POST /v1/events').flatMap(childrenOf)

    assert.deepEqual([...new Set(statements.map(({ kind }) => kind))], ['client'])
    const insert = statements.find(({ attributes }) =>
      /insert into "?events/.test(String(attributes['db.query.text'])),
    )
    assert.equal(insert?.attributes['db.system.name'], 'postgresql')
    assert.match(String(insert?.attributes['db.query.text']), /\$1/)
  })

  it('goes on in the task that the request has started, with its statements and its calls of the storage', () => {
    const [request] = named('POST /v1/events/:id/export/json')
    const [task] = collector.spans.filter(({ kind }) => kind === 'consumer')

    assert.deepEqual([task!.traceId, task!.parentSpanId, task!.kind], [TRACE, request!.spanId, 'consumer'])
    const names = new Set(childrenOf(task!).map(({ name }) => name))
    assert.deepEqual([names.has('storage put'), names.has('SELECT')], [true, true])
  })

  it('is not made of what monitors ask', () => {
    assert.deepEqual(
      collector.spans.filter(({ name }) => name.includes('healthz')),
      [],
    )
  })

  it('says which service it comes from', () => {
    assert.equal(collector.resources[0]!['service.name'], 'plenum-of-the-tests')
  })

  it('holds nothing secret: no value, no query, no token, no id of a task', () => {
    const all = collector.bodies.join('')
    const task = started.task_url.split('/')[3]
    const link = result.download_url.split('/exports/')[1]
    const secrets = [owner.token, owner.email, PASSWORD, 'A secret gathering', 'filter', task, link]

    assert.deepEqual(
      secrets.filter((secret) => all.includes(secret)),
      [],
    )
  })
})

// Another library loads the interface without its implementation, which does nothing.
it('the library is not even loaded while no endpoint is configured', async () => {
  const script = `
    const { registerHooks } = await import('node:module')
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    await import(${JSON.stringify(join(import.meta.dirname, '..', '..', 'src', 'service.ts'))})
    console.log(loaded.filter((url) => /@opentelemetry.(?!api)/.test(url)).length, loaded.length > 100)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])

  assert.equal(stdout.trim(), '0 true')
})
