/** Reading and writing records. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ADMIN } from '../../../test/support/service.ts'
import {
  ChangedError,
  ConflictError,
  ForbiddenError,
  InvalidError,
  NotFoundError,
  PlenumClient,
  PlenumError,
} from '../src/plenum-client.ts'
import { startServed } from './support/served.ts'

const service = await startServed({ WORKERS: '0' })
const { gate } = service
const client = new PlenumClient(gate.address)
const anonymous = new PlenumClient(`${gate.address}/`)
const me = await client.signUp({ email: 'ada@example.org', password: 'a good password' })
const event = await client.events.create({
  name: 'Tea Days',
  startsAt: new Date('2030-05-01T09:00:00Z'),
  endsAt: '2030-05-03T18:00:00+02:00',
  state: 'published',
})
const track = await client.tracks.create({ event, name: 'Brewing', color: '#336699' })
const ada = await client.speakers.create({ event, name: 'Ada', email: 'ada@example.org' })
const lin = await client.speakers.create({ event: event.id, name: 'Lin', email: 'lin@example.org' })
const session = await client.sessions.create({
  event,
  title: 'How to brew',
  state: 'accepted',
  startsAt: '2030-05-01T10:00:00Z',
  track,
  speakers: [ada, lin.id],
})
for (const title of ['Cups', 'Pots', 'Leaves'])
  await client.sessions.create({ event, title, state: 'accepted', speakers: [ada] })

describe('a record', () => {
  it('is a plain object: attributes in camel case, to-one relationships by their id', async () => {
    const found = await client.tracks.get(track.id)

    assert.deepEqual(found, {
      id: track.id,
      name: 'Brewing',
      description: null,
      color: '#336699',
      fontColor: found.fontColor,
      position: 0,
      deletedAt: null,
      event: { id: event.id },
    })
    assert.deepEqual([session.startsAt, session.level], ['2030-05-01T10:00:00+00:00', null])
  })

  it('holds what is included as records, and can be printed although they name each other', async () => {
    const found = await client.sessions.get(session, {
      include: ['track.event', 'speakers.sessions', 'microlocation'],
      fields: {
        session: ['title', 'track', 'speakers', 'microlocation'],
        track: ['name', 'event'],
        event: ['name'],
        speaker: ['name', 'sessions'],
      },
    })

    const linsSessions = [
      { id: session.id, title: 'How to brew', track: { id: track.id }, microlocation: null },
    ]
    assert.equal(found.speakers[1]?.sessions[0]?.title, 'How to brew')
    assert.deepEqual(JSON.parse(JSON.stringify({ ...found, speakers: found.speakers[1] })), {
      id: session.id,
      title: 'How to brew',
      microlocation: null,
      track: { id: track.id, name: 'Brewing', event: { id: event.id, name: 'Tea Days' } },
      speakers: { id: lin.id, name: 'Lin', sessions: linsSessions },
    })
  })

  it('shows a relationship that the caller may not see as one that leads nowhere', async () => {
    const seen = await client.speakers.get(ada, { include: ['user'] })
    const hidden = await anonymous.speakers.get(ada, { include: ['user'] })
    const roles = await anonymous.events.get(event, { include: ['roles'] })

    assert.deepEqual([ada.email, seen.user, hidden.user], ['ada@example.org', null, null])
    assert.deepEqual([session.creator?.id, hidden.email, roles.roles], [me.id, null, []])
  })

  it('is found by the identifier of an event too', async () => {
    const found = await client.events.get(event.identifier, { fields: { event: ['name'] } })

    assert.deepEqual(found, { id: event.id, name: 'Tea Days' })
  })
})

describe('a list', () => {
  it('is one page, which leads to the next', async () => {
    const page = await client.sessions.list({ event, sort: ['title'], page: { size: 3 } })
    const next = await page.next()

    assert.deepEqual(
      [page.records.map(({ title }) => title), page.count, next?.records.map(({ title }) => title)],
      [['Cups', 'How to brew', 'Leaves'], 4, ['Pots']],
    )
    assert.equal(await next?.next(), undefined)
  })

  it('is iterated over all its pages, which are fetched as they are needed', async () => {
    const before = gate.requests.length
    const titles: string[] = []
    for await (const one of client.sessions.all({ event, sort: ['-title'], page: { size: 1 } })) {
      titles.push(one.title)
      if (titles.length === 3) break
    }

    assert.deepEqual([titles, gate.requests.length - before], [['Pots', 'Leaves', 'How to brew'], 3])
  })

  it('keeps what is included and the fields on every page', async () => {
    const query = { include: ['speakers'], fields: { session: ['title', 'speakers'] } } as const
    const found = await Array.fromAsync(
      client.sessions.all({ event, ...query, sort: ['id'], page: { size: 2 } }),
    )

    assert.deepEqual(
      found.map(({ title, speakers }) => [title, ...speakers.map(({ name }) => name)]),
      [
        ['How to brew', 'Ada', 'Lin'],
        ['Cups', 'Ada'],
        ['Pots', 'Ada'],
        ['Leaves', 'Ada'],
      ],
    )
  })

  const filters: [string, Parameters<typeof client.sessions.list>[0], string[]][] = [
    ['a value', { filter: { title: 'Cups' } }, ['Cups']],
    ['several values', { filter: { title: ['Cups', 'Pots'], state: 'accepted' } }, ['Cups', 'Pots']],
    ['no value', { filter: { startsAt: null } }, ['Cups', 'Pots', 'Leaves']],
    ['a related record', { filter: { track: track.id } }, ['How to brew']],
    [
      'an operator',
      { filter: [{ name: 'startsAt', op: 'gt', val: '2030-01-01T00:00:00Z' }] },
      ['How to brew'],
    ],
    [
      'conditions on related records',
      {
        filter: [
          {
            or: [
              { name: 'track', op: 'has', val: { name: 'name', op: 'ilike', val: 'brew%' } },
              { not: { name: 'speakers', op: 'any', val: { name: 'name', op: 'eq', val: 'Ada' } } },
            ],
          },
          { and: [{ name: 'createdAt', op: 'le', field: 'lastModifiedAt' }] },
        ],
      },
      ['How to brew'],
    ],
  ]
  for (const [what, query, titles] of filters) {
    it(`is filtered by ${what}`, async () => {
      const { records } = await client.sessions.list({ event, sort: ['id'], ...query })

      assert.deepEqual(
        records.map(({ title }) => title),
        titles,
      )
    })
  }

  it('is sorted by a field of a related record', async () => {
    const { records } = await client.sessions.list({ event, sort: ['track.name', '-title'] })

    assert.deepEqual(
      records.map(({ title }) => title),
      ['How to brew', 'Pots', 'Leaves', 'Cups'],
    )
  })

  it('of related records is reached through the record that they belong to', async () => {
    const speakers = await client.sessions.related(session, 'speakers', { sort: ['-name'] })
    const itsTrack = await client.sessions.related(session, 'track', { include: ['sessions'] })
    const nowhere = await client.events.related(event, 'eventCopyright')

    assert.deepEqual(
      [speakers.records.map(({ name }) => name), itsTrack?.sessions.map(({ title }) => title), nowhere],
      [['Lin', 'Ada'], ['How to brew'], null],
    )
  })
})

describe('a write', () => {
  it('changes the fields that are named and keeps the others', async () => {
    const changed = await client.sessions.update(session, { subtitle: 'With care', track: null })
    const back = await client.sessions.update(session.id, { track }, { include: ['track'] })

    assert.deepEqual(
      [changed.title, changed.subtitle, changed.track, back.track?.name],
      ['How to brew', 'With care', null, 'Brewing'],
    )
  })

  it('does not happen when the record has changed since it was read', async () => {
    const read = await client.tracks.get(track, { include: ['sessions'] })
    const changed = await client.tracks.update(track, { position: 2 }, { ifUnchanged: read })

    await assert.rejects(client.tracks.update(track, { position: 3 }, { ifUnchanged: read }), ChangedError)
    await assert.rejects(client.tracks.delete(track, { ifUnchanged: read }), ChangedError)
    const last = await client.tracks.update(track, { position: 4 }, { ifUnchanged: changed })
    assert.equal(last.position, 4)
    await assert.rejects(client.tracks.delete(track, { ifUnchanged: { ...last } }), TypeError)
  })

  it('deletes a record, and staff bring it back', async () => {
    const room = await client.microlocations.create({ event, name: 'Garden' })
    await client.microlocations.delete(room)
    const admin = new PlenumClient(gate.address)
    await admin.logIn(ADMIN)

    await assert.rejects(client.microlocations.get(room), NotFoundError)
    const restored = await admin.microlocations.restore(room)
    assert.deepEqual(restored, room)
  })

  it('sets, adds and removes links', async () => {
    const linked = async () =>
      (await client.sessions.related(session, 'speakers')).records.map(({ name }) => name)
    const after: string[][] = []
    await client.sessions.removeLinks(session, 'speakers', [ada])
    after.push(await linked())
    await client.sessions.addLinks(session, 'speakers', [ada, lin])
    after.push(await linked())
    await client.sessions.setLinks(session, 'speakers', [ada.id])
    after.push(await linked())
    await client.sessions.setLinks(session, 'track', null)
    const without = await client.sessions.get(session)

    assert.deepEqual([after, without.track], [[['Lin'], ['Ada', 'Lin'], ['Ada']], null])
  })
})

describe('a refusal', () => {
  it('tells every fault with the field that it is about', async () => {
    const creation = client.sessions.create({ event, title: '', startsAt: 'soon', level: null })

    await assert.rejects(creation, (error: unknown) => {
      assert.ok(error instanceof InvalidError && error instanceof PlenumError)
      assert.deepEqual(
        [error.name, error.status, error.message, error.faults.map(({ field, detail }) => [field, detail])],
        [
          'InvalidError',
          422,
          'title must not be blank; starts-at must be a date and time such as 2026-05-01T09:00:00Z',
          [
            ['title', 'title must not be blank'],
            ['startsAt', 'starts-at must be a date and time such as 2026-05-01T09:00:00Z'],
          ],
        ],
      )
      assert.match(String(error.requestId), /^[\w-]{8,}$/)
      return true
    })
  })

  it('has a class for what a caller can act on', async () => {
    await assert.rejects(anonymous.sessions.get('9999'), NotFoundError)
    await assert.rejects(
      client.users.create({ email: me.email!, password: 'a good password' }),
      ConflictError,
    )
    await assert.rejects(client.eventTopics.create({ name: 'Tea' }), ForbiddenError)
  })
})

describe('several writes at once', () => {
  it('are all done, with records that link to each other before they are there', async () => {
    const { tea, talk, renamed } = await client.atomic((writes) => {
      const tea = writes.add('track', { event, name: 'Tea', color: '#00aa00' })
      const speaker = writes.add('speaker', { event, name: 'Mei', email: 'mei@example.org' })
      const talk = writes.add('session', { event, title: 'Leaves', track: tea })
      writes.addLinks('session', talk, 'speakers', [speaker])
      const renamed = writes.update('track', track, { name: 'Brewing well' })
      return { tea, talk, renamed }
    })
    const found = await client.sessions.get(talk, { include: ['speakers', 'track'] })

    assert.deepEqual([found.track?.id, found.speakers.map(({ name }) => name)], [tea.id, ['Mei']])
    assert.equal(renamed.name, 'Brewing well')
    await client.atomic((writes) => {
      writes.setLinks('session', talk, 'track', null)
      writes.remove('session', talk)
      writes.remove('track', tea)
      writes.update('track', track, { name: 'Brewing' })
    })
    await assert.rejects(client.sessions.get(talk), NotFoundError)
  })

  it('leave nothing when one is refused', async () => {
    const before = (await client.tracks.list({ event })).count
    const failing = client.atomic((writes) => {
      writes.add('track', { event, name: 'Lost', color: '#00aa00' })
      writes.add('track', { event, name: 'Bad', color: 'green' })
    })

    await assert.rejects(failing, InvalidError)
    assert.equal((await client.tracks.list({ event })).count, before)
  })

  it('are followed by a list by cursors that misses nothing while records come and go', async () => {
    const names = ['a', 'b', 'c', 'd', 'e']
    const added = await client.atomic((writes) => names.map((name) => writes.add('sponsor', { event, name })))
    const seen: string[] = []
    for await (const { id, name } of client.sponsors.all({ event, sort: ['name'], page: { size: 2 } })) {
      seen.push(name)
      await client.sponsors.delete(id)
    }

    assert.deepEqual([added.length, seen], [5, names])
  })
})
