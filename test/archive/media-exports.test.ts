import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { makeZip } from '../../src/files/zip.ts'
import { exportArchive, finished } from '../../tools/archives.ts'
import { variantsOf } from '../../tools/pictures.ts'
import { startRemote } from '../../tools/remote.ts'
import { unzip } from '../../tools/zips.ts'
import { filesIn } from '../support/folders.ts'
import { mailsTo } from '../support/mails.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { uploadFile } from '../support/uploads.ts'

const PNG = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const ALL = { image: true, video: true, document: true, audio: true }

/** Nobody may ever come here. */
const inner = await startRemote((_request, response) => response.end('a secret'))
const held = Promise.withResolvers<ServerResponse>()
const remote = await startRemote((request, response) => {
  const path = request.url!
  if (path.startsWith('/good')) response.end(PNG)
  else if (path.startsWith('/words')) response.end('no picture')
  else if (path.startsWith('/page'))
    response.setHeader('content-type', 'text/html').end('<title>Film</title>')
  else if (path.startsWith('/broken')) response.writeHead(200, { 'content-length': 100 }).write('half')
  else if (path.startsWith('/held')) held.resolve(response)
  else if (path.startsWith('/inner')) response.writeHead(302, { location: inner.url }).end()
  else response.writeHead(404).end()
  if (path.startsWith('/broken')) setTimeout(() => response.destroy(), 50)
})
const service = await startTestService({ WORKERS: '2', FETCH_ALLOW: remote.host })
const owner = await signUp(service)

async function exported(eventId: string): Promise<{ media: string[]; read(file: string): Json }> {
  const members = await unzip(await exportArchive(service, owner, eventId, ALL))
  return {
    media: [...members.keys()].filter((name) => name.includes('/')),
    read: (file) => JSON.parse(members.get(file)!.toString()),
  }
}

test('a file elsewhere is fetched into the archive', async () => {
  const event = await make(service, owner, 'event', { 'logo-url': `${remote.url}/good.png?size=2#top` })
  const session = await make(
    service,
    owner,
    'session',
    { 'video-url': `${remote.url}/good` },
    { event: linkTo(event) },
  )

  const { media, read } = await exported(event.id)

  assert.deepEqual(media, ['images/logo.png', `videos/session_${session.id}`])
  assert.equal(read('event').logo_url, '/images/logo.png')
  assert.equal(read('sessions')[0].video_url, `/videos/session_${session.id}`)
})

test('a file elsewhere that cannot be had, or is none, keeps its address', async () => {
  const paths = ['/missing.png', '/page.mp4', '/page', '/broken.png', '/words.png']
  for (const path of paths) {
    const url = `${remote.url}${path}`
    const event = await make(service, owner, 'event', { 'logo-url': url })
    await make(service, owner, 'session', { 'slides-url': url, 'video-url': url }, { event: linkTo(event) })

    const { media, read } = await exported(event.id)

    const [{ slides_url, video_url }] = read('sessions')
    assert.deepEqual([media, read('event').logo_url, slides_url, video_url], [[], url, url, url], path)
  }
  assert.deepEqual(await filesIn(join(service.config.dataDir, 'temp')), [])
})

test('a file of the service that is gone keeps its address', async () => {
  const url = await uploadFile(service, owner, 'logo.png', PNG)
  const event = await make(service, owner, 'event', { 'logo-url': url })
  await rm(join(service.config.dataDir, 'files', url.replace(`${service.config.publicUrl}/`, '')))

  const { media, read } = await exported(event.id)

  assert.deepEqual([media, read('event').logo_url], [[], url])
})

