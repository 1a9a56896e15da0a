import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { zipOf } from '../../tools/zips.ts'
import { filesIn } from '../support/folders.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { startTestService } from '../support/service.ts'
import { upload, uploadFile } from '../support/uploads.ts'

const service = await startTestService()
const user = await signUp(service)
const PNG = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

test('a file whose content does not match its extension is refused', async () => {
  const jpeg = await sharp(PNG).jpeg().toBuffer()
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const fine = { field: 'files', name: 'fine.txt', content: 'some text' }
  const wrong: [string, string | Buffer][] = [
    ['page.png', '<!doctype html><script>alert(1)</script>'],
    ['picture.png', script],
    ['picture.jpg', script],
    ['photo.png', jpeg],
    ['photo.JPG', PNG],
    ['program.pdf', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['talk.mp4', zipOf({ a: 'b' })],
    ['talk.mp3', '%PDF-1.7\n'],
    ['slides.pdf', '\ufeff\n <html><title>Log in</title></html>'],
    ['slides.pptx', '%PDF-1.7\n'],
  ]
  for (const [name, content] of wrong) {
    const extension = name.slice(name.indexOf('.'))
    assertRefused(
      await upload(service, user, [fine, { field: 'files', name, content }]),
      422,
      `the content does not match the extension ${extension}`,
      { pointer: '/files' },
    )
  }
  assert.deepEqual(await filesIn(service.config.dataDir), [])
})

test('what is not known to be of another kind is taken, and served as its extension says', async () => {
  for (const [name, content, type] of [
    ['slides.pdf', 'Slides, to come', 'application/pdf'],
    ['photo.png', Buffer.alloc(300), 'image/png'],
    ['talk.mp3', 'ID3\x04\0\0\0\0\0\0tone', 'audio/mpeg'],
    ['notes.txt', '<!doctype html><script>alert(1)</script>', 'application/octet-stream'],
  ] as const) {
    const address = await uploadFile(service, user, name, content)
    const { headers, rawPayload } = await service.app.inject(new URL(address).pathname)

    assert.deepEqual(rawPayload, Buffer.from(content))
    assert.equal(headers['content-type'], type)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
})

test('documents are known by what they are packed in', async () => {
  const office = zipOf({ '[Content_Types].xml': Buffer.alloc(9_000, '<a/>'), 'ppt/presentation.xml': '<p/>' })
  for (const [name, content] of [
    ['slides.pptx', office],
    ['notes.docx', office],
    [
      'slides.odp',
      zipOf({ mimetype: 'application/vnd.oasis.opendocument.presentation', 'content.xml': '<o/>' }),
    ],
    ['old.ppt', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])],
    ['slides.pdf', '%PDF-1.7\n%âãÏÓ\n'],
    ['talk.mp3', Buffer.concat([Buffer.from('ID3\x04\0\0\0\x00\x7f\x7f', 'latin1'), Buffer.alloc(9_000)])],
  ] as const)
    assert.match(await uploadFile(service, user, name, content), /\.\w+$/)
})
