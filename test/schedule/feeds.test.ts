/** The feeds of a schedule: what apps and calendar programs read. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const service = await startTestService()
const cast = await castOf(service)
const owner = cast.owner!

const FORMATS = ['json', 'xml', 'ics', 'xcal']

interface Got {
  status: number
  headers: Json
  text: string
}

async function get(
  url: string,
  options: { as?: Caller; headers?: Json; method?: 'HEAD' } = {},
): Promise<Got> {
  const { as, headers = {}, method = 'GET' } = options
  const answer = await service.app.inject({
    method,
    url,
    headers: { ...headers, ...(as && { authorization: `JWT ${as.token}` }) },
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

/** A published event in Berlin with a talk of Ada in the hall. */
async function conference(attributes: Json = {}) {
  const event = await make(service, owner, 'event', {
    name: 'Tea & Coffee',
    timezone: 'Europe/Berlin',
    'starts-at': '2030-05-01T07:00:00Z',
    'ends-at': '2030-05-02T16:00:00Z',
    ...attributes,
  })
  const of = { event: linkTo(event) }
  const hall = await make(service, owner, 'microlocation', { name: 'Hall' }, of)
  const track = await make(service, owner, 'track', { name: 'Leaves', color: '#336699' }, of)
  const type = await make(service, owner, 'session-type', { name: 'Talk' }, of)
  const ada = await make(service, owner, 'speaker', { name: 'Ada', 'long-biography': '<p>Ada.</p>' }, of)
  const talk = await make(
    service,
    owner,
    'session',
    {
      title: 'Green, white; black',
      subtitle: 'A taste',
      'short-abstract': '<p>How &amp; why</p><ul><li>hot</li><li>cold</li></ul>',
      'long-abstract': 'See <a href="https://example.org/tea">here</a>.',
      language: 'en',
      state: 'confirmed',
      website: 'https://example.org/tea?a=[1]',
      slides: [{ name: 'Slides', link: 'https://example.org/slides.pdf' }],
      'starts-at': '2030-05-01T21:30:00Z',
      'ends-at': '2030-05-01T22:45:00Z',
    },
    {
      ...of,
      microlocation: linkTo(hall),
      track: linkTo(track),
      'session-type': linkTo(type),
      speakers: [linkTo(ada)],
    },
  )
  const release = (attributes: Json = {}) => make(service, owner, 'schedule-release', attributes, of)
  const rename = (title: string) =>
    service.call('PATCH', talk.links.self, {
      as: owner,
      body: { data: { type: 'session', id: talk.id, attributes: { title } } },
    })
  return { event, hall, ada, talk, release, rename, url: `/v1/events/${event.id}/schedule` }
}

/** How many statements look for a programme or read one. */
const countStatements = async (work: () => Promise<unknown>) =>
  (await statementsOf(work)).filter((text) => text.includes('schedule_release')).length

const without = (text: string, ...parts: RegExp[]) =>
  parts.reduce((left, part) => left.replace(part, ''), text)

