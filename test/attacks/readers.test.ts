/** Clients that take their answers slowly, never, or too many at once. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { headOf, openSocket, readAnswer } from '../../tools/sockets.ts'
import { errorsOf } from '../support/document.ts'
import { follow } from '../support/event-stream.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'
import { until } from '../support/until.ts'
import { FORM, formOf, uploadFile } from '../support/uploads.ts'

const service = await startTestService(
  { PORT: '0', TRUST_PROXY: '1' },
  { limits: { stall: 300, streams: 12, streamsOfNetwork: 3 } },
)
const address = await service.listen()
const port = Number(new URL(address).port)
const owner = await signUp(service)
const event = await make(service, owner, 'event')

const connections = () =>
  new Promise<number>((resolve) => service.app.server.getConnections((_error, count) => resolve(count)))

async function startTask(): Promise<string> {
  const url = `/v1/events/${event.id}/export/json`
  return (await service.call('POST', url, { as: owner, body: {} })).body.task_url
}

const stream = (url: string, from: string) =>
  openSocket(port).on('connect', function (this: import('node:net').Socket) {
    this.write(headOf(`GET ${url}`, 'Accept: text/event-stream', `X-Forwarded-For: ${from}`))
  })

describe('a client that stops reading', () => {
  it('is cut off, in the middle of a file or of an answer', async () => {
    const file = await uploadFile(service, owner, 'large.bin', Buffer.alloc(40_000_000))
    const before = await connections()
    for (const path of [new URL(file).pathname, '/v1/openapi.json']) {
      const socket = openSocket(port).pause()
      // Many answers wait behind one another, so that no buffer of the system takes them all.
      socket.write(headOf(`GET ${path}`).repeat(path.startsWith('/v1') ? 60 : 1))
      await until(async () => (await connections()) > before)
      await until(async () => (await connections()) === before)
      socket.destroy()
    }
  })

  it('is cut off alone: who sends slowly, or waits for the answer, is not', async () => {
    const form = formOf([{ field: 'file', name: 'a.txt', content: 'text' }])
    const slow = openSocket(port)
    const headers = [`Authorization: JWT ${owner.token}`, `Content-Type: ${FORM['content-type']}`]
    slow.write(headOf('POST /v1/upload/file', ...headers, `Content-Length: ${form.length}`))
    slow.write(form.subarray(0, 20))

    // As long as it takes to cut off another one.
    const stuck = openSocket(port).pause()
    stuck.write(headOf('GET /v1/openapi.json').repeat(60))
    await until(async () => (await connections()) >= 2)
    await until(async () => (await connections()) === 1)
    slow.write(form.subarray(20))

    assert.equal((await readAnswer(slow)).status, 200)
    slow.destroy()
    stuck.destroy()
  })
})

describe('streams of a task', () => {
  it('share one look at the database, and are told alike', async () => {
    const url = await startTask()
    const id = url.split('/').at(-1)!
    const first = await follow(address, url)
    await first.until('WAITING')
    let followers: Awaited<ReturnType<typeof follow>>[] = []

    const joining = await statementsOf(async () => {
      followers = await Promise.all(Array.from({ length: 5 }, () => follow(address, url)))
      await Promise.all(followers.map((one) => one.until('WAITING')))
    })
    const telling = await statementsOf(async () => {
      const end = sql`update tasks set state = 'SUCCESS', result = '{}', finished_at = now() where id = ${id}`
      await service.db.query(end)
      await service.db.query(sql`select pg_notify('plenum_task', ${id})`)
      await Promise.all([first, ...followers].map((one) => one.end()))
    })

    const looks = (statements: string[]) => statements.filter((text) => /from tasks/.test(text)).length
    assert.equal(looks(joining), 0)
    assert.ok(looks(telling) >= 1 && looks(telling) <= 2, `${looks(telling)}`)
    for (const one of [first, ...followers])
      assert.deepEqual(await one.end(), [{ state: 'WAITING' }, { state: 'SUCCESS', result: {} }])
  })

  it('are bounded for each network and for the process, and free again when they end', async () => {
    const url = await startTask()
    const open = async (from: string) => {
      const socket = stream(url, from)
      const answer = await once(socket, 'data')
      return { socket, status: Number(String(answer[0]).split(' ')[1]) }
    }
    const many = async (from: string, count: number) => {
      const opened = []
      for (let n = 0; n < count; n++) opened.push(await open(from))
      return opened
    }

    const one = await many('192.0.2.1', 4)
    const own = await many('127.0.0.1', 4)
    const others = [...(await many('192.0.2.2', 3)), ...(await many('192.0.2.3', 3))]

    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)
    assert.deepEqual(
      [statuses(one), statuses(own), statuses(others)],
      [
        [200, 200, 200, 429],
        [200, 200, 200, 200],
        [200, 200, 200, 200, 200, 503],
      ],
    )
    for (const { socket } of [...one, ...own, ...others]) socket.destroy()
    const again = async () => {
      const { socket, status } = await open('192.0.2.1')
      socket.destroy()
      return status === 200
    }
    await until(again)
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    assert.equal((await service.call('GET', url, { headers })).status, 200)
  })

  it('say why they are refused, and when to come again', async () => {
    const url = await startTask()
    const sockets = Array.from({ length: 3 }, () => stream(url, '192.0.2.9'))
    await Promise.all(sockets.map((socket) => once(socket, 'data')))

    const headers = { accept: 'text/event-stream', 'x-forwarded-for': '192.0.2.9' }
    const refused = await service.call('GET', url, { headers })

    for (const socket of sockets) socket.destroy()
    assert.deepEqual(
      [refused.headers['retry-after'], refused.body],
      [
        '5',
        errorsOf(429, 'too-many-requests', 'Too Many Requests', [
          'More than 3 streams are open. Close one first.',
          {},
        ]),
      ],
    )
  })

  it('carry the headers of every answer, and HEAD gets no stream', async () => {
    const url = await startTask()
    const controller = new AbortController()
    const accept = { accept: 'text/event-stream', origin: 'https://page.example' }
    const { headers } = await fetch(`${address}${url}`, { headers: accept, signal: controller.signal })
    const head = await fetch(`${address}${url}`, { method: 'HEAD', headers: accept })
    controller.abort()

    assert.equal(head.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(
      ['content-type', 'vary', 'x-content-type-options', 'access-control-allow-origin'].map((name) =>
        headers.get(name),
      ),
      ['text/event-stream', 'Accept, Authorization, Origin', 'nosniff', '*'],
    )
    assert.match(headers.get('x-request-id')!, /^[\w-]{36}$/)
  })
})
