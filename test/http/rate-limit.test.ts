/** How many requests one address may make in a minute, over all processes together. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Answer, startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

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
        detail: `More than ${MOST} requests in one minute. Slow down.`,
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

  it('is there without being configured, and gone with 0', async () => {
    const env = { DATABASE_URL: service.config.databaseUrl!, TRUST_PROXY: '1' }
    const usual = await startTestService(env)
    const unlimited = await startTestService({ ...env, RATE_LIMIT: '0' })

    const counts = [
      await countOf(() => askOften([usual], '192.0.2.7', 151)),
      await countOf(() => askOften([unlimited], '192.0.2.7', 151)),
    ]

    // Blocks of 150 requests: a twentieth of 3,000.
    assert.deepEqual(counts, [2, 0])
  })

  it('does not count those who are exempt: by default the machine itself, and its neighbours without a proxy', async () => {
    const env = { DATABASE_URL: service.config.databaseUrl!, RATE_LIMIT: '1' }
    const direct = await startTestService(env)
    const proxied = await startTestService({ ...env, TRUST_PROXY: '1' })
    const chosen = await startTestService({ ...env, TRUST_PROXY: '1', RATE_LIMIT_EXEMPT: '192.0.2.0/24' })
    const from = async (asked: TestService, remoteAddress: string, headers = {}) => {
      const ask = () => asked.app.inject({ url: '/healthz', remoteAddress, headers })
      return [(await ask()).statusCode, (await ask()).statusCode]
    }

    assert.deepEqual(
      [
        await from(direct, '127.0.0.1'),
        await from(direct, '172.17.0.1', { 'x-forwarded-for': '198.51.100.1' }),
        await from(direct, '198.51.100.2'),
        await from(proxied, '172.17.0.1', { 'x-forwarded-for': '127.0.0.1' }),
        await from(proxied, '172.17.0.1', { 'x-forwarded-for': '10.1.2.3' }),
        await from(chosen, '172.17.0.1', { 'x-forwarded-for': '192.0.2.200' }),
        await from(chosen, '172.17.0.1', { 'x-forwarded-for': '127.0.0.1' }),
      ],
      [
        [200, 200],
        [200, 200],
        [200, 429],
        [200, 200],
        [200, 429],
        [200, 200],
        [200, 429],
      ],
    )
  })

  it('refuses in a way that pages of other origins can read', async () => {
    const headers = { origin: 'https://page.example', 'x-forwarded-for': '192.0.2.1' }
    const { status, headers: sent } = await service.call('GET', '/healthz', { headers })

    assert.deepEqual([status, sent['access-control-allow-origin']], [429, '*'])
  })
})
