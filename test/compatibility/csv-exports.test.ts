/** Sessions and speakers of an event as tables for spreadsheets; see docs/api.md, "Export, import and copy". */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { removeOldArchives } from '../../src/archive/old-archives.ts'
import { localStorage } from '../../src/files/local-storage.ts'
import { finished } from '../../tools/archives.ts'
import { recordsOf } from '../support/csv.ts'
import { errorsOf } from '../support/document.ts'
import { leftBehind } from '../support/leftovers.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { mailsTo } from '../support/mails.ts'
import { linkTo, make } from '../support/make.ts'
import { giveRole, signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)
const coorganizer = await signUp(service)
const stranger = await signUp(service)
const { publicUrl, dataDir } = service.config

const start = (as: Caller | undefined, event: string, table: string, body?: Json) =>
  service.call('POST', `/v1/events/${event}/export/${table}/csv`, { as, body })

async function exported(
  event: string,
  table: string,
  settings?: Json,
): Promise<{ taskId: string; path: string }> {
  const { status, body } = await start(owner, event, table, settings)
  assert.deepEqual([status, Object.keys(body)], [200, ['task_url']])
  const { state, result } = await finished(service, body.task_url)
  assert.deepEqual([state, Object.keys(result)], ['SUCCESS', ['download_url']])
  return { taskId: body.task_url.split('/')[3], path: result.download_url.replace(publicUrl, '') }
}

async function textOf(event: string, table: string, settings?: Json): Promise<string> {
  const { path } = await exported(event, table, settings)
  const { statusCode, rawPayload } = await service.app.inject({ method: 'GET', url: path })
  assert.equal(statusCode, 200)
  return rawPayload.toString()
}

/** What the cells of the attributes hold that the test does not set. */
function cellsOf(attributes: Json): Record<string, string> {
  const { 'deleted-at': _, ...shown } = attributes
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => [name, value === null ? '' : String(value)]),
  )
}

async function newEvent(attributes: Json = {}): Promise<Json> {
  const event = await make(service, owner, 'event', attributes)
  return { id: event.id, of: { event: linkTo(event) }, identifier: event.attributes.identifier }
}

describe('the table of sessions', () => {
  it('has a line for each, with all attributes and the names of what it is linked to', async () => {
    const { id, of } = await newEvent()
    const track = linkTo(await make(service, owner, 'track', { name: 'Looms' }, of))
    const type = linkTo(await make(service, owner, 'session-type', { name: 'Talk' }, of))
    const room = linkTo(await make(service, owner, 'microlocation', { name: 'Hall, 1st floor' }, of))
    const ada = linkTo(await make(service, owner, 'speaker', { name: 'Ada', email: 'ada@x.test' }, of))
    const bo = linkTo(await make(service, owner, 'speaker', { name: 'Bo', email: null }, of))
    const answers = { seats: 'many', 'is-new': true }
    const attributes = {
      title: '=HYPERLINK("https://x.test")',
      subtitle: 'Ada said: "Cards"',
      comments: '<p>One,\ntwo</p>',
      'complex-field-values': answers,
      'starts-at': '2030-05-01T10:00:00Z',
      'ends-at': '2030-05-01T11:00:00Z',
      slides: [{ name: 'Plan', link: 'https://x.test/plan' }],
    }
    const relationships = { ...of, track, 'session-type': type, microlocation: room, speakers: [ada, bo] }
    const full = await make(service, owner, 'session', attributes, relationships)
    const plain = await make(service, owner, 'session', { title: 'Draft', state: 'draft' }, of)
    const gone = await make(service, owner, 'session', { title: 'Gone' }, of)
    await service.call('DELETE', `/v1/sessions/${gone.id}`, { as: owner })
    await make(service, owner, 'session', { title: 'Elsewhere' }, (await newEvent()).of)

    const text = await textOf(id, 'sessions')

    const others = { track: '', 'session-type': '', microlocation: '', 'speakers-name': '' }
    assert.deepEqual(recordsOf(text), [
      {
        ...cellsOf(full.attributes),
        id: full.id,
        title: `'=HYPERLINK("https://x.test")`,
        'complex-field-values': JSON.stringify(full.attributes['complex-field-values']),
        slides: JSON.stringify(full.attributes.slides),
        track: 'Looms',
        'session-type': 'Talk',
        microlocation: 'Hall, 1st floor',
        creator: owner.id,
        'speakers-name': 'Ada; Bo',
        'speakers-email': 'ada@x.test',
      },
      { ...cellsOf(plain.attributes), id: plain.id, ...others, creator: owner.id, 'speakers-email': '' },
    ])
    const [header, line] = text.split('\r\n')
    assert.equal(
      header,
      '\uFEFFid,title,guid,subtitle,level,short-abstract,long-abstract,comments,language,starts-at,ends-at,slides-url,video-url,' +
        'audio-url,signup-url,slides,website,twitter,facebook,github,linkedin,instagram,gitlab,mastodon,state,submitted-at,' +
        'is-mail-sent,is-locked,complex-field-values,average-rating,rating-count,favourite-count,' +
        'review-score,review-count,created-at,' +
        'last-modified-at,track,session-type,microlocation,creator,speakers-name,speakers-email',
    )
    const { guid } = full.attributes
    assert.ok(
      line!.startsWith(`${full.id},"'=HYPERLINK(""https://x.test"")",${guid},"Ada said: ""Cards""",,`),
      line,
    )
  })

  it('has all of a large programme in the order of the ids, and counts speakers beyond two hundred', async () => {
    const { id } = await newEvent()
    await service.db.query(sql`insert into sessions (event_id, title, state)
      select ${id}, 'Talk ' || n, 'accepted' from generate_series(1, 250) n`)
    await service.db.query(sql`with s as (insert into speakers (event_id, name) select ${id}, 'S' || n from generate_series(1, 202) n returning id)
      insert into speakers_sessions (speaker_id, session_id)
      select s.id, (select max(id) from sessions where event_id = ${id}) from s`)

    const records = recordsOf(await textOf(id, 'sessions'))

    assert.deepEqual(
      records.map(({ title }) => title),
      Array.from({ length: 250 }, (_, n) => `Talk ${n + 1}`),
    )
    assert.equal(records[0]!['speakers-name'], '')
    assert.match(records.at(-1)!['speakers-name']!, /^S1; S2; .*; S200; and 2 more$/)
  })
})

