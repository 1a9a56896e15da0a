import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { measure, photo, tasksOf, variantsOf } from '../../tools/pictures.ts'
import { make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Json, startTestService } from '../support/service.ts'
import { fetchFile, uploadFile } from '../support/uploads.ts'

const service = await startTestService({ WORKERS: '2' })
const user = await signUp(service)
const admin = await logInAdmin(service)
const WIDE = await sharp({ create: { width: 2600, height: 1300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()
const DETAILED = await photo(520, 260).jpeg().toBuffer()

const upload = (content: Buffer, name = 'picture.jpg') => uploadFile(service, user, name, content)

async function read({ type, id }: Json): Promise<Json> {
  const { body } = await service.call('GET', `/v1/${type}s/${id}`, { as: user })
  return body.data.attributes
}

async function change({ type, id }: Json, attributes: Json, as = user): Promise<void> {
  const path = type.endsWith('-size') ? `/v1/${type}s` : `/v1/${type}s/${id}`
  const { status, body } = await service.call('PATCH', path, { as, body: { data: { type, id, attributes } } })
  assert.equal(status, 200, JSON.stringify(body))
}

const EVENT_FIELDS = ['original-image-url', 'large-image-url', 'thumbnail-image-url', 'icon-image-url']

async function sizesOf(record: Json, fields = EVENT_FIELDS): Promise<string[]> {
  const attributes = await read(record)
  return Promise.all(fields.map((field) => attributes[field] && measure(service, attributes[field])))
}

describe('the picture of an event', () => {
  test('is stored with a large, a thumbnail and an icon variant when the event is made', async () => {
    const sent = await upload(WIDE)
    const event = await make(service, user, 'event', { 'original-image-url': sent })

    const { state, result } = await variantsOf(service, event)

    const attributes = await read(event)
    const urls = EVENT_FIELDS.map((field) => attributes[field])
    assert.equal(state, 'SUCCESS')
    assert.deepEqual(
      ['original_image_url', 'large_image_url', 'thumbnail_image_url', 'icon_image_url'].map(
        (key) => result[key],
      ),
      urls,
    )
    assert.equal(new Set([sent, ...urls]).size, 5)
    for (const url of urls)
      assert.match(url, new RegExp(`^http://plenum\\.test/media/events/${event.id}/[\\w-]+\\.jpg$`))
    assert.deepEqual(await sizesOf(event), ['2600x1300 jpeg', '1300x650 jpeg', '500x250 jpeg', '75x37 jpeg'])
  })

  test('is made anew when another is set, and only then', async () => {
    const event = await make(service, user, 'event')
    assert.deepEqual(await tasksOf(service, event), [])
    await change(event, { 'original-image-url': await upload(WIDE) })
    await variantsOf(service, event)
    const first = await read(event)

    await change(event, { name: 'Renamed', 'original-image-url': first['original-image-url'] })
    const renamed = await read(event)
    assert.deepEqual(
      EVENT_FIELDS.map((field) => renamed[field]),
      EVENT_FIELDS.map((field) => first[field]),
    )
    await change(event, { 'original-image-url': await upload(await photo(400, 400).jpeg().toBuffer()) })

    await variantsOf(service, event, 2)
    assert.deepEqual(await sizesOf(event), ['400x400 jpeg', '1300x1300 jpeg', '500x500 jpeg', '75x75 jpeg'])
  })

  test('takes its variants with it when it is cleared', async () => {
    const event = await make(service, user, 'event', { 'original-image-url': await upload(WIDE) })
    await variantsOf(service, event)

    await change(event, { 'original-image-url': null })

    assert.deepEqual(await sizesOf(event), [null, null, null, null])
    assert.equal((await tasksOf(service, event)).length, 1)
  })

  test('is turned upright and loses what the camera wrote into it', async () => {
    const taken = await photo(600, 300)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Somebody', Make: 'A camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { orientation, exif } = await sharp(taken).metadata()
    assert.equal(orientation, 6)
    assert.ok(exif?.includes('Somebody'))

    const event = await make(service, user, 'event', { 'original-image-url': await upload(taken) })
    await variantsOf(service, event)

    assert.deepEqual(await sizesOf(event), ['300x600 jpeg', '1300x2600 jpeg', '500x1000 jpeg', '75x150 jpeg'])
    const attributes = await read(event)
    for (const field of EVENT_FIELDS) {
      const content = await fetchFile(service, attributes[field])
      const found = await sharp(content).metadata()
      assert.deepEqual([found.orientation, found.exif, found.xmp, found.iptc], Array(4).fill(undefined))
      assert.equal(content.includes('Somebody'), false)
    }
  })

  test('keeps its transparency', async () => {
    const circle = Buffer.from(
      '<svg width="800" height="800"><circle cx="400" cy="400" r="300" fill="#00f"/></svg>',
    )
    const sent = await upload(await sharp(circle).png().toBuffer(), 'logo.png')
    const event = await make(service, user, 'event', { 'original-image-url': sent })
    await variantsOf(service, event)

    assert.deepEqual(await sizesOf(event), ['800x800 webp', '1300x1300 webp', '500x500 webp', '75x75 webp'])
    const attributes = await read(event)
    for (const field of EVENT_FIELDS) {
      const image = sharp(await fetchFile(service, attributes[field])).ensureAlpha()
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
      const centre = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4
      assert.deepEqual([data[3], data[centre + 3]], [0, 255], field)
      assert.ok(data[centre + 2]! > 240 && data[centre]! < 15)
    }
  })

  test('may be very narrow or very large', async () => {
    for (const [width, height] of [
      [1, 12_000],
      [12_000, 1],
      [20_000, 40],
    ] as const) {
      const content = await sharp({ create: { width, height, channels: 4, background: '#f008' } })
        .png()
        .toBuffer()
      const event = await make(service, user, 'event', {
        'original-image-url': await upload(content, 'line.png'),
      })

      const { state } = await variantsOf(service, event)

      assert.equal(state, 'SUCCESS', `${width}x${height}`)
    }
  })
})

test('the photo of a speaker stays, and gets a thumbnail, a small and an icon variant', async () => {
  const event = await make(service, user, 'event')
  const sent = await upload(WIDE)
  const speaker = await make(service, user, 'speaker', { 'photo-url': sent }, { event })

  const { state } = await variantsOf(service, speaker)

  assert.equal(state, 'SUCCESS')
  assert.equal((await read(speaker))['photo-url'], sent)
  const fields = ['thumbnail-image-url', 'small-image-url', 'icon-image-url']
  assert.deepEqual(await sizesOf(speaker, fields), ['500x250 jpeg', '50x25 jpeg', '35x17 jpeg'])
  await change(speaker, { 'photo-url': null })
  assert.deepEqual(await sizesOf(speaker, fields), [null, null, null])
})

test('the avatar of a user becomes the stored original, and has the variants of a speaker', async () => {
  const person = { type: 'user', id: user.id }
  await change(person, { 'avatar-url': await upload(WIDE) })

  await variantsOf(service, person)

  const fields = [
    'avatar-url',
    'original-image-url',
    'thumbnail-image-url',
    'small-image-url',
    'icon-image-url',
  ]
  const attributes = await read(person)
  assert.equal(attributes['avatar-url'], attributes['original-image-url'])
  assert.deepEqual(await sizesOf(person, fields), [
    '2600x1300 jpeg',
    '2600x1300 jpeg',
    '500x250 jpeg',
    '50x25 jpeg',
    '35x17 jpeg',
  ])
  await change(person, { 'avatar-url': null })
  assert.deepEqual(await sizesOf(person, fields), [null, null, null, null, null])
})

describe('the sizes', () => {
  const sizes = { type: 'event-image-size', id: '1' }
  const madeWith = async (attributes: Json): Promise<string[]> => {
    await change(sizes, attributes, admin)
    const event = await make(service, user, 'event', { 'original-image-url': await upload(WIDE) })
    await variantsOf(service, event)
    return sizesOf(event)
  }

  test('are set by staff and by nobody else', async () => {
    const body = { data: { ...sizes, attributes: { 'full-width': 640 } } }

    const refused = await service.call('PATCH', '/v1/event-image-sizes', { as: user, body })

    assertRefused(refused, 403, 'You need administrator access.')
    assert.equal(
      (await madeWith({ 'full-width': 640, 'icon-width': 20 })).join(),
      '2600x1300 jpeg,640x320 jpeg,500x250 jpeg,20x10 jpeg',
    )
  })

  test('are kept to the pixel with the aspect kept off', async () => {
    const off = { 'full-aspect': false, 'full-width': 300, 'full-height': 310 }
    const also = { 'icon-aspect': false, 'icon-width': 40, 'icon-height': 90 }

    assert.deepEqual(await madeWith({ ...off, ...also }), [
      '2600x1300 jpeg',
      '300x310 jpeg',
      '500x250 jpeg',
      '40x90 jpeg',
    ])
  })

  test('of nothing switch a variant off', async () => {
    assert.deepEqual((await madeWith({ 'thumbnail-width': 0 }))[2], null)
    assert.deepEqual((await madeWith({ 'thumbnail-width': 500 }))[2], '500x250 jpeg')
  })

  test('have a quality, from the least to the best', async () => {
    const bytesWith = async (quality: number): Promise<number> => {
      await change(sizes, { 'full-quality': quality, 'full-aspect': true, 'full-width': 1300 }, admin)
      const event = await make(service, user, 'event', { 'original-image-url': await upload(DETAILED) })
      await variantsOf(service, event)
      return (await fetchFile(service, (await read(event))['large-image-url'])).length
    }

    const [least, usual, best] = [await bytesWith(0), await bytesWith(80), await bytesWith(100)]

    assert.ok(least < usual / 3 && usual < best / 2, `${least}, ${usual}, ${best}`)
  })
})
