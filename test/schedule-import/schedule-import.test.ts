/** Schedules of other systems, imported as a new event and again and again into a live one. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { finished } from '../../tools/archives.ts'
import { leftBehind } from '../support/leftovers.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { assertRefused } from '../support/refusals.ts'
import { type Json, startTestService } from '../support/service.ts'
import { type Part, upload } from '../support/uploads.ts'

const SCHEDULES = join(import.meta.dirname, '../../../shared/schedules')
const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)

const NONE = { microlocations: 0, tracks: 0, session_types: 0, speakers: 0, sessions: 0 }

interface Fields {
  event?: string
  'dry-run'?: string
}

function partsOf(content: string | Buffer, fields: Fields = {}, name = 'programme.csv'): Part[] {
  const others = Object.entries(fields).map(([field, value]) => ({ field, content: value }))
  return [{ field: 'file', name, content }, ...others]
}

async function send(content: string | Buffer, fields?: Fields, name?: string): Promise<Json> {
  const { status, body } = await upload(
    service,
    owner,
    partsOf(content, fields, name),
    '/v1/schedule-imports',
  )
  assert.equal(status, 200, JSON.stringify(body))
  return finished(service, body.task_url)
}

async function imported(content: string | Buffer, fields?: Fields, name?: string): Promise<Json> {
  const { state, result } = await send(content, fields, name)
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  return result
}

/** The programme as a client sees it. */
async function programmeOf(eventId: string): Promise<Json[]> {
  const path = `/v1/events/${eventId}/sessions?include=track,microlocation,session-type,speakers&sort=starts-at,title&page[size]=0`
  const { body } = await service.call('GET', path, { as: owner })
  const included = new Map<string, Json>(
    (body.included ?? []).map((record: Json) => [`${record.type} ${record.id}`, record.attributes]),
  )
  const names = (data: Json | Json[] | null) =>
    [data ?? []].flat().map(({ type, id }: Json) => included.get(`${type} ${id}`)!.name)
  return body.data.map(({ attributes, relationships }: Json) => ({
    title: attributes.title,
    'starts-at': attributes['starts-at'],
    'ends-at': attributes['ends-at'],
    room: names(relationships.microlocation.data)[0] ?? null,
    track: names(relationships.track.data)[0] ?? null,
    type: names(relationships['session-type'].data)[0] ?? null,
    speakers: names(relationships.speakers.data).sort(),
  }))
}

const TABLE = `\uFEFFid;title;start;duration;room;track;type;speakers;abstract
1;Opening;2030-05-01 09:00;0:30;Great Hall;Main;Talk;Ada Lovelace;Welcome
2;"Engines; a story";2030-05-01T08:00:00Z;45;Cellar;;Workshop;"Ada Lovelace;Charles Babbage";
`

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<schedule><version>1</version>
  <conference><acronym>demo</acronym><title>Demo &amp; more</title><start>2030-10-26</start><end>2030-10-27</end>
    <time_zone_name>Europe/Berlin</time_zone_name><track name="Main" color="#ff0000"/></conference>
  <day index="1" date="2030-10-26"><room name="Hall" guid="6d2f5d1c-8f4e-4a3b-9f1d-3e1c6a1b2c01">
    <event guid="6d2f5d1c-8f4e-4a3b-9f1d-3e1c6a1b2c02" id="7"><date>2030-10-26T23:00:00+02:00</date><start>23:00</start>
      <duration>05:30</duration><title>Night</title><track>Main</track><type>lecture</type><language>de</language>
      <abstract>One &lt; two</abstract><description>A
B</description>
      <persons><person id="3" guid="6d2f5d1c-8f4e-4a3b-9f1d-3e1c6a1b2c03">Ada</person></persons></event>
    <event id="8"><start>01:00</start><duration>00:15</duration><title><![CDATA[After <midnight>]]></title></event>
  </room></day>
