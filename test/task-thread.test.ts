import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import pino from 'pino'
import { startTaskThread } from '../src/commands/task-apart.ts'
import { make } from './support/make.ts'
import { signUp } from './support/people.ts'
import { envOf } from './support/plenum.ts'
import { ProgramProcess } from './support/program-process.ts'
import { type Json, startTestService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startTestService()
const owner = await signUp(service)
const { dataDir } = service.config
const program = new ProgramProcess(
  'serve',
  ['serve'],
  { ...envOf(service), PORT: '0', WORKERS: '1' },
  join(dataDir, 'serve.log'),
)
await program.start()
after(() => program.kill())

async function taskOf(url: string): Promise<Json> {
  return (await fetch(`${program.address()}${url}`)).json()
}

it('a service that is started alone runs tasks too', async () => {
  const { id } = await make(service, owner, 'event')
  const { body } = await service.call('POST', `/v1/events/${id}/export/json`, { as: owner, body: {} })

  await until(async () => (await taskOf(body.task_url)).state === 'SUCCESS')
})

it('its tasks give way to its requests', {
  skip: process.platform !== 'linux' && 'Only Linux has it',
}, async () => {
  const threads = await readdir(`/proc/${program.pid}/task`)
  const nice = await Promise.all(
    threads.map(async (id) => {
      const stat = await readFile(`/proc/${program.pid}/task/${id}/stat`, 'utf8')
      return {
        isMain: id === String(program.pid),
        nice: stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16],
      }
    }),
  )

  assert.equal(nice.find(({ isMain }) => isMain)!.nice, '0')
  assert.ok(nice.some((thread) => thread.nice === '10'))
})

it('it ends in order, with its tasks', async () => {
  assert.equal(await program.stop(), 0)
})

it('a thread that fails is started again, until it is stopped', async () => {
  const { DATABASE_URL } = process.env
  process.env.DATABASE_URL = 'postgres://nobody@127.0.0.1:1/nowhere'
  const faults: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void faults.push(JSON.parse(line).err.message) })

  const thread = startTaskThread(log)
  await until(() => faults.length === 2)
  await thread.stop()
  if (DATABASE_URL === undefined) delete process.env.DATABASE_URL
  else process.env.DATABASE_URL = DATABASE_URL

  assert.deepEqual(faults, Array(2).fill('connect ECONNREFUSED 127.0.0.1:1'))
})
