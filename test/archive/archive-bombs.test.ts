/** Archives that are small until they are unpacked. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inflatingTo, packZip, zipOf } from '../../tools/zips.ts'
import { accepted, EVENT, eventMember, MIB, refused } from '../support/offers.ts'

describe('a bomb', () => {
  const blanks = ' '.repeat(MIB)
  const bomb = inflatingTo('[', blanks, 1024, ']')
  const tooMuch = 'The unpacked archive is larger than allowed.'

  it('of a gibibyte in a megabyte is refused', () => {
    assert.ok(bomb.length < 1.2 * MIB)
    const tracks = { name: 'tracks', content: '', packed: bomb, claims: { size: 1024 * MIB + 2 } }

    return refused(packZip([eventMember, tracks]), 'File tracks: is larger than 268435456 bytes')
  })

  it('whose header says that it is small is refused', () =>
    refused(
      packZip([eventMember, { name: 'tracks', content: '', packed: bomb, claims: { size: 100 } }]),
      'The file is not a valid zip archive: too many bytes in the stream. expected 100. got at least 16384',
    ))

  it('whose header says that it is larger than it is is refused', () =>
    refused(
      packZip([eventMember, { name: 'tracks', content: '[]', claims: { size: 100 } }]),
      'The file is not a valid zip archive: not enough bytes in the stream. expected 100. got only 2',
    ))

  it('in parts, each of which would be allowed, is refused', () => {
    const part = inflatingTo('[', blanks, 12, ']')
    const names = ['social_links', 'forms', 'microlocations', 'sponsors', 'speakers', 'tracks']
    const members = names.map((name) => ({ name, content: '', packed: part, claims: { size: 12 * MIB + 2 } }))

    return refused(packZip([eventMember, ...members]), tooMuch)
  })

  it('within another zip is never unpacked', async () => {
    const inner = zipOf({ 'inner.zip': packZip([{ name: 'tracks', content: '', packed: bomb }]) })

    await accepted(packZip([eventMember, { name: 'images/inner.zip', content: inner }]))
    await refused(packZip([{ name: 'event', content: inner }]), 'File event: is not valid JSON')
  })

  // Beside something that packs badly, so that the ratio is no reason to refuse it.
  const ballast = { name: 'x', content: Buffer.alloc(MIB), isStored: true }

  it('as the event is refused at the limit of a record', () => {
    const packed = inflatingTo('{', blanks, 32, '}')
    const large = { name: 'event', content: '', packed, claims: { size: 32 * MIB + 2 } }

    return refused(packZip([large, ballast]), 'File event: is larger than 16777216 bytes')
  })

  it('as one huge record is refused at the limit of a record', () => {
    const packed = inflatingTo('[{"name": "', 'x'.repeat(MIB), 32, '"}]')
    const large = { name: 'tracks', content: '', packed, claims: { size: 32 * MIB + 14 } }

    return refused(
      packZip([eventMember, large, ballast]),
      'File tracks: has a record of more than 16777216 bytes',
    )
  })

  it('of very many small records is refused', () => {
    const tracks = `[${'{"name":"x","link":"http://x.org"},'.repeat(100_000)}{}]`

    return refused(
      zipOf({ event: EVENT, social_links: tracks }),
      'File social_links: has more than 100000 records',
    )
  })
})
