import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { startS3 } from '../../tools/s3.ts'
import { filesIn } from '../support/folders.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { fetchFile, type Part, upload, uploadFile } from '../support/uploads.ts'

const MOST = 200_000
const service = await startTestService({ MAX_UPLOAD: String(MOST) })
const user = await signUp(service)
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const PNG = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const text = (field: string, name: string, content = 'some text'): Part => ({ field, name, content })
const stored = () => filesIn(`${service.config.dataDir}/files/media`)

afterEach(async () => {
  assert.deepEqual(await filesIn(`${service.config.dataDir}/temp`), [])
})

test('one file is answered with its address, and kept with the same bytes', async () => {
  const { status, body } = await upload(service, user, [{ field: 'file', name: 'chart.png', content: PNG }])

  assert.equal(status, 200)
  assert.deepEqual(Object.keys(body), ['url'])
  assert.match(body.url, new RegExp(`^http://plenum\\.test/media/uploads/${UUID}\\.png$`))
  assert.equal((await fetchFile(service, body.url)).equals(PNG), true)
})

for (const [path, field] of [
  ['/v1/upload/file', 'files'],
  ['/v1/upload/file', 'files[]'],
  ['/v1/upload/files', 'files[]'],
]) {
  test(`several files under ${field} at ${path} are answered in the order in which they came`, async () => {
    const contents = ['first', 'second', 'third', 'fourth']
    const parts = contents.map((content, index) => text(field!, `${9 - index}.txt`, content))

    const { status, body } = await upload(service, user, parts, path)

    assert.equal(status, 200)
    assert.equal(body.url.length, 4)
    const read = await Promise.all((body.url as string[]).map((url) => fetchFile(service, url)))
    assert.deepEqual(read.map(String), contents)
  })
}

test('a list of one file is one file', async () => {
  const { body } = await upload(service, user, [text('files', 'a.txt')])

  assert.equal(typeof body.url, 'string')
})

test('several files under "file" are answered like those under "files"', async () => {
  const parts = ['first', 'second'].map((content) => text('file', `${content}.txt`, content))

  const { body } = await upload(service, user, parts)

  const read = await Promise.all((body.url as string[]).map((url) => fetchFile(service, url)))
  assert.deepEqual(read.map(String), ['first', 'second'])
})

test('what is under "file" counts; other fields are read past', async () => {
  const before = await stored()

  const { body } = await upload(service, user, [
    { field: 'title', content: 'A talk' },
    text('files', 'a.txt', 'not this'),
    text('attachment', 'b.txt', 'nor this'),
    text('file', 'c.txt', 'but this'),
  ])

  assert.equal((await fetchFile(service, body.url)).toString(), 'but this')
  assert.equal((await stored()).length, before.length + 1)
})

test('the name is made by the service and keeps only the last extension', async () => {
  const names: Record<string, string> = {
    'slides.txt': '.txt',
    'Slides.TXT': '.TXT',
    'a.tar.gz': '.gz',
    README: '',
    '.htaccess': '',
    'ends.': '',
    'two words.and more': '',
    'vier.tört': '',
    'x.averyverylongextension': '',
    '../../../etc/passwd': '',
    '../../evil.txt': '.txt',
    '..\\..\\evil.txt': '.txt',
    'a.txt/..': '',
    'a.t%2fxt': '',
    '<script>.js': '.js',
    'Grüße 你好.md': '.md',
  }
  for (const [name, extension] of Object.entries(names)) {
    const content = extension === '.gz' ? gzipSync('packed') : 'some text'
    const url = await uploadFile(service, user, name, content)

    assert.match(
      url,
      new RegExp(`^http://plenum\\.test/media/uploads/${UUID}${extension.replace('.', '\\.')}$`),
      name,
    )
    assert.equal((await fetchFile(service, url)).equals(Buffer.from(content)), true)
  }
  assert.equal(
    (await filesIn(service.config.dataDir)).every((path) => path.startsWith('files/media/uploads/')),
    true,
  )
})

test('force_local keeps a file on the server by the value true, and by no other', async () => {
  const s3 = await startS3()
  const inBucket = await startTestService(s3.env)
  const caller = await signUp(inBucket)
  const isLocal = async (query: string) => {
    const before = await filesIn(`${inBucket.config.dataDir}/files`)
    const url = await uploadFile(inBucket, caller, 'a.txt', query, `/v1/upload/file${query}`)
    assert.equal((await fetchFile(inBucket, url)).toString(), query)
    return (await filesIn(`${inBucket.config.dataDir}/files`)).length > before.length
  }

  assert.equal(await isLocal('?force_local=true'), true)
  for (const query of ['?', '?force_local', '?force_local=True', '?force_local=1', '?force_local=false'])
    assert.equal(await isLocal(query), false, query)
  assert.equal(await isLocal('?force_local=true&force_local=false'), false)
})