describe('schedule.json', () => {
  it('holds the programme in the frab format', async () => {
    const { event, hall, ada, talk, url } = await conference()

    const { status, headers, text } = await get(`${url}.json`)

    const { identifier } = event.attributes
    const page = `http://front.test/events/${identifier}`
    assert.deepEqual([status, headers['content-type']], [200, 'application/json'])
    assert.deepEqual(JSON.parse(text), {
      $schema: 'https://c3voc.de/schedule/schema.json',
      generator: { name: 'plenum', version: '0.1.0', url: 'http://plenum.test' },
      schedule: {
        version: 'live',
        base_url: 'http://plenum.test/',
        conference: {
          acronym: identifier,
          title: 'Tea & Coffee',
          start: '2030-05-01',
          end: '2030-05-02',
          daysCount: 2,
          timeslot_duration: '00:05',
          time_zone_name: 'Europe/Berlin',
          url: page,
          tracks: [{ name: 'Leaves', color: '#336699' }],
          rooms: [{ name: 'Hall', guid: hall.attributes.guid }],
          days: [
            {
              index: 1,
              date: '2030-05-01',
              day_start: '2030-05-01T00:00:00+02:00',
              day_end: '2030-05-02T06:00:00+02:00',
              rooms: {
                Hall: [
                  {
                    guid: talk.attributes.guid,
                    id: Number(talk.id),
                    date: '2030-05-01T23:30:00+02:00',
                    start: '23:30',
                    end: '2030-05-02T00:45:00+02:00',
                    duration: '01:15',
                    room: 'Hall',
                    slug: `${identifier}-${talk.id}-green-white-black`,
                    url: `${page}/sessions/${talk.id}`,
                    title: 'Green, white; black',
                    subtitle: 'A taste',
                    track: 'Leaves',
                    type: 'Talk',
                    language: 'en',
                    abstract: '<p>How &amp; why</p><ul><li>hot</li><li>cold</li></ul>',
                    description: 'See <a href="https://example.org/tea" rel="nofollow noopener">here</a>.',
                    persons: [
                      {
                        guid: ada.attributes.guid,
                        id: Number(ada.id),
                        name: 'Ada',
                        biography: '<p>Ada.</p>',
                        avatar: null,
                      },
                    ],
                    links: [{ title: 'Website', url: 'https://example.org/tea?a=%5B1%5D' }],
                    attachments: [{ title: 'Slides', url: 'https://example.org/slides.pdf', type: 'slides' }],
                  },
                ],
              },
            },
            {
              index: 2,
              date: '2030-05-02',
              day_start: '2030-05-02T06:00:00+02:00',
              day_end: '2030-05-03T00:00:00+02:00',
              rooms: {},
            },
          ],
        },
      },
    })
  })
})

describe('schedule.xml', () => {
  it('holds the same in XML', async () => {
    const { event, hall, ada, talk, url } = await conference()
    const { identifier } = event.attributes

    const { headers, text } = await get(`${url}.xml`)

    assert.equal(headers['content-type'], 'application/xml')
    assert.equal(
      text,
      [
        '<?xml version="1.0" encoding="UTF-8"?>\n<schedule>',
        '<generator name="plenum" system="http://plenum.test" version="0.1.0"></generator>',
        `<url>http://plenum.test/v1/events/${identifier}/schedule.xml</url><version>live</version>`,
        `<conference><acronym>${identifier}</acronym><title>Tea &amp; Coffee</title>`,
        '<start>2030-05-01</start><end>2030-05-02</end><days>2</days><timeslot_duration>00:05</timeslot_duration>',
        `<url>http://front.test/events/${identifier}</url><time_zone_name>Europe/Berlin</time_zone_name>`,
        '<track name="Leaves" color="#336699"></track></conference>',
        '<day index="1" date="2030-05-01" start="2030-05-01T00:00:00+02:00" end="2030-05-02T06:00:00+02:00">',
        `<room name="Hall" guid="${hall.attributes.guid}"><event guid="${talk.attributes.guid}" id="${talk.id}">`,
        '<room>Hall</room><title>Green, white; black</title><subtitle>A taste</subtitle><type>Talk</type>',
        '<date>2030-05-01T23:30:00+02:00</date><start>23:30</start><duration>01:15</duration>',
        '<abstract>&lt;p&gt;How &amp;amp; why&lt;/p&gt;&lt;ul&gt;&lt;li&gt;hot&lt;/li&gt;&lt;li&gt;cold&lt;/li&gt;&lt;/ul&gt;</abstract>',
        `<slug>${identifier}-${talk.id}-green-white-black</slug><track>Leaves</track>`,
        `<persons><person id="${ada.id}" guid="${ada.attributes.guid}">Ada</person></persons><language>en</language>`,
        '<description>See &lt;a href=&quot;https://example.org/tea&quot; rel=&quot;nofollow noopener&quot;&gt;here&lt;/a&gt;.</description>',
        `<url>http://front.test/events/${identifier}/sessions/${talk.id}</url>`,
        '<links><link href="https://example.org/tea?a=%5B1%5D">Website</link></links>',
        '<attachments><attachment href="https://example.org/slides.pdf">Slides</attachment></attachments>',
        '</event></room></day>',
        '<day index="2" date="2030-05-02" start="2030-05-02T06:00:00+02:00" end="2030-05-03T00:00:00+02:00"></day>',
        '</schedule>',
      ].join(''),
    )
  })
})

