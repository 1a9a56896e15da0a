import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { startEmbedded } from '../../src/database/embedded/server.ts'
import { administer, urlOf } from '../support/fresh-database.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Answer, startTestService } from '../support/service.ts'

const service = await startTestService()
const get = (url: string) => service.call('GET', url)
const outcome = ({ status, body }: Answer) => [status, body]

const UP_TO_DATE = [200, { passed: true, output: 'database up to date with migrations' }]

test('the health check passes when the database has all that the models need', async () => {
  assert.deepEqual(outcome(await get('/health-check')), UP_TO_DATE)
})

test('the health check names the first model whose table lacks something, until it is back', async () => {
  const lacking = [
    ['speakers_calls', 'announcement', 'SpeakersCall'],
    ['tracks', 'event_id', 'Track'],
    ['users', 'is_admin', 'User'],
  ]
  const rename = (table: string, from: string, to: string) =>
    service.db.query(raw(`alter table ${table} rename column ${from} to ${to}`))

  for (const [table, column, model] of lacking) {
    await rename(table!, column!, 'away')
    assert.deepEqual(outcome(await get('/health-check')), [
      503,
      { passed: false, output: `${model} model out of date with migrations` },
    ])
  }
  for (const [table, column] of lacking) await rename(table!, 'away', column!)
  assert.deepEqual(outcome(await get('/health-check')), UP_TO_DATE)
})

test('a dropped column and a dropped table are noticed', async () => {
  const fails = (model: string) => [
    503,
    { passed: false, output: `${model} model out of date with migrations` },
  ]

  await service.db.query(sql`alter table tracks drop column position`)
  assert.deepEqual(outcome(await get('/health-check')), fails('Track'))
  await service.db.query(sql`drop table social_links`)
  assert.deepEqual(outcome(await get('/health-check')), fails('SocialLink'))
})

test('the process is alive and ready, whoever asks', async () => {
  const headers = { authorization: 'JWT nonsense', accept: 'text/plain' }

  for (const [url, status] of [
    ['/healthz', 'alive'],
    ['/readyz', 'ready'],
  ] as const)
    assert.deepEqual(outcome(await service.call('GET', url, { headers })), [200, { status }])
})

test('without its database the process is alive, but not ready', async () => {
  const root = await mkdtemp(join(tmpdir(), 'plenum-health-'))
  await chmod(root, 0o755)
  const server = await startEmbedded({ folder: join(root, 'postgres'), settings: { fsync: 'off' } })
  const other = await startTestService({ DATABASE_URL: server.url })
  await server.stop()

  const alive = await other.call('GET', '/healthz')
  const ready = await other.call('GET', '/readyz')
  const health = await other.call('GET', '/health-check')

  assert.deepEqual(outcome(alive), [200, { status: 'alive' }])
  assertRefused(ready, 503, 'The service is busy or its database is unreachable. Try again soon.')
  assert.deepEqual(outcome(health), [503, { passed: false, output: 'database unreachable' }])
  await rm(root, { recursive: true })
})

test('when its database was dropped the process is alive, but not ready', async () => {
  const name = 'plenum_dropped'
  await administer(`drop database if exists ${name} with (force)`)
  await administer(`create database ${name}`)
  const other = await startTestService({ DATABASE_URL: urlOf(name) })
  await administer(`drop database ${name} with (force)`)

  // The first answers may be those of connections that were cut.
  for (let times = 0; times < 3; times++)
    assertRefused(
      await other.call('GET', '/readyz'),
      503,
      'The service is busy or its database is unreachable. Try again soon.',
    )
  assert.deepEqual(outcome(await other.call('GET', '/healthz')), [200, { status: 'alive' }])
})
