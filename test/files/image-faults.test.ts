import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { tasksOf, variantsOf } from '../../tools/pictures.ts'
import { startRemote } from '../../tools/remote.ts'
import { filesIn } from '../support/folders.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { uploadFile } from '../support/uploads.ts'

const PNG = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
const pictures: Record<string, Buffer | number> = { '/good.png': PNG }
const remote = await startRemote((request, response) => {
  const found = pictures[request.url!] ?? 404
  if (typeof found === 'number') response.writeHead(found).end()
  else response.end(found)
})
const service = await startTestService({ WORKERS: '2', FETCH_ALLOW: remote.host })
const user = await signUp(service)
const FIELDS = ['original-image-url', 'large-image-url', 'thumbnail-image-url', 'icon-image-url']

async function picturesOf({ id }: Json): Promise<unknown[]> {
  const { body } = await service.call('GET', `/v1/events/${id}`, { as: user })
  return FIELDS.map((field) => body.data.attributes[field])
}

const setPicture = (id: string, url: string | null) =>
  service.call('PATCH', `/v1/events/${id}`, {
    as: user,
    body: { data: { type: 'event', id, attributes: { 'original-image-url': url } } },
  })

const stored = () => filesIn(join(service.config.dataDir, 'files', 'media', 'events'))

test('a picture elsewhere is fetched and kept', async () => {
  const event = await make(service, user, 'event', { 'original-image-url': `${remote.url}/good.png` })

  const { state } = await variantsOf(service, event)

  assert.equal(state, 'SUCCESS')
  for (const url of await picturesOf(event))
    assert.match(url as string, /^http:\/\/plenum\.test\/media\/events\//)
})

test('a picture that cannot be had or read leaves the event as it is', async () => {
  pictures['/broken.png'] = PNG.subarray(0, PNG.length - 30)
  pictures['/page.png'] = Buffer.from('<!doctype html><title>Not a picture</title>')
  pictures['/vector.svg'] = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  pictures['/large.png'] = await sharp({
    create: { width: 7_000, height: 7_000, channels: 3, background: 'red' },
  })
    .png()
    .toBuffer()
  pictures['/error.png'] = 500
  const unknown = 'the file is not a supported image (PNG, JPEG, GIF, WebP or AVIF)'
  const broken = 'the file is not an image, or it is damaged'
  const { host } = remote
  const faults: [string, string][] = [
    [`${remote.url}/missing.png`, `The image could not be fetched: ${host} returned 404.`],
    [`${remote.url}/error.png`, `The image could not be fetched: ${host} returned 500.`],
    [`${remote.url}/broken.png`, broken],
    [`${remote.url}/page.png`, unknown],
    [`${remote.url}/vector.svg`, unknown],
    [`${remote.url}/large.png`, 'the image has too many pixels; the limit is 40 megapixels over all frames'],
    ['http://127.0.0.1:9/a.png', 'The image could not be fetched: 127.0.0.1:9 is not a public address.'],
    [
      'http://no-such-host.invalid/a.png',
      'The image could not be fetched: no-such-host.invalid cannot be reached.',
    ],
    ['http://plenum.test/media/uploads/gone.png', 'The file was not found.'],
    ['ftp://example.org/a.png', 'The image could not be fetched: Only http and https URLs can be fetched.'],
  ]
  const before = await stored()
  for (const [url, text] of faults) {
    const event = await make(service, user, 'event', { 'original-image-url': url })

    const status = await variantsOf(service, event)

    assert.deepEqual(status, { state: 'FAILURE', result: text })
    assert.deepEqual(await picturesOf(event), [url, null, null, null])
  }
  assert.deepEqual(await stored(), before)
  assert.deepEqual(await filesIn(join(service.config.dataDir, 'temp')), [])
})

test('the variants of the picture before stay until those of the new one are there', async () => {
  const event = await make(service, user, 'event', { 'original-image-url': `${remote.url}/good.png` })
  await variantsOf(service, event)
  const [, ...variants] = await picturesOf(event)

  await setPicture(event.id, `${remote.url}/missing.png`)
  const { state } = await variantsOf(service, event, 2)

  assert.equal(state, 'FAILURE')
  assert.deepEqual(await picturesOf(event), [`${remote.url}/missing.png`, ...variants])
})

for (const [how, next] of [
  ['changed', `http://plenum.test/media/uploads/next.png`],
  ['cleared', null],
] as const) {
  test(`a picture that was ${how} in the meantime is not brought back`, async () => {
    let waiting: ServerResponse | undefined
    remote.answer = (_request, response) => {
      waiting = response
    }
    const event = await make(service, user, 'event', { 'original-image-url': `${remote.url}/slow.png` })
    await until(() => waiting !== undefined)
    const before = await stored()

    await setPicture(event.id, next)
    waiting!.end(PNG)

    const [{ id }] = (await tasksOf(service, event)) as [{ id: string }]
    await until(async () => (await service.call('GET', `/v1/tasks/${id}`)).body.state !== 'WAITING')
    const { body } = await service.call('GET', `/v1/tasks/${id}`)
    assert.deepEqual(body, {
      state: 'FAILURE',
      result: 'The image was changed or removed in the meantime.',
    })
    assert.deepEqual(await picturesOf(event), [next, null, null, null])
    assert.deepEqual(await stored(), before)
  })
}

test('a file of the service is read from the storage, never over the network', async () => {
  const before = remote.connections()
  const url = await uploadFile(service, user, 'a.png', PNG)

  const event = await make(service, user, 'event', { 'original-image-url': url })

  assert.equal((await variantsOf(service, event)).state, 'SUCCESS')
  assert.equal(remote.connections(), before)
})
