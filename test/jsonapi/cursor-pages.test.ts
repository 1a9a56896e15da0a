/** Pages that are found by cursors, by the text of the profile "Cursor Pagination". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { errorsOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Answer, type Caller, type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
const PROFILED = { accept: `${MEDIA_TYPE}; profile="${PROFILE}"` }

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const list = `/v1/events/${event.id}/sponsors`
await service.db.query(sql`insert into sponsors (event_id, name, level)
  select ${event.id}, 'Sponsor ' || n, n % 3 from generate_series(1, 9) n`)

const get = (url: string, headers: Record<string, string> = PROFILED, as?: Caller): Promise<Answer> =>
  service.call('GET', url, { headers, as })

const namesOf = ({ body }: Answer): string =>
  body.data.map(({ attributes }: Json) => attributes.name.slice(8)).join('')

const cursorOf = async (name: string, query = ''): Promise<string> => {
  const { body } = await get(`${list}?${query}`)
  return body.data.find(({ attributes }: Json) => attributes.name === `Sponsor ${name}`).meta.page.cursor
}

const refused = async (query: string, detail: string, parameter: string, more = {}) => {
  const { status, body } = await get(`${list}?${query}`)
  const expected = errorsOf(400, 'bad-request', 'Bad Request', [detail, { parameter }])
  Object.assign(expected.errors[0]!, more)
  assert.deepEqual([status, body], [400, expected])
}

describe('the first page', () => {
  it('is asked for with the profile, and has a cursor on each record and links to what follows', async () => {
    const { status, headers, body } = await get(`${list}?page[size]=2&fields[sponsor]=name`)
    const [first, second] = body.data

    assert.deepEqual([status, headers['content-type']], [200, `${MEDIA_TYPE}; profile="${PROFILE}"`])
    assert.deepEqual(Object.keys(first), ['type', 'id', 'attributes', 'relationships', 'links', 'meta'])
    assert.deepEqual(Object.keys(first.meta.page), ['cursor'])
    const words = 'page%5Bsize%5D=2&fields%5Bsponsor%5D=name'
    assert.deepEqual(body.links, {
      self: `${list}?page%5Bsize%5D=2&fields%5Bsponsor%5D=name`,
      first: `${list}?${words}`,
      prev: null,
      next: `${list}?${words}&page%5Bafter%5D=${second.meta.page.cursor}`,
      describedby: '/v1/openapi.json',
    })
    assert.deepEqual(body.meta, { page: {} })
  })

  it('is one of 20 records, counted and by number, for those who do not ask for the profile', async () => {
    const { headers, body } = await get(`${list}?page[size]=2`, {})

    assert.equal(headers['content-type'], MEDIA_TYPE)
    assert.deepEqual([body.meta, 'meta' in body.data[0]], [{ count: 9 }, false])
    assert.match(body.links.next, /page%5Bnumber%5D=2/)
  })

  it('by number has cursors too when the profile is asked for', async () => {
    const { body } = await get(`${list}?page[size]=2&page[number]=2`)
    const next = await get(`${list}?page[size]=2&page[after]=${body.data[1].meta.page.cursor}`)

    assert.deepEqual([body.meta.count, namesOf(next)], [9, '56'])
  })

  it('of an empty list is empty and leads nowhere', async () => {
    const { body } = await get(`${list}?filter[name]=none`)

    assert.deepEqual([body.data, body.links.prev, body.links.next], [[], null, null])
  })

  for (const accept of [
    `${MEDIA_TYPE}; profile="https://example.org/other ${PROFILE}"`,
    `${MEDIA_TYPE};profile="${PROFILE.slice(0, -1)}"`,
    `text/html, ${MEDIA_TYPE};profile="${PROFILE}";q=0.5`,
  ])
    it(`is found with Accept: ${accept}`, async () => {
      assert.deepEqual((await get(list, { accept })).body.meta, { page: {} })
    })
})

describe('page[after] and page[before]', () => {
  it('return the records immediately after and before the cursor', async () => {
    const cursor = await cursorOf('5')

    assert.equal(namesOf(await get(`${list}?page[after]=${cursor}&page[size]=2`)), '67')
    assert.equal(namesOf(await get(`${list}?page[before]=${cursor}&page[size]=2`)), '34')
  })

  it('work without the profile, and then records have no cursor', async () => {
    const { headers, body } = await get(`${list}?page[after]=${await cursorOf('7')}`, {})

    assert.equal(headers['content-type'], MEDIA_TYPE)
    assert.deepEqual([body.meta, body.data.map((one: Json) => 'meta' in one)], [{ page: {} }, [false, false]])
  })

  it('return an empty list where nothing falls after or before the cursor', async () => {
    const after = await get(`${list}?page[after]=${await cursorOf('9')}`)
    const before = await get(`${list}?page[before]=${await cursorOf('1')}`)

    assert.deepEqual([namesOf(after), after.body.links.next], ['', null])
    assert.deepEqual([namesOf(before), before.body.links.prev], ['', null])
  })

  it('lead through the whole list and back along next and prev, with null at both ends', async () => {
    for (const sort of [
      '',
      'level',
      '-level',
      'level,-name',
      '-level,-id',
      'event.name,-name',
      '-url,level',
    ]) {
      const whole = namesOf(await get(`${list}?sort=${sort}&page[size]=0`, {}))
      const pages: string[] = []
      let page = await get(`${list}?sort=${sort}&page[size]=4`)
      pages.push(namesOf(page))
      while (page.body.links.next) {
        page = await get(page.body.links.next)
        pages.push(namesOf(page))
      }
      const back = [pages.at(-1)!]
      while (page.body.links.prev) {
        page = await get(page.body.links.prev)
        back.unshift(namesOf(page))
      }
      assert.deepEqual([sort, pages.join(''), back.join('')], [sort, whole, whole])
      assert.deepEqual(
        pages.map((one) => one.length),
        [4, 4, 1],
      )
    }
  })

  it('together return the records between two cursors', async () => {
    const [from, to] = [await cursorOf('2'), await cursorOf('6')]
    const { body } = await get(`${list}?page[after]=${from}&page[before]=${to}`)

    assert.equal(body.data.map(({ attributes }: Json) => attributes.name.slice(8)).join(''), '345')
    assert.deepEqual(body.meta, { page: {} })
    assert.equal(body.links.next, `${list}?page%5Bafter%5D=${await cursorOf('5')}`)
    assert.equal(body.links.prev, `${list}?page%5Bbefore%5D=${await cursorOf('3')}`)
  })

  it('together say so when there is more between them than fits on the page', async () => {
    const [from, to] = [await cursorOf('2'), await cursorOf('6')]
    const page = await get(`${list}?page[after]=${from}&page[before]=${to}&page[size]=2`)

    assert.deepEqual([namesOf(page), page.body.meta], ['34', { page: { rangeTruncated: true } }])
  })

  it('hold when the record of the cursor is gone', async () => {
    const [row] = await service.db.query<{ id: string }>(
      sql`insert into sponsors (event_id, name, level) values (${event.id}, 'Sponsor X', 9) returning id`,
    )
    const cursor = await cursorOf('X', 'sort=level')
    await service.db.query(sql`delete from sponsors where id = ${row!.id}`)

    assert.equal(namesOf(await get(`${list}?sort=level&page[before]=${cursor}&page[size]=2`)), '58')
  })

  it('stand on lists of a type, of a relationship, and on upcoming events', async () => {
    for (const url of ['/v1/sponsors', '/v1/events', '/v1/events/upcoming', `/v1/users/${owner.id}/events`]) {
      const { body } = await get(`${url}?page[size]=1`, PROFILED, owner)
      const next = await get(`${url}?page[after]=${body.data[0]?.meta.page.cursor}`, PROFILED, owner)
      assert.deepEqual([url, body.meta, next.status], [url, { page: {} }, body.data[0] ? 200 : 400])
    }
  })

  it('take one statement for a page, and none to count', async () => {
    const cursor = await cursorOf('4', 'sort=name')
    const seen = await statementsOf(() => get(`${list}?sort=name&page[size]=2&page[after]=${cursor}`))

    assert.equal(seen.length, 1)
  })
})

describe('a page by cursor is refused', () => {
  const NO_CURSOR = (word: string) =>
    `${word} must be a cursor of this list in this order. Start again without it.`

  it('with a value that is no cursor', async () => {
    for (const word of ['page[after]', 'page[before]'])
      for (const value of [
        '',
        'x',
        'WyIxIl0',
        'WyIxIl0.',
        'WyIxIl0.AAAAAAAAAAAAAAAAAAAAAA',
        "'; drop table users; --",
      ])
        await refused(`${word}=${encodeURIComponent(value)}`, NO_CURSOR(word), word)
  })

  it('with a cursor that was changed, wherever', async () => {
    const cursor = await cursorOf('5')
    for (const place of [0, cursor.indexOf('.') - 1, cursor.indexOf('.'), cursor.length - 1]) {
      const other = cursor[place] === 'A' ? 'B' : 'A'
      const changed = cursor.slice(0, place) + other + cursor.slice(place + 1)
      await refused(`page[after]=${changed}`, NO_CURSOR('page[after]'), 'page[after]')
    }
  })

  it('with a cursor of another sort, or of another type', async () => {
    const cursor = await cursorOf('5')
    for (const sort of ['name', '-id', 'level,id'])
      await refused(`sort=${sort}&page[after]=${cursor}`, NO_CURSOR('page[after]'), 'page[after]')
    await refused(`page[after]=${await cursorOf('5', 'sort=name')}`, NO_CURSOR('page[after]'), 'page[after]')
    const { status } = await get(`/v1/events/${event.id}/tracks?page[after]=${cursor}`)
    assert.equal(status, 400)
  })

  it('with a page number', async () => {
    const detail = 'page[number] cannot be used with page[after] or page[before].'
    await refused(`page[number]=1&page[after]=${await cursorOf('5')}`, detail, 'page[number]')
    await refused(`page[before]=${await cursorOf('5')}&page[number]=2`, detail, 'page[number]')
  })

  it('with a size that is no positive integer', async () => {
    await refused('page[size]=0', 'page[size] must be at least 1 with cursors.', 'page[size]')
    for (const size of ['-1', '1.5', 'x', ''])
      await refused(`page[size]=${size}`, 'page[size] must be a whole number from 0 to 10000.', 'page[size]')
  })

  it('with a size above the largest, which the error names', () =>
    refused('page[size]=10001', 'page[size] must not be above 10000; got 10001.', 'page[size]', {
      links: { type: `${PROFILE}max-size-exceeded` },
      meta: { page: { maxSize: 10_000 } },
    }))

  it('with a sort by texts that are too long for a cursor', () =>
    refused(
      'sort=description',
      'sort cannot be used with cursors: description is too long for a cursor. Sort by another field, or use page[number].',
      'sort',
      { links: { type: `${PROFILE}unsupported-sort` } },
    ))

  it('with sort values that together are too long for a cursor', async () => {
    const { id } = await make(service, owner, 'event')
    const long = '\u{1F600}'.repeat(500)
    await service.db.query(
      sql`insert into sponsors (event_id, name, type, url) values (${id}, ${long}, ${long}, ${`https://${long}`})`,
    )
    const { status, body } = await get(`/v1/events/${id}/sponsors?sort=name,type,url`)

    assert.deepEqual([status, body.errors[0].links], [400, { type: `${PROFILE}unsupported-sort` }])
  })
})

describe('a cursor', () => {
  it('holds no value that its reader may not see', async () => {
    const secret = 'hidden@example.org'
    await make(service, owner, 'speaker', { name: 'Ada', email: secret }, { event })
    const url = `/v1/events/${event.id}/speakers?sort=email`
    const seen = await get(url, PROFILED, owner)
    const decode = ({ body }: Answer) =>
      body.data.map((one: Json) => Buffer.from(one.meta.page.cursor, 'base64url').toString())

    assert.match(decode(seen)[0], /hidden@example.org/)
    const stranger = await signUp(service)
    const masked = await get(url, PROFILED, stranger)
    assert.ok(masked.status === 400 || !/hidden@example.org/.test(decode(masked).join()))
  })
})