</schedule>`

describe('a table', () => {
  it('becomes a draft of the caller, named after the file', async () => {
    const result = await imported(TABLE, {}, 'summer-school_2030.csv')

    const created = { microlocations: 2, tracks: 1, session_types: 2, speakers: 2, sessions: 2 }
    assert.deepEqual(
      [result.event_name, result.created, result.updated, result.unchanged, result.warnings],
      ['summer school 2030', created, NONE, NONE, []],
    )
    const { body } = await service.call('GET', `/v1/events/${result.id}`, { as: owner })
    assert.deepEqual(
      [body.data.attributes.state, body.data.attributes['starts-at'], body.data.attributes['ends-at']],
      ['draft', '2030-05-01T08:00:00+00:00', '2030-05-01T09:30:00+00:00'],
    )
    assert.equal(result.url, `${service.config.frontendUrl}/events/${body.data.attributes.identifier}`)
    assert.deepEqual(await programmeOf(result.id), [
      {
        title: 'Engines; a story',
        'starts-at': '2030-05-01T08:00:00+00:00',
        'ends-at': '2030-05-01T08:45:00+00:00',
        room: 'Cellar',
        track: null,
        type: 'Workshop',
        speakers: ['Ada Lovelace', 'Charles Babbage'],
      },
      {
        title: 'Opening',
        'starts-at': '2030-05-01T09:00:00+00:00',
        'ends-at': '2030-05-01T09:30:00+00:00',
        room: 'Great Hall',
        track: 'Main',
        type: 'Talk',
        speakers: ['Ada Lovelace'],
      },
    ])
  })

  it('that is imported again changes nothing, and a changed one changes just what it says', async () => {
    const { id, id_map } = await imported(TABLE)

    const again = await imported(TABLE, { event: id })
    const moved = await imported('id,title,room\n2,Engines,Great Hall\n3,New,\n', { event: id })

    const all = { microlocations: 2, tracks: 1, session_types: 2, speakers: 2, sessions: 2 }
    assert.deepEqual([again.created, again.updated, again.unchanged], [NONE, NONE, all])
    assert.deepEqual(again.id_map, id_map)
    assert.deepEqual(
      [moved.created, moved.updated, moved.unchanged],
      [
        { ...NONE, sessions: 1 },
        { ...NONE, sessions: 1 },
        { ...NONE, microlocations: 1 },
      ],
    )
    const programme = await programmeOf(id)
    assert.deepEqual(
      programme.map(({ title, room, speakers }) => [title, room, speakers]),
      [
        ['Engines', 'Great Hall', ['Ada Lovelace', 'Charles Babbage']],
        ['Opening', 'Great Hall', ['Ada Lovelace']],
        ['New', null, []],
      ],
    )
  })

  it('has its times in the zone of the event when they have no offset', async () => {
    const event = await make(service, owner, 'event', { timezone: 'Asia/Singapore' })

    await imported('title,starts_at,ends_at\nEarly,2030-05-01 09:00,2030-05-01 10:00\n', { event: event.id })

    const [session] = await programmeOf(event.id)
    assert.equal(session['starts-at'], '2030-05-01T01:00:00+00:00')
  })

  for (const [what, table, text] of [
    [
      'without a title',
      'id,room\n1,Hall\n',
      /^The file has no column title\. The first line names the columns: id, guid, title,/,
    ],
    ['with a line without a title', 'id,title\n1,\n', /^Line 2: title is required$/],
    ['with a time that is none', 'title,start\nA,tomorrow\n', /^Line 2: start must be a time such as/],
    ['with a quote that is not closed', 'title,room\n"A,B\n', /^The file is not a table: /],
    ['with no sessions', 'title,start\n', /^The file has no dates and no sessions with a time/],
    ['that is not UTF-8', Buffer.from('title\ncaf\xe9\n', 'latin1'), /^The file is not UTF-8/],
  ] as const) {
    it(`${what} is a failure that says so`, async () => {
      const { state, result } = await send(table)

      assert.equal(state, 'FAILURE')
      assert.match(result, text)
      assert.deepEqual(await leftBehind(service), [])
    })
  }
})

describe('XML of frab', () => {
  it('is read with its zone, its nights, its guids and its entities', async () => {
    const { id, warnings, id_map } = await imported(XML, {}, 'schedule.xml')

    const { body } = await service.call('GET', `/v1/events/${id}`, { as: owner })
    const { name, timezone } = body.data.attributes
    assert.deepEqual([name, timezone, warnings], ['Demo & more', 'Europe/Berlin', []])
    assert.deepEqual(
      [body.data.attributes['starts-at'], body.data.attributes['ends-at']],
      ['2030-10-25T22:00:00+00:00', '2030-10-27T23:00:00+00:00'],
    )
    assert.deepEqual(
      (await programmeOf(id)).map(({ title, ...rest }) => [
        title,
        rest['starts-at'],
        rest['ends-at'],
        rest.speakers,
      ]),
      [
        ['Night', '2030-10-26T21:00:00+00:00', '2030-10-27T02:30:00+00:00', ['Ada']],
        ['After <midnight>', '2030-10-26T23:00:00+00:00', '2030-10-26T23:15:00+00:00', []],
      ],
    )
    const night = await service.call('GET', `/v1/sessions/${id_map.sessions[7]}`, { as: owner })
    assert.deepEqual(
      [night.body.data.attributes['short-abstract'], night.body.data.attributes['long-abstract']],
      ['One &lt; two', '<p>A<br />B</p>'],
    )
    const again = await imported(XML, { event: id })
    assert.deepEqual([again.created, again.updated], [NONE, NONE])
  })

  for (const [what, xml, text] of [
    [
      'with an entity of its own',
      '<!DOCTYPE s [<!ENTITY a "b">]><schedule>&a;</schedule>',
      /Invalid character entity/,
    ],
    [
      'with an entity from outside',
      '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><schedule><conference><title>&a;</title></conference></schedule>',
      /Invalid character entity/,
    ],
    ['that is nested deep', `<schedule>${'<a>'.repeat(50)}`, /nested more than 20 levels/],
    ['that breaks off', '<schedule><conference>', /not well-formed XML: Unclosed root tag/],
    ['of something else', '<rss></rss>', /begins with <rss>, but a schedule begins with <schedule>/],
    ['without a conference', '<schedule></schedule>', /no dates and no sessions/],
  ] as const) {
    it(`${what} is a failure that says so`, async () => {
      const { state, result } = await send(xml)

      assert.equal(state, 'FAILURE')
      assert.match(result, text)
    })
  }
})

describe('JSON', () => {
  for (const [what, json, text] of [
    ['that breaks off', '{"schedule":', /^The file is not JSON: /],
    ['of something else', '{"sessions": []}', /^The file has no schedule\.conference\.days/],
    ['that is nested deep', `{"a":${'['.repeat(100)}`, /^The file is nested more than 64 levels deep\.$/],
  ] as const) {
    it(`${what} is a failure that says so`, async () => {
      const { state, result } = await send(json)

      assert.equal(state, 'FAILURE')
      assert.match(result, text)
    })
  }

  for (const [name, sessions, speakers, rooms] of [
    ['frab-camp2019.json', 79, 90, 2],
    ['pretalx-democon.json', 36, 27, 2],
  ] as const) {
    it(`of ${name} becomes an event, and again nothing`, { skip: !existsSync(SCHEDULES) }, async () => {
      const content = readFileSync(join(SCHEDULES, name))

      const first = await imported(content)
      const trial = await imported(content, { event: first.id, 'dry-run': 'true' })
      const again = await imported(content, { event: first.id })

      const { created } = first
      assert.deepEqual(
        [created.sessions, created.speakers, created.microlocations],
        [sessions, speakers, rooms],
      )
      assert.deepEqual([again.created, again.updated, again.unchanged], [NONE, NONE, created])
      assert.deepEqual({ ...trial, warnings: [] }, { ...again, warnings: [] })
    })
  }
})

/** The feeds of an event without what the service makes: its identifier, its own addresses and ids. */
async function feedsOf(eventId: string): Promise<string[]> {
  const { body } = await service.call('GET', `/v1/events/${eventId}`, { as: owner })
  const { identifier } = body.data.attributes
  const token = { authorization: `JWT ${owner.token}` }
  const feeds = await Promise.all(
    ['json', 'xml'].map((format) =>
      service.app.inject({ url: `/v1/events/${eventId}/schedule.${format}?release=live`, headers: token }),
    ),
  )
  return feeds.map(({ statusCode, body }) => {
    assert.equal(statusCode, 200, body)
    return body
      .replaceAll(/"id":\d+|(?<=<event[^>]*|<person[^>]*) id="\d+"/g, 'id')
      .replaceAll(/http:\/\/front\.test\/events\/[^"<]*/g, 'page')
      .replaceAll(new RegExp(`${identifier}(-\\d+)?`, 'g'), 'own')
  })
}

describe('our own feeds', () => {
  const markup = {
    'short-abstract': '<p>Bold &amp; <b>brave</b></p>',
    'long-abstract': 'Lines',
    website: 'https://example.org/talk',
  }

  it('are read again: into the same event without a change, as a new one with the same schedule', async () => {
    const { id, id_map } = await imported(XML)
    const path = `/v1/sessions/${id_map.sessions[7]}`
    await service.call('PATCH', path, {
      as: owner,
      body: { data: { type: 'session', id: id_map.sessions[7], attributes: markup } },
    })
    const [json, xml] = await feedsOf(id)
    const token = { authorization: `JWT ${owner.token}` }
    for (const format of ['json', 'xml']) {
      const url = `/v1/events/${id}/schedule.${format}?release=live`
      const feed = await service.app.inject({ url, headers: token })
      const again = await imported(feed.rawPayload, { event: id })
      const fresh = await imported(feed.rawPayload)

      assert.deepEqual([again.created, again.updated, again.warnings], [NONE, NONE, []], format)
      const [freshJson, freshXml] = await feedsOf(fresh.id)
      assert.deepEqual(
        JSON.parse(`${freshJson}`.replaceAll('id,', '')),
        JSON.parse(`${json}`.replaceAll('id,', '')),
      )
      assert.equal(freshXml, xml)
    }
    const { body } = await service.call('GET', path, { as: owner })
    assert.equal(body.data.attributes['short-abstract'], markup['short-abstract'])
  })
})

describe('a dry run', () => {
  it('writes nothing and says what would be written', async () => {
    const { id } = await imported(TABLE)
    const before = await programmeOf(id)

    const trial = await imported('id,title\n1,Closing\n9,More\n', { event: id, 'dry-run': 'true' })
    const fresh = await imported(TABLE, { 'dry-run': 'true' })

    assert.deepEqual(
      [trial.created, trial.updated],
      [
        { ...NONE, sessions: 1 },
        { ...NONE, sessions: 1 },
      ],
    )
    assert.deepEqual(await programmeOf(id), before)
    assert.deepEqual(
      [fresh.id, fresh.url, fresh.event_name, fresh.created.sessions],
      [null, null, 'programme', 2],
    )
    const { body } = await service.call('GET', '/v1/events?filter[name]=programme&sort=-id', { as: owner })
    assert.ok(body.data.every((event: Json) => Number(event.id) <= Number(id)))
  })
})

describe('a record that was deleted', () => {
  it('comes back with the next import, with a warning', async () => {
    const { id, id_map } = await imported(TABLE)
    await service.call('DELETE', `/v1/sessions/${id_map.sessions[1]}`, { as: owner })

    const again = await imported(TABLE, { event: id })

    assert.deepEqual(
      [again.updated.sessions, again.warnings],
      [1, ['sessions 1 was deleted; it was restored']],
    )
    assert.equal((await programmeOf(id)).length, 2)
  })
})

describe('two imports into one event at the same time', () => {
  it('add each session once', async () => {
    const event = await make(service, owner, 'event')

    await Promise.all([1, 2, 3].map(() => imported(TABLE, { event: event.id })))

    assert.equal((await programmeOf(event.id)).length, 2)
  })
})

describe('a request to import a schedule', () => {
  const path = '/v1/schedule-imports'

  it('needs a log-in, a form, a file and a known event', async () => {
    const detail = 'Log in first: send the header "Authorization: JWT <access token>".'
    assertRefused(await upload(service, undefined, partsOf(TABLE), path), 401, detail)
    const { status } = await service.call('POST', path, { as: owner, body: {} })
    assert.equal(status, 415)
    const nothing = await upload(service, owner, [{ field: 'event', content: '1' }], path)
    assertRefused(nothing, 422, 'file is required: a schedule', { pointer: '/file' })
    const empty = await upload(service, owner, partsOf(''), path)
    assertRefused(empty, 422, 'file is empty', { pointer: '/file' })
    const unclear = await upload(service, owner, partsOf(TABLE, { 'dry-run': 'maybe' }), path)
    assertRefused(unclear, 422, 'dry-run must be true or false', { pointer: '/dry-run' })
    const unknown = await upload(service, owner, partsOf(TABLE, { event: '999999' }), path)
    assert.equal(unknown.status, 404)
    assert.deepEqual(await leftBehind(service), [])
  })

  it('into an event needs a coorganizer', async () => {
    const event = await make(service, owner, 'event')
    const stranger = await signUp(service)

    const { status } = await upload(service, stranger, partsOf(TABLE, { event: event.id }), path)

    assert.equal(status, 403)
    assert.deepEqual(await leftBehind(service), [])
  })

  it('keeps sessions and speakers that the file does not name', async () => {
    const event = await make(service, owner, 'event')
    const speaker = await make(service, owner, 'speaker', { name: 'Grace' }, { event: linkTo(event) })
    await make(
      service,
      owner,
      'session',
      { title: 'Own' },
      { event: linkTo(event), speakers: [linkTo(speaker)] },
    )

    await imported(TABLE, { event: event.id })

    const titles = (await programmeOf(event.id)).map(({ title }) => title)
    assert.deepEqual(titles.sort(), ['Engines; a story', 'Opening', 'Own'])
  })
})
