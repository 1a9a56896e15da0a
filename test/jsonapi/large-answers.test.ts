/** An answer has a bound, so has what is held in memory for it, and so has the time that a read may take. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { ProgramProcess } from '../../tools/program-process.ts'
import { errorsOf } from '../support/document.ts'
import { lockTable } from '../support/locks.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)

/** An event with this many sessions, whose abstract has this many characters. */
async function makeSessions(count: number, length: number): Promise<string> {
  const event = linkTo(await make(service, owner, 'event'))
  const insert = sql`insert into sessions (event_id, title, state, long_abstract)
    select ${event.id}, 'Talk ' || n, 'accepted', repeat('x', ${length}::int)
    from generate_series(1, ${count}::int) n`
  // A statement alone would have as much time as a read.
  await service.db.transaction((tx) => tx.query(insert))
  return `/v1/events/${event.id}`
}

const long = await makeSessions(2_000, 20_000)
const many = await makeSessions(10_000, 2_500)

const REFUSAL = {
  errors: [
    {
      status: '400',
      code: 'bad-request',
      title: 'Bad Request',
      detail:
        'The response would exceed 32 MiB. Request less: a smaller page[size], fewer include paths, or fewer fields with fields[type].',
      source: {},
    },
  ],
  jsonapi: { version: '1.0' },
}

describe('an answer that would be larger than 32 MiB', () => {
  for (const [what, url] of [
    ['a list of long texts', `${long}/sessions?page[size]=0`],
    ['a page of long texts', `${long}/sessions?page[size]=1900`],
    ['a list of very many short records', `${many}/sessions?page[size]=0`],
    ['a record with what is included', `${long}?include=sessions`],
  ] as const)
    it(`is refused with what to do: ${what}`, async () => {
      const { status, body } = await service.call('GET', url)

      // Not the records: a comparison of two such texts would take all memory.
      assert.deepEqual([status, { errors: body.errors, jsonapi: body.jsonapi }], [400, REFUSAL])
    })

  it('is served in smaller parts', async () => {
    for (const [url, length] of [
      [`${long}/sessions?page[size]=1000`, 1_000],
      [`${long}/sessions?page[size]=0&fields[session]=title`, 2_000],
      [`${many}/sessions?page[size]=0&fields[session]=title,state`, 10_000],
      [`${many}/sessions?page[size]=2000&page[number]=5`, 2_000],
    ] as const) {
      const { status, body } = await service.call('GET', url)
      assert.deepEqual([url, status, body.data?.length], [url, 200, length])
    }
  })
})

describe('a process with little memory', async () => {
  const { databaseUrl, dataDir } = service.config
  const env = {
    PORT: '0',
    WORKERS: '0',
    RATE_LIMIT: '0',
    DATABASE_URL: databaseUrl!,
    DATA_DIR: join(dataDir, 'small'),
    NODE_OPTIONS: '--max-old-space-size=256',
  }
  const program = new ProgramProcess('api', ['serve'], env, join(dataDir, 'log'))
  await program.start()
  after(() => program.stop())

  it('survives large lists, several at once', async () => {
    const { pid } = program
    const ask = async (url: string) => (await fetch(`${program.address()}${url}`)).status
    const urls = [
      `${long}/sessions?page[size]=0`,
      `${many}/sessions?page[size]=0`,
      `${long}/sessions?page[size]=1400`,
      `${many}/sessions?page[size]=5000&include=event,speakers,track`,
    ]
    const statuses = await Promise.all([...urls, ...urls, ...urls].map(ask))

    assert.deepEqual(
      statuses.filter((status) => ![200, 400, 503].includes(status)),
      [],
    )
    assert.equal(await ask('/healthz'), 200)
    assert.equal(await ask(`${many}/sessions`), 200)
    assert.equal(program.pid, pid)
  })
})

describe('a read that takes too long', () => {
  it('is stopped after five seconds, and a write that waits as long is not', async () => {
    const event = await make(service, owner, 'event')
    const url = `/v1/events/${event.id}`
    const data = { type: 'event', id: event.id, attributes: { 'ends-at': '2030-05-04T18:00:00Z' } }
    const lock = await lockTable(service, 'events')
    const write = service.call('PATCH', url, { as: owner, body: { data } })

    const { status, headers, body } = await service.call('GET', url)

    assert.deepEqual([status, headers['retry-after']], [503, '5'])
    assert.deepEqual(
      body,
      errorsOf(503, 'unavailable', 'Service Unavailable', [
        'The request took too long. Request less (fewer conditions, fewer includes, a smaller page), or try again.',
        {},
      ]),
    )
    await lock.release()
    assert.equal((await write).status, 200)
    assert.equal((await service.call('GET', url)).status, 200)
  })
})