describe('the table of speakers', () => {
  it('has what only organizers see, and the titles of their sessions', async () => {
    const { identifier, of } = await newEvent()
    const ada = await make(
      service,
      owner,
      'speaker',
      {
        name: 'Ada',
        email: 'ada@x.test',
        mobile: '+44 20',
        organisation: '@home',
        order: -3,
        gender: 'Woman',
      },
      of,
    )
    for (const title of ['Looms', 'Cards'])
      await make(service, owner, 'session', { title }, { ...of, speakers: [linkTo(ada)] })

    const text = await textOf(identifier, 'speakers')

    assert.deepEqual(recordsOf(text), [
      {
        ...cellsOf(ada.attributes),
        id: ada.id,
        mobile: "'+44 20",
        organisation: "'@home",
        order: '-3',
        user: '',
        'sessions-title': 'Looms; Cards',
      },
    ])
  })

  it('of an event without any is its first line', async () => {
    const { id } = await newEvent()

    assert.deepEqual(recordsOf(await textOf(id, 'speakers')), [])
  })

  it('keeps every start of a formula from being one', async () => {
    const { id } = await newEvent()
    const names = ['=1', '+1', '-1', '@A', '\t=1', '\r=1', '\n=1', '＝1', "'=1", '1-1']
    for (const name of names)
      await service.db.query(sql`insert into speakers (event_id, name) values (${id}, ${name})`)

    assert.deepEqual(
      recordsOf(await textOf(id, 'speakers')).map(({ name }) => name),
      ["'=1", "'+1", "'-1", "'@A", "'\t=1", "'\r=1", "'\n=1", "'＝1", "'=1", '1-1'],
    )
  })
})

describe('the status that a table is asked for', () => {
  it('leaves only sessions in that state, or their speakers, or speakers without a session', async () => {
    const { id, of } = await newEvent()
    const [ada, bo, cy] = [
      await make(service, owner, 'speaker', { name: 'Ada' }, of),
      await make(service, owner, 'speaker', { name: 'Bo' }, of),
      await make(service, owner, 'speaker', { name: 'Cy' }, of),
    ]
    const talk = (title: string, state: string, speaker: Json) =>
      make(service, owner, 'session', { title, state }, { ...of, speakers: [linkTo(speaker)] })
    await talk('Looms', 'accepted', ada)
    await talk('Cards', 'pending', bo)
    const gone = await talk('Gone', 'accepted', cy)
    await service.call('DELETE', `/v1/sessions/${gone.id}`, { as: owner })
    const titles = async (settings?: Json) =>
      recordsOf(await textOf(id, 'sessions', settings)).map(({ title }) => title)
    const names = async (settings?: Json) =>
      recordsOf(await textOf(id, 'speakers', settings)).map(({ name }) => name)

    for (const settings of [undefined, {}, { status: null }, { status: 'all' }])
      assert.deepEqual(await titles(settings), ['Looms', 'Cards'])
    assert.deepEqual(await titles({ status: 'accepted' }), ['Looms'])
    assert.deepEqual(await names(), ['Ada', 'Bo', 'Cy'])
    assert.deepEqual(await names({ status: 'accepted' }), ['Ada'])
    assert.deepEqual(await names({ status: 'without_session' }), ['Cy'])
  })

  it('must be one of those that there are', async () => {
    const { id } = await newEvent()
    const states = 'all, draft, pending, accepted, confirmed, rejected, canceled, withdrawn'
    const pointer = { pointer: '/status' }
    const unknown = (detail: string) =>
      errorsOf(422, 'unprocessable', 'Unprocessable Entity', [detail, pointer])

    const ofSessions = await start(owner, id, 'sessions', { status: 'without_session' })
    const ofSpeakers = await start(owner, id, 'speakers', { status: ['accepted'] })
    const list = await service.call('POST', `/v1/events/${id}/export/sessions/csv`, { as: owner, body: [] })

    assert.deepEqual(ofSessions.body, unknown(`status must be one of ${states}`))
    assert.deepEqual(ofSpeakers.body, unknown(`status must be one of ${states}, without_session`))
    assert.deepEqual([list.status, list.body.errors[0].detail], [400, 'The body must be a JSON object.'])
  })
})

