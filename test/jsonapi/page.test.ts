/** Pages of a list, and the words of a query that count, that are passed over and that are refused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { errorsOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
await addSponsors(event.id, 45)

async function addSponsors(eventId: string, count: number): Promise<void> {
  await service.db.query(sql`insert into sponsors (event_id, name)
    select ${eventId}, 'Sponsor ' || n from generate_series(1, ${count}::int) n`)
}

async function page(query: string, id = event.id): Promise<Json> {
  const { status, body } = await service.call('GET', `/v1/events/${id}/sponsors?${query}`)
  if (status !== 200) return { status, source: body.errors[0].source }
  const numbers = Object.entries(body.links).map(([name, url]) => [
    name,
    url && Number(/page(?:%5B|\[)number(?:%5D|\])=(\d+)/.exec(url as string)?.[1]),
  ])
  const names = body.data.map((one: Json) => one.attributes.name)
  return {
    from: names[0],
    to: names.at(-1),
    length: names.length,
    count: body.meta.count,
    ...Object.fromEntries(numbers.filter(([name]) => name !== 'self' && name !== 'describedby')),
  }
}

describe('a list', () => {
  it('comes in pages of 20', async () => {
    assert.deepEqual(await page(''), {
      from: 'Sponsor 1',
      to: 'Sponsor 20',
      length: 20,
      count: 45,
      first: 1,
      last: 3,
      prev: null,
      next: 2,
    })
    assert.deepEqual(await page('page[number]=3'), {
      from: 'Sponsor 41',
      to: 'Sponsor 45',
      length: 5,
      count: 45,
      first: 1,
      last: 3,
      prev: 2,
      next: null,
    })
  })

  it('comes in pages of another size', async () => {
    assert.deepEqual(await page('page[size]=9&page[number]=5'), {
      from: 'Sponsor 37',
      to: 'Sponsor 45',
      length: 9,
      count: 45,
      first: 1,
      last: 5,
      prev: 4,
      next: null,
    })
  })

  it('is whole with the size 0', async () => {
    assert.deepEqual(await page('page[size]=0'), {
      from: 'Sponsor 1',
      to: 'Sponsor 45',
      length: 45,
      count: 45,
      first: 1,
      last: 1,
      prev: null,
      next: null,
    })
  })

  it('is empty past its end, however far, and leads back to the last page', async () => {
    const past = {
      from: undefined,
      to: undefined,
      length: 0,
      count: 45,
      first: 1,
      prev: 3,
      next: null,
      last: 3,
    }

    assert.deepEqual(await page('page[number]=4'), past)
    assert.deepEqual(await page('page[number]=999999999999999'), past)
    for (const size of [10_000, 0])
      for (const number of [2, 999_999_999_999_999])
        assert.deepEqual(await page(`page[number]=${number}&page[size]=${size}`), {
          ...past,
          prev: 1,
          last: 1,
        })
  })

  it('of more than 10,000 records is not sent whole, but in pages of up to 10,000', async () => {
    const { id } = await make(service, owner, 'event')
    await addSponsors(id, 10_001)

    assert.deepEqual(await page('page[size]=0', id), { status: 400, source: { parameter: 'page[size]' } })
    assert.deepEqual(await page('page[size]=10000&page[number]=2', id), {
      from: 'Sponsor 10001',
      to: 'Sponsor 10001',
      length: 1,
      count: 10_001,
      first: 1,
      last: 2,
      prev: 1,
      next: null,
    })
  })

  it('counts only what its filter finds', async () => {
    const { length, count, last } = await page('filter[name]=Sponsor 7&page[size]=1')

    assert.deepEqual({ length, count, last }, { length: 1, count: 1, last: 1 })
  })
})

describe('a page', () => {
  for (const [word, values] of [
    ['page[size]', ['-1', '10001', '1.5', 'x', '', '1e3', ' 5', '0x10', '99999999999999999999']],
    ['page[number]', ['0', '-1', '1.5', 'x', '', '99999999999999999999']],
    ['page[limit]', ['5']],
    ['page[]', ['5']],
    ['page[size][x]', ['5']],
    ['page', ['1']],
  ] as const)
    for (const value of values)
      it(`${word}=${value} is refused`, async () => {
        assert.deepEqual(await page(`${word}=${value}`), { status: 400, source: { parameter: word } })
      })

  it('given twice is refused', async () => {
    assert.deepEqual(await page('page[size]=1&page[size]=2'), {
      status: 400,
      source: { parameter: 'page[size]' },
    })
  })
})

describe('a word of the query', () => {
  it('that is unknown and all in lower case is refused', async () => {
    for (const word of [
      'nope',
      'includes',
      'filters',
      'q',
      'sort[name]',
      'include[x]',
      'nope[x]',
      'fields[a][b]',
    ])
      for (const method of ['GET', 'POST']) {
        const { status, body } = await service.call(method, `/v1/events/${event.id}/sponsors?${word}=1`, {
          as: owner,
          ...(method === 'POST' && { body: bodyOf('sponsor') }),
        })
        assert.deepEqual([word, status, body.errors?.[0].source], [word, 400, { parameter: word }])
      }
  })

  it('that is known, but not in this shape, is refused', async () => {
    for (const word of ['filter[name][x]', 'filter[name', 'filter[name]x', 'filter[[name]]', 'page[size'])
      assert.deepEqual([word, await page(`${word}=1`)], [word, { status: 400, source: { parameter: word } }])
  })

  it('that old clients send, or that could be an extension, is passed over', async () => {
    const old = [
      'cache',
      'nocache',
      'public',
      'upcoming',
      'get_trashed',
      'per_page',
      'eventIdentifier',
      'code',
    ]
    for (const word of [...old, 'camelCase', 'with-hyphen', 'with_underscore', 'digit1'])
      assert.deepEqual([word, (await page(`${word}=x&${word}=y`)).count], [word, 45])
  })

  it('for lists has no effect on a write and on a single record', async () => {
    const words = 'sort=nope&filter=nonsense&filter[nope]=1&page[size]=-5&page[nope]=1'
    const created = await service.call('POST', `/v1/events/${event.id}/tracks?${words}`, {
      as: owner,
      body: bodyOf('track'),
    })
    const { id } = created.body.data
    const url = `/v1/tracks/${id}?${words}`

    const read = await service.call('GET', url)
    const changed = await service.call('PATCH', url, { as: owner, body: { data: { type: 'track', id } } })
    const related = await service.call('GET', `/v1/tracks/${id}/event?${words}`)
    const deleted = await service.call('DELETE', url, { as: owner })

    assert.deepEqual(
      [created, read, changed, related, deleted].map(({ status }) => status),
      [201, 200, 200, 200, 200],
    )
    assert.deepEqual(read.body.data, created.body.data)
    assert.deepEqual(changed.body.data, created.body.data)
  })

  it('that is wrong on a write is refused before anything is written', async () => {
    const answer = await service.call('POST', '/v1/tracks?include=nope', {
      as: owner,
      body: bodyOf('track', { name: 'Unwritten' }, { event }),
    })
    const list = await service.call('GET', '/v1/tracks?filter[name]=Unwritten')

    const detail = 'include cannot use nope: track has no such relationship.'
    assert.deepEqual(
      [answer.status, answer.body],
      [400, errorsOf(400, 'bad-request', 'Bad Request', [detail, { parameter: 'include' }])],
    )
    assert.equal(list.body.meta.count, 0)
  })
})
