/** Files of more records than an import holds at once. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import sql from 'sql-template-tag'
import { importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '1' })
const owner = await signUp(service)

const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00+00:00' }
const MANY = 2_600

const ascending = Array.from({ length: MANY }, (_, index) => index + 1)
const shuffled = ascending.map((id) => ((id * 7) % MANY) + 1)
const speakers = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Grace' },
]

async function takeIn(files: Record<string, unknown>): Promise<Json> {
  return importArchive(service, owner, zipOf({ event: EVENT, speakers, ...files }))
}

const session = (id: number) => ({ id, title: `Session ${id}`, track_id: 1, speaker_ids: [1 + (id % 2)] })
const tracks = [{ id: 1, name: 'Science', color: '#ffffff' }]

for (const [order, ids] of Object.entries({
  'in the order of their ids': ascending,
  'in any order': shuffled,
})) {
  it(`records ${order} are all written, in the order of their ids, with their links`, async () => {
    const { state, result } = await takeIn({ tracks, sessions: ids.map(session) })

    assert.deepEqual([state, result.warnings], ['SUCCESS', []])
    const rows = await service.db.query(sql`select s.title, t.name as track, p.name as speaker
      from sessions s join tracks t on t.id = s.track_id join speakers_sessions l on l.session_id = s.id
      join speakers p on p.id = l.speaker_id where s.event_id = ${result.id} order by s.id`)
    assert.deepEqual(
      rows,
      ascending.map((id) => ({
        title: `Session ${id}`,
        track: 'Science',
        speaker: id % 2 ? 'Grace' : 'Ada',
      })),
    )
    assert.equal(Object.keys(result.id_map.sessions).length, MANY)
  })
}

it('links that stand with the speakers are written as well', async () => {
  const sessions = ascending.map((id) => ({ id, title: `Session ${id}` }))
  const { result } = await takeIn({ sessions, speakers: [{ id: 1, name: 'Ada', sessions: [1, MANY] }] })

  const rows =
    await service.db.query(sql`select s.title from sessions s join speakers_sessions l on l.session_id = s.id
    where s.event_id = ${result.id} order by s.id`)
  assert.deepEqual(rows, [{ title: 'Session 1' }, { title: `Session ${MANY}` }])
})

it('deleted records are left out and not counted', async () => {
  const sessions = ascending.map((id) => ({
    ...session(id),
    deleted_at: id > 10 ? '2020-01-01T00:00:00Z' : null,
  }))
  const { state, result } = await takeIn({ tracks, sessions })

  assert.deepEqual([state, Object.keys(result.id_map.sessions).length], ['SUCCESS', 10])
})

it('a fault far behind is found, and nothing is written', async () => {
  const sessions = ascending.map((id) => (id === MANY ? { id } : session(id)))
  const before = await service.db.query(sql`select count(*) from events`)

  const { state, result } = await takeIn({ tracks, sessions })

  assert.deepEqual([state, result], ['FAILURE', `File sessions, ID ${MANY}: title is required`])
  assert.deepEqual(await service.db.query(sql`select count(*) from events`), before)
})

it('a value that must be unique and stands there twice, far apart, is named by its second record', async () => {
  const dates = { sales_starts_at: '2030-01-01T00:00:00Z', sales_ends_at: '2030-02-01T00:00:00Z' }
  const tickets = ascending.map((id) => ({
    id,
    name: id === MANY ? 'Ticket 1' : `Ticket ${id}`,
    type: 'free',
    ...dates,
  }))

  const { state, result } = await takeIn({ tickets })

  assert.equal(state, 'FAILURE')
  assert.match(result, new RegExp(`^File tickets, ID ${MANY}: `))
})
