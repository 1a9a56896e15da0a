/** Releases of the schedule: what they freeze, how they are numbered, and what they tell. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { DELETED, MOMENT } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)

/** An event with a room, and how sessions are put into it. */
async function plan() {
  const event = linkTo(await make(service, owner, 'event'))
  const hall = linkTo(await make(service, owner, 'microlocation', { name: 'Hall' }, { event }))
  const cellar = linkTo(await make(service, owner, 'microlocation', { name: 'Cellar' }, { event }))
  const url = `/v1/events/${event.id}/schedule-releases`
  return {
    event,
    cellar,
    url,
    session: (title: string, hour: number, links: Json = {}) =>
      make(
        service,
        owner,
        'session',
        {
          title,
          'starts-at': `2030-05-01T${hour}:00:00Z`,
          'ends-at': `2030-05-01T${hour}:30:00Z`,
        },
        { event, microlocation: hall, ...links },
      ),
    change: (session: Json, attributes: Json, relationships: Json = {}) =>
      service.call('PATCH', session.links.self, {
        as: owner,
        body: { data: { type: 'session', id: session.id, attributes, relationships } },
      }),
    release: async (attributes: Json = {}, as: Caller = owner) => {
      const body = { data: { type: 'schedule-release', attributes } }
      return service.call('POST', url, { as, body })
    },
  }
}

const slot = (hour: number, room = 'Hall') => ({
  'starts-at': `2030-05-01T${hour}:00:00+00:00`,
  'ends-at': `2030-05-01T${hour}:30:00+00:00`,
  room,
})