test('nothing or an empty file is refused', async () => {
  const before = await stored()
  const missing = 'file is required'

  assertRefused(await upload(service, user, []), 422, missing, { pointer: '/file' })
  assertRefused(await upload(service, user, [{ field: 'file', content: 'text' }]), 422, missing, {
    pointer: '/file',
  })
  assertRefused(await upload(service, user, [text('document', 'a.txt')]), 422, missing, { pointer: '/file' })
  assertRefused(await upload(service, user, [text('file', 'a.txt', '')]), 422, 'the file is empty', {
    pointer: '/file',
  })
  assertRefused(
    await upload(service, user, [text('files', 'a.txt'), text('files', 'b.txt', '')]),
    422,
    'the file is empty',
    { pointer: '/files' },
  )
  assert.deepEqual(await stored(), before)
})

test('a file may be as large as MAX_UPLOAD says, and no larger', async () => {
  const url = await uploadFile(service, user, 'a.bin', Buffer.alloc(MOST, 1))
  assert.equal((await fetchFile(service, url)).length, MOST)
  const before = await stored()

  const { status, body } = await upload(service, user, [
    text('files', 'small.txt'),
    { field: 'files', name: 'large.bin', content: Buffer.alloc(MOST + 1, 1) },
  ])

  assert.deepEqual(
    { status, detail: body.errors[0].detail },
    { status: 413, detail: 'The file is larger than this service allows.' },
  )
  assert.deepEqual(await stored(), before)
})

test('twenty files may come at once, and no more', async () => {
  const parts = Array.from({ length: 21 }, (_, index) => text('files', `${index}.txt`, `file ${index}`))
  const { body } = await upload(service, user, parts.slice(0, 20))
  assert.equal(body.url.length, 20)
  const before = await stored()

  const refused = await upload(service, user, parts)

  assert.deepEqual(
    [refused.status, refused.body.errors[0].detail],
    [413, 'Send at most 20 files per request.'],
  )
  assert.deepEqual(await stored(), before)
})

test('a form with very many or very large plain fields is refused', async () => {
  const many = Array.from({ length: 200 }, (_, index) => ({ field: `f${index}`, content: 'x' }))

  const { status, body } = await upload(service, user, [...many, text('file', 'a.txt')])

  assert.deepEqual([status, body.errors[0].code], [413, 'too-large'])
})

test('only forms are taken, and only from those who are logged in', async () => {
  const json = await service.call('POST', '/v1/upload/file', { as: user, body: { file: 'text' } })
  assert.deepEqual(
    [json.status, json.body.errors[0].detail, json.body.errors[0].source],
    [415, 'Send the file as multipart/form-data in the field file.', { header: 'Content-Type' }],
  )
  for (const path of ['/v1/upload/file', '/v1/upload/files', '/v1/upload/image'])
    assertRefused(
      await upload(service, undefined, [text('file', 'a.txt')], path),
      401,
      'Log in first: send the header "Authorization: JWT <access token>".',
    )
})

test('a form that is not well formed is refused as such', async () => {
  const send = async (payload: string, type = 'multipart/form-data; boundary=b') => {
    const headers = { 'content-type': type, authorization: `JWT ${user.token}` }
    const answer = await service.app.inject({ method: 'POST', url: '/v1/upload/file', headers, payload })
    return [answer.statusCode, answer.json().errors[0].detail]
  }
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const field = '--b\r\ncontent-disposition: form-data; name="x"\r\ncontent-type: application/json\r\n\r\n'
  const fault = [400, 'The form data is malformed.']

  assert.deepEqual(await send(`${head}no end`), fault)
  assert.deepEqual(await send(`${head}no end\r\n--b`), fault)
  assert.deepEqual(await send('--b\r\ncontent-disp'), fault)
  assert.deepEqual(await send('not a form at all'), fault)
  assert.deepEqual(await send(`${head}text\r\n--b--`, 'multipart/form-data'), fault)
  assert.deepEqual(await send(`${field}{"a": \r\n${head}text\r\n--b--`), fault)
  assert.deepEqual(await send(`${head.replace('"file"', '"__proto__"')}text\r\n--b--`), fault)
})
