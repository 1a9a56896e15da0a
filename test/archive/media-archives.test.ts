import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sql from 'sql-template-tag'
import { exportArchive, finished, importArchive, startImport } from '../../tools/archives.ts'
import { startS3 } from '../../tools/s3.ts'
import { unzip } from '../../tools/zips.ts'
import { type FullEvent, makeFullEvent, mediaOf } from '../support/full-event.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService, type TestService } from '../support/service.ts'
import { fetchFile } from '../support/uploads.ts'

const s3 = await startS3()
const onDisk = await startTestService({ WORKERS: '2' })
const inBucket = await startTestService({ ...s3.env, WORKERS: '2', PUBLIC_URL: 'http://other.test' })
const owner = await signUp(onDisk)
const importer = await signUp(inBucket)
const full = await makeFullEvent(onDisk, owner)
const sources = await contentsOf(onDisk, full.id)

/** The content of each file of the event. */
async function contentsOf(service: TestService, eventId: string): Promise<Record<string, Buffer>> {
  const media = Object.entries(await mediaOf(service, eventId))
  return Object.fromEntries(
    await Promise.all(media.map(async ([name, url]) => [name, await fetchFile(service, url)])),
  )
}

/** Where the reference puts each file; the variants, which it leaves out, are beside them. */
function pathsOf({
  speakers: [ada, lei],
  sponsors: [acme],
  session,
}: FullEvent): Record<string, Record<string, string>> {
  const names = [`AdaVonLovelace_${ada.id}.png`, `李雷_${lei.id}.png`]
  const jpg = (name: string) => name.replace('.png', '.jpg')
  return {
    image: {
      'events.0.logo_url': 'images/logo.png',
      'events.0.original_image_url': 'images/background.jpg',
      'events.0.large_image_url': 'images/large.jpg',
      'events.0.thumbnail_image_url': 'images/thumbnail.jpg',
      'events.0.icon_image_url': 'images/icon.jpg',
      ...Object.fromEntries(
        names.flatMap((name, index) => [
          [`speakers.${index}.photo_url`, `images/speakers/${name}`],
          [`speakers.${index}.thumbnail_image_url`, `images/speakers/thumbnail/${jpg(name)}`],
          [`speakers.${index}.small_image_url`, `images/speakers/small/${jpg(name)}`],
          [`speakers.${index}.icon_image_url`, `images/speakers/icon/${jpg(name)}`],
        ]),
      ),
      'sponsors.0.logo_url': `images/sponsors/AcmeInc._${acme.id}.png`,
    },
    video: { 'sessions.0.video_url': `videos/session_${session.id}.mp4` },
    audio: { 'sessions.0.audio_url': `audios/session_${session.id}.mp3` },
    document: { 'sessions.0.slides_url': `slides/session_${session.id}.pdf` },
  }
}

const FLAGS = ['image', 'video', 'document', 'audio']
const isMedia = (name: string) => name.includes('/')

/** What the records of the archive have in their fields for files. */
function fieldsOf(members: Map<string, Buffer>): Record<string, string> {
  const read = (name: string): Json => JSON.parse(members.get(name)!.toString())
  const tables: Record<string, Json[]> = {
    events: [read('event')],
    speakers: read('speakers'),
    sponsors: read('sponsors'),
    sessions: read('sessions'),
  }
  const entries = Object.keys(sources).map((name) => {
    const [table, index, field] = name.split('.') as [string, string, string]
    return [name, tables[table]![Number(index)][field]]
  })
  return Object.fromEntries(entries)
}

for (const wanted of [...FLAGS.map((flag) => [flag]), FLAGS, []]) {
  const title = wanted.length === 0 ? 'no kind of file' : wanted.join(', ')
  describe(`an event exported with ${title}`, async () => {
    const flags = Object.fromEntries(FLAGS.map((flag) => [flag, wanted.includes(flag)]))
    const archive = await exportArchive(onDisk, owner, full.id, flags)
    const members = await unzip(archive)
    const paths: Record<string, string> = Object.assign({}, ...wanted.map((flag) => pathsOf(full)[flag]))

    test('has those files at their paths, with the same bytes, and no others', () => {
      const expected = Object.entries(paths).map(([name, path]) => [path, sources[name]!.toString('base64')])
      const found = [...members]
        .filter(([name]) => isMedia(name))
        .map(([name, content]) => [name, content.toString('base64')])

      assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected))
    })

    test('names the paths in its records, and keeps the addresses of all other files', async () => {
      const urls = await mediaOf(onDisk, full.id)
      const expected = Object.keys(sources).map((name) => [
        name,
        paths[name] ? `/${paths[name]}` : urls[name],
      ])

      assert.deepEqual(fieldsOf(members), Object.fromEntries(expected))
    })

    test('is imported elsewhere with each file, and with the addresses of the others', async () => {
      const { state, result } = await importArchive(inBucket, importer, archive)

      assert.deepEqual([state, result.warnings], ['SUCCESS', []])
      const before = await mediaOf(onDisk, full.id)
      const urls = await mediaOf(inBucket, result.id)
      assert.deepEqual(Object.keys(urls), Object.keys(sources))
      for (const [name, url] of Object.entries(urls)) {
        if (!paths[name]) assert.equal(url, before[name])
        else assert.equal((await fetchFile(inBucket, url)).equals(sources[name]!), true, name)
      }
    })
  })
}

test('an import tells how many of the files it has stored', async () => {
  await inBucket.db.query(sql`create table seen (n bigserial, task uuid, state text)`)
  await inBucket.db.query(sql`create function note_state() returns trigger language plpgsql as
    'begin insert into seen (task, state) values (new.id, new.state); return null; end'`)
  await inBucket.db.query(sql`create trigger note_state after update of state on tasks
    for each row execute function note_state()`)
  const archive = await exportArchive(onDisk, owner, full.id, { video: true, document: true, audio: true })

  const { body } = await startImport(inBucket, importer, archive)
  await finished(inBucket, body.task_url)

  const seen = await inBucket.db.query<{ state: string }>(
    sql`select state from seen where task = ${body.task_url.split('/')[3]} and state like '%media%' order by n`,
  )
  assert.deepEqual(
    seen.map(({ state }) => state),
    ['Uploading media (1/3)', 'Uploading media (2/3)', 'Uploading media (3/3)'],
  )
})

test('a file goes from a folder to a bucket and back without a change', async () => {
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, true]))
  const there = await importArchive(inBucket, importer, await exportArchive(onDisk, owner, full.id, flags))
  const { body } = await inBucket.call('POST', `/v1/events/${there.result.id}/export/json`, {
    as: importer,
    body: flags,
  })
  const { result } = await finished(inBucket, body.task_url)
  const response = await fetch(result.download_url)
  const archive = Buffer.from(await response.arrayBuffer())

  const back = await importArchive(onDisk, owner, archive)

  assert.equal(
    response.headers.get('content-disposition'),
    `attachment; filename="event${there.result.id}.zip"`,
  )
  assert.deepEqual([back.state, back.result.warnings], ['SUCCESS', []])
  assert.deepEqual(await contentsOf(onDisk, back.result.id), sources)
})