describe('a release of the schedule', () => {
  it('is created, read, changed in its comment alone, and deleted', async () => {
    const { url, release, session, event } = await plan()
    const { id, attributes } = await session('Tea', 10)

    const created = await release({ comment: 'A first plan' })

    const { data } = created.body
    const self = `/v1/schedule-releases/${data.id}`
    assert.equal(created.status, 201)
    assert.match(data.attributes['released-at'], MOMENT)
    assert.deepEqual(data, {
      type: 'schedule-release',
      id: data.id,
      attributes: {
        version: '1',
        comment: 'A first plan',
        'released-at': data.attributes['released-at'],
        'session-count': 1,
        changes: { added: [{ id, title: attributes.title, new: slot(10) }], moved: [], removed: [] },
        'deleted-at': null,
      },
      relationships: {
        event: { links: { self: `${self}/relationships/event`, related: `${self}/event` }, data: event },
      },
      links: { self },
    })
    const list = await service.call('GET', url)
    assert.deepEqual(list.body.data, [data])
    const change = {
      comment: 'Better',
      version: '7',
      'session-count': 9,
      'released-at': '2020-01-01T00:00:00Z',
    }
    const changed = await service.call('PATCH', self, {
      as: owner,
      body: { data: { type: 'schedule-release', id: data.id, attributes: change } },
    })
    assert.deepEqual(changed.body.data, { ...data, attributes: { ...data.attributes, comment: 'Better' } })
    assert.deepEqual((await service.call('DELETE', self, { as: owner })).body, DELETED)
    assert.equal((await service.call('GET', self)).status, 404)
  })

  it('lists what was added, moved and removed since the one before', async () => {
    const { release, session, change, cellar } = await plan()
    const [stays, moves, changesRoom, goes] = [
      await session('Stays', 10),
      await session('Moves', 11),
      await session('Changes room', 12),
      await session('Goes', 13),
    ]
    await release()

    await change(moves, { 'starts-at': '2030-05-01T15:00:00Z', 'ends-at': '2030-05-01T15:30:00Z' })
    await change(changesRoom, {}, { microlocation: { data: cellar } })
    await change(goes, { state: 'rejected' })
    await change(stays, { title: 'Stays, renamed' })
    const comes = await session('Comes', 16)
    const { body } = await release()

    assert.deepEqual(body.data.attributes.changes, {
      added: [{ id: comes.id, title: 'Comes', new: slot(16) }],
      moved: [
        { id: changesRoom.id, title: 'Changes room', old: slot(12), new: slot(12, 'Cellar') },
        { id: moves.id, title: 'Moves', old: slot(11), new: slot(15) },
      ],
      removed: [{ id: goes.id, title: 'Goes', old: slot(13) }],
    })
    assert.deepEqual([body.data.attributes.version, body.data.attributes['session-count']], ['2', 4])
  })

  it('counts only accepted and confirmed sessions with a start, an end and a room', async () => {
    const { release, session, change, event } = await plan()
    await session('Whole', 10)
    await change(await session('Pending', 11), { state: 'pending' })
    await make(service, owner, 'session', { title: 'Without a slot' }, { event })
    await change(await session('Without a room', 12), {}, { microlocation: { data: null } })

    const { body } = await release()

    assert.deepEqual(
      body.data.attributes.changes.added.map(({ title }: Json) => title),
      ['Whole'],
    )
  })

  it('is numbered after the greatest number, whatever names and deletions come between', async () => {
    const { release } = await plan()
    const versionOf = async (attributes?: Json) => (await release(attributes)).body.data.attributes.version

    assert.deepEqual(
      [
        await versionOf({ version: 'Draft for speakers' }),
        await versionOf(),
        await versionOf({ version: '9' }),
        await versionOf({ version: null }),
      ],
      ['Draft for speakers', '1', '9', '10'],
    )
    const last = await release()
    await service.call('DELETE', last.body.data.links.self, { as: owner })
    assert.deepEqual([last.body.data.attributes.version, await versionOf()], ['11', '12'])
  })

  for (const version of ['live', 'latest', '', ' ', 'a\nb', 'x'.repeat(101), 7])
    it(`is not called ${JSON.stringify(version).slice(0, 12)}`, async () => {
      const { status, body } = await (await plan()).release({ version })

      assert.deepEqual([status, body.errors[0].source], [422, { pointer: '/data/attributes/version' }])
    })

  it('has a version that no other one of the event has', async () => {
    const { release } = await plan()
    await release({ version: 'One' })

    const { status, body } = await release({ version: 'One' })

    assert.deepEqual(
      [status, body.errors[0].detail, body.errors[0].source],
      [409, 'The event already has a release with this version.', { pointer: '/data/attributes/version' }],
    )
    assert.equal((await (await plan()).release({ version: 'One' })).status, 201)
  })

  it('is one of several when they are made at once', async () => {
    const { release, session } = await plan()
    await session('Tea', 10)

    const made = await Promise.all(Array.from({ length: 6 }, () => release()))

    assert.deepEqual(made.map(({ body }) => body.data.attributes.version).sort(), [
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
    assert.deepEqual(
      made.map(({ body }) => body.data.attributes.changes.added.length).sort(),
      [0, 0, 0, 0, 0, 1],
    )
  })

  it('is one snapshot while sessions are moved two at a time', async () => {
    const { release, session, event } = await plan()
    const pair = [await session('Left', 10), await session('Right', 10)]
    const move = (hour: number) =>
      service.db.transaction(async (tx) => {
        for (const { id } of pair)
          await tx.query(sql`update sessions set starts_at = ${`2030-05-01T${hour}:00:00Z`}::timestamptz,
            ends_at = ${`2030-05-01T${hour}:30:00Z`}::timestamptz where id = ${id}`)
      })
    const moves = (async () => {
      for (let hour = 11; hour < 23; hour++) await move(hour)
    })()
    const released: Json[] = []
    for (let count = 0; count < 6; count++) released.push((await release()).body.data.attributes.version)
    await moves

    for (const version of released) {
      const { body } = await service.call('GET', `/v1/events/${event.id}/schedule.json?release=${version}`)
      const starts = Object.values(body.schedule.conference.days[0].rooms as Json)
        .flat()
        .map(({ start }: Json) => start)
      assert.equal(starts.length, 2)
      assert.equal(new Set(starts).size, 1)
    }
  })

  it('is made by coorganizers and up, and read by all who see the event', async () => {
    const stranger = await signUp(service)
    const { release, url } = await plan()

    assert.equal((await release({}, stranger)).status, 403)
    const draft = linkTo(await make(service, owner, 'event', { state: 'draft' }))
    assert.equal((await service.call('GET', `/v1/events/${draft.id}/schedule-releases`)).status, 404)
    assert.equal((await service.call('GET', url)).status, 200)
  })
})
