import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { safeFetch } from '../../src/files/safe-fetch.ts'
import { startRemote } from '../../tools/remote.ts'
import { until } from '../support/until.ts'

const remote = await startRemote((_request, response) => response.end())
const options = { allow: [remote.host], maxBytes: 1_000_000 }

const fetched = async (more = {}) => buffer(await safeFetch(`${remote.url}/file`, { ...options, ...more }))
const refused = (message: string, more = {}) => assert.rejects(fetched(more), { name: 'FetchError', message })

test('a file may be as large as is allowed, and no larger, whatever its server says of its length', async () => {
  for (const isTold of [true, false]) {
    const answerWith = (size: number) => {
      remote.answer = (_request, response) => {
        if (isTold) response.setHeader('content-length', size)
        response.end(Buffer.alloc(size))
      }
    }
    answerWith(1_000_000)
    assert.equal((await fetched()).length, 1_000_000)
    answerWith(1_000_001)
    await refused('The file is too large.')
  }
})

test('a file without end is read no further than is allowed', async () => {
  let isClosed = false
  remote.answer = (_request, response) => {
    pour(response)
    response.on('close', () => {
      isClosed = true
    })
  }

  await refused('The file is too large.')

  await until(() => isClosed)
})

test('neither is what a redirect or an error has for a body', async () => {
  for (const status of [302, 500]) {
    let isClosed = false
    remote.answer = (request, response) => {
      if (request.url === '/end') return response.end('the end')
      response.writeHead(status, { location: '/end' })
      pour(response)
      response.on('close', () => {
        isClosed = true
      })
    }

    if (status === 302) assert.equal((await fetched()).toString(), 'the end')
    else await refused(`${remote.host} returned 500.`)

    await until(() => isClosed)
  }
})

test('a page is not a file', async () => {
  for (const type of ['text/html', 'Text/HTML; charset=utf-8', 'text/plain', 'application/xhtml+xml']) {
    remote.answer = (_request, response) =>
      response.setHeader('content-type', type).end('<title>Sign in</title>')
    await refused(`${remote.host} returned a web page, not a file.`)
  }
})

test('only the answer 200 has a file', async () => {
  for (const status of [201, 204, 206, 304, 400, 401, 404, 429, 503]) {
    remote.answer = (_request, response) => response.writeHead(status).end()
    await refused(`${remote.host} returned ${status}.`)
  }
})

test('a server that is silent is given up, before its answer and in the middle of it', async () => {
  remote.answer = () => undefined
  await refused(`${remote.host} is silent.`, { silence: 100 })
  remote.answer = (_request, response) => response.writeHead(200, { 'content-length': 10 }).write('01234')
  await refused('The connection was lost.', { silence: 100 })
})

test('a server that goes on slowly is given up when the time is over', async () => {
  remote.answer = (_request, response) => {
    const timer = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(timer))
  }
  await refused('The connection was lost.', { longest: 300 })
  remote.answer = (_request, response) =>
    setTimeout(() => response.writeHead(302, { location: '/on' }).end(), 150).unref()
  await refused(`${remote.host} cannot be reached.`, { longest: 300 })
})

test('a file that breaks off is not taken for a whole one', async () => {
  remote.answer = (_request, response) => {
    response.writeHead(200, { 'content-length': 10 }).write('01234')
    setTimeout(() => response.destroy(), 50)
  }
  await refused('The connection was lost.')
  remote.answer = (_request, response) => {
    response.write('01234')
    setTimeout(() => response.destroy(), 50)
  }
  await refused('The connection was lost.')
})

test('what cannot be reached is told so', async () => {
  const allow = ['127.0.0.1:9']
  await assert.rejects(safeFetch('http://127.0.0.1:9/', { ...options, allow }), {
    name: 'FetchError',
    message: '127.0.0.1:9 cannot be reached.',
  })
  remote.answer = (request) => request.socket.end('this is not HTTP\r\n\r\n')
  await refused(`${remote.host} cannot be reached.`)
})

/** Writes for as long as somebody reads. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}
