import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { photo, variantsOf } from '../../tools/pictures.ts'
import { unzip, zipOf } from '../../tools/zips.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { fetchFile, uploadFile } from '../support/uploads.ts'

const service = await startTestService({ WORKERS: '2' })
const user = await signUp(service)
const IMAGE = '/v1/upload/image'
/** What must never be seen again. */
const SECRET = 'Ada Lovelace, 12 St James Square'
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${SECRET}"/></rdf:RDF></x:xmpmeta>`

function telling(picture: Sharp, orientation = 1): Sharp {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSAreaInformation: SECRET }
  return picture
    .keepIccProfile()
    .withIccProfile('p3')
    .withExif({ IFD0: { Artist: SECRET, Copyright: SECRET, Orientation: String(orientation) }, IFD3: place })
    .withXmp(XMP)
    .withMetadata({ orientation })
}

async function pixelsOf(content: Buffer): Promise<string> {
  return (await sharp(content, { animated: true }).raw().toBuffer()).toString('base64')
}

const pictures: Record<string, Buffer> = {
  'a.jpg': Buffer.concat([
    (await telling(photo(60, 40)).jpeg().toBuffer()).subarray(0, 2),
    jpegSegment(0xfe, SECRET),
    jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`),
    (await telling(photo(60, 40)).jpeg({ progressive: true }).toBuffer()).subarray(2),
    Buffer.from(SECRET),
  ]),
  'a.png': withChunk(
    await telling(photo(60, 40)).png({ progressive: true }).toBuffer(),
    'tEXt',
    `Author\0${SECRET}`,
  ),
  'a.webp': await telling(photo(60, 40)).webp().toBuffer(),
  'a.avif': await telling(photo(60, 40)).avif({ effort: 0 }).toBuffer(),
  'a.gif': withComment(await photo(60, 40).gif().toBuffer()),
  'animated.webp': await telling(await animation())
    .webp()
    .toBuffer(),
}

for (const [name, content] of Object.entries(pictures)) {
  for (const path of ['/v1/upload/file', IMAGE]) {
    test(`${name} sent to ${path} keeps its pixels and its colours and tells nothing else`, async () => {
      assert.ok(content.includes(SECRET), 'there is nothing to hide')

      const stored = await fetchFile(service, await uploadFile(service, user, name, content, path))

      assert.equal(stored.includes(SECRET), false)
      const { exif, xmp, iptc, comments, icc, width, height, pages } = await sharp(stored).metadata()
      const before = await sharp(content).metadata()
      assert.deepEqual(
        { exif, xmp, iptc, comments },
        { exif: undefined, xmp: undefined, iptc: undefined, comments: undefined },
      )
      assert.deepEqual(
        { icc, width, height, pages },
        { icc: before.icc, width: before.width, height: before.height, pages: before.pages },
      )
      assert.equal(await pixelsOf(stored), await pixelsOf(content))
    })
  }
}

test('a picture that lies on its side is still seen upright', async () => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const content = await telling(photo(60, 40), 6).toFormat(format).toBuffer()

    const file = await fetchFile(service, await uploadFile(service, user, `a.${format}`, content))
    const image = await fetchFile(service, await uploadFile(service, user, `a.${format}`, content, IMAGE))

    assert.equal(file.includes(SECRET) || image.includes(SECRET), false)
    const [asFile, asImage] = [await sharp(file).metadata(), await sharp(image).metadata()]
    assert.deepEqual(
      [asFile.width, asFile.height, asFile.orientation, await pixelsOf(file)],
      [60, 40, 6, await pixelsOf(content)],
    )
    assert.deepEqual(
      [asImage.width, asImage.height, asImage.orientation, asImage.exif],
      [40, 60, undefined, undefined],
    )
  }
})

test('the variants, the archive of an event and what is imported tell nothing either', async () => {
  const url = await uploadFile(service, user, 'a.jpg', pictures['a.jpg']!)
  const event = await make(service, user, 'event', { 'original-image-url': url, 'logo-url': url })
  const { result } = await variantsOf(service, event)
  const members = await unzip(await exportArchive(service, user, event.id, { image: true }))
  const archive = zipOf({
    event: { id: 1, name: 'Telling', ends_at: '2030-05-03T18:00:00Z', logo_url: '/images/logo.jpg' },
    'images/logo.jpg': pictures['a.jpg'],
  })
  const imported = await importArchive(service, user, archive)

  const { body } = await service.call('GET', `/v1/events/${imported.result.id}`, { as: user })
  const addresses = [...Object.values(result), body.data.attributes['logo-url']] as string[]
  assert.equal(addresses.length, 5)
  for (const address of addresses)
    assert.equal((await sharp(await fetchFile(service, address)).metadata()).exif, undefined, address)
  const media = [...members].filter(([name]) => name.startsWith('images/'))
  assert.deepEqual(
    media.map(([, content]) => content.includes(SECRET)),
    Array(5).fill(false),
  )
})

function jpegSegment(code: number, text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, code, 0, text.length + 2]), Buffer.from(text, 'latin1')])
}

/** Before the end mark, where some programs put what they have to say. */
function withChunk(png: Buffer, name: string, text: string): Buffer {
  const [length, sum, body] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.from(name + text, 'latin1')]
  length.writeUInt32BE(text.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, -12), length, body, sum, png.subarray(-12)])
}

function withComment(gif: Buffer): Buffer {
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, SECRET.length]), Buffer.from(`${SECRET}\0`)])
  return Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)])
}

async function animation(): Promise<Sharp> {
  const frames = await Promise.all(
    ['red', 'lime', 'blue'].map((background) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
}
