/** Importing an event: the states of its task, its outcome, and that it is all or nothing. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { finished, importArchive, startImport } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { follow } from '../support/event-stream.ts'
import { leftBehind } from '../support/leftovers.ts'
import { lockTable, waitsForLock } from '../support/locks.ts'
import { mailsTo } from '../support/mails.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService({ WORKERS: '2', PORT: '0' })
const address = await service.listen()
const owner = await signUp(service)

// Every state that a task takes, also those that are gone before anyone can ask.
await service.db.query(sql`create table seen (n bigserial, task uuid, state text)`)
await service.db.query(sql`create function note_state() returns trigger language plpgsql as
  'begin insert into seen (task, state) values (new.id, new.state); return null; end'`)
await service.db.query(sql`create trigger note_state after insert or update of state on tasks
  for each row execute function note_state()`)

const EVENT = { id: 7, name: 'Größe', ends_at: '2030-05-03T18:00:00Z', timezone: 'Europe/Berlin' }
const WHOLE = {
  event: EVENT,
  social_links: [{ id: 1, name: 'x', link: 'https://example.org/' }],
  forms: [{ id: 1, form: 'session', field_identifier: 'title' }],
  microlocations: [{ id: 1, name: 'Hall' }],
  sponsors: [{ id: 1, name: 'Acme' }],
  speakers: [
    { id: 30, name: 'Ada' },
    { id: 2, name: 'Grace' },
  ],
  tracks: [{ id: 1, name: 'Science', color: '#fff' }],
  session_types: [{ id: 1, name: 'Talk', length: '00:30' }],
  sessions: Array.from({ length: 501 }, (_, index) => ({ id: index + 1, title: `Talk ${index}` })),
}

async function failureOf(files: Record<string, unknown>): Promise<string> {
  const { state, result } = await importArchive(service, owner, zipOf(files))
  assert.equal(state, 'FAILURE')
  return result
}

const taskIdOf = (body: Json): string => body.task_url.split('/')[3]

describe('the task of an import', () => {
  it('passes through all states in order and ends with the new event', async () => {
    const { status, body } = await startImport(service, owner, zipOf(WHOLE))
    const { state, result } = await finished(service, body.task_url)

    assert.match(body.task_url, /^\/v1\/tasks\/[0-9a-f-]{36}$/)
    assert.deepEqual([status, Object.keys(body), state], [200, ['task_url'], 'SUCCESS'])
    const seen = await service.db.query<{ state: string }>(
      sql`select state from seen where task = ${taskIdOf(body)} order by n`,
    )
    assert.deepEqual(
      seen.map((one) => one.state),
      [
        'WAITING',
        'Started',
        'Importing event core',
        'Importing social_links (1/1)',
        'Importing forms (1/1)',
        'Importing form_options (0/0)',
        'Importing microlocations (1/1)',
        'Importing sponsors (1/1)',
        'Importing speakers (2/2)',
        'Importing tracks (1/1)',
        'Importing session_types (1/1)',
        'Importing sessions (500/501)',
        'Importing sessions (501/501)',
        'Importing ticket_tags (0/0)',
        'Importing tickets (0/0)',
        'Importing discount_codes (0/0)',
        'Importing mail_templates (0/0)',
        'SUCCESS',
      ],
    )
    const [event] = await service.db.query<Json>(
      sql`select id, identifier from events where id = ${result.id}`,
    )
    const { id_map, ...others } = result
    assert.deepEqual(others, {
      id: event.id,
      event_name: 'Größe',
      url: `http://front.test/events/${event.identifier}`,
      warnings: [],
    })
    const speakers = await service.db.query<Json>(
      sql`select name, id from speakers where event_id = ${event.id}`,
    )
    const byName = Object.fromEntries(speakers.map(({ name, id }) => [name, id]))
    assert.deepEqual([id_map.event, id_map.speakers], [{ 7: event.id }, { 30: byName.Ada, 2: byName.Grace }])
  })

  it('can be followed as a stream while the event is still invisible', async () => {
    const table = await lockTable(service, 'tracks')
    const { body } = await startImport(service, owner, zipOf({ ...WHOLE, event: { ...EVENT, name: 'Live' } }))
    const stream = await follow(address, body.task_url)
    const during = await stream.until('Importing speakers (2/2)')
    await waitsForLock(service, 'tracks')
    const visible = await service.db.query(sql`select id from events where name = 'Live'`)

    await table.release()
    const statuses = await stream.end()

    assert.equal(stream.type, 'text/event-stream')
    assert.deepEqual(during, { state: 'Importing speakers (2/2)' })
    assert.deepEqual(visible, [])
    assert.deepEqual(statuses.at(-1), (await service.call('GET', body.task_url)).body)
    assert.equal(statuses.at(-1).state, 'SUCCESS')
    assert.equal(new Set(statuses.map(({ state }) => state)).size, statuses.length)
  })

  it('that is over is told at once by the stream, which ends', async () => {
    const { body } = await startImport(service, owner, zipOf({ event: EVENT }))
    const status = await finished(service, body.task_url)

    const stream = await follow(address, body.task_url)

    assert.deepEqual(await stream.end(), [status])
  })

  it('is not found when there is no such task', async () => {
    for (const id of [randomUUID(), 'x', '1'])
      assertRefused(await service.call('GET', `/v1/tasks/${id}`), 404, 'There is no such task.')
  })
})

describe('a failed import', () => {
  it('names the file and the record, and leaves nothing behind', async () => {
    const before = await service.db.query(sql`select count(*) from events`)
    const sessions = [...WHOLE.sessions.slice(0, 20), { id: 12, title: ' ' }]
    const text = await failureOf({ ...WHOLE, sessions })

    assert.equal(text, 'File sessions, ID 12: title is required')
    assert.deepEqual(await service.db.query(sql`select count(*) from events`), before)
    assert.deepEqual(await leftBehind(service), [])
  })

  for (const [name, change, text] of [
    ['has no event', { event: undefined }, 'The archive has no file "event".'],
    ['has a list as its event', { event: [] }, 'File event: must be a JSON object'],
    ['has an event that is not JSON', { event: '{"name": ' }, 'File event: is not valid JSON'],
    ['has an event without its end', { event: { name: 'x' } }, 'File event: ends_at is required'],
    [
      'has an event in an unknown time zone',
      { event: { ...EVENT, timezone: 'Mars/Base' } },
      'File event: timezone must be a time zone name such as Europe/Berlin',
    ],
    ['has a file that is not JSON', { tracks: '[{]' }, 'File tracks: is not valid JSON'],
    [
      'has a file that breaks off',
      { tracks: '[{"name":"x","color":"#fff"}' },
      'File tracks: is not a complete JSON array',
    ],
    ['has an object for a list', { tracks: {} }, 'File tracks: is not a JSON array of objects'],
    ['has a list of texts', { tracks: ['x'] }, 'File tracks: is not a JSON array of objects'],
    [
      'has a required value of the wrong form',
      { social_links: [{ id: 3, name: 'x', link: 'here' }] },
      'File social_links, ID 3: link must be an absolute URL such as https://example.org/',
    ],
    [
      'has a record without id and name',
      { speakers: [{ id: 1, name: 'Ada' }, { id: null }] },
      'File speakers, record 2: name is required',
    ],
  ] as const) {
    it(`says so when the archive ${name}`, async () => {
      const files = Object.entries({ ...WHOLE, ...change }).filter(([, content]) => content !== undefined)

      assert.equal(await failureOf(Object.fromEntries(files)), text)
    })
  }

  it('by a fault of the service says nothing of its inside, to nobody', async () => {
    await service.db.query(sql`alter table sponsors rename to sponsors_away`)

    const text = await failureOf(WHOLE)

    await service.db.query(sql`alter table sponsors_away rename to sponsors`)
    const mail = (await mailsTo(service, owner.email)).at(-1)!
    assert.equal(text, 'Internal Server Error')
    assert.equal(mail.message, '<p>The import failed and nothing was changed: Internal Server Error</p>')
    assert.deepEqual(await leftBehind(service), [])
  })
})
