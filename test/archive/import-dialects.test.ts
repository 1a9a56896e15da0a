/** What an import reads: archives of every dialect, today's and old. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { filesOf } from '../support/comparable.ts'
import { make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const admin = await logInAdmin(service)
const owner = await signUp(service)

const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00+00:00' }

/** Imports the files and answers those of an export, with the warnings. */
async function takeIn(files: Record<string, unknown>): Promise<Record<string, Json>> {
  const { state, result } = await importArchive(service, owner, zipOf({ event: EVENT, ...files }))
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  const exported = await filesOf(await exportArchive(service, owner, result.id))
  return { ...exported, warnings: result.warnings }
}

const pick = (record: Json, ...keys: string[]) => Object.fromEntries(keys.map((key) => [key, record[key]]))

describe('names of fields', () => {
  const expected = {
    name: 'Conference',
    starts_at: '2030-05-01T09:00:00+00:00',
    location_name: 'Berlin',
    is_map_shown: true,
  }
  for (const [spelling, event] of Object.entries({
    underscores: { starts_at: '2030-05-01T09:00:00Z', location_name: 'Berlin', is_map_shown: true },
    hyphens: { 'starts-at': '2030-05-01T09:00:00Z', 'location-name': 'Berlin', 'is-map-shown': true },
    'camel case': { startsAt: '2030-05-01T09:00:00Z', locationName: 'Berlin', isMapShown: true },
  })) {
    it(`are read with ${spelling}`, async () => {
      const files = await takeIn({ event: { ...EVENT, ...event } })

      assert.deepEqual(pick(files.event, ...Object.keys(expected)), expected)
      assert.deepEqual(files.warnings, [])
    })
  }

  it('of old archives are read as those of today', async () => {
    const url = (name: string) => `https://example.org/${name}`
    const files = await takeIn({
      event: {
        name: 'Old',
        start_time: '2010-05-01T09:00:00Z',
        end_time: '2010-05-03T18:00:00Z',
        logo: url('logo.png'),
        background_image: url('background.png'),
        event_url: url('event'),
        organizer_name: 'Ada',
        organizer_description: 'Mathematician',
        has_session_speakers: true,
        call_for_papers: {
          announcement: 'Come',
          start_date: '2010-01-01T00:00:00Z',
          end_date: '2010-02-01T00:00:00Z',
        },
        event_copyright: { licence: 'CC0', logo: url('cc0.png') },
      },
      speakers: [{ id: 1, name: 'Ada', photo: url('ada.png'), featured: true, thumbnail: url('small.png') }],
      sponsors: [{ id: 1, name: 'Acme', logo: url('acme.png'), sponsor_type: 'Gold' }],
      sessions: [
        {
          id: 1,
          title: 'Talk',
          start_time: '2010-05-01T10:00:00Z',
          end_time: '2010-05-01T11:00:00Z',
          video: url('talk.mp4'),
          audio: url('talk.mp3'),
          slides: url('talk.pdf'),
        },
      ],
    })

    const event = pick(files.event, 'starts_at', 'logo_url', 'original_image_url', 'external_event_url')
    assert.deepEqual(event, {
      starts_at: '2010-05-01T09:00:00+00:00',
      logo_url: url('logo.png'),
      original_image_url: url('background.png'),
      external_event_url: url('event'),
    })
    assert.deepEqual(pick(files.event, 'owner_name', 'owner_description', 'is_sessions_speakers_enabled'), {
      owner_name: 'Ada',
      owner_description: 'Mathematician',
      is_sessions_speakers_enabled: true,
    })
    assert.deepEqual(pick(files.event.copyright, 'licence', 'logo_url'), {
      licence: 'CC0',
      logo_url: url('cc0.png'),
    })
    assert.deepEqual(pick(files.event.speakers_call, 'announcement', 'starts_at', 'ends_at'), {
      announcement: 'Come',
      starts_at: '2010-01-01T00:00:00+00:00',
      ends_at: '2010-02-01T00:00:00+00:00',
    })
    assert.deepEqual(pick(files.speakers[0], 'photo_url', 'is_featured', 'thumbnail_image_url'), {
      photo_url: url('ada.png'),
      is_featured: true,
      thumbnail_image_url: url('small.png'),
    })
    assert.deepEqual(pick(files.sponsors[0], 'logo_url', 'type'), {
      logo_url: url('acme.png'),
      type: 'Gold',
    })
    assert.deepEqual(pick(files.sessions[0], 'starts_at', 'video_url', 'audio_url', 'slides_url', 'slides'), {
      starts_at: '2010-05-01T10:00:00+00:00',
      video_url: url('talk.mp4'),
      audio_url: url('talk.mp3'),
      slides_url: url('talk.pdf'),
      slides: null,
    })
    assert.deepEqual(files.warnings, [])
  })

  it('of today win over old ones', async () => {
    const files = await takeIn({ event: { ...EVENT, organizer_name: 'Old', owner_name: 'New' } })

    assert.equal(files.event.owner_name, 'New')
  })
})

