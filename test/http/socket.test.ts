/** What only a real connection shows: bytes that are no request, limits of the headers, answers without a body. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, it } from 'node:test'
import { errorsOf } from '../support/document.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ PORT: '0' })
const port = Number(new URL(await service.listen()).port)

/** Sends the bytes and reads until the service closes the connection. */
async function send(bytes: string): Promise<{ status: number; headers: string; body: string }> {
  const socket = connect(port, '127.0.0.1')
  socket.write(Buffer.from(bytes, 'latin1'))
  const text = Buffer.concat(await socket.toArray()).toString()
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...headers] = head.split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: headers.join('\n').toLowerCase(),
    body: rest.join(''),
  }
}

const get = (target: string, ...headers: string[]) =>
  send([`GET ${target} HTTP/1.1`, 'Host: x', 'Connection: close', ...headers, '', ''].join('\r\n'))

function assertRefused({ status, headers, body }: Awaited<ReturnType<typeof send>>, expected: Json): void {
  assert.match(headers, /^content-type: application\/vnd\.api\+json$/m)
  assert.deepEqual([status, JSON.parse(body)], [Number(expected.errors[0].status), expected])
}

const BAD = errorsOf(400, 'bad-request', 'Bad Request', ['The request is malformed.', {}])
const LARGE = errorsOf(431, 'headers-too-large', 'Request Header Fields Too Large', [
  'The request headers are too large.',
  {},
])

describe('over a socket', () => {
  it('a request is answered, and HEAD without a body', async () => {
    const whole = await get('/v1/roles/1')
    const head = await send('HEAD /v1/roles/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')

    assert.deepEqual([whole.status, JSON.parse(whole.body).data.id], [200, '1'])
    assert.deepEqual([head.status, head.body], [200, ''])
    assert.match(head.headers, new RegExp(`^content-length: ${whole.body.length}$`, 'm'))
  })

  it('bytes that are no request are refused in the shape of all errors', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      'GET /v1/events\u00e9 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nA B: c\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
    ])
      assertRefused(await send(bytes), BAD)
    assertRefused(await get('/v1/events/%ff'), BAD)
  })

  it('headers beyond the limit are refused in the shape of all errors', async () => {
    assertRefused(await get(`/v1/events?filter=${'x'.repeat(20_000)}`), LARGE)
    assertRefused(await get('/v1/events', `X-Long: ${'x'.repeat(20_000)}`), LARGE)
  })

  it('a target in absolute form is served, whatever its host', async () => {
    for (const target of ['http://example.org/v1/roles', 'HTTP://EXAMPLE.ORG:8080/v1/roles'])
      assert.deepEqual([target, (await get(target)).status], [target, 200])
  })

  it('a body that ends early or is not what its length says is no request', async () => {
    const post = (length: number, body: string) =>
      send(
        `POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n${body}`,
      )

    assert.equal((await post(2, '{}')).status, 400)
    assertRefused(await post(-1, '{}'), BAD)
  })
})
