import assert from 'node:assert/strict'
import { it } from 'node:test'
import sql from 'sql-template-tag'
import { COUNT_KEPT, LARGE_COUNT } from '../../src/jsonapi/counts.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const service = await startTestService()
const owner = await signUp(service)

async function makeSessions(count: number): Promise<string> {
  const { id } = await make(service, owner, 'event')
  await addSessions(id, count)
  return id
}

async function addSessions(eventId: string, count: number): Promise<void> {
  await service.db.query(sql`insert into sessions (event_id, title, state)
    select ${eventId}, n, 'accepted' from generate_series(1, ${count}::int) n`)
}

const countOf = async (eventId: string): Promise<number> =>
  (await service.call('GET', `/v1/events/${eventId}/sessions?page[size]=1`)).body.meta.count

it('a number below the large ones is counted at each request', async () => {
  const eventId = await makeSessions(LARGE_COUNT - 2)
  assert.equal(await countOf(eventId), LARGE_COUNT - 2)

  await addSessions(eventId, 1)

  assert.equal(await countOf(eventId), LARGE_COUNT - 1)
})

it('a large number is counted once in a while, however many ask', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
  const eventId = await makeSessions(LARGE_COUNT)
  assert.equal(await countOf(eventId), LARGE_COUNT)
  await addSessions(eventId, 1)

  const seen = await statementsOf(async () => {
    assert.deepEqual(await Promise.all([countOf(eventId), countOf(eventId)]), [LARGE_COUNT, LARGE_COUNT])
    t.mock.timers.tick(COUNT_KEPT)
    const again = [countOf(eventId), countOf(eventId), countOf(eventId)]
    assert.deepEqual(await Promise.all(again), [LARGE_COUNT + 1, LARGE_COUNT + 1, LARGE_COUNT + 1])
  })

  assert.equal(seen.filter((text) => text.startsWith('select count')).length, 1)
})

it('the same question of somebody else is counted for itself', async () => {
  const eventId = await makeSessions(LARGE_COUNT)
  await service.db.query(
    sql`insert into sessions (event_id, title, state) values (${eventId}, 'not public', 'draft')`,
  )

  assert.equal(await countOf(eventId), LARGE_COUNT)
  const { body } = await service.call('GET', `/v1/events/${eventId}/sessions?page[size]=1`, { as: owner })
  assert.equal(body.meta.count, LARGE_COUNT + 1)
})
