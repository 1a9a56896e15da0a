/** The filter language: operators, nesting, related records, the short form, and what is refused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const places = await makeAll('microlocation', [
  { name: 'Hall', floor: 0, room: 'A1', position: 0, 'hidden-in-scheduler': false },
  { name: 'hallway', floor: 1, room: null, position: 2, 'hidden-in-scheduler': true, latitude: 10.5 },
  { name: '50% off', floor: 2, room: 'B_2', position: 2, 'hidden-in-scheduler': false, latitude: -10 },
  { name: 'Attic \\ loft', floor: null, room: 'B12', position: 5, 'hidden-in-scheduler': false },
])
const [science, art] = (await makeAll('track', [{ name: 'Science' }, { name: 'Art' }])).map(linkTo)
const [ada, grace] = (await makeAll('speaker', [{ name: 'Ada' }, { name: 'Grace' }])).map(linkTo)
await makeSession('Tea', { track: science, speakers: [ada, grace], microlocation: linkTo(places[0]) })
await makeSession('Jam', { track: art, speakers: [ada] })
await makeSession('Ham', { speakers: [] })

async function makeAll(type: string, all: Json[]): Promise<Json[]> {
  const made: Json[] = []
  for (const attributes of all) made.push(await make(service, owner, type, attributes, { event }))
  return made
}

async function makeSession(title: string, links: Json): Promise<void> {
  const times = { 'starts-at': '2030-05-01T10:00:00Z', 'ends-at': `2030-05-01T1${title.length}:00:00Z` }
  await make(service, owner, 'session', { title, ...times }, { event, ...links })
}

async function ask(collection: string, query: string): Promise<Json> {
  const { status, body } = await service.call('GET', `/v1/events/${event.id}/${collection}?${query}`)
  if (status !== 200) return { status, source: body.errors[0].source, errors: body.errors.length }
  const { length } = body.data
  assert.equal(body.meta.count, length)
  return body.data.map(({ attributes }: Json) => attributes.name ?? attributes.title)
}

const asWord = (filter: unknown) => `filter=${encodeURIComponent(JSON.stringify(filter))}`

const [HALL, HALLWAY, OFF, ATTIC] = places.map(({ attributes }) => attributes.name)

const OPERATORS: [name: string, op: string, val: unknown, found: string[]][] = [
  ['name', 'eq', 'Hall', [HALL]],
  ['name', 'ne', 'Hall', [HALLWAY, OFF, ATTIC]],
  ['floor', 'gt', 0, [HALLWAY, OFF]],
  ['floor', 'ge', 1, [HALLWAY, OFF]],
  ['floor', 'lt', 1, [HALL]],
  ['floor', 'le', '1', [HALL, HALLWAY]],
  ['floor', 'in', [0, 2, 7], [HALL, OFF]],
  ['floor', 'in_', [], []],
  ['name', 'in_', ['Hall', 'hallway'], [HALL, HALLWAY]],
  ['floor', 'notin_', [0, 2], [HALLWAY]],
  ['floor', 'not_in', [0, 2], [HALLWAY]],
  ['floor', 'is_', null, [ATTIC]],
  ['floor', 'is', null, [ATTIC]],
  ['floor', 'isnot', null, [HALL, HALLWAY, OFF]],
  ['floor', 'is_not', null, [HALL, HALLWAY, OFF]],
  ['floor', 'eq', null, [ATTIC]],
  ['floor', 'ne', null, [HALL, HALLWAY, OFF]],
  ['hidden-in-scheduler', 'is_', true, [HALLWAY]],
  ['hidden_in_scheduler', 'eq', 'false', [HALL, OFF, ATTIC]],
  ['latitude', 'lt', 0, [OFF]],
  ['name', 'like', 'H%', [HALL]],
  ['name', 'ilike', 'h%', [HALL, HALLWAY]],
  ['name', 'notlike', 'H%', [HALLWAY, OFF, ATTIC]],
  ['name', 'notilike', '%h%', [OFF, ATTIC]],
  ['name', 'startswith', 'hall', [HALLWAY]],
  ['name', 'endswith', 'all', [HALL]],
  ['name', 'contains', '%', [OFF]],
  ['name', 'contains', '\\', [ATTIC]],
  ['room', 'contains', '_', [OFF]],
  ['room', 'like', 'B_2', [OFF, ATTIC]],
  ['name', 'match', 'loft attic', [ATTIC]],
  ['name', '__eq__', 'Hall', [HALL]],
  ['deleted-at', 'eq', null, [HALL, HALLWAY, OFF, ATTIC]],
  ['id', 'eq', places[1].id, [HALLWAY]],
  ['id', 'in', [places[1].id, Number(places[2].id)], [HALLWAY, OFF]],
  ['id', 'gt', places[1].id, [OFF, ATTIC]],
]

describe('a condition of a filter', () => {
  for (const [name, op, val, found] of OPERATORS)
    it(`${name} ${op} ${JSON.stringify(val)} finds ${found.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await ask('microlocations', asWord([{ name, op, val }])), found)
    })

  it('compares dates as points in time', async () => {
    const filter = [{ name: 'starts-at', op: 'eq', val: '2030-05-01T12:00:00+02:00' }]

    assert.deepEqual(await ask('sessions', asWord(filter)), ['Tea', 'Jam', 'Ham'])
  })

  it('compares with another field', async () => {
    const filter = (op: string, field: string) => asWord([{ name: 'position', op, field }])

    assert.deepEqual(await ask('microlocations', filter('eq', 'floor')), [HALL, OFF])
    assert.deepEqual(await ask('microlocations', filter('gt', 'latitude')), [OFF])
    assert.deepEqual(await ask('sessions', asWord([{ name: 'ends-at', op: 'gt', field: 'starts-at' }])), [
      'Tea',
      'Jam',
      'Ham',
    ])
  })

  it('is one of several that must all hold, joins others with and, or, turns one round with not', async () => {
    const name = (val: string) => ({ name: 'name', op: 'eq', val })
    const floor = { name: 'floor', op: 'ge', val: 1 }

    for (const [filter, found] of [
      [[floor, name('hallway')], [HALLWAY]],
      [[{ and: [floor, { not: name('hallway') }] }], [OFF]],
      [[{ or: [name('Hall'), name('hallway'), { and: [name('Hall'), floor] }] }], [HALL, HALLWAY]],
      [[{ not: { or: [name('Hall'), name('hallway')] } }], [OFF, ATTIC]],
      [[], [HALL, HALLWAY, OFF, ATTIC]],
      [{}, [HALL, HALLWAY, OFF, ATTIC]],
      [null, [HALL, HALLWAY, OFF, ATTIC]],
    ] as const)
      assert.deepEqual([filter, await ask('microlocations', asWord(filter))], [filter, found])
  })

  it('asks about related records with has, any, two underscores or the id', async () => {
    const test = (op: string, val: unknown) => ({ name: 'name', op, val })

    for (const [filter, found] of [
      [{ name: 'track', op: 'has', val: test('eq', 'Art') }, ['Jam']],
      [{ name: 'speakers', op: 'any', val: test('eq', 'Ada') }, ['Tea', 'Jam']],
      [{ not: { name: 'speakers', op: 'any', val: test('ne', '') } }, ['Ham']],
      [{ name: 'track__name', op: 'has', val: 'Science' }, ['Tea']],
      [{ name: 'speakers__name', op: 'any', val: 'Grace' }, ['Tea']],
      [{ name: 'speakers__name', op: 'ilike', val: 'a%' }, ['Tea', 'Jam']],
      [
        { name: 'track', op: 'has', val: { name: 'event__name', op: 'has', val: 'Conference' } },
        ['Tea', 'Jam'],
      ],
      [{ name: 'track', op: 'has', val: { name: 'sessions__title', op: 'any', val: 'Jam' } }, ['Jam']],
      [{ name: 'track', op: 'eq', val: null }, ['Ham']],
      [{ name: 'track', op: 'ne', val: null }, ['Tea', 'Jam']],
      [{ name: 'track', op: 'eq', val: art!.id }, ['Jam']],
      [{ name: 'microlocation', op: 'isnot', val: null }, ['Tea']],
    ] as const)
      assert.deepEqual([filter, await ask('sessions', asWord([filter]))], [filter, found])
  })
})

describe('the short form', () => {
  it('asks for equality of an attribute or the id of a to-one relationship', async () => {
    assert.deepEqual(await ask('microlocations', 'filter[name]=Hall'), [HALL])
    assert.deepEqual(await ask('microlocations', 'filter[hidden_in_scheduler]=true'), [HALLWAY])
    assert.deepEqual(await ask('microlocations', 'filter[floor]=2&filter[position]=2'), [OFF])
    assert.deepEqual(await ask('sessions', `filter[track]=${science!.id}`), ['Tea'])
    assert.deepEqual(await ask('sessions', 'filter[state]=nonsense'), [])
  })

  it('of what is not there, or with a value of the wrong kind, is refused', async () => {
    for (const word of [
      'filter[nope]',
      'filter[floor]',
      'filter[starts-at]',
      'filter[__proto__]',
      'filter[]',
    ])
      assert.deepEqual(
        [word, await ask('microlocations', `${word}=abc`)],
        [word, { status: 400, source: { parameter: word }, errors: 1 }],
      )
  })
})

const deep = (levels: number): Json =>
  levels === 0 ? { name: 'id', op: 'ne', val: 1 } : { not: deep(levels - 1) }
const one = (condition: Json) => JSON.stringify([condition])
const MALFORMED: string[] = [
  ...['', 'x', '[', '1', '"name"', 'true', '{"name":"name"}', '[1]', '["name"]', '[null]', '[[]]', '[{}]'],
  ...['{"name":"name","op":"eq"}', '{"name":"name","val":1}', '{"op":"eq","val":1}'].map(
    (text) => `[${text}]`,
  ),
  ...['nope', '__proto__', 'constructor', 'send-email', 'slides', '', '__', 'track__', '__name', 'a__b'].map(
    (name) => one({ name, op: 'eq', val: 'x' }),
  ),
  ...[
    'between',
    'search',
    'constructor',
    'toString',
    '__proto__',
    'hasOwnProperty',
    '',
    '=',
    'any',
    'has',
  ].map((op) => one({ name: 'title', op, val: 'x' })),
  ...[1, true, [], {}, null, ['x']].flatMap((val) => [
    one({ name: 'title', op: 'gt', val }),
    one({ name: 'title', op: 'like', val }),
    one({ name: 'starts-at', op: 'eq', val: val ?? '2030' }),
  ]),
  ...['a\\', '\u0000', '\ud800', 'x'.repeat(1001)].map((val) => one({ name: 'title', op: 'like', val })),
  ...['0', '-1', 1.5, '1e3', '99999999999999999999', null, {}].map((val) =>
    one({ name: 'id', op: 'gt', val }),
  ),
  ...['x', null, [null], [{}], Array(1001).fill('x')].map((val) => one({ name: 'title', op: 'in', val })),
  ...['track', 'nope', 'id', 'is-locked', 1, null].map((field) => one({ name: 'title', op: 'eq', field })),
  one({ name: 'title', op: 'like', field: 'subtitle' }),
  one({ name: 'rating-count', op: 'eq', field: 'title' }),
  one({ name: 'starts-at', op: 'gt', field: 'rating-count' }),
  ...[{ or: {} }, { and: 1 }, { not: [] }, { not: null }, { or: [1] }].map(one),
  one({ name: 'track', op: 'any', val: { name: 'name', op: 'eq', val: 'x' } }),
  one({ name: 'speakers', op: 'has', val: { name: 'name', op: 'eq', val: 'x' } }),
  one({ name: 'speakers', op: 'eq', val: '1' }),
  ...['x', null, [], 1].map((val) => one({ name: 'speakers', op: 'any', val })),
  one(deep(6)),
  JSON.stringify(Array(101).fill({ name: 'id', op: 'ne', val: 1 })),
  '['.repeat(10_000),
]

const times = (count: number, node: Json) => Array(count).fill(node)
const any = { name: 'speakers', op: 'any', val: { name: 'id', op: 'ne', val: 1 } }
const match = { name: 'title', op: 'match', val: 'tea' }
const like = { name: 'title', op: 'like', val: '%a%' }
const list = (length: number) => ({ name: 'title', op: 'in', val: times(length, 'x') })

/** As much as a filter may hold, and one more. */
const BOUNDS: [rule: string, most: Json[], more: Json[]][] = [
  [
    '100 conditions',
    times(100, { name: 'id', op: 'ne', val: 1 }),
    [{ not: { name: 'id', op: 'ne', val: 1 } }],
  ],
  ['20 conditions on related records', times(20, any), [{ name: 'track__name', op: 'has', val: 'x' }]],
  ['20 patterns', times(20, like), [{ or: [{ name: 'subtitle', op: 'contains', val: 'x' }] }]],
  [
    '5 conditions with match',
    times(5, match),
    [{ name: 'track', op: 'has', val: { not: { ...match, name: 'name' } } }],
  ],
  ['1000 values in lists', [list(600), list(400)], [list(1)]],
]

