/** Lists as tables for spreadsheets; see docs/api.md, "Lists as CSV". */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { type Service, startService } from '../../src/service.ts'
import { headOf, openSocket } from '../../tools/sockets.ts'
import { recordsOf } from '../support/csv.ts'
import { errorsOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const service = await startTestService(
  { PORT: '0', TRUST_PROXY: '1' },
  { limits: { tables: 3, tablesOfNetwork: 1 } },
)
const address = await service.listen()
const owner = await signUp(service)
const author = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const sessions = `/v1/events/${event.id}/sessions`

const table = (url: string, as?: Caller, accept = 'text/csv') =>
  service.call('GET', url, { as, headers: { accept } })

async function fillEvent(count: number, length: number): Promise<string> {
  const { id } = await make(service, owner, 'event')
  const insert = sql`insert into sessions (event_id, title, state, long_abstract)
    select ${id}, 'Talk ' || n, 'accepted', repeat('x', ${length}::int) from generate_series(1, ${count}::int) n`
  await service.db.transaction((tx) => tx.query(insert))
  return `/v1/events/${id}/sessions`
}

// As long as no buffer of the system takes.
const long = await fillEvent(1_500, 20_000)

describe('a list as a table', () => {
  it('has a mark, a header line, a line for each record and the name of a file', async () => {
    await make(service, owner, 'track', { name: 'Größe, "quoted"\nand long', color: '#112233' }, { event })

    const { status, headers, body } = await table(
      `/v1/events/${event.id}/tracks?fields[track]=color,name,event`,
    )

    const id = recordsOf(body)[0]!.id
    assert.deepEqual(
      [status, headers['content-type'], headers['content-disposition'], headers.vary, body],
      [
        200,
        'text/csv; charset=utf-8',
        `attachment; filename="events-${event.id}-tracks.csv"`,
        'Accept, Authorization, Origin',
        `\uFEFFid,color,name,event\r\n${id},#112233,"Größe, ""quoted""\nand long",${event.id}\r\n`,
      ],
    )
  })

  it('keeps spreadsheets from running what people typed', async () => {
    const titles = ['=1+1', '+1', '-1', '@now', '\tx', '＝1', 'plain = text']
    const { id } = await make(service, owner, 'event')
    for (const title of titles)
      await service.db.query(
        sql`insert into sessions (event_id, title, state) values (${id}, ${title}, 'accepted')`,
      )

    const { body } = await table(`/v1/events/${id}/sessions?fields[session]=title`)

    assert.deepEqual(
      recordsOf(body).map(({ title }) => title),
      ["'=1+1", "'+1", "'-1", "'@now", "'\tx", "'＝1", 'plain = text'],
    )
  })

  it('has the filter, the sort and all pages of the list', async () => {
    const url = await fillEvent(250, 1)
    const filter = encodeURIComponent(JSON.stringify([{ name: 'title', op: 'ne', val: 'Talk 7' }]))

    const { body } = await table(`${url}?filter=${filter}&sort=-id&page[size]=3&page[number]=2`)

    const expected = Array.from({ length: 250 }, (_, n) => `Talk ${250 - n}`)
    assert.deepEqual(
      recordsOf(body).map(({ title }) => title),
      expected.filter((title) => title !== 'Talk 7'),
    )
  })

  it('shows each caller what a document would', async () => {
    await make(service, owner, 'speakers-call', {}, { event })
    const speaker = await make(service, author, 'speaker', { name: 'Grace' }, { event })
    const links = { event, speakers: [linkTo(speaker)] }
    await make(service, owner, 'session', { title: 'Open', comments: 'private' }, links)
    await make(service, owner, 'session', { title: 'Closed', state: 'pending' }, { event })
    const seen = async (as?: Caller) =>
      recordsOf((await table(`${sessions}?fields[session]=title,comments,creator,speakers`, as)).body).map(
        ({ id: _, ...others }) => others,
      )

    const open = { title: 'Open', speakers: speaker.id }
    assert.deepEqual(
      [await seen(), await seen(author), await seen(owner)],
      [
        [{ ...open, comments: '', creator: '' }],
        [{ ...open, comments: 'private', creator: '' }],
        [
          { ...open, comments: 'private', creator: owner.id },
          { title: 'Closed', comments: '', creator: owner.id, speakers: '' },
        ],
      ],
    )
  })

  it('is empty but for the header line when the list is', async () => {
    const { body } = await table(`/v1/events/${event.id}/sponsors?fields[sponsor]=name`)

    assert.equal(body, '\uFEFFid,name\r\n')
  })

  for (const [what, url, status] of [
    ['an event that is not there', '/v1/events/999999/sessions', 404],
    ['a list for others', `/v1/events/${event.id}/role-invites`, 401],
    ['a bad filter', `${sessions}?filter=x`, 400],
    ['a bad page', `${sessions}?page[size]=x`, 400],
    ['an unknown field', `${sessions}?fields[session]=nothing`, 400],
    ['a record', `/v1/events/${event.id}`, 406],
    ['linkage', `/v1/events/${event.id}/relationships/sessions`, 406],
  ] as const)
    it(`is refused as a document is: ${what}`, async () => {
      const answer = await table(url)

      assert.deepEqual([answer.status, answer.headers['content-type']], [status, 'application/vnd.api+json'])
    })

  it('has a head without a body, and without reading everything', async () => {
    const { status, headers, body } = await service.call('HEAD', sessions, {
      headers: { accept: 'text/csv' },
    })

    assert.deepEqual(
      [status, headers['content-type'], headers['content-length'], body],
      [200, 'text/csv; charset=utf-8', undefined, ''],
    )
  })
})

describe('whether a list is a table', () => {
  const type = async (url: string, accept: string) =>
    (await table(url, undefined, accept)).headers['content-type']!.split(';')[0]

  for (const [accept, expected] of [
    ['text/csv', 'text/csv'],
    ['Text/CSV; charset=UTF-8', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/csv, */*;q=0.1', 'text/csv'],
    ['text/csv, */*', 'text/csv'],
    ['text/csv;q=0.5, application/vnd.api+json', 'application/vnd.api+json'],
    ['text/csv, application/vnd.api+json', 'application/vnd.api+json'],
    ['text/csv, application/vnd.api+json;q=0.9', 'text/csv'],
    ['text/csv;q=0, */*', 'application/vnd.api+json'],
    ['text/html, application/xhtml+xml, */*;q=0.8', 'application/vnd.api+json'],
  ] as const)
    it(`says the header Accept: ${accept}`, async () => {
      assert.equal(await type(sessions, accept), expected)
    })

  it('says the query word, whatever the header says', async () => {
    assert.deepEqual(
      [
        await type(`${sessions}?format=csv`, '*/*'),
        await type(`${sessions}?format=csv`, 'application/vnd.api+json'),
        await type(`${sessions}?format=json`, 'text/csv'),
        await type('/v1/events/upcoming?format=csv', 'text/html, */*;q=0.8'),
      ],
      ['text/csv', 'text/csv', 'application/vnd.api+json', 'text/csv'],
    )
  })

  it('is not said by other words', async () => {
    const csv = errorsOf(400, 'bad-request', 'Bad Request', [
      'format must be csv or json.',
      { parameter: 'format' },
    ])
    const one = errorsOf(400, 'bad-request', 'Bad Request', [
      'format is not a known query parameter.',
      { parameter: 'format' },
    ])
    const none = errorsOf(406, 'not-acceptable', 'Not Acceptable', [
      'This answers with application/vnd.api+json without parameters or with text/csv; the Accept header rules that out.',
      { header: 'Accept' },
    ])

    assert.deepEqual((await service.call('GET', `${sessions}?format=xml`)).body, csv)
    assert.deepEqual((await service.call('GET', `/v1/events/${event.id}?format=csv`)).body, one)
    assert.deepEqual((await table(sessions, undefined, 'text/csv; charset=latin1')).body, none)
  })
})

describe('a table that is long', () => {
  const open = (from: string, at = address) => {
    const socket = openSocket(Number(new URL(at).port))
    socket.write(headOf(`GET ${long}`, 'Accept: text/csv', `X-Forwarded-For: ${from}`))
    return socket
  }
  const isFree = ({ db } = service as Service) => db.connections().open === db.connections().idle

  it('is cut off when nobody reads it, and its connection is free again', async () => {
    const impatient = await startService(service.config, { limits: { stall: 300 } })
    try {
      const socket = open('192.0.2.1', await impatient.listen()).pause()
      await until(() => !isFree(impatient))
      await until(() => isFree(impatient))

      socket.resume()
      await once(socket, 'close')
    } finally {
      await impatient.close()
    }
  })

  it('is one of few, for each network and for the process', async () => {
    const refused = async (from: string) => {
      const { status } = await service.call('GET', sessions, {
        headers: { accept: 'text/csv', 'x-forwarded-for': from },
      })
      return status
    }
    const socket = open('192.0.2.1')
    await once(socket, 'data')
    socket.pause()
    const ofNetwork = await refused('192.0.2.1')
    const others = [open('192.0.2.2'), open('192.0.2.3')]
    await Promise.all(others.map((one) => once(one, 'data').then(() => one.pause())))
    const ofAll = await refused('192.0.2.4')

    assert.deepEqual([ofNetwork, ofAll], [429, 503])
    for (const one of [socket, ...others]) one.destroy()
    await until(() => isFree())
    assert.equal(await refused('192.0.2.1'), 200)
  })

  it('shows one moment, however long the reader takes', async () => {
    const response = await fetch(`${address}${long}?fields[session]=title,long-abstract`, {
      headers: { accept: 'text/csv' },
    })
    const reader = response.body!.getReader()
    const { value } = await reader.read()
    await service.db.query(
      sql`delete from sessions where event_id = ${long.split('/')[3]} and title = 'Talk 1500'`,
    )

    let text = Buffer.from(value!).toString()
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += Buffer.from(part.value).toString()

    assert.equal(text.split('\r\n').length, 1_502)
    await until(() => isFree())
  })
})
