/** How archives of different dialects link their records. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportArchive, importArchive } from './support/archives.ts'
import { filesOf } from './support/comparable.ts'
import { signUp } from './support/people.ts'
import { type Json, startTestService } from './support/service.ts'
import { zipOf } from './support/zips.ts'

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
})