const stampOf = (moment: string) => moment.slice(0, 19).replace(/[-:]/g, '')

function eventLines({ event, talk }: Json): string[] {
  const changed = talk.attributes['last-modified-at']
  const sequence = Math.floor((Date.parse(changed) - Date.UTC(2020, 0, 1)) / 1000)
  return [
    'BEGIN:VEVENT',
    `UID:${talk.attributes.guid}`,
    `DTSTAMP:${stampOf(changed)}Z`,
    `LAST-MODIFIED:${stampOf(changed)}Z`,
    `SEQUENCE:${sequence}`,
    'DTSTART;TZID=Europe/Berlin:20300501T233000',
    'DTEND;TZID=Europe/Berlin:20300502T004500',
    'SUMMARY:Green\\, white\\; black',
    'DESCRIPTION:Ada\\n\\nA taste\\n\\nHow & why\\n\\n- hot\\n- cold\\n\\nSee here (https://example.org/tea).',
    'LOCATION:Hall',
    'CATEGORIES:Leaves',
    `URL:http://front.test/events/${event.attributes.identifier}/sessions/${talk.id}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
  ]
}

const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')
const eventsIn = (text: string) => {
  const lines = unfolded(text)
  return lines.slice(lines.indexOf('BEGIN:VEVENT'), lines.lastIndexOf('END:VEVENT') + 1)
}

describe('schedule.ics', () => {
  it('holds the sessions by the clocks of the event, in lines of at most 75 octets', async () => {
    const made = await conference()

    const { headers, text } = await get(`${made.url}.ics`)

    assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
    assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n')))
    assert.deepEqual(unfolded(text).slice(0, 12), [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Plenum//Plenum 0.1.0//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME;VALUE=TEXT:Tea & Coffee',
      'X-WR-CALNAME:Tea & Coffee',
      'X-WR-TIMEZONE:Europe/Berlin',
      `SOURCE;VALUE=URI:http://plenum.test/v1/events/${made.event.attributes.identifier}/schedule.ics`,
      'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
      'X-PUBLISHED-TTL:PT1H',
      'BEGIN:VTIMEZONE',
    ])
    assert.deepEqual(eventsIn(text), eventLines(made))
  })

  it('has one for a session and one for a speaker', async () => {
    const made = await conference()
    const { talk, ada } = made

    const ofSession = await get(`/v1/sessions/${talk.id}.ics`)
    const ofSpeaker = await get(`/v1/speakers/${ada.id}.ics`)

    assert.deepEqual(eventsIn(ofSession.text), eventLines(made))
    assert.deepEqual(eventsIn(ofSpeaker.text), eventLines(made))
    assert.match(ofSession.text, /^X-WR-CALNAME:Tea & Coffee: Green, white; black\r$/m)
    assert.match(ofSpeaker.text, /^X-WR-CALNAME:Tea & Coffee: Ada\r$/m)
  })

  it('has none for a session without a slot, nor for one that does not exist', async () => {
    const { event } = await conference()
    const idle = await make(service, owner, 'session', {}, { event: linkTo(event) })

    for (const url of [`/v1/sessions/${idle.id}.ics`, '/v1/sessions/999999.ics', '/v1/speakers/x.ics'])
      assert.equal((await get(url)).status, 404)
  })
})

