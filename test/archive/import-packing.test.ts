/** One archive, packed by different people and programs: each import has the same records, or says what is wrong. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipOf } from '../../tools/zips.ts'
import { accepted, EVENT, refused } from '../support/offers.ts'

const FILES = {
  event: EVENT,
  tracks: [{ id: 5, name: 'Arts', color: '#ffffff' }],
  session_types: [{ id: 6, name: 'Talk', length: '00:30' }],
  sessions: [{ id: 7, title: 'Opening', track_id: 5, session_type_id: 6 }],
  meta: { root_url: 'https://example.org' },
}

const packed = (rename: (name: string) => string, more: Record<string, unknown> = {}) =>
  zipOf({
    ...Object.fromEntries(Object.entries(FILES).map(([name, content]) => [rename(name), content])),
    ...more,
  })

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const MAC = { '__MACOSX/ev/._event': 'x', '__MACOSX/._event': 'x', '.DS_Store': 'x', 'ev/.DS_Store': 'x' }

describe('an archive is read', () => {
  for (const [how, archive] of Object.entries({
    'as exports are packed': packed((name) => name),
    'within a folder': packed((name) => `conference/${name}`),
    'within a folder of a folder': packed((name) => `a/b/${name}`),
    'within a folder, with backslashes': packed((name) => `conference\\${name}`),
    'with ./ before each name': packed((name) => `./${name}`),
    'with what a Mac adds': packed((name) => `ev/${name}`, MAC),
    'with extensions': packed((name) => `${name}.json`),
    'with extensions, but for the event': packed((name) => (name === 'event' ? name : `${name}.json`)),
    'with capital letters': packed((name) => `${capital(name)}.JSON`),
    'with hyphens in the names of files': packed((name) => name.replace('_', '-')),
    'with camel case in the names of files': packed((name) => name.replace('_t', 'T')),
  }))
    it(how, async () => {
      const { warnings, id_map } = await accepted(archive)

      const records = Object.entries(id_map).map(([file, ids]) => [file, Object.keys(ids as object)])
      assert.deepEqual(Object.fromEntries(records.filter(([, ids]) => ids!.length > 0)), {
        event: ['1'],
        tracks: ['5'],
        session_types: ['6'],
        sessions: ['7'],
      })
      assert.deepEqual(warnings, [])
    })

  it('with the files by their own names, when similar ones stand beside them', async () => {
    const { warnings, id_map } = await accepted(packed((name) => name, { 'Sessions.json': [{ id: 8 }] }))

    assert.deepEqual(Object.keys(id_map.sessions), ['7'])
    assert.deepEqual(warnings, ['The file Sessions.json does not belong in an archive and was ignored'])
  })

  it('with a word on each file beside the others that holds nothing of an event', async () => {
    const { warnings } = await accepted(packed((name) => `ev/${name}`, { 'ev/talks': [], 'ev/images/x': '' }))

    assert.deepEqual(warnings, ['The file talks does not belong in an archive and was ignored'])
  })
})

describe('an archive is refused', () => {
  it('with two files that may both be meant', () =>
    refused(
      zipOf({ event: EVENT, 'tracks.json': [], Tracks: [] }),
      'The archive contains the file "tracks" as both tracks.json and Tracks.',
    ))

  it('with several events', () =>
    refused(
      zipOf({ 'a/event': EVENT, 'b/event': EVENT }),
      'The archive contains the file "event" in several folders.',
    ))

  it('without an event', () => refused(zipOf({ tracks: [] }), 'The archive has no file "event".'))

  it('with old forms that are no JSON', () =>
    refused(
      zipOf({ event: EVENT, forms: [{ id: 1, session_form: '{"title":', speaker_form: '{}' }] }),
      'File forms: session_form is not a JSON object',
    ))
})

describe('the forms of the oldest archives are read', () => {
  const fields = { title: { include: 1, require: 1 }, slides: { include: 1 } }

  for (const [how, record] of Object.entries({
    'as text': { session_form: JSON.stringify(fields) },
    'with hyphens': { 'session-form': JSON.stringify(fields) },
    'in camel case': { sessionForm: JSON.stringify(fields), speakerForm: '' },
    'as an object': { session_form: fields, speaker_form: null },
  }))
    it(how, async () => {
      const { id_map, warnings, count } = await accepted(
        zipOf({ event: EVENT, forms: [record] }),
        'custom_forms',
      )

      assert.deepEqual([id_map.forms, warnings, count], [{}, [], 2])
    })
})

describe('what the database cannot hold', () => {
  it('does not end an import: ids, keys and addresses', async () => {
    const { warnings, id_map } = await accepted(
      zipOf({
        event: { ...EVENT, id: '\0', 'key\0': 1, logo_url: '/\0\ud800' },
        tracks: [{ id: '\ud800', name: 'Arts', color: '#ffffff' }],
      }),
    )

    assert.deepEqual([id_map.event, id_map.tracks], [undefined, {}])
    assert.deepEqual(warnings, [
      'File event: logo_url refers to /\ufffd\ufffd, which does not exist; it was left empty',
      'File event: ignored the keys key\ufffd (1)',
    ])
  })
})
