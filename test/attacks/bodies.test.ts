/** Bodies of strangers: nobody reads what is refused anyway, and what is read is bounded in size and shape. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { isOpen } from '../../src/access/words.ts'
import { type Conversation, headOf, openSocket, readAnswer } from '../../tools/sockets.ts'
import { errorsOf } from '../support/document.ts'
import { PASSWORD, signUp } from '../support/people.ts'
import { startAt } from '../support/processes.ts'
import { type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'
import { FORM, formOf } from '../support/uploads.ts'

const service = await startTestService({ PORT: '0' })
const port = Number(new URL(await service.listen()).port)
const user = await signUp(service)

const LOG_IN = errorsOf(401, 'unauthorized', 'Unauthorized', [
  'Log in first: send the header "Authorization: JWT <access token>".',
  {},
])
const TOO_MANY = errorsOf(413, 'too-large', 'Content Too Large', [
  'The body has more than 5000 values. Send fewer values per request.',
  {},
])
const HUGE = 60_000_000
const FORM_TYPE = `Content-Type: ${FORM['content-type']}`
const JSON_TYPE = 'Content-Type: application/json'
const TOKEN = `Authorization: JWT ${user.token}`

/** Sends the head of a request and the beginning of its body, and no more. */
async function begin(first: string, headers: string[], bytes = ''): Promise<Conversation> {
  const socket = openSocket(port)
  socket.write(headOf(first, ...headers))
  socket.write(bytes)
  const answer = await readAnswer(socket)
  socket.destroy()
  return answer
}

function assertRefused({ status, headers, body, before }: Conversation, expected: Json): void {
  assert.deepEqual([before, status, JSON.parse(body)], [[], Number(expected.errors[0].status), expected])
  assert.equal(headers['content-type'], MEDIA_TYPE)
}

describe('a body of a stranger', () => {
  const guarded = service.routes.filter(({ access, method }) => !isOpen(access) && method !== 'GET')

  for (const { method, url } of guarded)
    it(`is not waited for: ${method} ${url}`, async () => {
      const path = url.replaceAll(/:\w+|\*/g, '1')
      const type = service.routes.find((route) => route.url === url)?.doc?.multipart ? FORM_TYPE : JSON_TYPE
      assertRefused(await begin(`${method} ${path}`, [type, 'Content-Length: 900000']), LOG_IN)
    })

  for (const path of [
    '/v1/upload/file',
    '/v1/upload/files',
    '/v1/upload/image',
    '/v1/events/import/json',
    '/v1/schedule-imports',
  ])
    it(`is not waited for, in whatever way it comes: ${path}`, async () => {
      const length = `Content-Length: ${HUGE}`
      const chunked = 'Transfer-Encoding: chunked'
      for (const type of [JSON_TYPE, FORM_TYPE, 'Content-Type: text/plain', 'Content-Type: nonsense'])
        for (const [headers, bytes] of [
          [[length], `{"data":"${'x'.repeat(100_000)}`],
          [[chunked], `5\r\n{"a":\r\n`],
          [[length, 'Expect: 100-continue'], ''],
          [[chunked, 'Expect: 100-continue'], ''],
        ] as const)
          assertRefused(await begin(`POST ${path}`, [type, ...headers], bytes), LOG_IN)
    })

  it('is not waited for with a token that does not hold', async () => {
    const headers = [JSON_TYPE, `Content-Length: ${HUGE}`, 'Authorization: JWT a.b.c']
    const { status, body } = await begin('POST /v1/upload/image', headers)

    assert.deepEqual([status, JSON.parse(body).errors[0].code], [401, 'unauthorized'])
  })

  it('is not waited for where there is no route or another method', async () => {
    const headers = [JSON_TYPE, 'Content-Length: 900000']
    const answers = [await begin('POST /nowhere', headers), await begin('PATCH /healthz', headers)]

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 405],
    )
  })

  it('may have 5,000 values where no log-in is needed', async () => {
    const open = service.routes.filter(({ access, method }) => isOpen(access) && method !== 'GET')
    const body = `[${'{},'.repeat(5_000)}{}]`
    for (const { method, url } of open) {
      const head = `${method} ${url.replaceAll(/:\w+/g, '1')}`
      assertRefused(await begin(head, [JSON_TYPE, `Content-Length: ${body.length}`], body), TOO_MANY)
    }
    assert.ok(open.length > 5)
  })

  it('gets its answer while it is still being sent, and the connection ends after it', async () => {
    const socket = openSocket(port)
    const answered = readAnswer(socket)
    socket.write(headOf('POST /v1/upload/file', JSON_TYPE, `Content-Length: ${HUGE}`))
    const rest = Buffer.alloc(100_000, 120)
    const pour = () => {
      while (socket.writable && socket.write(rest));
    }
    socket.on('drain', pour)
    pour()

    const answer = await answered
    assertRefused(answer, LOG_IN)
    assert.equal(answer.headers.connection, 'close')
    await once(socket, 'close')
  })

  it('takes no memory, however many come at once', async () => {
    const small = await startAt(service, { NODE_OPTIONS: '--max-old-space-size=96' })
    const unit = Buffer.from('{},'.repeat(100_000))
    const pourAll = async (path: string) => {
      const socket = openSocket(Number(new URL(small).port))
      const answered = readAnswer(socket)
      socket.write(headOf(`POST ${path}`, JSON_TYPE, `Content-Length: ${HUGE}`))
      for (let sent = 0; sent < HUGE && socket.writable; sent += unit.length)
        if (!socket.write(unit)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
      return (await answered).status
    }

    const paths = ['/v1/upload/file', '/v1/upload/image', '/v1/events/import/json']
    const statuses = await Promise.all([...paths, ...paths, ...paths].map(pourAll))

    assert.deepEqual(new Set(statuses), new Set([401]))
    assert.equal((await fetch(`${small}/healthz`)).status, 200)
  })

  it('that is small leaves the connection as it was', async () => {
    const socket = openSocket(port)
    const body = '{"data":{}}'
    const post = headOf('POST /v1/events', JSON_TYPE, `Content-Length: ${body.length}`) + body
    const statuses = []
    for (let n = 0; n < 3; n++) {
      socket.write(post)
      statuses.push((await readAnswer(socket)).status)
    }
    socket.destroy()

    assert.deepEqual(statuses, [401, 401, 401])
  })
})

