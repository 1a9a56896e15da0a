import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { exportArchive, startImport } from '../../tools/archives.ts'
import { openToAll, startS3 } from '../../tools/s3.ts'
import { zipOf } from '../../tools/zips.ts'
import { filesIn } from '../support/folders.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'
import { uploadFile } from '../support/uploads.ts'

const service = await startTestService({ WORKERS: '1' })
const user = await signUp(service)
const PNG = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const pathOf = (url: string) => url.replace(service.config.publicUrl, '')
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers })

describe('a file of the service', () => {
  test('is served to everybody, with its type and length, to be kept by caches', async () => {
    const path = pathOf(await uploadFile(service, user, 'chart.png', PNG))

    const { statusCode, headers, rawPayload } = await get(path)

    assert.equal(statusCode, 200)
    assert.equal(rawPayload.equals(PNG), true)
    assert.deepEqual(pick(headers), {
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': 'inline',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
  })

  test('is shown by a browser only when it is a plain picture, sound, film or PDF', async () => {
    const html = '<script>alert(1)</script>'
    const files: [string, string | Buffer, string, string][] = [
      ['a.jpg', await sharp(PNG).jpeg().toBuffer(), 'image/jpeg', 'inline'],
      ['a.pdf', '%PDF-1.7\n', 'application/pdf', 'inline'],
      ['a.mp3', Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]), 'audio/mpeg', 'inline'],
      ['a.mp4', Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), 'video/mp4', 'inline'],
      ['a.html', html, 'application/octet-stream', 'attachment'],
      [
        'a.svg',
        `<svg xmlns="http://www.w3.org/2000/svg">${html}</svg>`,
        'application/octet-stream',
        'attachment',
      ],
      ['a.xml', '<a/>', 'application/octet-stream', 'attachment'],
      ['a.js', 'alert(1)', 'application/octet-stream', 'attachment'],
      ['a.txt', html, 'application/octet-stream', 'attachment'],
      ['README', html, 'application/octet-stream', 'attachment'],
      ['a.zip', zipOf({ a: 'b' }), 'application/zip', 'attachment'],
    ]
    for (const [name, content, type, disposition] of files) {
      const { headers } = await get(pathOf(await uploadFile(service, user, name, content)))
      assert.deepEqual(
        [headers['content-type'], headers['content-disposition'], headers['x-content-type-options']],
        [type, disposition, 'nosniff'],
        name,
      )
    }
  })

  test('that is two things at once is never more than its extension says', async () => {
    const script = '<html><script>alert(1)</script>'
    const gif = Buffer.concat([Buffer.from('GIF89a/*\0\0\0\0\0\0\0*/=1;'), Buffer.from(script)])
    const files: [string, string | Buffer, string, string][] = [
      ['both.gif', gif, 'image/gif', 'inline'],
      ['both.html.gif', gif, 'image/gif', 'inline'],
      ['both.gif.html', gif, 'application/octet-stream', 'attachment'],
      ['both.js', gif, 'application/octet-stream', 'attachment'],
      ['both.png', Buffer.concat([PNG, Buffer.from(script)]), 'image/png', 'inline'],
      ['both.pdf', `%PDF-1.7\n${script}`, 'application/pdf', 'inline'],
      ['both.zip', Buffer.concat([zipOf({ a: 'b' }), Buffer.from(script)]), 'application/zip', 'attachment'],
    ]
    for (const [name, content, type, disposition] of files) {
      const { headers } = await get(pathOf(await uploadFile(service, user, name, content)), {
        accept: 'text/html',
      })
      assert.deepEqual(
        [headers['content-type'], headers['content-disposition'], headers['x-content-type-options']],
        [type, disposition, 'nosniff'],
        name,
      )
    }
  })

  test('is not kept from the viewers and players that browsers have for it', async () => {
    const policyOf = async (name: string, content: string | Buffer) => {
      const { headers } = await get(pathOf(await uploadFile(service, user, name, content)))
      return [headers['content-security-policy'], headers['x-frame-options']]
    }

    assert.deepEqual(await policyOf('a.pdf', '%PDF-1.7\n'), [undefined, 'SAMEORIGIN'])
    const film = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom')
    assert.deepEqual(await policyOf('a.mp4', film), [undefined, 'SAMEORIGIN'])
    assert.deepEqual(await policyOf('a.html', '<b>page</b>'), ["default-src 'none'; sandbox", 'DENY'])
  })

  test('is served in part when a part is asked for', async () => {
    const path = pathOf(await uploadFile(service, user, 'digits.bin', '0123456789'))
    const part = async (range: string) => {
      const { statusCode, headers, payload } = await get(path, { range })
      return [statusCode, headers['content-range'], headers['content-length'], payload]
    }

    assert.deepEqual(await part('bytes=0-0'), [206, 'bytes 0-0/10', '1', '0'])
    assert.deepEqual(await part('bytes=2-4'), [206, 'bytes 2-4/10', '3', '234'])
    assert.deepEqual(await part('bytes=7-'), [206, 'bytes 7-9/10', '3', '789'])
    assert.deepEqual(await part('bytes=-2'), [206, 'bytes 8-9/10', '2', '89'])
    assert.deepEqual(await part('bytes=-99'), [206, 'bytes 0-9/10', '10', '0123456789'])
    assert.deepEqual(await part('bytes=5-99'), [206, 'bytes 5-9/10', '5', '56789'])
    for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=4-2', 'bytes=-0'])
      assert.deepEqual((await part(range)).slice(0, 2), [416, 'bytes */10'], range)
    for (const range of ['bytes=0-1,3-4', 'lines=0-1', 'bytes=-', 'bytes=a-b', 'bytes'])
      assert.deepEqual(await part(range), [200, undefined, '10', '0123456789'], range)
  })

  test('is described without its content on HEAD', async () => {
    const path = pathOf(await uploadFile(service, user, 'digits.bin', '0123456789'))

    const whole = await get(path, {}, 'HEAD')
    const part = await get(path, { range: 'bytes=2-4' }, 'HEAD')

    assert.deepEqual([whole.statusCode, whole.headers['content-length'], whole.payload], [200, '10', ''])
    assert.deepEqual(
      [part.statusCode, part.headers['content-length'], part.headers['content-range'], part.payload],
      [206, '3', 'bytes 2-4/10', ''],
    )
  })

  test('is led to in a bucket by a link of an hour; HEAD is answered by the service', async () => {
    const s3 = await startS3()
    const inBucket = await startTestService(s3.env)
    const url = await uploadFile(inBucket, await signUp(inBucket), 'page.html', '<b>page</b>')
    const path = url.replace(inBucket.config.publicUrl, '')

    const found = await inBucket.app.inject({ url: path })
    const head = await inBucket.app.inject({ method: 'HEAD', url: path })

    assert.equal(found.statusCode, 302)
    const link = new URL(found.headers.location as string)
    assert.deepEqual([link.origin, link.searchParams.get('X-Amz-Expires')], [s3.config.endpoint, '3600'])
    const response = await fetch(link)
    assert.deepEqual(
      [
        response.headers.get('content-type'),
        response.headers.get('content-disposition'),
        await response.text(),
      ],
      ['application/octet-stream', 'attachment', '<b>page</b>'],
    )
    // A link that is signed for GET is good for nothing else.
    assert.deepEqual(
      [head.statusCode, head.headers['content-length'], head.headers['content-disposition'], head.payload],
      [200, '11', 'attachment', ''],
    )
  })

  test('is said to be out of reach while its bucket is', async () => {
    const s3 = await startS3()
    const inBucket = await startTestService(s3.env)
    const url = await uploadFile(inBucket, await signUp(inBucket), 'a.txt', 'text')
    s3.meddle = (_request, response) => {
      response.writeHead(500).end()
      return true
    }

    const { statusCode, headers } = await inBucket.app.inject({
      // The others are led to the bucket itself.
      method: 'HEAD',
      url: url.replace(inBucket.config.publicUrl, ''),
    })

    assert.deepEqual([statusCode, headers['retry-after']], [503, '5'])
  })

  test('of a public bucket has an address there', async () => {
    const s3 = await startS3()
    const inBucket = await startTestService({ ...s3.env, S3_PUBLIC_URL: `${openToAll(s3, /^media\//)}/` })

    const url = await uploadFile(inBucket, await signUp(inBucket), 'a.txt', 'public')

    assert.match(url, /\/open\/media\/uploads\/[\w-]+\.txt$/)
    assert.equal(await (await fetch(url)).text(), 'public')
    const path = new URL(url).pathname.replace('/open', '')
    assert.equal((await inBucket.app.inject({ url: path })).statusCode, 302)
  })
})

