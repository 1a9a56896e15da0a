/** What `npm test` starts, and for which files. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { inherited } from '../../tools/inherited.ts'

const ROOT = join(import.meta.dirname, '../..')
/** A server that nobody answers for: whoever needs one fails. */
const NOWHERE = 'postgres://nobody@127.0.0.1:1/nowhere'

interface Ended {
  code: number
  printed: string
}

/** Runs these files as `npm test -- …` does. */
function npmTest(...words: string[]): Promise<Ended> {
  const env = { ...inherited, TEST_DATABASE_URL: NOWHERE }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/test.ts', '--test-reporter=tap', ...words],
      { cwd: ROOT, env },
      (error, out, errors) => resolve({ code: Number(error?.code ?? 0), printed: out + errors }),
    )
  })
}

describe('a run of tests', { concurrency: true }, () => {
  it('starts no PostgreSQL for files that need none', async () => {
    const { code, printed } = await npmTest('test/access/vault.test.ts', 'test/access/network.test.ts')

    assert.equal(code, 0, printed)
    assert.match(printed, /^# fail 0$/m)
  })

  it('starts it for files that ask for a database, by whatever they load', async () => {
    const { code, printed } = await npmTest('test/access/vault.test.ts', 'test/access/leaks.test.ts')

    assert.notEqual(code, 0)
    assert.match(printed, /ECONNREFUSED 127\.0\.0\.1:1/)
  })

  it('says which file is not there', async () => {
    const ended = await npmTest('test/access/vault.test.ts', 'test/payments/vallt.test.ts')

    assert.deepEqual(ended, { code: 1, printed: 'There is no test file test/payments/vallt.test.ts.\n' })
  })
})
