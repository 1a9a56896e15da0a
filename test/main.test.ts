import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'

const MAIN = join(import.meta.dirname, '..', 'src', 'main.ts')

interface Ended {
  code: number
  out: string
  errors: string
}

function run(words: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [MAIN, ...words],
      { env: { PATH: process.env.PATH, ...env } },
      (error, out, errors) => resolve({ code: Number(error?.code ?? 0), out, errors }),
    )
  })
}

test('the command without a word, and with help, says how it is used', async () => {
  for (const { code, out, errors } of await Promise.all([run([]), run(['help']), run(['--help'])])) {
    assert.deepEqual([code, out.split('\n')[0], errors], [0, 'Usage: plenum <command>', ''])
  }
})

test('an unknown word is an error of use', async () => {
  for (const { code, out } of await Promise.all([run(['dance']), run(['serve', 'dance'])])) {
    assert.deepEqual([code, out.split('\n')[0]], [2, 'Usage: plenum <command>'])
  }
})

test('a wrong configuration stops the start with all that is wrong and no stack', async () => {
  const ended = await run(['serve'], { PORT: 'x', SECRET: 'short' })

  assert.deepEqual(ended, {
    code: 1,
    out: '',
    errors: `The configuration is not valid:
  PORT must be a whole number from 0 to 65535, not "x".
  SECRET must be at least 32 characters long.
`,
  })
})
