/** An archive loses nothing: what is exported and imported again is the same event. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { exportArchive, finished, importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { anyEvent } from '../support/any-event.ts'
import { comparable, filesOf, kinds } from '../support/comparable.ts'
import { linkTo, make } from '../support/make.ts'
import { giveRole, logInAdmin, signUp } from '../support/people.ts'
import { demandFrabJson, demandFrabXml } from '../support/schemas.ts'
import { type Json, startTestService } from '../support/service.ts'
import { untold } from '../support/untold.ts'

const service = await startTestService({ WORKERS: '2' })
// Staff, because some fields are read for staff alone.
const admin = await logInAdmin(service)

/** The schedules of all that is imported, as XML. */
const schedules: string[] = []

/** The feeds of whatever is imported are valid, even while it has no release. */
async function demandFeeds(eventId: string): Promise<void> {
  const feed = async (format: string) => {
    const url = `/v1/events/${eventId}/schedule.${format}`
    const headers = { authorization: `JWT ${admin.token}` }
    const { statusCode, body } = await service.app.inject({ method: 'GET', url, headers })
    assert.equal(statusCode, 200, body)
    return body
  }
  demandFrabJson(await feed('json'))
  schedules.push(await feed('xml'))
  for (const line of (await feed('ics')).split('\r\n')) assert.ok(Buffer.byteLength(line) <= 75)
}

/** Imports the archive and answers the files of an export of the new event. */
async function takeIn(
  archive: Buffer,
): Promise<{ result: Json; exported: Buffer; files: Record<string, Json> }> {
  const { state, result } = await importArchive(service, admin, archive)
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  const exported = await exportArchive(service, admin, result.id)
  await demandFeeds(result.id)
  return { result, exported, files: await filesOf(exported) }
}

/** The files as text, so that the order of keys counts too. */
const asText = (files: Record<string, Json>) => JSON.stringify(comparable(files), null, 1).split('\n')

describe('an event of any kind', async () => {
  const type = await make(service, admin, 'event-type', { name: 'Ünconference, "open"' })
  const topic = await make(service, admin, 'event-topic', { name: '科学' })
  const sub = await make(
    service,
    admin,
    'event-sub-topic',
    { name: ' Comets ' },
    { 'event-topic': linkTo(topic) },
  )
  const categories = {
    event_type: type.attributes.name,
    event_type_id: Number(type.id),
    event_topic: topic.attributes.name,
    event_topic_id: Number(topic.id),
    event_sub_topic: sub.attributes.name,
    event_sub_topic_id: Number(sub.id),
  }

  it('is in its export as it was imported, and in the export of the import of that export', async () => {
    const property = fc.asyncProperty(anyEvent(categories), async (files) => {
      const first = await takeIn(zipOf(files))
      const second = await takeIn(first.exported)

      const sent = comparable(files)
      assert.deepEqual(first.result.warnings, [])
      assert.deepEqual(onlyKeysOf(sent, comparable(first.files)), sent)
      assert.deepEqual(second.result.warnings, [])
      assert.deepEqual(asText(second.files), asText(first.files))
    })

    await fc.assert(property, { numRuns: 20, interruptAfterTimeLimit: 60_000 })
  })
})

/** An export has more keys than were sent: those that the service makes. */
function onlyKeysOf(sent: Json, found: Json): Json {
  const lists = kinds.files.map(({ file }) => [
    file,
    found[file].map((record: Json, index: number) => pick(sent[file][index] ?? {}, record)),
  ])
  const parts = kinds.embedded.map(({ file }) => [
    file,
    sent.event[file] && pick(sent.event[file], found.event[file]),
  ])
  const event = { ...pick(sent.event, found.event), ...Object.fromEntries(parts) }
  return { ...Object.fromEntries(lists), event }
}

function pick(like: Json, record: Json): Json {
  return Object.fromEntries(Object.keys(like).map((key) => [key, record[key]]))
}

