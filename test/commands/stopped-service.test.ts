/** A service that is told to stop: proxies hear of it first, and nobody can hold it up. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { stopText } from '../../src/commands/tell-stop.ts'
import { finished, multipart } from '../../tools/archives.ts'
import { ProgramProcess } from '../../tools/program-process.ts'
import { zipOf } from '../../tools/zips.ts'
import { errorsOf } from '../support/document.ts'
import { temporaryFolder } from '../support/folders.ts'
import { signUp } from '../support/people.ts'
import { callAt } from '../support/processes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { stallAt } from '../support/stalls.ts'
import { until } from '../support/until.ts'

const STOPPING = errorsOf(503, 'unavailable', 'Service Unavailable', [
  'This process is shutting down. Retry the request.',
  {},
])

/** The real program on the database of the service. */
async function startProgram({ config }: TestService, env: Record<string, string>): Promise<ProgramProcess> {
  const folder = await temporaryFolder()
  const shared = { DATABASE_URL: config.databaseUrl!, DATA_DIR: config.dataDir, SECRET: config.secret! }
  const program = new ProgramProcess('api', ['serve'], { PORT: '0', ...shared, ...env }, join(folder, 'log'))
  await program.start()
  return program
}

/** Whether nobody can connect any more. */
function isClosed(address: string): Promise<boolean> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(false))
    socket.once('error', () => resolve(true))
  }).finally(() => socket.destroy())
}

/** Opens a connection, sends the text, and answers the connection with what comes back. */
function open(address: string, text: string): { socket: Socket; received: () => string } {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part
  })
  socket.on('error', () => {})
  socket.write(text)
  return { socket, received: () => received }
}

/** The last thing that a stopped program has printed. */
async function lastLine({ log }: ProgramProcess): Promise<string> {
  return (await readFile(log, 'utf8')).trimEnd().split('\n').at(-1)!
}

describe('a service that is told to stop', () => {
  it('answers what was asked before, and says so in a sentence or, for programs, in counts', async () => {
    const service = await startTestService()
    const text = await startProgram(service, { WORKERS: '0', LOG_FORMAT: 'text' })
    const json = await startProgram(service, { WORKERS: '1' })
    const body = '{"email":"nobody@plenum.test","password":"wrong"}'
    const head = `POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
    const address = text.address()!
    const asking = open(address, `${head}{`)
    await callAt(address)('GET', '/healthz')

    const stopped = text.stop()
    await until(() => isClosed(address))
    asking.socket.write(body.slice(1))

    assert.deepEqual([await stopped, await json.stop()], [0, 0])
    assert.match(asking.received(), /^HTTP\/1\.1 401 /)
    await until(async () => (await lastLine(text)) === 'Stopped: 1 request was still answered.')
    await until(async () => (await lastLine(json)).includes('"stopped"'))
    const { time: _time, pid: _pid, hostname: _host, ...entry } = JSON.parse(await lastLine(json))
    assert.deepEqual(entry, { level: 30, requests: 0, tasks_ended: 0, tasks_given_back: 0, msg: 'stopped' })
  })

  it('tells everything that became of its work in one sentence', () => {
    assert.equal(stopText({ requests: 0, ended: 0, givenBack: 0 }), 'Stopped.')
    assert.equal(
      stopText({ requests: 3, ended: 2, givenBack: 1 }),
      'Stopped: 3 requests were still answered, 2 tasks ended, 1 task was given back and continues at the next start.',
    )
    assert.equal(
      stopText({ requests: 0, ended: 1, givenBack: 2 }),
      'Stopped: 1 task ended, 2 tasks were given back and continue at the next start.',
    )
  })

  it('says so at /readyz and serves on, without keeping connections, for as long as is configured', async () => {
    const service = await startTestService()
    const program = await startProgram(service, { WORKERS: '0', DRAIN_SECONDS: '2' })
    const call = callAt(program.address()!)
    const before = await call('GET', '/readyz')

    const stopped = program.stop()
    await until(async () => (await call('GET', '/readyz')).status === 503)
    const [ready, alive, events] = [
      await call('GET', '/readyz'),
      await call('GET', '/healthz'),
      await call('GET', '/v1/events'),
    ]

    assert.deepEqual([before.status, before.body], [200, { status: 'ready' }])
    assert.deepEqual([ready.status, ready.body], [503, STOPPING])
    assert.deepEqual([alive.status, events.status, events.headers.connection], [200, 200, 'close'])
    assert.equal(await stopped, 0)
  })

  it('ends, whatever its clients and its tasks do', async () => {
    const service = await startTestService()
    const owner = await signUp(service)
    const stall = await stallAt(service.config.databaseUrl!, ['sessions'])
    const program = await startProgram(service, { WORKERS: '1', LOG_FORMAT: 'text' })
    const address = program.address()!
    const { headers, payload } = multipart(
      'file',
      zipOf({
        event: { id: 1, name: 'stop at sessions', ends_at: '2030-05-03T18:00:00Z' },
        sessions: [{ id: 1, title: 'Talk' }],
      }),
      'event.zip',
    )
    const answer = await fetch(`${address}/v1/events/import/json`, {
      method: 'POST',
      headers: { ...headers, authorization: `JWT ${owner.token}` },
      body: new Uint8Array(payload),
    })
    const { task_url } = (await answer.json()) as { task_url: string }
    await stall.held(1)
    const half =
      'POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{'
    const hanging = open(address, half)
    const idle = open(address, 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    const stream = open(address, `GET ${task_url} HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n`)
    await until(() => idle.received().includes('alive') && stream.received().includes('data:'))

    assert.equal(await program.stop(), 0)
    await until(async () =>
      /1 task was given back and continues at the next start\.$/.test(await lastLine(program)),
    )
    await until(() => [hanging, idle, stream].every(({ socket }) => socket.destroyed || socket.readableEnded))
    const unfinished = await service.call('GET', task_url)
    assert.deepEqual(unfinished.body, { state: 'Importing session_types (0/0)' })
    await stall.release()
    const next = await startProgram(service, { WORKERS: '1' })
    assert.equal((await finished(service, task_url)).state, 'SUCCESS')
    assert.equal(await next.stop(), 0)
  })
})