describe('an archive', () => {
  it('of the event alone is an event without anything else', async () => {
    const { warnings, event, meta, ...lists } = await takeIn({})

    assert.deepEqual([event.copyright, event.speakers_call, warnings], [null, null, []])
    assert.deepEqual(new Set(Object.values(lists).map((list) => list.length)), new Set([0]))
    assert.ok(meta)
  })

  it('may have its social links within the event', async () => {
    const files = await takeIn({
      event: { ...EVENT, social_links: [{ id: 3, name: 'x', link: 'https://example.org/x' }] },
    })

    assert.deepEqual(
      files.social_links.map((link: Json) => [link.name, link.link]),
      [['x', 'https://example.org/x']],
    )
  })

  it('may have its forms as two texts of JSON in one record', async () => {
    const files = await takeIn({
      forms: [
        {
          session_form:
            '{"title": {"include": 1, "require": 1}, "short_abstract": {"include": 1, "require": 0}}',
          speaker_form: '{"photo": {"include": 0, "require": 0}, "constructor": {"include": 1}}',
        },
      ],
    })

    const keys = ['form', 'field_identifier', 'is_included', 'is_required', 'is_complex']
    assert.deepEqual(
      files.forms.map((form: Json) => keys.map((key) => form[key])),
      [
        ['session', 'title', true, true, false],
        ['session', 'shortAbstract', true, false, false],
        ['speaker', 'photoUrl', false, false, false],
        ['speaker', 'constructor', true, false, true],
      ],
    )
  })

  it('names the type and the topics of the event, as text or as object', async () => {
    await make(service, admin, 'event-type', { name: 'Hackathon' })
    await make(service, admin, 'event-topic', { name: 'Astronomy' })

    const files = await takeIn({
      event: { ...EVENT, type: 'hackathon', 'event-topic': { name: 'Astronomy' } },
    })

    assert.deepEqual([files.event.event_type, files.event.event_topic], ['Hackathon', 'Astronomy'])
  })

  it('may have empty texts where nothing is meant', async () => {
    const files = await takeIn({
      event: { ...EVENT, latitude: '', logo_url: '', starts_at: '', timezone: '', event_type: '' },
      sessions: [{ id: 1, title: 'Talk', level: '', starts_at: '', website: '', track: '', slides: '' }],
      speakers: [{ id: 1, name: 'Ada', email: '', gender: '' }],
    })

    assert.deepEqual(pick(files.event, 'latitude', 'logo_url', 'starts_at', 'timezone', 'event_type'), {
      latitude: null,
      logo_url: null,
      starts_at: null,
      timezone: 'UTC',
      event_type: null,
    })
    assert.deepEqual(pick(files.sessions[0], 'level', 'starts_at', 'website', 'track_id', 'slides_url'), {
      level: null,
      starts_at: null,
      website: null,
      track_id: null,
      slides_url: null,
    })
    assert.deepEqual([files.speakers[0].email, files.speakers[0].gender], [null, null])
    assert.deepEqual(files.warnings, [])
  })
})