describe('schedule.xcal', () => {
  it('holds the same as schedule.ics', async () => {
    const { talk, url } = await conference()

    const { headers, text } = await get(`${url}.xcal`)

    assert.equal(headers['content-type'], 'application/calendar+xml')
    assert.match(
      text,
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar>/,
    )
    const [, properties] = /<vevent><properties>([\s\S]*)<\/properties><\/vevent>/.exec(text)!
    const changed = `${talk.attributes['last-modified-at'].slice(0, 19)}Z`
    assert.equal(
      without(
        properties!,
        /<sequence>.*<\/sequence>/,
        /<description>[\s\S]*<\/description>/,
        /<url>.*<\/url>/,
      ),
      [
        `<uid><text>${talk.attributes.guid}</text></uid><dtstamp><date-time>${changed}</date-time></dtstamp>`,
        `<last-modified><date-time>${changed}</date-time></last-modified>`,
        '<dtstart><parameters><tzid><text>Europe/Berlin</text></tzid></parameters>',
        '<date-time>2030-05-01T23:30:00</date-time></dtstart>',
        '<dtend><parameters><tzid><text>Europe/Berlin</text></tzid></parameters>',
        '<date-time>2030-05-02T00:45:00</date-time></dtend>',
        '<summary><text>Green, white; black</text></summary><location><text>Hall</text></location>',
        '<categories><text>Leaves</text></categories><status><text>CONFIRMED</text></status>',
      ].join(''),
    )
  })
})

