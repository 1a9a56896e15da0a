/** What is wrong with a schedule; see docs/api.md, "Planning a schedule". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { giveRole, logInAdmin, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const coorganizer = await signUp(service)
const stranger = await signUp(service)

const at = (hour: number) => new Date(Date.UTC(2030, 4, 1, hour)).toISOString().replace('.000Z', '+00:00')
const HOURS = { 'starts-at': at(9), 'ends-at': at(18) }

async function newEvent(): Promise<Json> {
  const event = await make(service, owner, 'event', HOURS)
  return { id: event.id, of: { event: linkTo(event) } }
}

const conflictsOf = async (id: string, query = '') => {
  const { status, body } = await service.call('GET', `/v1/events/${id}/schedule-conflicts${query}`, {
    as: owner,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

describe('two sessions in one room at the same time', () => {
  it('are a conflict, with the time that they share', async () => {
    const { id, of } = await newEvent()
    const room = linkTo(await make(service, owner, 'microlocation', { name: 'Great Hall' }, of))
    const links = { ...of, microlocation: room }
    const times = (start: number, end: number) => ({ 'starts-at': at(start), 'ends-at': at(end) })
    const one = linkTo(await make(service, owner, 'session', { title: 'One', ...times(9, 11) }, links))
    const two = linkTo(
      await make(service, owner, 'session', { title: 'Two', state: 'pending', ...times(10, 12) }, links),
    )
    await make(service, owner, 'session', { title: 'Next', ...times(12, 13) }, links)
    await make(service, owner, 'session', { title: 'Rejected', state: 'rejected', ...times(9, 12) }, links)

    const { data, included } = await conflictsOf(id, '?include=sessions,microlocation,speaker')

    assert.deepEqual(
      data.map(({ attributes }: Json) => attributes),
      [
        {
          kind: 'room',
          'starts-at': at(10),
          'ends-at': at(11),
          message: '"One" and "Two" overlap in Great Hall.',
        },
      ],
    )
    const [{ relationships, links: own }] = data
    assert.deepEqual(
      [relationships.sessions.data, relationships.microlocation.data, relationships.speaker.data],
      [[one, two], room, null],
    )
    assert.deepEqual(included.map(linkTo), [room, one, two])
    for (const url of [
      own.self,
      relationships.sessions.links.related,
      relationships.microlocation.links.self,
    ])
      assert.equal((await service.call('GET', url, { as: owner })).status, 200, url)
  })

  it('are the same conflict until one of them moves away', async () => {
    const { id, of } = await newEvent()
    const room = linkTo(await make(service, owner, 'microlocation', {}, of))
    const links = { ...of, microlocation: room }
    await make(service, owner, 'session', { 'starts-at': at(9), 'ends-at': at(11) }, links)
    const two = await make(service, owner, 'session', { 'starts-at': at(10), 'ends-at': at(12) }, links)
    const move = (attributes: Json) =>
      service.call('PATCH', `/v1/sessions/${two.id}`, {
        as: owner,
        body: { data: { type: 'session', id: two.id, attributes } },
      })
    const idsOf = async () => (await conflictsOf(id)).data.map((one: Json) => one.id)
    const before = await idsOf()

    await move({ 'starts-at': at(8) })
    const after = await idsOf()
    await move({ 'starts-at': at(11) })

    assert.deepEqual([before.length, after.includes(before[0]), await idsOf()], [1, true, []])
  })
})

it('one conflict leads to its sessions', async () => {
  const { id, of } = await newEvent()
  const session = await make(service, owner, 'session', { title: 'Half', 'starts-at': at(9) }, of)
  const { data } = await conflictsOf(id)
  const url = `/v1/schedule-conflicts/${data[0].id}`
  const read = async (path: string) => (await service.call('GET', path, { as: admin })).body
  const titles = (records: Json[]) => records.map((record) => record.attributes.title)

  assert.deepEqual(titles((await read(`${url}?include=sessions`)).included), ['Half'])
  assert.deepEqual(titles((await read(`${url}/sessions`)).data), ['Half'])
  assert.deepEqual((await read(`${url}/relationships/sessions`)).data, [linkTo(session)])
  assert.equal((await service.call('GET', '/v1/schedule-conflicts/1', { as: admin })).status, 404)
})

it('a conflict is for coorganizers and up, and nobody writes it', async () => {
  const { id, of } = await newEvent()
  await giveRole(service, coorganizer, id, 'coorganizer')
  await make(service, owner, 'session', { title: 'Half', 'starts-at': at(9) }, of)
  const { data } = await conflictsOf(id, '?filter[kind]=incomplete')
  const [one] = data
  const statuses = async (url: string) =>
    Promise.all(
      [undefined, stranger, coorganizer].map(async (as) => (await service.call('GET', url, { as })).status),
    )

  assert.equal(one.attributes.message, '"Half" has a start but neither an end nor a room.')
  assert.deepEqual(await statuses(`/v1/events/${id}/schedule-conflicts`), [401, 403, 200])
  assert.deepEqual(await statuses(`/v1/schedule-conflicts/${one.id}`), [401, 403, 200])
  for (const method of ['PATCH', 'DELETE'])
    assert.equal(
      (await service.call(method, `/v1/schedule-conflicts/${one.id}`, { as: owner, body: {} })).status,
      405,
    )
  assert.deepEqual((await conflictsOf(id, '?filter[kind]=room')).data, [])
})

type Span = [start: number, end: number]
interface Planned {
  state: string
  start: number | null
  end: number | null
  room: number | null
  speakers: number[]
}

const hour = fc.integer({ min: 0, max: 12 })
const span = fc.tuple(hour, hour).map(([a, b]): Span => (a <= b ? [a, b] : [b, a]))
const spans = fc.option(
  fc.array(
    span.filter(([start, end]) => start < end),
    { maxLength: 2 },
  ),
)
const planned = fc
  .record({
    state: fc.constantFrom('accepted', 'confirmed', 'pending', 'pending', 'draft', 'rejected'),
    span,
    hasStart: fc.constantFrom(true, true, true, false),
    hasEnd: fc.constantFrom(true, true, true, false),
    room: fc.constantFrom(0, 1, null),
    speakers: fc.uniqueArray(fc.constantFrom(0, 1, 2), { maxLength: 2 }),
  })
  .map(({ state, span: [start, end], hasStart, hasEnd, room, speakers }): Planned => {
    return { state, start: hasStart ? start : null, end: hasEnd ? end : null, room, speakers }
  })
const plans = fc.record({
  event: span.filter(([start, end]) => start < end),
  rooms: fc.tuple(spans, spans),
  speakers: fc.tuple(spans, spans, spans),
  sessions: fc.array(planned, { maxLength: 8 }),
})
type Plan = typeof plans extends fc.Arbitrary<infer T> ? T : never

/** The hours of a span that none of the others has, from the first to the last. */
function outside([start, end]: Span, others: Span[]): Span | undefined {
  const hours = Array.from({ length: end - start }, (_, n) => start + n).filter(
    (one) => !others.some(([from, to]) => from <= one && one < to),
  )
  return hours.length > 0 ? [hours[0]!, hours.at(-1)! + 1] : undefined
}

