/** The formats of feeds, for programmes with any texts, times and zones. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { daysOf } from '../../src/schedule/days.ts'
import { FORMATS } from '../../src/schedule/feed.ts'
import type { FeedSource } from '../../src/schedule/frab.ts'
import type { Programme, ProgrammeSession } from '../../src/schedule/programme.ts'
import { demandFrabJson, demandFrabXml } from '../support/schemas.ts'

const MINUTE = 60_000
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Asia/Beirut',
  'US/Eastern',
  'Etc/GMT+12',
  'CET',
  'europe/paris',
]

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.constantFrom(
    '',
    'A',
    '\u0000\u0001\u001b\ufffe',
    ']]>',
    '__proto__',
    'true',
    '\r\n\u2028',
    '<p>a&nbsp;b</p>',
    '😀'.repeat(60),
  ),
)
const anyAddress = fc.oneof(
  anyText,
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  anyText.map((text) => `https://example.org/${text}?${text}#${text}`),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 })

interface Times {
  /** When the event starts (in ms). */
  start: fc.Arbitrary<number>
  /** How long after that a session starts, and how long it lasts (in minutes). */
  after: fc.Arbitrary<number>
  length: fc.Arbitrary<number>
}

/** From the first year to the last, with sessions of any length. */
const ANY_TIMES: Times = {
  start: fc.integer({ min: Date.parse('0001-01-02T00:00:00Z'), max: Date.parse('9999-12-30T00:00:00Z') }),
  after: fc.oneof(fc.integer({ min: -5_000, max: 60_000 }), fc.integer({ min: -1e9, max: 1e9 })),
  length: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200_000 })),
}

/** Within some days around the moments at which clocks are changed. */
const CHANGES: Times = {
  start: fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01', '2027-02-14'),
      fc.integer({ min: -48, max: 24 }),
    )
    .map(([date, hours]) => Date.parse(date) + hours * 60 * MINUTE),
  after: fc.integer({ min: 0, max: 4 * 24 * 12 }).map((slot) => slot * 5),
  length: fc.integer({ min: 1, max: 36 }).map((slot) => slot * 5),
}

const clamped = (moment: number) =>
  new Date(
    Math.min(Math.max(moment, Date.parse('0001-01-01T00:00:00Z')), Date.parse('9999-12-31T23:59:59Z')),
  ).toISOString()

function anySource({ start, after, length }: Times): fc.Arbitrary<FeedSource> {
  const session = fc.record({
    guid: fc.uuid(),
    title: anyText,
    subtitle: maybe(anyText),
    abstract: maybe(anyText),
    description: maybe(anyText),
    language: maybe(anyText),
    type: maybe(anyText),
    after,
    length,
    room: fc.nat({ max: 2 }),
    track_id: maybe(fc.constantFrom('1', '2')),
    person_ids: fc.subarray(['1', '2']),
    links: fc.array(fc.record({ title: anyText, url: anyAddress }), { maxLength: 2 }),
  })
  const named = fc.record({ guid: fc.uuid(), name: anyText })
  return fc
    .record({
      start,
      days: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 4_000_000 })),
      timezone: fc.constantFrom(...ZONES),
      version: anyText,
      texts: fc.record({ name: anyText, licence: maybe(anyText), logo_url: maybe(anyAddress) }),
      rooms: fc.array(named, { minLength: 3, maxLength: 3 }),
      tracks: fc.array(named, { minLength: 2, maxLength: 2 }),
      persons: fc.array(named, { minLength: 2, maxLength: 2 }),
      sessions: fc.array(session, { maxLength: 6 }),
    })
    .map(({ start, days, timezone, version, texts, rooms, tracks, persons, sessions }) => {
      const event = {
        ...texts,
        id: '1',
        identifier: 'a1b2c3d4',
        timezone,
        starts_at: clamped(start),
        ends_at: clamped(start + Math.max(1, days * 24 * 60) * MINUTE),
        location_name: null,
        external_event_url: texts.logo_url,
      }
      const held = sessions.map(({ after, length, room, ...session }, place) => ({
        ...session,
        id: String(place + 1),
        state: 'accepted' as const,
        room_id: String(room + 1),
        starts_at: clamped(start + after * MINUTE),
        ends_at: clamped(start + (after + length) * MINUTE),
        attachments: session.links,
        modified_at: '2026-01-01T00:00:00+00:00',
      }))
      return sourceOf(event, held, version, {
        rooms: numbered(rooms),
        tracks: numbered(tracks).map((track) => ({ ...track, color: '#336699' })),
        persons: numbered(persons).map((person) => ({ ...person, biography: person.name, photo_url: null })),
      })
    })
}

const numbered = <T>(records: T[]) => records.map((record, place) => ({ ...record, id: String(place + 1) }))

function sourceOf(
  event: Programme['event'],
  sessions: Omit<ProgrammeSession, 'day'>[],
  version: string,
  parts: Pick<Programme, 'rooms' | 'tracks' | 'persons'>,
): FeedSource {
  const { days, dayOf } = daysOf(event, sessions)
  return {
    programme: {
      event,
      days,
      ...parts,
      sessions: sessions.map((one, place) => ({ ...one, day: dayOf[place]! })),
    },
    version,
    addresses: { publicUrl: 'https://plenum.test', frontendUrl: 'https://front.test' },
    generator: '0.1.0',
  }
}

