/** The embedded database ends under a running service: it is started again, or the service ends and says why. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmod, readFile, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { commandOfProcess } from '../../src/system/processes.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type Running, startPlenum } from '../support/plenum.ts'
import { callAt } from '../support/processes.ts'
import { postmasterOf } from '../support/spawn-service.ts'
import { until } from '../support/until.ts'

interface Started extends Running {
  /** Where the database lies. */
  folder: string
  call: ReturnType<typeof callAt>
}

async function start(): Promise<Started> {
  const root = await temporaryFolder()
  // Within reach of the user that root lends to PostgreSQL.
  await chmod(root, 0o755)
  const dataDir = join(root, 'data')
  // A kept answer would say nothing about the database.
  const env = { DATA_DIR: dataDir, PORT: '0', WORKERS: '0', LOG_LEVEL: 'warn', CACHE_MB: '0' }
  const running = startPlenum(['serve'], { env })
  let printed = ''
  running.child.stdout!.on('data', (part) => {
    printed += part
  })
  await until(() => /Plenum serves (\S+)/.test(printed), 60_000)
  const call = callAt(/Plenum serves (\S+)/.exec(printed)![1]!)
  return { ...running, call, folder: await realpath(join(dataDir, 'postgres')) }
}

/** What clients hear until the service answers as usual. */
async function statusesUntilServing({ call }: Started): Promise<Set<number>> {
  const statuses = new Set<number>()
  await until(async () => {
    const { status, headers, body } = await call('GET', '/v1/events')
    statuses.add(status)
    if (status === 503)
      assert.deepEqual(
        [headers['retry-after'], body.errors[0].detail],
        ['5', 'The service is busy or its database is unreachable. Try again soon.'],
      )
    return status === 200
  }, 60_000)
  return statuses
}

async function backendOf(folder: string): Promise<number> {
  const pids = execFileSync('pgrep', ['-P', String(await postmasterOf(folder))], { encoding: 'utf8' })
  for (const pid of pids.trim().split('\n').map(Number))
    if (/plenum plenum \[local\]/.test(await commandOfProcess(pid))) return pid
  throw new Error('No connection is open.')
}

describe('the embedded database', () => {
  it('is started again when it is killed, as often as it ends now and then', async () => {
    const service = await start()

    for (let times = 0; times < 2; times++) {
      const killed = await postmasterOf(service.folder)
      process.kill(killed, 'SIGKILL')
      await until(async () => (await postmasterOf(service.folder).catch(() => killed)) !== killed, 60_000)
      const statuses = await statusesUntilServing(service)
      assert.deepEqual(
        [...statuses].filter((status) => status !== 200 && status !== 503),
        [],
      )
    }
    process.kill(await backendOf(service.folder), 'SIGKILL')
    await statusesUntilServing(service)
    service.child.kill('SIGTERM')

    const { code, out } = await service.ended
    assert.equal(code, 0)
    assert.match(out, /"msg":"The embedded PostgreSQL stopped and is restarting\."/)
  })

  it('ends the service with a sentence when its folder is gone', async () => {
    const service = await start()
    const data = join(service.folder, 'data')

    await rm(data, { recursive: true })

    const { code, errors } = await service.ended
    const told = `The folder of the embedded database, ${data}, no longer exists. Put it back, or restart Plenum and restore a backup.\n`
    assert.deepEqual([code, errors], [1, told])
  })

  it('ends the service with a sentence when it cannot be started again', async () => {
    const service = await start()
    const postmaster = await postmasterOf(service.folder)
    await rm(join(service.folder, 'data', 'global', 'pg_control'))

    process.kill(postmaster, 'SIGKILL')

    const { code, errors } = await service.ended
    assert.equal(code, 1)
    assert.match(errors, /^The embedded PostgreSQL stopped during startup\. The last lines of its log, /)
    assert.match(await readFile(join(service.folder, 'postgres.log'), 'utf8'), /pg_control/)
  })
})
