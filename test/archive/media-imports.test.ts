import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { finished, importArchive } from '../../tools/archives.ts'
import { startRemote } from '../../tools/remote.ts'
import { startS3 } from '../../tools/s3.ts'
import { type Member, packZip, zipOf } from '../../tools/zips.ts'
import { filesIn } from '../support/folders.ts'
import { makeFullEvent, mediaOf } from '../support/full-event.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { fetchFile } from '../support/uploads.ts'

const s3 = await startS3()
const remote = await startRemote((_request, response) => response.end('a file'))
const service = await startTestService({ WORKERS: '2', FETCH_ALLOW: remote.host })
const inBucket = await startTestService({ ...s3.env, WORKERS: '2' })
const owner = await signUp(service)
const EVENT = { id: 1, name: 'With files', ends_at: '2030-05-03T18:00:00Z' }
const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
/** Without the uploaded archives, which a task removes after its end is told. */
const stored = async () => {
  const files = await filesIn(join(service.config.dataDir, 'files'))
  return files.filter((name) => !/\bimports\/[\w-]+\.zip$/.test(name))
}

test('a file that the archive does not hold leaves its field empty, with a warning', async () => {
  const archive = zipOf({
    event: { ...EVENT, logo_url: '/images/logo.png', original_image_url: '/images/gone.png' },
    speakers: [{ id: 7, name: 'Ada', photo_url: '/../../etc/passwd' }],
    sessions: [{ id: 9, title: 'Talk', video_url: '/videos', slides_url: '' }],
    'images/logo.png': PNG,
  })

  const { state, result } = await importArchive(service, owner, archive)

  assert.equal(state, 'SUCCESS')
  const media = await mediaOf(service, result.id)
  assert.deepEqual(Object.keys(media), ['events.0.logo_url'])
  assert.equal((await fetchFile(service, media['events.0.logo_url']!)).equals(PNG), true)
  assert.deepEqual(result.warnings, [
    'File event, ID 1: original_image_url refers to /images/gone.png, which does not exist; it was left empty',
    'File speakers, ID 7: photo_url refers to /../../etc/passwd, which does not exist; it was left empty',
    'File sessions, ID 9: video_url refers to /videos, which does not exist; it was left empty',
  ])
})

test('a file that does not match its extension is left out, with a warning', async () => {
  const page = '<script>alert(1)</script>'
  const archive = zipOf({
    event: { ...EVENT, logo_url: '/images/logo.png' },
    sponsors: [{ id: 3, name: 'Acme', logo_url: '/images/page.html' }],
    'images/logo.png': page,
    'images/page.html': page,
  })

  const { result } = await importArchive(service, owner, archive)

  const media = await mediaOf(service, result.id)
  assert.deepEqual(Object.keys(media), ['sponsors.0.logo_url'])
  const { headers } = await service.app.inject({
    url: media['sponsors.0.logo_url']!.replace(service.config.publicUrl, ''),
  })
  assert.deepEqual(
    [headers['content-type'], headers['content-disposition']],
    ['application/octet-stream', 'attachment'],
  )
  assert.deepEqual(result.warnings, [
    'File event, ID 1: the file of logo_url does not match its extension; it was left empty',
  ])
})

test('a file with the wrong extension is kept with the right one; text in place of a picture is not', async () => {
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const tones = ['fffb9064', 'fff39044', 'fff29044', 'fffa9064'].map((head) =>
    Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(500, 0x55)]),
  )
  const archive = zipOf({
    event: { ...EVENT, logo_url: '/images/logo.jpg', original_image_url: '/images/back.jpg' },
    speakers: [{ id: 7, name: 'Ada', photo_url: '/images/text.jpg' }],
    sessions: tones.map((_tone, id) => ({ id, title: 'Talk', audio_url: `/audios/${id}.mp3` })),
    'images/logo.jpg': PNG,
    'images/back.jpg': gif,
    'images/text.jpg': 'Ada, but only in words',
    ...Object.fromEntries(tones.map((tone, id) => [`audios/${id}.mp3`, tone])),
  })

  const { result } = await importArchive(service, owner, archive)

  const media = await mediaOf(service, result.id)
  assert.deepEqual(
    Object.entries(media).map(([name, url]) => [name, url.slice(url.lastIndexOf('.'))]),
    [
      ['events.0.logo_url', '.png'],
      ['events.0.original_image_url', '.gif'],
      ...tones.map((_tone, id) => [`sessions.${id}.audio_url`, '.mp3']),
    ],
  )
  assert.equal((await fetchFile(service, media['sessions.0.audio_url']!)).equals(tones[0]!), true)
  assert.deepEqual(result.warnings, [
    'File event, ID 1: the file of logo_url is not a .jpg file; it was stored as .png',
    'File event, ID 1: the file of original_image_url is not a .jpg file; it was stored as .gif',
    'File speakers, ID 7: the file of photo_url does not match its extension; it was left empty',
  ])
})