describe('nothing else can be reached among the media', () => {
  test('no path leads out of the folder', async () => {
    const { dataDir } = service.config
    await writeFile(join(dataDir, 'files', 'outside.txt'), 'a secret')
    await mkdir(join(dataDir, 'files', 'media', '.hidden'), { recursive: true })
    await writeFile(join(dataDir, 'files', 'media', '.hidden', 'a.txt'), 'a secret')
    for (const path of [
      '',
      '.',
      '..%2f',
      '../outside.txt',
      '..%2foutside.txt',
      '%2e%2e/outside.txt',
      '%2e%2e%2foutside.txt',
      '..%5coutside.txt',
      'uploads/../../outside.txt',
      'uploads/..%2f..%2foutside.txt',
      '/etc/passwd',
      '%2fetc%2fpasswd',
      '..%2f..%2f..%2f..%2fetc%2fpasswd',
      'uploads',
      'uploads/',
      '.hidden/a.txt',
      'uploads/a.txt%00.png',
      'a'.repeat(1_900),
    ]) {
      const answer = await get(`/media/${path}`)
      assert.equal(answer.statusCode, 404, path)
      assert.equal(answer.payload.includes('secret'), false)
    }
  })

  test('not the archives of exports and imports', async () => {
    const { id } = await make(service, user, 'event')
    await exportArchive(service, user, id)
    const archives = (await filesIn(join(service.config.dataDir, 'files'))).filter(
      (path) => path.endsWith('.zip') && !path.startsWith('media/'),
    )
    assert.equal(archives.length, 1)
    await startImport(service, user, zipOf({ event: 'not JSON' }))

    for (const path of [...archives, ...archives.map((one) => `../${one}`), 'exports', 'imports'])
      assert.equal((await get(`/media/${path}`)).statusCode, 404, path)
  })
})

function pick(headers: Record<string, unknown>): Record<string, unknown> {
  const names = [
    'content-type',
    'content-length',
    'content-disposition',
    'accept-ranges',
    'cache-control',
    'content-security-policy',
    'x-content-type-options',
  ]
  return Object.fromEntries(names.map((name) => [name, headers[name]]))
}
