import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeGate } from '../../src/files/gate.ts'

const limits = { atOnce: 1, waiting: 2, full: 'Too many; try again soon.' }

/** Work that ends when it is told to. */
function piece() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return { work: () => promise, resolve, reject }
}

test('work is done in turn, and whoever finds the line full is sent away', async () => {
  const inTurn = makeGate(limits)
  const pieces = [piece(), piece(), piece()]
  const started: number[] = []
  const results = pieces.map(({ work }, index) =>
    inTurn(() => {
      started.push(index)
      return work()
    }),
  )

  await assert.rejects(
    inTurn(async () => 'never'),
    {
      name: 'UnavailableError',
      status: 503,
      message: 'Too many; try again soon.',
      headers: { 'retry-after': '5' },
    },
  )
  assert.deepEqual(started, [0])
  for (const [index, { resolve }] of pieces.entries()) {
    resolve(`done ${index}`)
    assert.equal(await results[index], `done ${index}`)
  }
  assert.deepEqual(started, [0, 1, 2])
})

test('work that fails gives its place to the next', async () => {
  const inTurn = makeGate(limits)
  const broken = piece()
  const failing = inTurn(broken.work)
  const next = inTurn(async () => 'next')

  broken.reject(new Error('broken'))

  await assert.rejects(failing, { message: 'broken' })
  assert.equal(await next, 'next')
  assert.equal(await inTurn(async () => 'afterwards'), 'afterwards')
})
