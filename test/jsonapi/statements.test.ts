/** How many statements a request takes: as many for three records as for one, and one more for each path included. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type CallOptions, startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const service = await startTestService()
const owner = await signUp(service)

async function count(method: string, url: string, options?: CallOptions): Promise<number> {
  const seen = await statementsOf(async () => {
    const { status, body } = await service.call(method, url, options)
    assert.ok(status < 300, JSON.stringify(body))
  })
  return seen.length
}

/** An event with this many sessions, each with two speakers and a track of its own. */
async function makeProgramme(length: number): Promise<string> {
  const { id } = await make(service, owner, 'event')
  await service.db.query(sql`insert into tracks (event_id, name, color)
    select ${id}, n, '#ffffff' from generate_series(1, ${length}::int) n`)
  await service.db.query(sql`insert into speakers (event_id, name)
    select ${id}, n from generate_series(1, ${2 * length}::int) n`)
  await service.db.query(sql`insert into sessions (event_id, title, state, track_id)
    select ${id}, name, 'accepted', id from tracks where event_id = ${id}`)
  await service.db.query(sql`insert into speakers_sessions (session_id, speaker_id)
    select sessions.id, speakers.id from sessions join speakers
      on speakers.event_id = sessions.event_id and speakers.name::int % ${length}::int = sessions.title::int % ${length}::int
    where sessions.event_id = ${id}`)
  return `/v1/events/${id}`
}

describe('a single record', () => {
  it('takes one statement, by its id and by its identifier', async () => {
    const { id, attributes } = await make(service, owner, 'event')
    const track = await make(service, owner, 'track', {}, { event: { type: 'event', id } })

    assert.equal(await count('GET', `/v1/events/${id}`), 1)
    assert.equal(await count('GET', `/v1/events/${attributes.identifier}`), 1)
    assert.equal(await count('GET', `/v1/tracks/${track.id}`), 1)
  })

  it('takes one more to know the caller, and one more for each path included', async () => {
    const event = await makeProgramme(3)

    assert.equal(await count('GET', event, { as: owner }), 2)
    assert.equal(await count('GET', `${event}?include=tracks`), 2)
    assert.equal(await count('GET', `${event}?include=tracks,sessions`), 3)
    assert.equal(await count('GET', `${event}?include=tracks.sessions`), 3)
    assert.equal(await count('GET', `${event}?include=tracks.sessions.speakers,sessions,speakers`), 6)
  })

  it('that nothing is related to takes none for the paths behind', async () => {
    const { id } = await make(service, owner, 'event')

    assert.equal(await count('GET', `/v1/events/${id}?include=sessions.speakers.sessions`), 2)
    assert.equal(await count('GET', `/v1/events/${id}?include=event-topic`), 1)
  })
})

describe('a list', () => {
  for (const [query, expected] of [
    ['', 1],
    ['&sort=track.name', 1],
    ['&include=track,speakers', 3],
    ['&include=track.sessions.speakers', 4],
  ] as const)
    it(`of 1, 3 and 50 records takes the same number of statements${query && ` with ${query}`}`, async () => {
      const counts: number[] = []

      for (const length of [1, 3, 50])
        counts.push(await count('GET', `${await makeProgramme(length)}/sessions?page[size]=0${query}`))

      assert.deepEqual(counts, Array(3).fill(expected))
    })

  it('that fills its page takes one for the page and one for the count', async () => {
    const event = await makeProgramme(21)

    assert.equal(await count('GET', `${event}/sessions`), 2)
    assert.equal(await count('GET', `${event}/sessions?page[number]=2`), 1)
    assert.equal(await count('GET', `${event}/sessions?page[number]=3`), 3)
  })

  it('of 20 with two paths included takes four', async () => {
    const event = await makeProgramme(20)

    assert.equal(await count('GET', `${event}/sessions?include=track,speakers`), 4)
    assert.equal(await count('GET', `${event}/sessions?include=track,speakers.sessions`), 5)
    assert.equal(await count('GET', `${event}/sessions?include=track,speakers`, { as: owner }), 5)
  })
})

describe('a write', () => {
  it('without effects takes one for the caller, one for the access and one that writes and reads', async () => {
    const event = linkTo(await make(service, owner, 'event'))
    const body = bodyOf('track', {}, { event })
    const { id } = await make(service, owner, 'track', {}, { event })
    const change = { data: { type: 'track', id, attributes: { name: 'Changed' } } }

    assert.equal(await count('POST', '/v1/tracks', { as: owner, body }), 3)
    assert.equal(await count('PATCH', `/v1/tracks/${id}`, { as: owner, body: change }), 3)
    assert.equal(await count('DELETE', `/v1/tracks/${id}`, { as: owner }), 3)
  })

  it('takes no more when its effects have nothing to do', async () => {
    const event = linkTo(await make(service, owner, 'event'))
    const body = bodyOf('session', {}, { event })
    const { id } = await make(service, owner, 'session', {}, { event })
    const change = { data: { type: 'session', id, attributes: { title: 'Changed' } } }

    assert.equal(await count('POST', '/v1/sessions', { as: owner, body }), 3)
    assert.equal(await count('PATCH', `/v1/sessions/${id}`, { as: owner, body: change }), 3)
  })
})
