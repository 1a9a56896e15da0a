/** How far a command is: a bar on a terminal, lines in a pipe. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WriteStream } from 'node:tty'
import { makeProgress } from '../../src/commands/progress.ts'

/** A stream that notes what is written to it. */
function stream(isTTY: boolean): { written: string[]; stream: WriteStream } {
  const written: string[] = []
  const fake = { isTTY, columns: 48, write: (text: string) => written.push(text) }
  return { written, stream: fake as unknown as WriteStream }
}

const CLEAR = '\r\u001b[2K'

test('on a terminal a bar is drawn over itself, no wider than the window, and taken away at the end', () => {
  const { written, stream: terminal } = stream(true)
  const progress = makeProgress(terminal)

  progress.show('Importing sessions (1/2)', 0.5)
  progress.show('Importing sessions (2/2) and something long', 1)
  progress.clear()

  assert.deepEqual(written, [
    `${CLEAR}████████████░░░░░░░░░░░░ Importing sessions (1/`,
    `${CLEAR}████████████████████████ Importing sessions (2/`,
    CLEAR,
  ])
})

test('a bar is drawn again only after a while, and without a share it is only the text', () => {
  const { written, stream: terminal } = stream(true)
  const progress = makeProgress(terminal)

  progress.show('Waiting')
  progress.show('Waiting still')

  assert.deepEqual(written, [`${CLEAR}Waiting`])
})

test('in a pipe each step is a line, and what only counts up is not told each time', () => {
  const { written, stream: pipe } = stream(false)
  const progress = makeProgress(pipe)

  progress.show('Importing tracks (1/3)', 1 / 3)
  progress.show('Importing tracks (2/3)', 2 / 3)
  progress.show('Importing sessions (1/9)', 1 / 9)
  progress.clear()

  assert.deepEqual(written, ['Importing tracks (1/3)\n', 'Importing sessions (1/9)\n'])
})