describe('a filter that costs too much', () => {
  for (const [rule, most, more] of BOUNDS)
    it(`is refused: it may hold at most ${rule}, however they are put`, async () => {
      const answerTo = async (filter: Json[]) => {
        const url = `/v1/events/${event.id}/sessions?${asWord(filter)}`
        const { status, body } = await service.call('GET', url)
        return [status, body.errors?.[0].detail, body.errors?.[0].source]
      }

      assert.deepEqual((await answerTo(most))[0], 200)
      assert.deepEqual(await answerTo([...most, ...more]), [
        400,
        `filter must not have more than ${rule}.`,
        { parameter: 'filter' },
      ])
    })

  it('is refused when its text or a pattern is too long, and the short form counts too', async () => {
    const refusalOf = async (query: string) => {
      const { status, body } = await service.call('GET', `/v1/events/${event.id}/sessions?${query}`)
      return [status, body.errors?.[0].detail]
    }
    const like = (length: number) => asWord([{ name: 'title', op: 'contains', val: 'x'.repeat(length) }])

    assert.deepEqual(await ask('sessions', like(200)), [])
    assert.deepEqual(await refusalOf(like(201)), [
      400,
      'filter must not have more than 200 characters in the value of contains for title.',
    ])
    assert.deepEqual(await refusalOf(`filter=${'['.repeat(10_001)}`), [
      400,
      'filter must not be longer than 10000 characters.',
    ])
    const full = asWord(times(100, { name: 'id', op: 'ne', val: 1 }))
    assert.deepEqual(await refusalOf(`filter[title]=Tea&${full}`), [
      400,
      'filter must not have more than 100 conditions.',
    ])
  })
})