test('an export tells which files it could not bring, and asks a dead server only once', async () => {
  const dead = await startRemote((_request, response) => response.destroy())
  const withDead = await startTestService({ WORKERS: '2', FETCH_ALLOW: `${remote.host},${dead.host}` })
  const keeper = await signUp(withDead)
  const urls = { 'logo-url': `${dead.url}/a.png`, 'original-image-url': `${remote.url}/missing.png` }
  const event = await make(withDead, keeper, 'event', urls)
  const links = { event: linkTo(event) }
  const sponsor = await make(withDead, keeper, 'sponsor', { 'logo-url': `${dead.url}/b.png` }, links)
  const before = dead.connections()

  const { body } = await withDead.call('POST', `/v1/events/${event.id}/export/json`, {
    as: keeper,
    body: ALL,
  })
  const { state, result } = await finished(withDead, body.task_url)

  const mail = (await mailsTo(withDead, keeper.email)).at(-1)!
  const warnings = [
    `File event, ID ${event.id}: the file of original_image_url, ${remote.url}/missing.png, is not in the archive: ${remote.host} returned 404.`,
    `File event, ID ${event.id}: the file of logo_url, ${dead.url}/a.png, is not in the archive: ${dead.host} cannot be reached.`,
    `File sponsors, ID ${sponsor.id}: the file of logo_url, ${dead.url}/b.png, is not in the archive: ${dead.host} did not respond earlier`,
  ]
  assert.deepEqual([state, result.warnings.toSorted()], ['SUCCESS', warnings.toSorted()])
  assert.equal(dead.connections() - before, 1)
  for (const url of [`${dead.url}/a.png`, `${remote.url}/missing.png`]) assert.ok(mail.message.includes(url))
})

test('a file of the service is found under a former address of the service too', async () => {
  const url = await uploadFile(service, owner, 'logo.png', PNG)
  const former = url.replace(service.config.publicUrl, 'https://former.invalid/bucket')
  const event = await make(service, owner, 'event', { 'logo-url': former })

  const { media } = await exported(event.id)

  assert.deepEqual(media, ['images/logo.png'])
})

test('a listener on this machine is never contacted, by whatever field, name or redirect', async () => {
  const { port } = new URL(inner.url)
  for (const url of [
    inner.url,
    `http://localhost:${port}/a.png`,
    `http://[::ffff:127.0.0.1]:${port}/a.png`,
    `http://2130706433:${port}/a.png`,
    `${remote.url}/inner.png`,
  ]) {
    const event = await make(service, owner, 'event', { 'logo-url': url, 'original-image-url': url })
    const links = { event: linkTo(event) }
    const speaker = await make(service, owner, 'speaker', { 'photo-url': url }, links)
    await make(service, owner, 'sponsor', { 'logo-url': url }, links)
    await make(service, owner, 'session', { 'slides-url': url, 'audio-url': url, 'video-url': url }, links)
    const attributes = { 'avatar-url': url }
    await service.call('PATCH', `/v1/users/${owner.id}`, {
      as: owner,
      body: { data: { type: 'user', id: owner.id, attributes } },
    })

    assert.equal((await variantsOf(service, event)).state, 'FAILURE')
    assert.equal((await variantsOf(service, speaker)).state, 'FAILURE')
    assert.deepEqual((await exported(event.id)).media, [])
  }
  assert.equal(inner.connections(), 0)
})

test('an export whose storage fails does not end while it still fetches a file', async () => {
  const exports = join(service.config.dataDir, 'files', 'private', 'exports')
  const event = await make(service, owner, 'event', { 'logo-url': `${remote.url}/held.png` })
  await rm(exports, { recursive: true, force: true })
  await writeFile(exports, 'not a folder')

  const { body } = await service.call('POST', `/v1/events/${event.id}/export/json`, { as: owner, body: ALL })
  const response = await held.promise
  const reserved = sql`select key from stored_files where event_id = ${event.id}`
  await until(async () => (await service.db.query(reserved)).length === 1)
  const states = new Set<string>()
  for (let look = 0; look < 50; look++) states.add((await service.call('GET', body.task_url)).body.state)
  response.end(PNG)
  const { state } = await finished(service, body.task_url)
  await rm(exports)

  assert.deepEqual([states.has('FAILED'), state], [false, 'FAILED'])
  assert.deepEqual(await filesIn(join(service.config.dataDir, 'temp')), [])
})

test('a file is not added to an archive that is closed', async () => {
  const zip = makeZip()
  const content = Readable.from([Buffer.alloc(1024 * 1024)])
  zip.output.destroy(new Error('The storage is full.'))

  await assert.rejects(zip.addFile('a', content), { message: 'The storage is full.' })
  assert.equal(content.destroyed, true)
})