test('the path of a file counts with and without a slash before it', async () => {
  const paths = { logo_url: 'images/logo.png', original_image_url: './images/logo.png' }

  const { result } = await importArchive(
    service,
    owner,
    zipOf({ event: { ...EVENT, ...paths }, 'images/logo.png': PNG }),
  )

  const media = await mediaOf(service, result.id)
  assert.deepEqual(Object.keys(media), ['events.0.logo_url', 'events.0.original_image_url'])
  assert.deepEqual(result.warnings, [])
})

test('an address elsewhere stays as it is, and is not asked', async () => {
  const urls = { logo_url: `${remote.url}/logo.png`, original_image_url: 'https://example.org/a.png' }

  const { result } = await importArchive(service, owner, zipOf({ event: { ...EVENT, ...urls } }))

  assert.deepEqual(await mediaOf(service, result.id), {
    'events.0.logo_url': urls.logo_url,
    'events.0.original_image_url': urls.original_image_url,
  })
  assert.equal(remote.connections(), 0)
})

/** Its second file cannot be unpacked. */
function brokenArchive(): Buffer {
  const json = (name: string, value: Json): Member => ({ name, content: JSON.stringify(value) })
  return packZip([
    json('event', { ...EVENT, logo_url: '/images/logo.png' }),
    json('sponsors', [{ id: 3, name: 'Acme', logo_url: '/images/broken.png' }]),
    { name: 'images/logo.png', content: PNG },
    { name: 'images/broken.png', content: PNG, claims: { size: 1_000_000 } },
  ])
}

test('the files of an import that fails are removed again', async () => {
  const before = await stored()

  const { state, result } = await importArchive(service, owner, brokenArchive())

  assert.equal(state, 'FAILURE')
  assert.match(result, /^The file is not a valid zip archive: /)
  assert.deepEqual(await stored(), before)
  assert.deepEqual(await filesIn(join(service.config.dataDir, 'temp')), [])
})

test('so they are from a bucket', async () => {
  const put: string[] = []
  const removed: string[] = []
  s3.meddle = ({ method, url }) => {
    const key = url!.split('?')[0]!
    if (method === 'PUT' && key.includes('/media/')) put.push(key)
    if (method === 'DELETE' && key.includes('/media/')) removed.push(key)
    return false
  }

  const { state } = await importArchive(inBucket, await signUp(inBucket), brokenArchive())

  s3.meddle = undefined
  assert.equal(state, 'FAILURE')
  assert.deepEqual([put.length, removed], [1, put])
})

test('an import whose storage stays out of reach ends, with that for a reason and nothing left', async () => {
  const put = new Set<string>()
  s3.meddle = ({ method, url }, response) => {
    const key = url!.split('?')[0]!
    if (!key.includes('/media/')) return false
    if (method === 'DELETE') put.delete(key)
    if (method !== 'PUT') return false
    if (key.endsWith('.png')) put.add(key)
    if (!key.endsWith('.pdf')) return false
    response.req.resume().once('end', () => response.writeHead(503).end())
    return true
  }
  const archive = zipOf({
    event: { ...EVENT, logo_url: '/images/logo.png' },
    sessions: [{ id: 9, title: 'Talk', slides_url: '/slides/talk.pdf' }],
    'images/logo.png': PNG,
    'slides/talk.pdf': '%PDF-1.7\n',
  })

  await inBucket.db.query(sql`update pgboss.queue set retry_limit = 1`)
  const { state, result } = await importArchive(inBucket, await signUp(inBucket), archive)

  s3.meddle = undefined
  assert.deepEqual([state, result], ['FAILURE', 'The file storage is unreachable. Try again soon.'])
  assert.deepEqual([...put], [])
})

test('a copy has files of its own; one that is gone leaves its field empty, with a warning', async () => {
  const full = await makeFullEvent(service, owner)
  const original = await mediaOf(service, full.id)
  const contents = new Map<string, Buffer>()
  for (const [name, url] of Object.entries(original)) contents.set(name, await fetchFile(service, url))
  const gone = original['sponsors.0.logo_url']!
  await rm(join(service.config.dataDir, 'files', gone.replace(`${service.config.publicUrl}/`, '')))

  const { body } = await service.call('POST', `/v1/events/${full.id}/copy`, { as: owner })
  const { state, result } = await finished(service, body.task_url)

  const copied = await mediaOf(service, result.id)
  assert.equal(state, 'SUCCESS')
  assert.deepEqual(
    Object.keys(copied),
    Object.keys(original).filter((name) => name !== 'sponsors.0.logo_url'),
  )
  for (const [name, url] of Object.entries(copied)) {
    assert.notEqual(url, original[name])
    assert.equal((await fetchFile(service, url)).equals(contents.get(name)!), true, name)
  }
  assert.deepEqual(result.warnings, [
    `File sponsors, ID ${full.sponsors[0].id}: the file of logo_url is missing; it was left empty`,
  ])
})
