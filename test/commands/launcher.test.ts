/** `bin/plenum` finds the Node of its packages, wherever it is started from. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { VERSION } from '../../src/commands/version.ts'
import { temporaryFolder } from '../support/folders.ts'
import { CHECKOUT } from '../support/spawn-service.ts'

const LAUNCHER = join(CHECKOUT, 'bin', 'plenum')

function versionBy(program: string, words: string[] = [], cwd = '/', env = {}): string {
  const { stdout, stderr } = spawnSync(program, [...words, '--version'], { env, cwd, encoding: 'utf8' })
  return `${stdout}${stderr}`
}

describe('bin/plenum', () => {
  it('starts without a PATH, by links, and by a shell in its folder', async () => {
    const folder = await temporaryFolder()
    await symlink(LAUNCHER, join(folder, 'plenum'))
    await symlink('plenum', join(folder, 'again'))

    assert.equal(versionBy(LAUNCHER), `${VERSION}\n`)
    assert.equal(versionBy(join(folder, 'again')), `${VERSION}\n`)
    assert.equal(versionBy('/bin/sh', ['plenum'], join(CHECKOUT, 'bin')), `${VERSION}\n`)
  })

  it('says what to do where Node is missing or too old', async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'bin'))
    await cp(LAUNCHER, join(folder, 'bin', 'plenum'))

    const old = join(folder, 'old')
    await mkdir(old)
    await writeFile(join(old, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })

    for (const PATH of ['/nowhere', `${old}:/bin:/usr/bin`])
      assert.equal(
        versionBy(join(folder, 'bin', 'plenum'), [], '/', { PATH }),
        `Plenum needs Node 24 or newer. Run "npm ci" in ${folder}, which installs it.\n`,
      )
  })

  it('becomes the process that it starts, so that signals reach it', () => {
    const lines = readFileSync(LAUNCHER, 'utf8').trim().split('\n')

    assert.equal(lines.at(-1), 'exec "$node" --max-semi-space-size=16 "$root/src/main.ts" "$@"')
  })
})
