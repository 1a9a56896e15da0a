/** What an export holds, and in which form. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { exportArchive, finished } from '../../tools/archives.ts'
import { unzip } from '../../tools/zips.ts'
import { allKinds, filesOf, kinds } from '../support/comparable.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { makeSample } from '../support/sample-body.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)
const newEvent = (attributes: Json = {}) => make(service, owner, 'event', attributes)
const add = (event: Json, type: string, attributes: Json = {}, links: Json = {}) =>
  make(service, owner, type, attributes, { event: linkTo(event), ...links })
const exported = async ({ id }: Json) => filesOf(await exportArchive(service, owner, id))

/** The files that the original knows, with the keys that come first there. All other keys go from A to Z. */
const FIRST: Record<string, string> = {
  event: `id name latitude longitude location_name starts_at ends_at timezone description original_image_url logo_url
    owner_name owner_description external_event_url ticket_url privacy event_type_id event_topic_id event_sub_topic_id
    code_of_conduct`,
  microlocations: 'id name floor',
  sessions: `id title subtitle short_abstract long_abstract starts_at ends_at session_type_id track_id comments language
    slides_url audio_url video_url`,
  speakers: `id name email mobile photo_url organisation position country short_biography long_biography website twitter
    facebook github linkedin`,
  sponsors: 'id name logo_url level type url description',
  tracks: 'id name color font_color',
  session_types: 'id name length',
  forms: '',
  social_links: 'id name link',
  ticket_tags: 'id name',
  tickets: 'id name description type price quantity',
  discount_codes: 'id code type value',
}

describe('the members of an archive', () => {
  it('stand at its root, have no extension and are all there even when they are empty', async () => {
    const event = await newEvent()

    const members = await unzip(await exportArchive(service, owner, event.id))

    const { event: _event, meta: _meta, ...lists } = Object.fromEntries(members)
    const declared = allKinds.map(({ file }) => file)
    assert.deepEqual([...members.keys()].sort(), [...declared, 'meta'].sort())
    assert.deepEqual(
      Object.keys(FIRST).filter((file) => !members.has(file)),
      [],
    )
    assert.deepEqual(new Set(Object.values(lists).map(String)), new Set(['[]']))
  })

  it('are indented by four blanks and keep all signs as they are, in UTF-8', async () => {
    const event = await newEvent()
    const track = await add(event, 'track', { name: 'Größe "語" 👩‍👩‍👧', color: '#336699' })

    const members = await unzip(await exportArchive(service, owner, event.id))

    assert.equal(
      members.get('tracks')!.toString('utf8'),
      `[
    {
        "id": ${track.id},
        "name": "Größe \\"語\\" 👩‍👩‍👧",
        "color": "#336699",
        "font_color": "#ffffff",
        "deleted_at": null,
        "description": null,
        "event_id": ${event.id},
        "position": 0
    }
]`,
    )
  })

  it('end with meta, whose keys are sorted', async () => {
    const event = await newEvent()

    const members = await unzip(await exportArchive(service, owner, event.id))

    assert.equal(members.get('meta')!.toString(), '{\n    "root_url": "http://plenum.test/"\n}')
  })
})

/** Of the others, some that must not be missing. */
const AMONG_THE_OTHERS: Record<string, string[]> = {
  event: ['copyright', 'created_at', 'identifier', 'is_featured', 'speakers_call', 'state'],
  sessions: ['complex_field_values', 'microlocation_id', 'speaker_ids', 'state', 'submitted_at'],
  speakers: ['complex_field_values', 'gender', 'order', 'thumbnail_image_url'],
  microlocations: ['event_id', 'latitude', 'room'],
  forms: ['description', 'event_id', 'field_identifier', 'id', 'is_complex', 'type'],
  tickets: ['event_id', 'is_hidden', 'max_order', 'min_order', 'sales_ends_at', 'ticket_tag_ids'],
  discount_codes: ['event_id', 'max_quantity', 'min_quantity', 'ticket_ids', 'tickets_number', 'used_for'],
}

describe('the keys of a record', async () => {
  const event = await newEvent()
  for (const { model } of kinds.files) await makeSample(service, owner, model.type, { event: linkTo(event) })
  const files = await exported(event)

  for (const { file, archive } of allKinds) {
    it(`in the file ${file} come in the fixed order, then from A to Z`, () => {
      const record = Array.isArray(files[file]) ? files[file][0] : files[file]
      const first = FIRST[file]?.split(/\s+/).filter((key) => key !== '') ?? archive.first

      const keys = Object.keys(record)
      const others = keys.slice(first.length)

      assert.deepEqual(keys.slice(0, first.length), first)
      assert.deepEqual(others, others.toSorted())
      assert.deepEqual(
        (AMONG_THE_OTHERS[file] ?? []).filter((key) => !others.includes(key)),
        [],
      )
    })
  }
})

