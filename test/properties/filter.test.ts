/** A filter finds what the same filter finds among the records in memory, whatever stands in both. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { check, SEED } from './check.ts'
import { anyFilter, anyText, finds, LEVELS, MOMENTS, type Named, type Talk } from './filter-model.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

const anyRecord = fc.record({
  title: anyText,
  subtitle: fc.option(anyText),
  level: fc.option(fc.constantFrom(...LEVELS)),
  starts_at: fc.option(fc.constantFrom(...MOMENTS)),
  submitted_at: fc.option(fc.constantFrom(...MOMENTS)),
  is_locked: fc.boolean(),
  rating_count: fc.nat({ max: 2 }),
  average_rating: fc.constantFrom(0, 0.5, 2),
  track: fc.option(fc.nat({ max: 2 })),
  speakers: fc.uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 }),
})
const anyNames = fc.array(anyText, { minLength: 3, maxLength: 3 })

/** Statements, because the rules of the sessions would keep most of the records out. */
async function store(table: 'tracks' | 'speakers', names: string[]): Promise<Named[]> {
  const rows =
    table === 'tracks'
      ? sql`insert into tracks (event_id, name, color) select ${event.id}::bigint, name, '#ffffff'
          from unnest(${names}::text[]) name returning id, name`
      : sql`insert into speakers (event_id, name) select ${event.id}::bigint, name
          from unnest(${names}::text[]) name returning id, name`
  return service.db.query<Named & Record<string, unknown>>(rows)
}

async function storeTalks(
  records: (typeof anyRecord extends fc.Arbitrary<infer T> ? T : never)[],
  tracks: Named[],
  speakers: Named[],
): Promise<Talk[]> {
  const links = records.map((record) => ({
    ...record,
    track_id: record.track === null ? null : tracks[record.track]!.id,
  }))
  const rows = await service.db.query<{
    id: string
  }>(sql`insert into sessions (event_id, state, title, subtitle, level,
      starts_at, submitted_at, is_locked, rating_count, average_rating, track_id)
    select ${event.id}, 'accepted', r.* from json_to_recordset(${JSON.stringify(links)}::json) as r (title text,
      subtitle text, level text, starts_at timestamptz, submitted_at timestamptz, is_locked boolean, rating_count integer,
      average_rating double precision, track_id bigint) returning id`)
  const talks = records.map((record, place) => ({
    ...record,
    id: rows[place]!.id,
    track: record.track === null ? null : tracks[record.track]!,
    speakers: record.speakers.map((one) => speakers[one]!),
  }))
  const pairs = talks.flatMap(({ id, speakers }) =>
    speakers.map((one) => ({ session_id: id, speaker_id: one.id })),
  )
  await service.db.query(sql`insert into speakers_sessions (session_id, speaker_id)
    select * from json_to_recordset(${JSON.stringify(pairs)}::json) as p (session_id bigint, speaker_id bigint)`)
  return talks
}

async function idsFound(query: string): Promise<string[]> {
  const { status, body } = await service.call(
    'GET',
    `/v1/events/${event.id}/sessions?page[size]=0&${query}`,
    {
      as: owner,
    },
  )
  assert.equal(status, 200, `${query} ${JSON.stringify(body)}`)
  return body.data.map(({ id }: Named) => id)
}

describe(`a filter (seed ${SEED})`, () => {
  it('finds the records for which it holds, and no other', () => {
    const sets = fc.record({
      tracks: anyNames,
      speakers: anyNames,
      records: fc.array(anyRecord, { minLength: 1, maxLength: 12 }),
      filters: fc.array(anyFilter, { minLength: 25, maxLength: 25 }),
    })
    let some = 0
    return check(
      20,
      fc.asyncProperty(sets, async ({ records, filters, ...names }) => {
        await service.db.query(sql`delete from sessions`)
        const talks = await storeTalks(
          records,
          await store('tracks', names.tracks),
          await store('speakers', names.speakers),
        )
        for (const filter of filters) {
          const expected = talks.filter((talk) => finds(filter, talk)).map(({ id }) => id)
          const found = await idsFound(`filter=${encodeURIComponent(JSON.stringify(filter))}`)
          assert.deepEqual(found, expected, JSON.stringify(filter))
          if (expected.length > 0 && expected.length < talks.length) some++
        }
      }),
    ).then(() => assert.ok(some > 100, `only ${some} filters told the records apart`))
  })
})