describe('the words of a text', () => {
  it('are found by match in the field that was asked for, whether they are stored or not', async () => {
    const other = linkTo(await make(service, owner, 'event', { description: '<p>Steam <b>Engines</b></p>' }))
    const attributes = { title: 'Steam', 'long-abstract': 'engines of difference', language: 'Old English' }
    await make(service, owner, 'session', attributes, { event: other })
    const found = async (name: string, val: string) => {
      const url = `/v1/events/${other.id}/sessions?${asWord([{ name, op: 'match', val }])}`
      return (await service.call('GET', url)).body.meta.count
    }

    assert.deepEqual(
      await Promise.all([
        found('title', 'STEAM'),
        found('title', 'engines'),
        found('long-abstract', 'difference Engines'),
        found('long-abstract', 'steam'),
        found('long-abstract', 'engines lost'),
        found('language', 'english'),
        found('event__description', 'engines'),
        found('event__name', 'engines'),
      ]),
      [1, 0, 1, 0, 0, 1, 1, 0],
    )
  })
})

describe('a filter that is no filter', () => {
  it('is refused and the parameter named, in every shape', async () => {
    for (const text of MALFORMED) {
      const answer = await ask('sessions', `filter=${encodeURIComponent(text.toWellFormed())}`)
      assert.deepEqual([text, answer], [text, { status: 400, source: { parameter: 'filter' }, errors: 1 }])
    }
  })
})