describe('the values of a record', () => {
  it('have times in ISO form with their offset, ids as numbers and links as ids', async () => {
    const event = await newEvent({ 'starts-at': '2030-05-01T09:00:00.25+02:00', timezone: 'Europe/Berlin' })
    const track = await add(event, 'track')
    const room = await add(event, 'microlocation')
    const type = await add(event, 'session-type')
    const speakers = [await add(event, 'speaker'), await add(event, 'speaker')]
    const links = {
      track: linkTo(track),
      microlocation: linkTo(room),
      'session-type': linkTo(type),
      speakers: speakers.map(linkTo),
    }
    const session = await add(event, 'session', {}, links)

    const files = await exported(event)

    const { id, event_id, track_id, microlocation_id, session_type_id, speaker_ids } = files.sessions[0]
    assert.deepEqual(
      { id, event_id, track_id, microlocation_id, session_type_id, speaker_ids },
      {
        id: Number(session.id),
        event_id: Number(event.id),
        track_id: Number(track.id),
        microlocation_id: Number(room.id),
        session_type_id: Number(type.id),
        speaker_ids: speakers.map((speaker) => Number(speaker.id)),
      },
    )
    assert.equal(files.event.starts_at, '2030-05-01T07:00:00.25+00:00')
    assert.match(files.event.created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })

  it('are those of the whole event: drafts, what is private and what few may see', async () => {
    const event = await newEvent({ state: 'draft', privacy: 'private', 'bank-details': 'IBAN' })
    await add(event, 'speaker', { email: 'ada@example.org', mobile: '+49 30 1' })
    for (const state of ['draft', 'pending', 'rejected', 'withdrawn']) {
      const { id } = await add(event, 'session', { state: 'draft' })
      await service.db.query(sql`update sessions set state = ${state} where id = ${id}`)
    }
    await add(event, 'speakers-call', { hash: 'secret', privacy: 'private' })
    await add(event, 'event-copyright', { licence: 'CC BY 4.0', year: 2020 })

    const files = await exported(event)

    const { state, privacy, bank_details, copyright, speakers_call } = files.event
    assert.deepEqual([state, privacy, bank_details], ['draft', 'private', 'IBAN'])
    assert.deepEqual([copyright.licence, copyright.year], ['CC BY 4.0', 2020])
    assert.deepEqual([speakers_call.hash, speakers_call.privacy], ['secret', 'private'])
    assert.deepEqual(
      files.sessions.map((session: Json) => session.state),
      ['draft', 'pending', 'rejected', 'withdrawn'],
    )
    assert.deepEqual([files.speakers[0].email, files.speakers[0].mobile], ['ada@example.org', '+49 30 1'])
  })

  it('leave out what is deleted, and links to it', async () => {
    const event = await newEvent()
    const track = await add(event, 'track')
    const [gone, here] = [await add(event, 'speaker', { name: 'Gone' }), await add(event, 'speaker')]
    await add(event, 'session', {}, { track: linkTo(track), speakers: [linkTo(gone), linkTo(here)] })
    const copyright = await add(event, 'event-copyright')
    for (const { links } of [track, gone, copyright]) await service.call('DELETE', links.self, { as: owner })

    const files = await exported(event)

    const { track_id, speaker_ids } = files.sessions[0]
    assert.deepEqual(
      { tracks: files.tracks, speakers: files.speakers.length, copyright: files.event.copyright },
      { tracks: [], speakers: 1, copyright: null },
    )
    assert.deepEqual({ track_id, speaker_ids }, { track_id: null, speaker_ids: [Number(here.id)] })
  })

  it('are those of one moment, whatever is written during the export', async () => {
    const event = await newEvent()
    await add(event, 'speaker', { name: 'Before' })
    const table = await lockTable(service, 'sessions')
    const { body } = await service.call('POST', `/v1/events/${event.id}/export/json`, { as: owner, body: {} })
    await waitsForLock(service, 'sessions')

    await table.query(`insert into speakers (event_id, name) values (${event.id}, 'During')`)
    await table.query(`insert into sessions (event_id, title) values (${event.id}, 'During')`)
    await table.query(`update events set name = 'During' where id = ${event.id}`)
    await table.release()

    const { result } = await finished(service, body.task_url)
    const path = result.download_url.replace(service.config.publicUrl, '')
    const files = await filesOf((await service.app.inject({ url: path })).rawPayload)
    assert.deepEqual(
      [files.event.name, files.speakers.map(({ name }: Json) => name), files.sessions],
      ['Conference', ['Before'], []],
    )
  })
})
