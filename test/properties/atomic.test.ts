/** Operations in one request leave what the same operations leave as single requests, or nothing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { operate } from '../support/atomic.ts'
import { bodyOf, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Answer, type Json, startTestService } from '../support/service.ts'
import { check, SEED } from './check.ts'

const service = await startTestService()
const owner = await signUp(service)

/** An operation on the records that a sequence has added so far, named by their places; some have none to be about. */
type Step =
  | { kind: 'add'; type: 'track' | 'speaker' | 'session' | 'ticket-tag'; name: number; links: number[] }
  | { kind: 'update'; at: number; name: number }
  | { kind: 'remove'; at: number }
  | { kind: 'assign'; at: number; to: number }
  | { kind: 'speakers'; at: number; op: 'add' | 'update' | 'remove'; to: number[] }

const place = fc.nat({ max: 7 })
const name = fc.nat({ max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('add' as const),
      type: fc.constantFrom('track', 'speaker', 'session', 'ticket-tag'),
      name,
      links: fc.array(place, { maxLength: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('update' as const), at: place, name }),
  fc.record({ kind: fc.constant('remove' as const), at: place }),
  fc.record({ kind: fc.constant('assign' as const), at: place, to: place }),
  fc.record({
    kind: fc.constant('speakers' as const),
    at: place,
    op: fc.constantFrom('add', 'update', 'remove'),
    to: fc.array(place, { maxLength: 2 }),
  }),
) as fc.Arbitrary<Step>

const NAMES = { track: 'name', speaker: 'name', session: 'title', 'ticket-tag': 'name' } as const

interface Added {
  type: keyof typeof NAMES
  /** What operations name it by. */
  named: { id: string } | { lid: string }
}

/** The operation that a step stands for, and the record that it adds. */
function operationOf(one: Step, added: Added[], eventId: string): Json | undefined {
  const found = (at: number, type?: string) => {
    const of = type ? added.filter((record) => record.type === type) : added
    return of.length > 0 ? of[at % of.length] : undefined
  }
  const link = (record: Added) => ({ type: record.type, ...record.named })
  if (one.kind === 'add') {
    const event = { type: 'event', id: eventId }
    const track = one.type === 'session' ? found(one.links[0] ?? 0, 'track') : undefined
    const speakers = one.links.map((at) => found(at, 'speaker')).filter((record) => record !== undefined)
    const { data } = bodyOf(one.type, { [NAMES[one.type]]: `Name ${one.name}` }, { event })
    if (track) data.relationships.track = { data: link(track) }
    if (one.type === 'session' && speakers.length > 0)
      data.relationships.speakers = { data: speakers.map(link) }
    return { op: 'add', data }
  }
  if (one.kind === 'assign' || one.kind === 'speakers') {
    const session = found(one.at, 'session')
    if (!session) return undefined
    const relationship = one.kind === 'assign' ? 'track' : 'speakers'
    const ref = { ...link(session), relationship }
    if (one.kind === 'assign') {
      const track = found(one.to, 'track')
      return { op: 'update', ref, data: track ? link(track) : null }
    }
    const speakers = one.to.map((at) => found(at, 'speaker')).filter((record) => record !== undefined)
    return { op: one.op, ref, data: speakers.map(link) }
  }
  const record = found(one.at)
  if (!record) return undefined
  if (one.kind === 'remove') return { op: 'remove', ref: link(record) }
  const attributes = { [NAMES[record.type]]: `Name ${one.name}` }
  return { op: 'update', data: { ...link(record), attributes } }
}

const PATHS = { track: 'tracks', speaker: 'speakers', session: 'sessions', 'ticket-tag': 'ticket-tags' }
const METHODS = { add: 'POST', update: 'PATCH', remove: 'DELETE' } as const

function single({ op, ref, data }: Json): Promise<Answer> {
  const { type, id, relationship } = ref ?? data
  const base = `/v1/${PATHS[type as keyof typeof PATHS]}`
  const url = relationship
    ? `${base}/${id}/relationships/${relationship}`
    : op === 'add'
      ? base
      : `${base}/${id}`
  const method = METHODS[op as keyof typeof METHODS]
  return service.call(method, url, { as: owner, ...(data !== undefined && { body: { data } }) })
}

/** As single requests, up to the first that fails. */
async function perform(
  steps: Step[],
  eventId: string,
): Promise<{ failed: number | undefined; status: number }> {
  const added: Added[] = []
  let number = 0
  for (const one of steps) {
    const operation = operationOf(one, added, eventId)
    if (!operation) continue
    const { status, body } = await single(operation)
    if (status >= 400) return { failed: number, status }
    if (one.kind === 'add') added.push({ type: one.type, named: { id: body.data.id } })
    number++
  }
  return { failed: undefined, status: 200 }
}

function toOperations(steps: Step[], eventId: string): Json[] {
  const added: Added[] = []
  return steps.flatMap((one, at) => {
    const operation = operationOf(one, added, eventId)
    if (!operation) return []
    if (one.kind === 'add') {
      operation.data.lid = `local ${at}`
      added.push({ type: one.type, named: { lid: operation.data.lid } })
    }
    return [operation]
  })
}

/** All records below the event, with ids counted from the first, and what is linked to what. */
async function stateOf(eventId: string): Promise<Json> {
  const [row] = await service.db.query<Json>(sql`
    with r as (
      select id, 'track' as type, name, deleted_at is null as live from tracks where event_id = ${eventId}
      union all select id, 'speaker', name, deleted_at is null from speakers where event_id = ${eventId}
      union all select id, 'ticket-tag', name, deleted_at is null from ticket_tags where event_id = ${eventId}
      union all select id, 'session', title, deleted_at is null from sessions where event_id = ${eventId}),
    n as (select r.*, row_number() over (partition by type order by id) as number from r)
    select (select json_agg(json_build_array(type, number, name, live) order by type, number) from n) as records,
      (select json_agg(json_build_array(a.number, b.number) order by a.number, b.number) from sessions s
        join n a on a.id = s.id and a.type = 'session' join n b on b.id = s.track_id and b.type = 'track') as tracks,
      (select json_agg(json_build_array(a.number, b.number) order by a.number, b.number) from speakers_sessions l
        join n a on a.id = l.session_id and a.type = 'session'
        join n b on b.id = l.speaker_id and b.type = 'speaker') as speakers`)
  return row
}

describe(`atomic operations (seed ${SEED})`, () => {
  it('leave the same as single requests, or nothing where one of those fails', () =>
    check(
      25,
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const [one, other] = [await make(service, owner, 'event'), await make(service, owner, 'event')]
        const { failed, status } = await perform(steps, one.id)
        const answer = await operate(service, owner, toOperations(steps, other.id))

        assert.equal(answer.status, status, JSON.stringify(answer.body))
        if (failed === undefined) assert.deepEqual(await stateOf(other.id), await stateOf(one.id))
        else {
          assert.match(answer.body.errors[0].source.pointer, new RegExp(`^/atomic:operations/${failed}(/|$)`))
          assert.deepEqual(await stateOf(other.id), { records: null, tracks: null, speakers: null })
        }
      }),
    ))
})