describe('a feed', () => {
  it('is that of the latest release, of another one by its version, and of the present for organizers', async () => {
    const { url, release, rename } = await conference()
    await rename('First')
    await release()
    await rename('Second')
    await release({ version: 'two' })
    await rename('Third')
    const titleAt = async (query: string, as?: Caller) => {
      const { status, text } = await get(`${url}.xml${query}`, { ...(as && { as }) })
      return status === 200
        ? /<version>(.*?)<\/version>.*<title>(.*?)<\/title><sub/.exec(text)!.slice(1)
        : status
    }

    assert.deepEqual(await titleAt(''), ['two', 'Second'])
    assert.deepEqual(await titleAt('?release=latest'), ['two', 'Second'])
    assert.deepEqual(await titleAt('?release=1'), ['1', 'First'])
    assert.deepEqual(await titleAt('?release=live', owner), ['live', 'Third'])
    assert.deepEqual(
      [
        await titleAt('?release=live'),
        await titleAt('?release=live', cast.stranger!),
        await titleAt('?release=3'),
        await titleAt('?release='),
        await titleAt('?release=1&release=2'),
      ],
      [401, 403, 404, 400, 400],
    )
  })

  it('is made for the present state again after every change of what it shows', async () => {
    const { url, event, hall, ada, talk, rename } = await conference()
    const tagOf = async () => (await get(`${url}.json`)).headers.etag
    const patch = (record: Json, attributes: Json) =>
      service.call('PATCH', record.links.self, {
        as: owner,
        body: { data: { type: record.type, id: record.id, attributes } },
      })
    const link = `${talk.links.self}/relationships/speakers`
    const changes = [
      () => rename('Another title'),
      () => patch(hall, { name: 'Great hall' }),
      () => patch(ada, { name: 'Ada L.' }),
      () => patch(event, { name: 'Tea' }),
      () => service.call('DELETE', link, { as: owner, body: { data: [linkTo(ada)] } }),
      () => service.call('DELETE', talk.links.self, { as: owner }),
    ]

    const tags = [await tagOf()]
    for (const change of changes) {
      assert.equal((await change()).status, 200)
      tags.push(await tagOf())
    }

    assert.equal(new Set(tags).size, changes.length + 1)
    assert.equal(await tagOf(), tags.at(-1))
  })

  it('keeps its tag while nothing changes that it shows, such as by a favourite', async () => {
    const { url, talk } = await conference()
    const before = await get(`${url}.xml`)
    const favourite = { type: 'user-favourite-session', relationships: { session: { data: linkTo(talk) } } }
    const made = await service.call('POST', '/v1/user-favourite-sessions', {
      as: owner,
      body: { data: favourite },
    })
    const after = await get(`${url}.xml`, { headers: { 'if-none-match': before.headers.etag } })

    assert.deepEqual([before.status, made.status, after.status], [200, 201, 304])
  })

  it('has the tag of the bytes that are sent with it, also while it is edited', async () => {
    const { url, rename } = await conference()
    const reads = Array.from({ length: 20 }, async (_, place) => {
      await rename(`Title ${place % 3}`)
      const { headers, text } = await get(`${url}.json`)
      return [headers.etag, text] as const
    })
    const bodies = Map.groupBy(await Promise.all(reads), ([tag]) => tag)

    for (const same of bodies.values()) assert.equal(new Set(same.map(([, text]) => text)).size, 1)
  })

  for (const format of FORMATS)
    it(`as ${format} has a strong tag, and is not sent again to who has it`, async () => {
      const { url, release } = await conference()
      const { attributes } = await release()

      const { headers } = await get(`${url}.${format}`)
      const again = await get(`${url}.${format}`, { headers: { 'if-none-match': `"x", W/${headers.etag}` } })
      const head = await get(`${url}.${format}`, { method: 'HEAD' })

      assert.match(headers.etag, /^"[\w-]{27}"$/)
      assert.equal(headers['cache-control'], 'public, max-age=60')
      assert.equal(headers['last-modified'], new Date(attributes['released-at']).toUTCString())
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, '', headers.etag])
      assert.deepEqual(
        [head.status, head.text, head.headers.etag, head.headers['content-length']],
        [200, '', headers.etag, headers['content-length']],
      )
    })

  it('is read with one statement, and built once', async () => {
    const { url, release } = await conference()
    await release()
    const first = await countStatements(() => get(`${url}.xml`))
    const second = await countStatements(() => get(`${url}.xml`))
    const { headers } = await get(`${url}.xml`)
    const known = await countStatements(() =>
      get(`${url}.xml`, { headers: { 'if-none-match': headers.etag } }),
    )

    assert.deepEqual([first, second, known], [2, 1, 1])
  })

  it('is found with few statements when many ask at once', async () => {
    const { url, release } = await conference()
    await release()

    const asked = await countStatements(() =>
      Promise.all(Array.from({ length: 50 }, () => get(`${url}.json`))),
    )

    // Fewer than one in two, however slowly they come.
    assert.ok(asked <= 25, `${asked} statements`)
  })

  it('has the special media type for who asks for it', async () => {
    const { url } = await conference()
    const typeFor = async (format: string, accept: string) =>
      (await get(`${url}.${format}`, { headers: { accept } })).headers['content-type']

    assert.deepEqual(
      [
        await typeFor('xml', 'application/vnd.c3voc.schedule+xml, */*;q=0.1'),
        await typeFor('json', 'text/html, application/vnd.c3voc.schedule+json;q=0.8'),
        await typeFor('xml', 'text/html'),
        await typeFor('json', 'application/xml'),
      ],
      [
        'application/vnd.c3voc.schedule+xml',
        'application/vnd.c3voc.schedule+json',
        'application/xml',
        'application/json',
      ],
    )
  })

  it('of a draft is there for those who work on it, and for no cache that others read', async () => {
    const { url, event, talk } = await conference({ state: 'draft' })
    await giveRoles(service, cast, event.id)

    for (const path of [...FORMATS.map((format) => `${url}.${format}`), `/v1/sessions/${talk.id}.ics`]) {
      const seen = await get(path, { as: cast.registrar! })
      assert.deepEqual([seen.status, seen.headers['cache-control']], [200, 'private, max-age=60'])
      assert.deepEqual(
        [(await get(path)).status, (await get(path, { as: cast.stranger! })).status],
        [404, 404],
      )
    }
  })

  it('is gone with its event', async () => {
    const { url, event } = await conference()
    await service.call('DELETE', event.links.self, { as: owner })

    for (const format of FORMATS) assert.equal((await get(`${url}.${format}`)).status, 404)
  })

  it('is found by the identifier of the event, too', async () => {
    const { event } = await conference()

    const byIdentifier = await get(`/v1/events/${event.attributes.identifier}/schedule.ics`)
    const byId = await get(`/v1/events/${event.id}/schedule.ics`)

    assert.deepEqual([byIdentifier.status, byIdentifier.headers.etag], [200, byId.headers.etag])
    assert.equal(byIdentifier.text, byId.text)
  })
})