describe('the export of a table', () => {
  it('waits, and then holds the link to the file', async () => {
    const { id } = await newEvent()
    const table = await lockTable(service, 'speakers')
    const { body } = await start(owner, id, 'speakers')
    await waitsForLock(service, 'speakers')

    const during = await service.call('GET', body.task_url)
    await table.release()
    const { result } = await finished(service, body.task_url)

    assert.deepEqual(during.body, { state: 'WAITING' })
    const path = result.download_url.replace(publicUrl, '')
    assert.match(path, new RegExp(`^/v1/events/${id}/exports/[\\w.-]+/event${id}-speakers\\.csv$`))
    const { headers } = await service.app.inject({ method: 'GET', url: path })
    assert.deepEqual(
      [headers['content-type'], headers['content-disposition']],
      ['text/csv; charset=utf-8', `attachment; filename="event${id}-speakers.csv"`],
    )
    const mail = (await mailsTo(service, owner.email)).at(-1)!
    assert.deepEqual([mail.action, mail.message.includes(result.download_url)], ['event_exported', true])
  })

  it('that cannot be stored fails without a word about the inside', async () => {
    const { id } = await newEvent()
    const folder = join(dataDir, 'files', 'private', 'exports')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'a file where the folder should be')

    const { body } = await start(owner, id, 'sessions')
    const status = await finished(service, body.task_url)

    await rm(folder)
    await rename(`${folder}-away`, folder)
    const failed = { state: 'FAILED', result: { __error: true, result: 'Internal Server Error' } }
    assert.deepEqual(status, failed)
    assert.deepEqual(await leftBehind(service), [])
  })

  it('is for coorganizers and up, at their own events', async () => {
    const { id } = await newEvent()
    const draft = await newEvent({ state: 'draft' })
    await giveRole(service, coorganizer, id, 'coorganizer')

    assert.equal((await start(coorganizer, id, 'sessions')).status, 200)
    assert.equal((await start(owner, draft.id, 'sessions')).status, 200)
    for (const table of ['sessions', 'speakers']) {
      assertRefused(
        await start(undefined, id, table),
        401,
        'Log in first: send the header "Authorization: JWT <access token>".',
      )
      assertRefused(await start(stranger, id, table), 403, 'You need coorganizer access to the event.')
      for (const as of [stranger, coorganizer])
        assertRefused(await start(as, draft.id, table), 404, 'The object was not found.')
    }
    assert.equal((await start(owner, id, 'sponsors')).status, 404)
  })

  it('opens at its own event only, and without its signature only for those who may export', async () => {
    const [draft, other] = [await newEvent({ state: 'draft' }), await newEvent()]
    const { path, taskId } = await exported(draft.id, 'sessions')
    const unsigned = `/v1/events/${draft.id}/exports/${taskId}/event.csv`

    assertRefused(
      await service.call('GET', path.replace(`/events/${draft.id}/`, `/events/${other.id}/`)),
      404,
      'The archive does not exist or has been removed.',
    )
    assertRefused(await service.call('GET', unsigned, { as: stranger }), 404, 'The object was not found.')
    const headers = { authorization: `JWT ${owner.token}` }
    const { statusCode } = await service.app.inject({ method: 'GET', url: unsigned, headers })
    assert.equal(statusCode, 200)
  })

  it('has a job, and its file is removed after the days that are configured', async () => {
    const { id } = await newEvent()
    const { taskId, path } = await exported(id, 'sessions')
    const file = join(dataDir, 'files', 'private', 'exports', `${taskId}-sessions.csv`)
    const isThere = existsSync(file)
    const { body } = await service.call('GET', '/v1/export-jobs?page[size]=0', { as: owner })
    const job = body.data.find(({ attributes }: Json) => attributes.task === taskId)
    await service.db.query(
      sql`update export_jobs set starts_at = now() - interval '8 days' where task_id = ${taskId}`,
    )

    await removeOldArchives(service.db, localStorage(join(dataDir, 'files')), 7)

    assert.deepEqual([job.attributes.status, job.attributes.message], ['SUCCESS', null])
    assert.deepEqual([isThere, existsSync(file)], [true, false])
    assertRefused(await service.call('GET', path), 404, 'The archive does not exist or has been removed.')
  })
})
