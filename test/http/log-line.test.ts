import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLine } from '../../src/http/log-line.ts'

const time = Date.UTC(2026, 4, 1, 9, 30, 12)
const line = (entry: object) => toLine(JSON.stringify({ time, pid: 1, hostname: 'here', ...entry }))

test('on a terminal an entry of the log is a line for people', () => {
  const request = { req: { method: 'GET', path: '/v1/events' }, res: { statusCode: 200 }, ms: 5, reqId: 'x' }

  assert.equal(line({ level: 30, msg: 'request', ...request }), '09:30:12 info  GET /v1/events 200 (5 ms)\n')
  assert.equal(
    line({ level: 40, msg: 'queue', err: { message: 'away', stack: 'at x' } }),
    '09:30:12 warn  queue — away\n',
  )
  assert.equal(
    line({ level: 50, msg: 'task failed', task: '7', err: { message: 'no', stack: 'Error: no\n  at x' } }),
    '09:30:12 error task failed task="7" — no\nError: no\n  at x\n',
  )
})

test('what people have sent cannot move the cursor', () => {
  assert.equal(line({ level: 30, msg: 'a\u001b[2Jb\r\nc' }), '09:30:12 info  ab c\n')
})