describe('docs/schedule.md', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'schedule.md'), 'utf8')

  it('shows feeds and a release that work', async () => {
    const { event, talk, ada } = await conference()
    const body = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)![1]!)
    const feeds = /```http\n([\s\S]*?)```/.exec(page)![1]!.trim().split('\n')

    const released = await service.call('POST', `/v1/events/${event.id}/schedule-releases`, {
      as: owner,
      body,
    })
    const statuses = await Promise.all(
      feeds.map(async (line) => {
        const url = line
          .replace('GET ', '')
          .replace('{event}', event.id)
          .replace('{session}', talk.id)
          .replace('{speaker}', ada.id)
        return (await get(url)).status
      }),
    )

    assert.equal(released.status, 201)
    assert.deepEqual(statuses, Array(7).fill(200))
  })
})

describe('the addresses of an event', () => {
  it('of its feeds are there once it is published', async () => {
    const { event } = await conference({ state: 'draft' })
    const addressesOf = ({ attributes }: Json) => [
      attributes['ical-url'],
      attributes['xcal-url'],
      attributes['pentabarf-url'],
    ]
    const data = {
      type: 'event',
      id: event.id,
      attributes: { state: 'published', 'ical-url': 'https://example.org/' },
    }

    const published = await service.call('PATCH', event.links.self, { as: owner, body: { data } })

    const base = `http://plenum.test/v1/events/${event.attributes.identifier}/schedule`
    assert.deepEqual(addressesOf(event), [null, null, null])
    assert.deepEqual(addressesOf(published.body.data), [`${base}.ics`, `${base}.xcal`, `${base}.xml`])
    for (const address of addressesOf(published.body.data))
      assert.equal((await get(new URL(address).pathname)).status, 200)
  })
})

describe('the slot of a session', () => {
  it('is changed by coorganizers and up, not by its speaker, who may send it back unchanged', async () => {
    const { event, hall } = await conference()
    const of = { event: linkTo(event) }
    await make(service, owner, 'speakers-call', {}, of)
    const author = await signUp(service)
    const talk = await make(service, author, 'session', { state: 'pending' }, of)
    const slot = { 'starts-at': '2030-05-01T10:00:00+00:00', 'ends-at': '2030-05-01T11:00:00+00:00' }
    const patch = (as: Caller, attributes: Json, relationships: Json = {}) =>
      service.call('PATCH', talk.links.self, {
        as,
        body: { data: { type: 'session', id: talk.id, attributes, relationships } },
      })

    assert.equal((await patch(owner, slot, { microlocation: { data: linkTo(hall) } })).status, 200)
    assert.equal(
      (await patch(author, { ...slot, title: 'Mine' }, { microlocation: { data: linkTo(hall) } })).status,
      200,
    )
    assert.deepEqual(
      [
        (await patch(author, { 'starts-at': '2030-05-01T09:00:00Z' })).status,
        (await patch(author, { 'ends-at': '2030-05-01T12:00:00Z' })).status,
        (await patch(author, {}, { microlocation: { data: null } })).status,
      ],
      [403, 403, 403],
    )
    const late = await patch(owner, { 'ends-at': '2030-05-01T09:59:59Z' })
    assert.deepEqual(
      [late.status, late.body.errors[0].source],
      [422, { pointer: '/data/attributes/ends-at' }],
    )
    const [row] = await service.db.query<Json>(
      sql`select starts_at, ends_at from sessions where id = ${talk.id}`,
    )
    assert.deepEqual(row, { starts_at: slot['starts-at'], ends_at: slot['ends-at'] })
  })
})
