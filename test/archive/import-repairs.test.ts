/** What an import makes of imperfect archives, and what it never takes from any. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { filesOf } from '../support/comparable.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const admin = await logInAdmin(service)
const owner = await signUp(service)

const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00+00:00' }

async function takeIn(files: Record<string, unknown>, as: Caller = owner): Promise<Record<string, Json>> {
  const { state, result } = await importArchive(service, as, zipOf({ event: EVENT, ...files }))
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  const exported = await filesOf(await exportArchive(service, as, result.id))
  return { ...exported, id: result.id, warnings: result.warnings }
}

const pick = (record: Json, ...keys: string[]) => Object.fromEntries(keys.map((key) => [key, record[key]]))

describe('an imperfect archive is repaired, with a warning:', () => {
  it('a link to a record that it does not hold becomes empty', async () => {
    const sessions = [{ id: 12, title: 'Talk', track_id: 99, microlocation: { id: 98 }, speaker_ids: [97] }]

    const files = await takeIn({ sessions })

    assert.deepEqual(pick(files.sessions[0], 'track_id', 'microlocation_id', 'speaker_ids'), {
      track_id: null,
      microlocation_id: null,
      speaker_ids: [],
    })
    assert.deepEqual(files.warnings, [
      'File sessions, ID 12: the archive has no track 99; it was left empty',
      'File sessions, ID 12: the archive has no microlocation 98; it was left empty',
      'File sessions, ID 12: speaker_ids refers to 97, which is not in the archive',
    ])
  })

  it('a link that leads to a script becomes empty', async () => {
    const script = 'javascript:alert(document.domain)'
    const event = { ...EVENT, public_stream_link: script, document_links: [{ name: 'x', link: script }] }
    const slides = [{ name: 'x', link: 'data:text/html,<script>alert(1)</script>' }]

    const files = await takeIn({ event, sessions: [{ id: 12, title: 'Talk', slides, website: script }] })

    assert.deepEqual(pick(files.event, 'public_stream_link', 'document_links'), {
      public_stream_link: null,
      document_links: null,
    })
    assert.deepEqual(pick(files.sessions[0], 'slides', 'website'), { slides: null, website: null })
    const address = 'must have links that start with https://, http:// or mailto:'
    assert.deepEqual(files.warnings, [
      'File event, ID 1: public_stream_link must be an absolute URL such as https://example.org/; it was left empty',
      `File event, ID 1: document_links ${address}; it was left empty`,
      `File sessions, ID 12: slides ${address}; it was left empty`,
      'File sessions, ID 12: website must be an absolute URL such as https://example.org/; it was left empty',
    ])
  })

  it('a second record with the same id is imported, and links go to the first', async () => {
    const files = await takeIn({
      tracks: [
        { id: 5, name: 'First', color: '#ffffff' },
        { id: 5, name: 'Second', color: '#000000' },
      ],
      sessions: [{ id: 1, title: 'Talk', track_id: 5 }],
    })

    assert.deepEqual(
      files.tracks.map((track: Json) => [track.name, track.id === files.sessions[0].track_id]),
      [
        ['First', true],
        ['Second', false],
      ],
    )
    assert.deepEqual(files.warnings, [
      'File tracks, ID 5: the id is used twice; links point to the first record, or to the one they describe',
    ])
  })

  it('a date without zone is one of the zone of the event', async () => {
    const files = await takeIn({
      event: { ...EVENT, timezone: 'Europe/Berlin', starts_at: '2030-01-01T09:00:00' },
      sessions: [{ id: 3, title: 'Talk', starts_at: '2030-07-01 09:30', ends_at: '2030-07-01T10:30:00.5' }],
    })

    assert.equal(files.event.starts_at, '2030-01-01T08:00:00+00:00')
    assert.deepEqual(pick(files.sessions[0], 'starts_at', 'ends_at'), {
      starts_at: '2030-07-01T07:30:00+00:00',
      ends_at: '2030-07-01T08:30:00.5+00:00',
    })
    assert.deepEqual(files.warnings, [
      'File event, ID 1: starts_at has no time zone and was read in Europe/Berlin',
      'File sessions, ID 3: starts_at has no time zone and was read in Europe/Berlin',
      'File sessions, ID 3: ends_at has no time zone and was read in Europe/Berlin',
    ])
  })

  it('an optional value that breaks its rule becomes empty, or its default', async () => {
    const files = await takeIn({
      event: { ...EVENT, latitude: 91, privacy: 'secret', logo_url: 'logo.png' },
      sessions: [
        {
          id: 4,
          title: 'Talk',
          starts_at: '2030-01-01T10:00:00Z',
          ends_at: '2030-01-01T09:00:00Z',
          level: 1,
        },
      ],
    })

    assert.deepEqual(pick(files.event, 'latitude', 'privacy', 'logo_url'), {
      latitude: null,
      privacy: 'public',
      logo_url: null,
    })
    assert.deepEqual(pick(files.sessions[0], 'starts_at', 'ends_at', 'level'), {
      starts_at: '2030-01-01T10:00:00+00:00',
      ends_at: null,
      level: null,
    })
    assert.deepEqual(files.warnings, [
      'File event, ID 1: privacy must be one of public, private; it was left at its default',
      'File event, ID 1: latitude must be between -90 and 90; it was left empty',
      'File event, ID 1: logo_url must be an absolute URL such as https://example.org/; it was left empty',
      'File sessions, ID 4: level must be one of Beginner, Intermediate, Advanced, Expert; it was left empty',
      'File sessions, ID 4: ends_at must not be before starts_at; ends_at was left empty',
    ])
  })

  it('numbers, flags and choices in the form of old writers are read', async () => {
    const files = await takeIn({
      event: {
        ...EVENT,
        online: 1,
        is_map_shown: 0,
        is_sponsors_enabled: 'True',
        latitude: '52.5',
        owner_name: 42,
      },
    })

    const read = ['online', 'is_map_shown', 'is_sponsors_enabled', 'latitude', 'owner_name']
    assert.deepEqual(pick(files.event, ...read), {
      online: true,
      is_map_shown: false,
      is_sponsors_enabled: true,
      latitude: 52.5,
      owner_name: '42',
    })
    assert.deepEqual(files.warnings, [])
  })

  it('a length is read as hours and minutes, however it is written', async () => {
    const lengths: [unknown, string][] = [
      ['0:5', '0:5'],
      ['3.30', '3:30'],
      ['0.5', '0:50'],
      ['2', '2:00'],
      ['45', '0:45'],
      ['90 min', '1:30'],
      ['2:75', '3:15'],
      ['24:00', '23:59'],
      ['01:30:00', '1:30'],
      ['half an hour', '00:30'],
    ]
    const files = await takeIn({
      session_types: [
        ...lengths.map(([length], index) => ({ id: index + 1, name: 'Talk', length })),
        { id: 100, name: 'Number', length: 0.3 },
        { id: 101, name: 'Number', length: 2 },
      ],
    })

    assert.deepEqual(
      files.session_types.map(({ length }: Json) => length),
      [...lengths.map(([, kept]) => kept), '0:30', '2:00'],
    )
    const rule = 'length must be hours and minutes from 00:00 to 23:59'
    assert.deepEqual(files.warnings, [
      ...lengths
        .slice(1, -1)
        .map(([, kept], index) => `File session_types, ID ${index + 2}: ${rule}; it was read as ${kept}`),
      `File session_types, ID ${lengths.length}: ${rule}; it was set to 00:30`,
      'File session_types, ID 100: length must be a string; it was read as 0:30',
      'File session_types, ID 101: length must be a string; it was read as 2:00',
    ])
  })

  it('a state that is not known becomes the nearest one', async () => {
    const states = {
      accept: 'accepted',
      'confirmed!': 'confirmed',
      Cancelled: 'canceled',
      'PENDING ': 'pending',
    }
    for (const state of ['Published', 'published ', 'publish', 'Completed', 'unpublished', 'odd']) {
      const { event, warnings } = await takeIn({ event: { ...EVENT, state } })

      const kept = state === 'unpublished' || state === 'odd' ? 'draft' : 'published'
      const how = state === 'odd' ? 'left at its default' : `read as ${kept}`
      assert.equal(event.state, kept)
      assert.deepEqual(warnings, [`File event, ID 1: state must be one of draft, published; it was ${how}`])
    }
    const { sessions } = await takeIn({
      sessions: Object.keys(states).map((state, id) => ({ id, title: 'Talk', state })),
    })
    assert.deepEqual(
      sessions.map(({ state }: Json) => state),
      Object.values(states),
    )
  })

  it('a text that is too long is cut, and HTML that is not allowed is cleaned', async () => {
    const { event, speakers, warnings } = await takeIn({
      event: { ...EVENT, name: 'n'.repeat(900), owner_name: 'o'.repeat(1_200) },
      speakers: [{ id: 1, name: 'Ada', short_biography: '<h1>Ada</h1> <b>L</b>' }],
    })

    assert.deepEqual([event.name, event.owner_name], ['n'.repeat(800), 'o'.repeat(1_000)])
    assert.equal(speakers[0].short_biography, 'Ada <b>L</b>')
    assert.deepEqual(warnings, [
      'File event, ID 1: name must have at most 800 characters; it was cut to its first 800',
      'File event, ID 1: owner_name must have at most 1000 characters; it was cut to its first 1000',
      'File speakers, ID 1: short_biography contained HTML that is not allowed; it was cleaned',
    ])
  })

  it('an event that ends before it starts has no start', async () => {
    const { event, warnings } = await takeIn({ event: { ...EVENT, starts_at: '2031-01-01T00:00:00Z' } })

    assert.deepEqual([event.starts_at, event.ends_at], [null, EVENT.ends_at])
    assert.deepEqual(warnings, [
      'File event, ID 1: ends_at must be after starts_at; starts_at was left empty',
    ])
  })

  it('unknown keys are ignored and counted', async () => {
    const files = await takeIn({
      event: { ...EVENT, version: 3, constructor: 1 },
      tracks: [
        { id: 1, name: 'A', color: '#ffffff', trackUrl: 'x' },
        { id: 2, name: 'B', color: '#ffffff', 'track-url': 'x', mood: 'good' },
      ],
    })

    assert.deepEqual(files.warnings, [
      'File event: ignored the keys version (1), constructor (1)',
      'File tracks: ignored the keys track_url (2), mood (1)',
    ])
  })

  it('records that are marked as deleted are left out', async () => {
    const files = await takeIn({
      event: { ...EVENT, deleted_at: '2020-01-01T00:00:00Z' },
      tracks: [{ id: 5, name: 'Gone', color: '#ffffff', deleted_at: '2020-01-01T00:00:00Z' }],
      sessions: [{ id: 1, title: 'Talk', track_id: 5 }],
    })

    assert.deepEqual([files.event.deleted_at, files.tracks, files.sessions[0].track_id], [null, [], null])
    assert.deepEqual(files.warnings, [
      'File tracks, ID 5: skipped because it was deleted',
      'File sessions, ID 1: the archive has no track 5; it was left empty',
    ])
  })

  it('a type or topic that is not known here, or a part of the event that cannot be read, is left out', async () => {
    const files = await takeIn({
      event: { ...EVENT, event_type: 'Séance', copyright: { holder: 'Ada' }, speakers_call: { hash: 'x' } },
    })

    const { event_type, copyright, speakers_call } = files.event
    assert.deepEqual([event_type, copyright, speakers_call], [null, null, null])
    assert.deepEqual(files.warnings, [
      'File event: no event-type is named Séance; it was left empty',
      'File event, speakers_call: starts_at is required; it was left out',
      'File event, copyright: licence is required; it was left out',
    ])
  })
})

describe('an archive is kept as it is, without a warning:', () => {
  it('a session without a length', async () => {
    const times = { starts_at: '2030-01-01T10:00:00+00:00', ends_at: '2030-01-01T10:00:00+00:00' }

    const { sessions, warnings } = await takeIn({ sessions: [{ id: 4, title: 'Talk', ...times }] })

    assert.deepEqual(pick(sessions[0], 'starts_at', 'ends_at'), times)
    assert.deepEqual(warnings, [])
  })

  it('the links in the texts of speakers, sponsors and sessions', async () => {
    const text = '<p>See <a href="https://example.org/" rel="nofollow noopener">here</a></p>'
    const bio = ['short_biography', 'long_biography', 'speaking_experience', 'sponsorship_required']
    const own = Object.fromEntries(bio.map((name) => [name, text]))

    const files = await takeIn({
      speakers: [{ id: 1, name: 'Ada', ...own }],
      sponsors: [{ id: 1, name: 'Acme', description: text }],
      sessions: [{ id: 1, title: 'Talk', long_abstract: text }],
    })

    assert.deepEqual(pick(files.speakers[0], ...bio), own)
    assert.deepEqual([files.sponsors[0].description, files.sessions[0].long_abstract], [text, text])
    assert.deepEqual(files.warnings, [])
  })
})

describe('an import never takes', () => {
  it('ids, the identifier, roles or accounts from an archive', async () => {
    const taken = await make(service, admin, 'event', { name: 'Taken' })
    const { id, identifier } = { id: Number(taken.id), ...taken.attributes }
    const files = await takeIn({
      event: {
        ...EVENT,
        id,
        identifier,
        creator: { id: admin.id, email: admin.email },
        creator_id: admin.id,
        owner_id: admin.id,
        roles: [{ user_id: admin.id, role: 'owner' }],
        organizers: [{ id: admin.id }],
        created_at: '2001-01-01T00:00:00Z',
        completed_order_sales: 5,
      },
      speakers: [{ id: 1, name: 'Ada', user_id: admin.id, event_id: id }],
      sessions: [
        { id: 1, title: 'Talk', creator_id: admin.id, event_id: id, average_rating: 5, rating_count: 9 },
      ],
    })

    const roles = await service.db.query<Json>(
      sql`select u.user_id, r.name from users_events_roles u join roles r on r.id = u.role_id
        where event_id = ${files.id}`,
    )
    assert.deepEqual(roles, [{ user_id: owner.id, name: 'owner' }])
    assert.notEqual(files.event.id, id)
    assert.notEqual(files.event.identifier, identifier)
    assert.notEqual(files.event.created_at.slice(0, 4), '2001')
    assert.equal(files.event.completed_order_sales, null)
    const [session] = await service.db.query<Json>(
      sql`select creator_id, event_id, average_rating, rating_count from sessions where event_id = ${files.id}`,
    )
    const [speaker] = await service.db.query<Json>(
      sql`select user_id, event_id from speakers where event_id = ${files.id}`,
    )
    assert.deepEqual(session, { creator_id: null, event_id: files.id, average_rating: 0, rating_count: 0 })
    assert.deepEqual(speaker, { user_id: null, event_id: files.id })
    const { body } = await service.call('GET', `/v1/events/${id}`)
    assert.equal(body.data.attributes.name, 'Taken')
  })

  it('a link to a record of another event of this installation', async () => {
    const other = await make(service, admin, 'event')
    const track = await make(service, admin, 'track', {}, { event: linkTo(other) })

    const files = await takeIn({ sessions: [{ id: 1, title: 'Talk', track_id: Number(track.id) }] })

    assert.equal(files.sessions[0].track_id, null)
  })

  it('flags that only staff may set, unless staff imports', async () => {
    const event = { ...EVENT, is_featured: true, is_promoted: true, is_demoted: true }
    const flags = ['is_featured', 'is_promoted', 'is_demoted']

    const [own, byStaff] = [await takeIn({ event }), await takeIn({ event }, admin)]

    assert.deepEqual(
      [own.warnings, byStaff.warnings],
      [
        flags.map((name) => `File event, ID 1: ${name} can only be set by staff; it was left at its default`),
        [],
      ],
    )
    assert.deepEqual(
      [own, byStaff].map((files) => flags.map((flag) => files.event[flag])),
      [
        [false, false, false],
        [true, true, true],
      ],
    )
  })
})
