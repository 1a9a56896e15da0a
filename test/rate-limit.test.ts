/** How many requests one address may make in a minute, over all processes together. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Answer, startTestService, type TestService } from './support/service.ts'
import { statementsOf } from './support/statements.ts'

const MOST = 40

async function limited(env: Record<string, string> = {}): Promise<TestService> {
  return startTestService({ RATE_LIMIT: String(MOST), TRUST_PROXY: '1', ...env })
}

const ask = (service: TestService, ip: string) =>
  service.call('GET', '/healthz', { headers: { 'x-forwarded-for': ip } })

async function askOften(services: TestService[], ip: string, times: number): Promise<Answer[]> {
  const answers = []
  for (let number = 0; number < times; number++)
    answers.push(await ask(services[number % services.length]!, ip))
  return answers
}

const countOf = async (work: () => Promise<unknown>) => (await statementsOf(work)).length
const statuses = (answers: Answer[]) => {
  const groups = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]))
}

describe('the limit of requests', async () => {
  const service = await limited()
  const other = await service.startBeside()

  it('refuses an address that has used up its minute, and tells it how long to wait', async () => {
    const answers = await askOften([service], '192.0.2.1', MOST + 5)

    assert.deepEqual(statuses(answers), { 200: MOST, 429: 5 })
    const { headers, body } = answers.at(-1)!
    const wait = Number(headers['retry-after'])
    assert.ok(wait > 50 && wait <= 60, `${wait}`)
    assert.deepEqual(body.errors, [
      {
        status: '429',
        code: 'too-many-requests',
        title: 'Too Many Requests',
        detail: `More than ${MOST} requests in a minute.`,
        source: {},
      },
    ])
  })

  it('is counted together by all processes on one database', async () => {
    const answers = await askOften([service, other], '192.0.2.2', MOST + 10)

    assert.deepEqual(statuses(answers), { 200: MOST, 429: 10 })
  })

  it('holds for many requests at the same moment', async () => {
    const asking = Array.from({ length: MOST * 2 }, (_, number) =>
      ask(number % 2 ? service : other, '192.0.2.3'),
    )

    assert.deepEqual(statuses(await Promise.all(asking)), { 200: MOST, 429: MOST })
  })

  it('costs a statement for every twentieth of the limit, and none once the limit is reached', async () => {
    const before = await countOf(() => askOften([service], '192.0.2.4', MOST))
    const learning = await countOf(() => askOften([service], '192.0.2.4', 1))
    const afterwards = await countOf(() => askOften([service], '192.0.2.4', 20))

    assert.deepEqual([before, learning, afterwards], [20, 1, 0])
  })

  it('begins anew after the minute', async () => {
    await askOften([service], '192.0.2.5', 1)
    await service.db.query(sql`update rate_limits set expires_at = now() where key = 'requests:192.0.2.5'`)

    const fresh = await limited({ DATABASE_URL: service.config.databaseUrl! })
    assert.deepEqual(statuses(await askOften([fresh], '192.0.2.5', MOST + 1)), { 200: MOST, 429: 1 })
  })

  it('refuses nobody while the counts are out of reach', async () => {
    const { db } = await limited({ DATABASE_URL: service.config.databaseUrl! })
    await db.query(sql`alter table rate_limits rename to away`)

    const answers = await askOften([service], '192.0.2.6', MOST + 5)

    await db.query(sql`alter table away rename to rate_limits`)
    assert.deepEqual(statuses(answers), { 200: MOST + 5 })
  })

  it('is not there unless it is configured', async () => {
    const unlimited = await startTestService({ DATABASE_URL: service.config.databaseUrl! })

    const count = await countOf(() => askOften([unlimited], '192.0.2.7', MOST + 5))

    assert.equal(count, 0)
  })
})