describe('a body of a user', () => {
  it('that is no form is not read where a form is needed', async () => {
    const sent = [JSON_TYPE, TOKEN, `Content-Length: ${HUGE}`]
    const answers = [
      await begin('POST /v1/upload/file', sent),
      await begin('POST /v1/events/import/json', sent),
      await begin('POST /v1/events/import/xml', sent),
    ]

    assert.deepEqual(
      answers.map(({ status, body }) => [status, JSON.parse(body).errors[0].detail]),
      [
        [415, 'Send the file as multipart/form-data in the field file.'],
        [415, 'Send the archive as multipart/form-data in the field file.'],
        [404, 'The only supported source type is json.'],
      ],
    )
  })

  it('is asked for only when it is wanted', async () => {
    const form = formOf([{ field: 'file', name: 'a.txt', content: 'text' }])
    const headers = [FORM_TYPE, `Content-Length: ${form.length}`, 'Expect: 100-continue']
    const socket = openSocket(port)
    socket.write(headOf('POST /v1/upload/file', TOKEN, ...headers))
    const [interim] = await once(socket, 'data')
    socket.write(form)
    const answer = await readAnswer(socket)
    socket.destroy()

    assert.equal(String(interim), 'HTTP/1.1 100 Continue\r\n\r\n')
    assert.equal(answer.status, 200)
  })

  it('is asked for on a route of JSON too, and an expectation of another name is no reason to refuse', async () => {
    const body = JSON.stringify({ email: user.email, password: PASSWORD })
    const statuses = []
    for (const expect of ['100-continue', 'something-else']) {
      const head = headOf(
        'POST /auth/session',
        JSON_TYPE,
        `Content-Length: ${body.length}`,
        `Expect: ${expect}`,
      )
      const socket = openSocket(port)
      socket.write(head + body)
      const { before, status } = await readAnswer(socket)
      socket.destroy()
      statuses.push([before, status])
    }

    assert.deepEqual(statuses, [
      [[100], 200],
      [[], 200],
    ])
  })

  it('may not hold more values than anyone needs', async () => {
    const fault = errorsOf(413, 'too-large', 'Content Too Large', [
      'The body has more than 100000 values. Send fewer values per request.',
      {},
    ])
    const many = (value: string) => `[${Array(60_000).fill(value).join(',')}]`
    for (const [path, body] of [
      ['/v1/events', many('{}')],
      ['/v1/events', `{"data":${many('[]')}}`],
      ['/v1/events', '['.repeat(200_000) + ']'.repeat(200_000)],
      ['/v1/upload/image', many('{}')],
      ['/v1/upload/image', `{"data":${many('"\\"[[["')},"constructor":${many('{}')}}`],
    ] as const) {
      const answer = await service.call('POST', path, { as: user, body })
      assert.deepEqual([path, answer.status, answer.body], [path, 413, fault])
    }
    const text = await service.call('POST', '/v1/upload/image', {
      as: user,
      body: { data: '{[,\\"'.repeat(50_000) },
    })
    assert.equal(text.status, 422)
  })
})