describe('any programme', () => {
  it('is valid as frab JSON and XML, and complete', async () => {
    const property = fc.asyncProperty(
      fc.array(anySource(ANY_TIMES), { minLength: 50, maxLength: 60 }),
      async (sources) => {
        for (const source of sources) {
          const text = FORMATS.json.write(source)
          demandFrabJson(text)
          const { days } = JSON.parse(text).schedule.conference
          const sessions = days.flatMap(({ rooms }: { rooms: object }) => Object.values(rooms).flat())
          assert.equal(sessions.length, source.programme.sessions.length)
        }
        await demandFrabXml(...sources.map(FORMATS.xml.write))
      },
    )

    await fc.assert(property, { numRuns: 1, endOnFailure: true, interruptAfterTimeLimit: 60_000 })
  })

  it('is read again from iCalendar by other libraries with the same times', () => {
    const property = fc.property(anySource(CHANGES), (source) => {
      const text = FORMATS.ics.write(source)
      assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
      const times = source.programme.sessions.map(({ guid, starts_at, ends_at }) => [
        guid,
        starts_at,
        ends_at,
      ])
      assert.deepEqual(timesByTables(text), times)
      assert.deepEqual(timesByNames(text).sort(), times.sort())
    })

    fc.assert(property, { numRuns: 100, interruptAfterTimeLimit: 60_000 })
  })

  it('is well-formed as xCal', async () => {
    const property = fc.property(anySource(ANY_TIMES), (source) => {
      const text = FORMATS.xcal.write(source)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them
      assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/)
      assert.doesNotMatch(text.replace(/&(amp|lt|gt|quot);/g, ''), /&/)
      assert.equal(text.split('<vevent>').length - 1, source.programme.sessions.length)
    })

    fc.assert(property, { numRuns: 50, interruptAfterTimeLimit: 60_000 })
  })
})

/** By the part of the calendar that says when the clocks are changed. */
function timesByTables(text: string): string[][] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!)
  const momentOf = (event: ICAL.Component, name: string) => {
    const time = event.getFirstPropertyValue(name) as ICAL.Time
    if (time.zone !== ICAL.Timezone.utcTimezone) time.zone = zone
    return new Date(time.toUnixTime() * 1000).toISOString()
  }
  return calendar
    .getAllSubcomponents('vevent')
    .map((event) => [
      event.getFirstPropertyValue('uid') as string,
      momentOf(event, 'dtstart'),
      momentOf(event, 'dtend'),
    ])
}

/** By the name of the zone. */
function timesByNames(text: string): string[][] {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((part) =>
    part?.type === 'VEVENT' ? [[part.uid, part.start.toISOString(), part.end!.toISOString()]] : [],
  )
}

/** A programme with sessions at these times, in Berlin. */
function daysWith(...sessions: [start: string, end: string][]) {
  const event = {
    starts_at: '2026-05-01T07:00:00Z',
    ends_at: '2026-05-02T16:00:00Z',
    timezone: 'Europe/Berlin',
  }
  return daysOf(
    event,
    sessions.map(([starts_at, ends_at]) => ({ starts_at, ends_at })),
  )
}

describe('a day of the programme', () => {
  it('goes from midnight to midnight when nothing runs past it', () => {
    const { days } = daysWith(['2026-05-01T20:00:00Z', '2026-05-01T22:00:00Z'])

    assert.deepEqual(days, [
      { index: 1, date: '2026-05-01', starts_at: '2026-04-30T22:00:00Z', ends_at: '2026-05-01T22:00:00Z' },
      { index: 2, date: '2026-05-02', starts_at: '2026-05-01T22:00:00Z', ends_at: '2026-05-02T22:00:00Z' },
    ])
  })

  it('ends at six when a session runs past midnight, or starts after it', () => {
    for (const late of [
      ['2026-05-01T21:30:00Z', '2026-05-01T23:00:00Z'],
      ['2026-05-02T00:00:00Z', '2026-05-02T01:00:00Z'],
    ] satisfies [string, string][]) {
      const { days, dayOf } = daysWith(late)

      assert.deepEqual(dayOf, [1])
      assert.deepEqual(
        days.map(({ starts_at, ends_at }) => [starts_at, ends_at]),
        [
          ['2026-04-30T22:00:00Z', '2026-05-02T04:00:00Z'],
          ['2026-05-02T04:00:00Z', '2026-05-02T22:00:00Z'],
        ],
      )
    }
  })

  it('takes in what happens early on the first day of the event', () => {
    assert.deepEqual(daysWith(['2026-05-01T03:00:00Z', '2026-05-01T04:00:00Z']).dayOf, [1])
  })

  it('is added for sessions before or after the event', () => {
    const { days, dayOf } = daysWith(
      ['2026-04-28T10:00:00Z', '2026-04-28T11:00:00Z'],
      ['2026-05-04T10:00:00Z', '2026-05-04T11:00:00Z'],
    )

    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-04-28', '2026-05-01', '2026-05-02', '2026-05-04'],
    )
    assert.deepEqual(dayOf, [1, 4])
  })
})