describe('reviews and feedback', async () => {
  const [owner, bob] = [await signUp(service), await signUp(service)]
  await service.db.query(sql`update users set is_verified = true where id in (${owner.id}, ${bob.id})`)
  const times = { 'starts-at': '2020-05-01T09:00:00Z', 'ends-at': '2020-05-02T09:00:00Z' }
  const event = linkTo(await make(service, owner, 'event', { ...times, 'is-review-anonymous': true }))
  await giveRole(service, bob, event.id, 'reviewer')
  const within = async (type: string, attributes: Json) =>
    linkTo(await make(service, owner, type, attributes, { event }))
  const [fun, use] = [
    await within('review-criterion', { name: 'Fun' }),
    await within('review-criterion', { name: 'Use' }),
  ]
  const held = await within('session', { title: 'Held', ...times })
  const proposed = await within('session', { title: 'Proposed', state: 'pending' })
  const scores = { [fun.id]: 5, [use.id]: 0 }
  await make(service, bob, 'review', { scores, comment: 'Good' }, { session: proposed })
  await make(service, bob, 'feedback', { rating: 4, comment: 'Fine' }, { session: held, event })
  await make(service, owner, 'feedback', { rating: 3 }, { event })
  const files = ['review_criteria', 'reviews', 'feedbacks']
  const exportAll = async (id: string) => filesOf(await exportArchive(service, admin, id, { reviews: true }))
  const shown = (exported: Record<string, Json>) => {
    const names = new Map(exported.review_criteria.map(({ id, name }: Json) => [String(id), name]))
    const titles = new Map(exported.sessions.map(({ id, title }: Json) => [id, title]))
    return {
      criteria: exported.review_criteria.map(({ name, weight }: Json) => [name, weight]),
      reviews: exported.reviews.map((one: Json) => [
        titles.get(one.session_id),
        one.reviewer_email,
        Object.entries(one.scores).map(([id, score]) => [names.get(id), score]),
        one.comment,
      ]),
      feedbacks: exported.feedbacks.map((one: Json) => [
        titles.get(one.session_id) ?? null,
        one.user_email,
        one.rating,
        one.comment,
      ]),
    }
  }
  const expected = (mail: { owner: string | null; bob: string | null }) => ({
    criteria: [
      ['Fun', 1],
      ['Use', 1],
    ],
    reviews: [
      [
        'Proposed',
        mail.bob,
        [
          ['Fun', 5],
          ['Use', 0],
        ],
        'Good',
      ],
    ],
    feedbacks: [
      ['Held', mail.bob, 4, 'Fine'],
      [null, mail.owner, 3, null],
    ],
  })
  const everyone = { owner: owner.email, bob: bob.email }

  it('are only in an archive that was asked for them', async () => {
    const exported = await filesOf(await exportArchive(service, owner, event.id))

    assert.deepEqual(
      files.filter((file) => file in exported),
      [],
    )
    const keys = Object.keys(exported.sessions[0])
    assert.deepEqual(
      keys.filter((key) => key.startsWith('review')),
      [],
    )
    assert.deepEqual(shown(await exportAll(event.id)), expected(everyone))
  })

  it('come back with their authors when staff import them, and the scores follow', async () => {
    const archive = await exportArchive(service, owner, event.id, { reviews: true })
    const { result } = await importArchive(service, admin, archive)

    assert.deepEqual([result.warnings, shown(await exportAll(result.id))], [[], expected(everyone)])
    const { body } = await service.call('GET', `/v1/events/${result.id}/sessions?sort=title`, { as: admin })
    assert.deepEqual(
      body.data.map(({ attributes }: Json) => [
        attributes['average-rating'],
        attributes['rating-count'],
        attributes['review-score'],
        attributes['review-count'],
      ]),
      [
        [4, 1, null, 0],
        [0, 0, 50, 1],
      ],
    )
  })

  it('of others come back without them when a user imports them', async () => {
    const archive = await exportArchive(service, owner, event.id, { reviews: true })
    const { result } = await importArchive(service, owner, archive)

    assert.deepEqual(shown(await exportAll(result.id)), expected({ ...everyone, bob: null }))
    const reason =
      'records were imported without their author. Only staff import records of other users, who need an account with the confirmed address'
    assert.deepEqual(result.warnings, [`File reviews: 1 ${reason}`, `File feedbacks: 1 ${reason}`])
  })

  it('are left out when the archive does not have their session', async () => {
    const archive = await filesOf(await exportArchive(service, owner, event.id, { reviews: true }))
    const { result } = await importArchive(service, admin, zipOf({ ...archive, sessions: [] }))

    const { reviews, feedbacks } = await exportAll(result.id)
    assert.deepEqual([reviews, feedbacks.map(({ rating }: Json) => rating)], [[], [3]])
  })

  it('are not in a copy', async () => {
    const { body } = await service.call('POST', `/v1/events/${event.id}/copy`, { as: owner })
    const { result } = await finished(service, body.task_url)

    const copy = await exportAll(result.id)
    assert.deepEqual(
      files.map((file) => copy[file]),
      [[], [], []],
    )
  })
})

const ARCHIVES = join(import.meta.dirname, '..', '..', '..', 'shared', 'archives')
const skip = existsSync(ARCHIVES) ? false : 'the folder of real archives is not there'

describe('a real archive', { skip }, () => {
  const expected = skip ? {} : JSON.parse(readFileSync(join(ARCHIVES, 'expected.json'), 'utf8'))

  for (const dialect of skip ? [] : ['server-dialect', 'embedded-dialect', 'as-found']) {
    for (const file of readdirSync(join(ARCHIVES, dialect))) {
      it(`of the ${dialect}, ${file}, is imported and stays the same`, async () => {
        const archive = readFileSync(join(ARCHIVES, dialect, file))
        const first = await takeIn(archive)
        const second = await takeIn(first.exported)

        assert.deepEqual(asText(second.files), asText(first.files))
        assert.deepEqual(second.result.warnings, [])
        assert.deepEqual(untold(await filesOf(archive), first.result, first.files), [])
        if (dialect !== 'as-found')
          assert.deepEqual(countsOf(first.files), countsIn(expected[file.replace('.zip', '')], dialect))
      })
    }
  }
})

describe('the schedule of every event above', () => {
  it('is valid as XML', async () => {
    assert.ok(schedules.length >= 2)
    await demandFrabXml(...schedules)
  })
})

function countsOf(files: Record<string, Json>): Json {
  const sessions: Json[] = files.sessions
  const having = (key: string) => sessions.filter((session) => session[key] !== null).length
  const counts = kinds.files.map(({ file }) => [file, files[file].length])
  return {
    records: { event: 1, ...Object.fromEntries(counts) },
    session_links: {
      track: having('track_id'),
      loc: having('microlocation_id'),
      type: having('session_type_id'),
      speakers: sessions.reduce((sum, { speaker_ids }) => sum + speaker_ids.length, 0),
    },
  }
}

/** The dialect of the original server has neither social links nor the speakers of a session; none has what came later. */
function countsIn({ records: known, session_links, social_links_in_embedded }: Json, dialect: string): Json {
  const none = kinds.files.map(({ file }) => [file, 0])
  const records = { ...Object.fromEntries(none), ...known }
  return dialect === 'embedded-dialect'
    ? { records: { ...records, social_links: social_links_in_embedded }, session_links }
    : { records: { ...records, social_links: 0 }, session_links: { ...session_links, speakers: 0 } }
}
