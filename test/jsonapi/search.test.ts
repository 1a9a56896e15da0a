/** Full-text search of events, sessions and speakers; see docs/api.md, "Search". */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { recordsOf } from '../support/csv.ts'
import { errorsOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(
  await make(service, owner, 'event', {
    name: 'Zürcher Gespräche',
    description: '<p>Über Straßenbahnen</p>',
  }),
)
const add = (type: string, attributes: Json) => make(service, owner, type, attributes, { event })
await add('session', {
  title: 'Crème brûlée for beginners',
  'short-abstract': '<p>Sugar &amp; <b>fire</b></p>',
  comments: 'secretive',
})
await add('session', { title: 'Sugar', 'long-abstract': 'All about node.js, in Kraków and in København' })
await add('session', { title: 'Солнце и Луна', subtitle: "L'été d'Œdipe" })
await add('session', { title: 'Sugar, not yet accepted', state: 'pending' })
await add('speaker', { name: 'Žofie Nováková', organisation: 'Acme', email: 'hidden@example.org' })

const sessions = `/v1/events/${event.id}/sessions`

const search = (url: string, words: string, more = '', as?: Caller) =>
  service.call('GET', `${url}?filter[search]=${encodeURIComponent(words)}${more}`, { as })

const titles = async (words: string, more = '', as?: Caller) =>
  (await search(sessions, words, more, as)).body.data.map((one: Json) => one.attributes.title)

describe('a search', () => {
  for (const [words, found] of [
    ['creme', ['Crème brûlée for beginners']],
    ['CRÈME BRULEE', ['Crème brûlée for beginners']],
    ['beg cre', ['Crème brûlée for beginners']],
    ['be', []],
    ['reme', []],
    ['creme sunshine', []],
    ['krakow kobenhavn', ['Sugar']],
    ['node.js', ['Sugar']],
    ['node', ['Sugar']],
    ['солн', ['Солнце и Луна']],
    ['ete oedipe', ['Солнце и Луна']],
    ['fire', ['Crème brûlée for beginners']],
    ['amp', []],
    ['secretive', []],
  ] as const)
    it(`for ${words} finds ${found.length === 0 ? 'nothing' : found.join(' and ')}`, async () => {
      assert.deepEqual(await titles(words), found)
    })

  it('puts titles before abstracts, unless a sort says otherwise', async () => {
    assert.deepEqual(
      [await titles('sugar'), await titles('sugar', '&sort=id')],
      [
        ['Sugar', 'Crème brûlée for beginners'],
        ['Crème brûlée for beginners', 'Sugar'],
      ],
    )
  })

  it('finds only what the caller may read', async () => {
    assert.deepEqual(await titles('yet'), [])
    assert.deepEqual(await titles('yet', '', owner), ['Sugar, not yet accepted'])
  })

  it('finds events and speakers too, but not by addresses', async () => {
    const found = async (url: string, words: string) =>
      (await search(url, words, '', owner)).body.data.map((one: Json) => one.attributes.name)

    assert.deepEqual(
      [
        await found('/v1/events', 'zurcher strassenb'),
        await found('/v1/speakers', 'zofie acme'),
        await found('/v1/speakers', 'hidden'),
      ],
      [['Zürcher Gespräche'], ['Žofie Nováková'], []],
    )
  })

  it('goes together with other filters, counts, pages, cursors and tables', async () => {
    const first = await search(sessions, 'sugar', '&filter[level]=Expert')
    const page = await search(sessions, 'sugar', '&page[size]=1')
    const profile =
      'application/vnd.api+json; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"'
    const cursor = await service.call('GET', `${sessions}?filter[search]=sugar&page[size]=1`, {
      headers: { accept: profile },
    })
    const next = await service.call('GET', cursor.body.links.next)
    const table = await search(sessions, 'sugar', '&format=csv&fields[session]=title')

    const shown = ({ body }: Json) => body.data.map((one: Json) => one.attributes.title)
    assert.deepEqual(
      [shown(first), shown(page), page.body.meta.count, shown(cursor), shown(next)],
      [[], ['Sugar'], 2, ['Sugar'], ['Crème brûlée for beginners']],
    )
    assert.deepEqual(
      recordsOf(table.body).map(({ title }) => title),
      ['Sugar', 'Crème brûlée for beginners'],
    )
  })

  it('without a word leaves nothing out', async () => {
    assert.deepEqual([(await titles('')).length, (await titles(' -!? ')).length], [3, 3])
  })

  for (const words of [
    "'",
    "a'b\\",
    'a & | !(b',
    "x':*",
    '<b>',
    'a:*b',
    '%_%',
    '\u0301\u0301a',
    '\u{1F600} smile',
    '\uFDFA',
    'a '.repeat(100),
    'aaa'.repeat(66),
  ])
    it(`takes ${JSON.stringify(words.slice(0, 12))} for words, not for a command`, async () => {
      assert.equal((await search(sessions, words)).status, 200)
    })

  it('is also a condition of a filter, for the record and for related ones', async () => {
    const speaker = await add('speaker', { name: 'Émilie du Châtelet' })
    await make(service, owner, 'session', { title: 'Forces' }, { event, speakers: [linkTo(speaker)] })
    const hits = (words: string) => ({
      or: [{ search: words }, { name: 'speakers', op: 'any', val: { search: words } }],
    })
    const found = async (...nodes: Json[]) => {
      const { body } = await service.call(
        'GET',
        `${sessions}?filter=${encodeURIComponent(JSON.stringify(nodes))}`,
      )
      return body.data.map((one: Json) => one.attributes.title)
    }

    assert.deepEqual(await found(hits('chatelet')), ['Forces'])
    assert.deepEqual(await found(hits('emilie'), hits('forc')), ['Forces'])
    assert.deepEqual(await found(hits('creme')), ['Crème brûlée for beginners'])
    assert.deepEqual(await found({ not: { search: 'sugar' } }), ['Солнце и Луна', 'Forces'])
    assert.deepEqual((await found({ search: '?!' })).length, 4)
  })

  it('has a bound, and is a word of what has texts', async () => {
    const refusal = (rule: string, parameter = 'filter[search]') =>
      errorsOf(400, 'bad-request', 'Bad Request', [rule, { parameter }])
    const many = Array.from({ length: 11 }, () => ({ search: 'x' }))
    const filter = (node: Json) =>
      service.call('GET', `${sessions}?filter=${encodeURIComponent(JSON.stringify([node]))}`)

    assert.deepEqual(
      [
        (await search(sessions, 'x'.repeat(201))).body,
        (await search(sessions, '\u0000')).body,
        (await search('/v1/tracks', 'x')).body,
        (await search(sessions, 'x', `&filter=${encodeURIComponent(JSON.stringify(many.slice(1)))}`)).body,
        (await filter({ search: 1 })).body,
        (await filter({ search: 'x'.repeat(201) })).body,
      ],
      [
        refusal('filter[search] must not be longer than 200 characters.'),
        refusal('filter[search] must be plain text.'),
        refusal('track cannot be filtered by search.'),
        refusal('filter must not have more than 10 searches.', 'filter'),
        refusal('The search in filter must be plain text.', 'filter'),
        refusal('The search in filter must not be longer than 200 characters.', 'filter'),
      ],
    )
  })
})
