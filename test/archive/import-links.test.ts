/** How archives of different dialects link their records. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { filesOf } from '../support/comparable.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
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

describe('links between records', () => {
  const others = {
    tracks: [{ id: 5, name: 'Science', color: '#ffffff' }],
    microlocations: [{ id: 6, name: 'Hall' }],
    session_types: [{ id: 7, name: 'Talk', length: '00:30' }],
    speakers: [
      { id: 9, name: 'Grace' },
      { id: 8, name: 'Ada' },
    ],
  }
  const ids = { track_id: 5, microlocation_id: 6, session_type_id: 7, speaker_ids: [8, 9] }

  for (const [form, links] of Object.entries({
    numbers: ids,
    texts: { track_id: '5', microlocation_id: ' 6 ', session_type_id: '7', speaker_ids: ['8', '9'] },
    'bare names': { track: 5, microlocation: '6', session_type: 7, speakers: [8, 9] },
    objects: {
      track: { id: 5 },
      microlocation: { id: '6', name: 'Hall' },
      'session-type': { id: 7 },
      speakers: [{ id: 8 }, { id: 9, name: 'Grace' }],
    },
    lists: { track: [{ id: 5 }], microlocation: [6], sessionType: [{ id: 7 }], speakers: [{ id: 8 }, 9] },
  })) {
    it(`are read as ${form}`, async () => {
      const files = await takeIn({ ...others, sessions: [{ id: 1, title: 'Talk', ...links }] })

      assert.deepEqual(pick(files.sessions[0], ...Object.keys(ids)), {
        track_id: files.tracks[0].id,
        microlocation_id: files.microlocations[0].id,
        session_type_id: files.session_types[0].id,
        speaker_ids: files.speakers.map((speaker: Json) => speaker.id),
      })
      assert.deepEqual(files.warnings, [])
    })
  }

  it('of speakers are read from the speakers for sessions that do not name theirs', async () => {
    const speakers = [{ id: 8, name: 'Ada', sessions: [{ id: 1 }, { id: 2 }, { id: 99 }] }]
    const sessions = [
      { id: 1, title: 'Silent' },
      { id: 2, title: 'Without speakers', speakers: [] },
    ]

    const files = await takeIn({ speakers, sessions })

    assert.deepEqual(
      files.sessions.map((session: Json) => [session.title, session.speaker_ids]),
      [
        ['Silent', [files.speakers[0].id]],
        ['Without speakers', []],
      ],
    )
  })

  it('join records whose ids are texts', async () => {
    const files = await takeIn({
      tracks: [{ id: 'main', name: 'Science', color: '#ffffff' }],
      sessions: [{ id: 'a', title: 'Talk', track: { id: 'main' } }],
    })

    assert.equal(files.sessions[0].track_id, files.tracks[0].id)
  })

  it('are told apart by the name where an id stands twice', async () => {
    const files = await takeIn({
      speakers: [
        { id: 18, name: 'Ada' },
        { id: 18, name: 'Grace' },
      ],
      sessions: [
        { id: 1, title: 'By Grace', speakers: [{ id: 18, name: 'Grace' }] },
        { id: 2, title: 'By Ada', speakers: [{ id: 18, name: 'Ada' }] },
        {
          id: 3,
          title: 'By both',
          speakers: [
            { id: 18, name: 'Ada' },
            { id: 18, name: 'Grace' },
          ],
        },
        { id: 4, title: 'By id', speaker_ids: [18] },
      ],
    })

    const [ada, grace] = files.speakers.map(({ id }: Json) => id)
    assert.deepEqual(
      files.sessions.map(({ speaker_ids }: Json) => speaker_ids),
      [[grace], [ada], [ada, grace], [ada]],
    )
  })

  it('make the records that their files lack, of what stands with them', async () => {
    const type = { id: 328, name: 'Lightning talks' }
    const files = await takeIn({
      tracks: [{ id: 9, name: 'Gone', color: '#ffffff', deleted_at: '2020-01-01T00:00:00Z' }],
      sessions: [
        { id: 1, title: 'A', session_type: type, track: { id: 4, name: 'Main', color: '#EF6C00' } },
        { id: 2, title: 'B', 'session-type': [type], microlocation: { id: 5, name: 'Hall', floor: 2 } },
        { id: 3, title: 'C', speakers: [{ id: 6, name: 'Ada', organisation: 'Acme' }], track: { id: 7 } },
        { id: 4, title: 'D', track: { id: 9, name: 'Gone' }, microlocation: { id: 8, floor: 1 } },
      ],
    })

    const made = (file: string, ...keys: string[]) => files[file].map((record: Json) => pick(record, ...keys))
    assert.deepEqual(made('session_types', 'name', 'length'), [{ name: 'Lightning talks', length: '00:30' }])
    assert.deepEqual(made('tracks', 'name', 'color'), [{ name: 'Main', color: '#ef6c00' }])
    assert.deepEqual(made('microlocations', 'name', 'floor'), [{ name: 'Hall', floor: 2 }])
    assert.deepEqual(made('speakers', 'name', 'organisation'), [{ name: 'Ada', organisation: 'Acme' }])
    assert.deepEqual(made('sessions', 'session_type_id', 'track_id', 'microlocation_id', 'speaker_ids'), [
      {
        session_type_id: files.session_types[0].id,
        track_id: files.tracks[0].id,
        microlocation_id: null,
        speaker_ids: [],
      },
      {
        session_type_id: files.session_types[0].id,
        track_id: null,
        microlocation_id: files.microlocations[0].id,
        speaker_ids: [],
      },
      { session_type_id: null, track_id: null, microlocation_id: null, speaker_ids: [files.speakers[0].id] },
      { session_type_id: null, track_id: null, microlocation_id: null, speaker_ids: [] },
    ])
    assert.deepEqual(files.warnings.toSorted(), [
      'File microlocations, ID 5: is missing from its file; it was created from File sessions, ID 2',
      'File session_types, ID 328: is missing from its file; it was created from File sessions, ID 1',
      'File session_types, ID 328: length is missing; it was set to 00:30',
      'File sessions, ID 3: the archive has no track 7; it was left empty',
      'File sessions, ID 4: the archive has no microlocation 8; it was left empty',
      'File sessions, ID 4: the archive has no track 9; it was left empty',
      'File speakers, ID 6: is missing from its file; it was created from File sessions, ID 3',
      'File tracks, ID 4: is missing from its file; it was created from File sessions, ID 1',
      'File tracks, ID 9: skipped because it was deleted',
    ])
  })
})
