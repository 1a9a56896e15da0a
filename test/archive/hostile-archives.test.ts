/** Archives from strangers: each refusal is a failure with a clear text, nothing stays behind, and the service goes on. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { packZip, zipOf } from '../../tools/zips.ts'
import { accepted, EVENT, eventMember, MIB, outcomeOf, refused, service } from '../support/offers.ts'
import type { Json } from '../support/service.ts'

describe('a name of a member', () => {
  for (const [name, text] of [
    ['/etc/passwd', 'The file is not a valid zip archive: absolute path: /etc/passwd'],
    ['C:/evil', 'The file is not a valid zip archive: absolute path: C:/evil'],
    ['../evil', 'The file is not a valid zip archive: invalid relative path: ../evil'],
    ['images/../../evil', 'The file is not a valid zip archive: invalid relative path: images/../../evil'],
    ['..\\evil', 'The file is not a valid zip archive: invalid relative path: ../evil'],
    ['images\\..\\..\\evil', 'The file is not a valid zip archive: invalid relative path: images/../../evil'],
    ['C:\\evil', 'The file is not a valid zip archive: absolute path: C:/evil'],
  ] as const) {
    it(`must stay within the archive: ${name}`, () =>
      refused(packZip([eventMember, { name, content: '' }]), text))
  }

  it('must not stand there twice', () =>
    refused(packZip([eventMember, eventMember]), 'The archive contains the file "event" twice.'))

  it('must not be that of a link', () =>
    refused(
      packZip([eventMember, { name: 'tracks', content: '/etc/passwd', mode: 0o120777 }]),
      'The archive contains a link: "tracks".',
    ))

  it('must not be longer than a thousand characters', () =>
    refused(
      packZip([eventMember, { name: 'x'.repeat(1001), content: '' }]),
      'The archive contains a file name longer than 1000 characters.',
    ))

  it('that is not known is not read, whatever it holds, and is named if it stands beside the others', async () => {
    const members = [
      '__proto__',
      'constructor',
      'a/event',
      'EVENT',
      'event.json',
      '.hidden',
      Buffer.from([0xff]),
    ]
    const unknown = members.map((name) => ({ name, content: '{' }))

    const { warnings } = await accepted(packZip([eventMember, { name: 'folder/', content: '' }, ...unknown]))

    assert.deepEqual(
      warnings,
      ['__proto__', 'constructor', 'EVENT', 'event.json', '\ufffd'].map(
        (name) => `The file ${name} does not belong in an archive and was ignored`,
      ),
    )
  })

  it('counts, up to a limit: 100,000 members are too many', () => {
    const members = Array.from({ length: 100_000 }, (_, n) => ({
      name: `n${n}`,
      content: '',
      isStored: true,
    }))

    return refused(packZip([eventMember, ...members]), 'The archive has more than 20000 files.')
  })
})

describe('a file that is no zip, or a broken one,', () => {
  const whole = packZip([eventMember, { name: 'tracks', content: '[]' }])
  const noZip = 'The file is not a valid zip archive: '

  it('is refused: other bytes', () =>
    refused(
      Buffer.alloc(10_000, 'x'),
      `${noZip}End of central directory record signature not found. Either not a zip file, or file is truncated.`,
    ))

  it('is refused: cut at its end', () =>
    refused(
      whole.subarray(0, -10),
      `${noZip}End of central directory record signature not found. Either not a zip file, or file is truncated.`,
    ))

  it('is refused: cut in the middle', async () => {
    const archive = Buffer.concat([whole.subarray(0, 20), whole.subarray(60)])
    const { state, result } = await outcomeOf(archive)

    assert.equal(state, 'FAILURE')
    assert.match(result, /^The file is not a valid zip archive: /)
  })

  it('is refused: a member with a password', () =>
    refused(
      packZip([{ ...eventMember, claims: { flags: 0x801 } }]),
      'The archive contains an encrypted file: "event".',
    ))

  it('is refused: a way of packing that is not known', () =>
    refused(
      packZip([{ ...eventMember, claims: { method: 12 } }]),
      `${noZip}unsupported compression method: 12`,
    ))

  it('is refused: packed bytes that are none', async () => {
    const packed = Buffer.from('these are not deflated bytes')
    const { state, result } = await outcomeOf(packZip([{ ...eventMember, packed }]))

    assert.equal(state, 'FAILURE')
    assert.match(result, /^The file is not a valid zip archive: /)
  })
})

describe('JSON', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it('that is nested too deep is refused, in the event and in a record', async () => {
    const text = 'is nested more than 64 levels deep'

    await refused(zipOf({ event: `{"x": ${deep(100_000)}}` }), `File event: ${text}`)
    await refused(zipOf({ event: EVENT, tracks: `[{"x": ${deep(100_000)}}]` }), `File tracks: ${text}`)
  })

  it('that is not UTF-8 is refused', () =>
    refused(
      zipOf({ event: Buffer.from('{"name": "\xe9", "ends_at": "2030-05-03T18:00:00Z"}', 'latin1') }),
      'File event: is not valid JSON',
    ))

  it('with signs that no text can hold is refused where the text is required', async () => {
    const text = 'File event, ID 1: name must be valid Unicode without NUL characters'

    await refused(zipOf({ event: { ...EVENT, name: 'a\0b' } }), text)
    await refused(
      zipOf({ event: JSON.stringify({ ...EVENT, name: 'NAME' }).replace('NAME', '\\ud800') }),
      text,
    )
  })

  it('with the names of inherited properties changes nothing but what it says', async () => {
    const trap =
      '"__proto__": {"is_featured": true, "polluted": 1}, "constructor": {"prototype": {"polluted": 1}}'
    const archive = zipOf({
      event: JSON.stringify(EVENT).replace('{', `{${trap}, "toString": 1, "hasOwnProperty": null,`),
      speakers: `[{"id": "__proto__", "name": "Ada", ${trap}, "complex_field_values": {${trap}, "a": "b"}}]`,
      sessions:
        '[{"id": "constructor", "title": "Talk", "speaker_ids": ["__proto__"], "track_id": "toString"}]',
    })

    const { state, result } = await outcomeOf(archive)

    assert.equal(state, 'SUCCESS')
    assert.equal(({} as Json).polluted, undefined)
    const [row] = await service.db.query<Json>(
      sql`select e.is_featured, s.title, p.name, p.complex_field_values from events e
        join sessions s on s.event_id = e.id join speakers_sessions l on l.session_id = s.id
        join speakers p on p.id = l.speaker_id where e.id = ${result.id}`,
    )
    assert.deepEqual(row, { is_featured: false, title: 'Talk', name: 'Ada', complex_field_values: null })
    await service.db.query(sql`delete from events`)
  })

  it('with ids as long as books is read as if they had none', async () => {
    const id = 'x'.repeat(MIB)
    const tracks = [{ id, name: 'Science', color: '#ffffff', position: 'first' }]

    const { warnings } = await accepted(zipOf({ event: EVENT, tracks }))

    assert.deepEqual(warnings, [
      'File tracks, record 1: position must be a whole number; it was left at its default',
    ])
  })

  it('with paths that lead out of the archive finds nothing there', async () => {
    const event = { ...EVENT, logo_url: '/../../../../etc/passwd', original_image_url: '/etc/passwd' }

    const { warnings } = await accepted(zipOf({ event }))

    assert.deepEqual(warnings, [
      'File event, ID 1: logo_url refers to /../../../../etc/passwd, which does not exist; it was left empty',
      'File event, ID 1: original_image_url refers to /etc/passwd, which does not exist; it was left empty',
    ])
  })
})