/** Every pair of sessions, one by one. */
function model({ event, rooms, speakers, sessions }: Plan): string[] {
  const found: string[] = []
  const add = (kind: string, [start, end]: (number | null)[], who: string, places: number[]) =>
    found.push([kind, start, end, who, places.join('+')].join(' '))
  const counted = sessions.map((one, place) => ({ ...one, place }))
  const active = counted.filter(({ state }) => ['accepted', 'confirmed', 'pending'].includes(state))
  for (const { start, end, room, place } of active)
    if (start !== null && (end === null || room === null)) add('incomplete', [start, end], 'r', [place])
  const slots = active.filter(({ start, end, room }) => start !== null && end !== null && room !== null)
  for (const [n, a] of slots.entries()) {
    const time: Span = [a.start!, a.end!]
    for (const b of slots.slice(n + 1)) {
      const shared: Span = [Math.max(a.start!, b.start!), Math.min(a.end!, b.end!)]
      if (shared[0] >= shared[1]) continue
      if (a.room === b.room) add('room', shared, 'r', [a.place, b.place])
      for (const one of a.speakers.filter((each) => b.speakers.includes(each)))
        add('speaker', shared, `s${one}`, [a.place, b.place])
    }
    const away = (list: Span[] | null) => (list && list.length > 0 ? outside(time, list) : undefined)
    const closed = away(rooms[a.room!]!)
    if (closed) add('room-availability', closed, 'r', [a.place])
    for (const one of a.speakers) {
      const absent = away(speakers[one]!)
      if (absent) add('speaker-availability', absent, `s${one}`, [a.place])
    }
    const late = outside(time, [event])
    if (late) add('outside-event', late, 'r', [a.place])
  }
  return found.sort()
}

it('the conflicts are those of a model that compares every session with every other', async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      assert.deepEqual(await found(plan), model(plan))
    }),
    { numRuns: 60 },
  )
})

/** Written into the database directly, because the API would take long for so many. */
async function found(plan: Plan): Promise<string[]> {
  const json = (list: Span[] | null) =>
    list && JSON.stringify(list.map(([start, end]) => ({ 'starts-at': at(start), 'ends-at': at(end) })))
  const time = (one: number | null) => (one === null ? null : at(one))
  return service.db.transaction(async (tx) => {
    const one = async (statement: ReturnType<typeof sql>) =>
      (await tx.query<{ id: string }>(statement))[0]!.id
    const event = await one(sql`insert into events (name, state, starts_at, ends_at)
      values ('x', 'published', ${at(plan.event[0])}, ${at(plan.event[1])}) returning id`)
    const rooms: string[] = []
    for (const times of plan.rooms)
      rooms.push(
        await one(sql`insert into microlocations (event_id, name, availabilities)
          values (${event}, 'r', ${json(times)}) returning id`),
      )
    const speakers: string[] = []
    for (const times of plan.speakers)
      speakers.push(
        await one(sql`insert into speakers (event_id, name, availabilities)
          values (${event}, 's', ${json(times)}) returning id`),
      )
    const sessions: string[] = []
    for (const { state, start, end, room, speakers: own } of plan.sessions) {
      const id =
        await one(sql`insert into sessions (event_id, title, state, starts_at, ends_at, microlocation_id)
        values (${event}, 'x', ${state}, ${time(start)}, ${time(end)}, ${room === null ? null : rooms[room]}) returning id`)
      sessions.push(id)
      for (const speaker of own)
        await tx.query(
          sql`insert into speakers_sessions (session_id, speaker_id) values (${id}, ${speakers[speaker]})`,
        )
    }
    const rows = await tx.query<Json>(sql`select * from schedule_conflicts where event_id = ${event}`)
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length)
    const hourOf = (moment: string | null) =>
      moment === null ? null : (Date.parse(moment) - Date.parse(at(0))) / 3_600_000
    return rows
      .map(({ kind, starts_at, ends_at, speaker_id, session_ids }) => {
        const who = speaker_id === null ? 'r' : `s${speakers.indexOf(speaker_id)}`
        const places = session_ids.map((id: string) => sessions.indexOf(id)).sort()
        return [kind, hourOf(starts_at), hourOf(ends_at), who, places.join('+')].join(' ')
      })
      .sort()
  })
}
