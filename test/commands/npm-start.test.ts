/** `npm start` and the process that serves end together, however npm ends. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { startOfProcess } from '../../src/system/processes.ts'
import { envOf } from '../support/plenum.ts'
import { startTestService } from '../support/service.ts'
import { CHECKOUT } from '../support/spawn-service.ts'
import { until } from '../support/until.ts'

const { scripts } = JSON.parse(readFileSync(join(CHECKOUT, 'package.json'), 'utf8'))
const service = await startTestService()

interface Started {
  npm: ChildProcess
  /** The process below npm that serves. */
  pid: number
  address: string
  printed: () => string
  ended: Promise<unknown[]>
}

async function npmRun(script: string): Promise<Started> {
  const env = { ...process.env, ...envOf(service), PORT: '0', WORKERS: '0' }
  const npm = spawn('npm', ['run', script], { cwd: CHECKOUT, env, detached: true })
  after(() => killGroup(npm.pid!))
  let text = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
  const ended = once(npm, 'exit')
  await until(() => /Plenum serves (\S+)/.test(text), 60_000)
  const address = /Plenum serves (\S+)/.exec(text)![1]!
  return { npm, pid: allBelow(npm.pid!).at(-1)!, address, printed: () => text, ended }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** A chain of processes that each started the next; the last one serves. */
function allBelow(pid: number): number[] {
  const [child] = childrenOf(pid)
  return child === undefined ? [] : [child, ...allBelow(child)]
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    return []
  }
}

const isGone = async (pid: number) => (await startOfProcess(pid)) === undefined

describe('the service that npm has started', () => {
  it('is what npm starts: no shell stands between that would keep a signal for itself', () => {
    const indirect = Object.entries<string>(scripts).filter(([, line]) => /^node /.test(line))

    assert.deepEqual(indirect, [])
  })

  for (const script of ['start', 'dev'])
    it(`ends in order when npm run ${script} is told to end`, async () => {
      const started = await npmRun(script)

      started.npm.kill('SIGTERM')

      await started.ended
      await until(() => isGone(started.pid))
      await assert.rejects(fetch(`${started.address}/healthz`))
    })

  for (const script of ['start', 'dev'])
    it(`ends in order when npm run ${script} is killed and cannot pass that on`, async () => {
      const started = await npmRun(script)
      const below = allBelow(started.npm.pid!)

      started.npm.kill('SIGKILL')

      for (const pid of below) await until(() => isGone(pid))
      assert.match(started.printed(), /npm, which started this process, has exited\. Shutting down\.\n/)
      await assert.rejects(fetch(`${started.address}/healthz`))
    })

  it('ends in order when its terminal is closed', async () => {
    const started = await npmRun('start')

    process.kill(started.pid, 'SIGHUP')

    await until(() => isGone(started.pid))
    const [code] = await started.ended
    assert.equal(code, 0)
  })
})
