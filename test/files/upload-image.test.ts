import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { filesIn } from '../support/folders.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { fetchFile, upload } from '../support/uploads.ts'

const service = await startTestService()
const user = await signUp(service)
const IMAGE = '/v1/upload/image'
const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
const PNG = await picture.clone().png().toBuffer()
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const stored = () => filesIn(`${service.config.dataDir}/files`)
const dataUrl = (content: Buffer, type = 'png') => `data:image/${type};base64,${content.toString('base64')}`
const sendData = (data: unknown) => service.call('POST', IMAGE, { as: user, body: { data } })

afterEach(async () => {
  assert.deepEqual(await filesIn(`${service.config.dataDir}/temp`), [])
})

test('a picture in a data URL is answered with its address', async () => {
  const { status, body } = await sendData(dataUrl(PNG))

  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['url'])
  assert.match(body.url, new RegExp(`^http://plenum\\.test/media/uploads/${UUID}\\.png$`))
  assert.equal((await fetchFile(service, body.url)).equals(PNG), true)
})

test('a picture may come as a file too, under "file" or "image"', async () => {
  for (const field of ['file', 'image']) {
    const { status, body } = await upload(service, user, [{ field, name: 'a.png', content: PNG }], IMAGE)

    assert.equal(status, 200)
    assert.equal((await fetchFile(service, body.url)).equals(PNG), true)
  }
})

test('the extension follows from what the picture is, whatever it is called', async () => {
  const kinds = { png: PNG, jpg: await picture.clone().jpeg().toBuffer() } as Record<string, Buffer>
  kinds.webp = await picture.clone().webp().toBuffer()
  kinds.gif = await picture.clone().gif().toBuffer()
  kinds.avif = await picture.clone().avif().toBuffer()
  for (const [extension, content] of Object.entries(kinds)) {
    const { body } = await sendData(dataUrl(content, 'x-unheard-of'))
    assert.match(body.url, new RegExp(`\\.${extension}$`))
    const file = await upload(service, user, [{ field: 'file', name: 'a.exe', content }], IMAGE)
    assert.match(file.body.url, new RegExp(`\\.${extension}$`))
  }
})

test('a data URL may be broken into lines', async () => {
  const [head, base64] = dataUrl(PNG).split(',') as [string, string]

  const { body } = await sendData(`${head},${base64.replace(/.{20}/g, '$&\r\n')}\n`)

  assert.equal((await fetchFile(service, body.url)).equals(PNG), true)
})

test('what is not a data URL of a picture is refused', async () => {
  const texts = [
    undefined,
    null,
    7,
    '',
    'hello',
    'data:image/png;base64,',
    'data:text/html;base64,PGI+',
    'data:image/png,plain',
    `${dataUrl(PNG)}!`,
    'https://example.org/picture.png',
    'file:///etc/passwd',
  ]
  for (const data of texts)
    assertRefused(await sendData(data), 422, 'data must be a data URL such as data:image/png;base64,…', {
      pointer: '/data',
    })
  for (const body of ['null', '"text"', '7'])
    assertRefused(
      await service.call('POST', IMAGE, { as: user, body }),
      400,
      'The body must be a JSON object.',
    )
})

/** What takes time by the square of its length would not come to an end here. */
test('a data URL of very many blanks is refused as any other', async () => {
  const sent = await sendData(`data:image/png;base64,${' '.repeat(2_000_000)}!`)

  assertRefused(sent, 422, 'data must be a data URL such as data:image/png;base64,…', { pointer: '/data' })
})

test('what is no picture, or a broken one, is refused however it comes', async () => {
  const large = await sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  const before = await stored()
  const bad: Record<string, [Buffer, string]> = {
    'a page': [Buffer.from('<!doctype html><script>alert(1)</script>'), UNKNOWN],
    'a vector picture with a script': [
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
      ),
      UNKNOWN,
    ],
    'half a PNG': [PNG.subarray(0, PNG.length / 2), NOT_ONE],
    'half a JPEG': [large.subarray(0, large.length / 2), NOT_ONE],
    'a head alone': [PNG.subarray(0, 40), NOT_ONE],
    'a PDF': [Buffer.from('%PDF-1.7\n'), UNKNOWN],
    'a picture of 50,000 x 50,000 pixels': [bomb(50_000, 50_000), TOO_MANY],
    'a picture of 40.1 megapixels': [bomb(10_000, 4_010), TOO_MANY],
    'a picture of 24 megapixels with 16 bits for each of four colours': [bomb(6_000, 4_000, 16, 6), TOO_MANY],
    'an animation of 41 megapixels': [gifOf(41, 1_000, 1_000), TOO_MANY],
    'an animation of 41 megapixels as WebP': [await webpOf(41, 1_000, 1_000), TOO_MANY],
  }
  for (const [name, [content, detail]] of Object.entries(bad)) {
    const asFile = [{ field: 'file', name: 'picture.png', content }]
    assertRefused(await sendData(dataUrl(content)), 422, detail, { pointer: '/data' })
    assertRefused(await upload(service, user, asFile, IMAGE), 422, detail, { pointer: '/file' })
    assert.deepEqual(await stored(), before, name)
  }
})

test('a body that is too large is refused', async () => {
  const { status, body } = await sendData(`data:image/png;base64,${'A'.repeat(41 * 1024 * 1024)}`)

  assert.deepEqual([status, body.errors[0].code], [413, 'too-large'])
})

const NOT_ONE = 'the file is not an image, or it is damaged'
const UNKNOWN = 'the file is not a supported image (PNG, JPEG, GIF, WebP or AVIF)'

const TOO_MANY = 'the image has too many pixels; the limit is 40 megapixels over all frames'

/** An animation whose frames change a single pixel of a large canvas. */
function gifOf(frames: number, width: number, height: number): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const frame = Buffer.from('21f904000a0000002c00000000010001000002024401', 'hex')
  return Buffer.concat([
    screen,
    ...Array(frames).fill(Buffer.concat([frame, Buffer.alloc(1)])),
    Buffer.from(';'),
  ])
}

/** The same as WebP. */
async function webpOf(frames: number, width: number, height: number): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  const image = (await pixel.webp({ lossless: true }).toBuffer()).subarray(12)
  const canvas = Buffer.alloc(10)
  canvas[0] = 2
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const frame = Buffer.concat([Buffer.alloc(12), Buffer.from([10, 0, 0, 0]), image])
  const chunks = [
    riff('VP8X', canvas),
    riff('ANIM', Buffer.alloc(6)),
    ...Array(frames).fill(riff('ANMF', frame)),
  ]
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

function riff(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([Buffer.from(name), length, content])
}

/** A small file that says it is a large picture of one colour, and is. */
function bomb(width: number, height: number, depth = 1, colour = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head[8] = depth
  head[9] = colour
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * Math.min(height, 2_000)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const body = Buffer.concat([Buffer.from(name), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
