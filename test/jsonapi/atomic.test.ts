/** The extension "Atomic Operations" of JSON:API, by its text. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { ATOMIC, operate } from '../support/atomic.ts'
import { errorsOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { giveRole, logInAdmin, signUp } from '../support/people.ts'
import { type Answer, type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

const run = (...operations: Json[]) => operate(service, owner, operations)
const add = (type: string, attributes: Json = {}, relationships: Json = {}, more: Json = {}): Json => {
  const { data } = bodyOf(type, attributes, { event, ...relationships })
  return { op: 'add', data: { ...data, ...more } }
}
const lid = (type: string, name: string): Json => ({ type, lid: name })
const get = async (path: string): Promise<Json> => (await service.call('GET', path, { as: owner })).body.data
const idsOf = ({ status, body }: Answer): string[] => {
  assert.equal(status, 200, JSON.stringify(body))
  return body['atomic:results'].map((result: Json) => result.data?.id)
}
const countOf = async (table: 'tracks' | 'sessions'): Promise<number> => {
  const { body } = await service.call('GET', `/v1/events/${event.id}/${table}?page[size]=1`, { as: owner })
  return body.meta.count
}

/** The first fault of an answer: status, pointer, sentence. */
const faultOf = ({ status, body }: Answer): Json[] => [
  status,
  body.errors?.[0].source.pointer,
  body.errors?.[0].detail,
]

describe('content types', () => {
  const send = (headers: Record<string, string>) => operate(service, owner, [], headers)

  for (const type of [
    MEDIA_TYPE,
    'application/json',
    `${MEDIA_TYPE}; ext="https://example.org/x"`,
    `${ATOMIC}; charset=utf-8`,
  ])
    it(`a body of ${type} is refused with 415`, async () => {
      const { status, body } = await send({ 'content-type': type })
      const detail = `The body must be ${ATOMIC}.`
      const expected = errorsOf(415, 'unsupported-media-type', 'Unsupported Media Type', [
        detail,
        { header: 'Content-Type' },
      ])
      assert.deepEqual([status, body], [415, expected])
    })

  for (const accept of [
    MEDIA_TYPE,
    '*/*',
    '',
    `${ATOMIC}; q=0`,
    `${MEDIA_TYPE}; ext="https://example.org/x"`,
  ])
    it(`Accept: ${accept} is refused with 406`, async () => {
      const { status, body } = await send({ accept })
      const detail = `This returns ${ATOMIC}; the Accept header must name it.`
      const expected = errorsOf(406, 'not-acceptable', 'Not Acceptable', [detail, { header: 'Accept' }])
      assert.deepEqual([status, body], [406, expected])
    })

  it('the response names the extension in its own', async () => {
    const { status, headers, body } = await send({ accept: `text/html, ${ATOMIC}` })

    assert.deepEqual([status, headers['content-type']], [200, ATOMIC])
    assert.deepEqual(body, { 'atomic:results': [], jsonapi: { version: '1.0' } })
  })

  it('with the extension are refused everywhere else', async () => {
    const options = { as: owner, body: bodyOf('track', {}, { event }), headers: { 'content-type': ATOMIC } }
    assert.equal((await service.call('POST', '/v1/tracks', options)).status, 415)
  })

  it('all requests are issued with POST, by callers who are logged in', async () => {
    const { status, headers } = await service.call('GET', '/v1/operations', { as: owner })
    assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'])
    assert.equal((await operate(service, undefined, [])).status, 401)
  })
})

describe('the document', () => {
  const send = (body: Json) =>
    service.call('POST', '/v1/operations', {
      as: owner,
      body,
      headers: { 'content-type': ATOMIC, accept: ATOMIC },
    })

  it('has a list atomic:operations', async () => {
    const detail = 'The body must be an object with a list atomic:operations.'
    for (const body of ['[]', '{}', 'null', '{"atomic:operations": {}}', '{"data": []}'])
      assert.deepEqual(faultOf(await send(body)), [400, '', detail])
  })

  for (const member of ['data', 'included', 'errors', 'atomic:results'])
    it(`must not include ${member}`, async () => {
      const answer = await send({ 'atomic:operations': [], [member]: [] })
      assert.deepEqual(faultOf(answer), [
        400,
        `/${member}`,
        `${member} cannot be sent with atomic:operations.`,
      ])
    })

  it('may include other top-level members: meta, jsonapi, links', async () => {
    const { status } = await send({
      'atomic:operations': [],
      meta: {},
      jsonapi: { version: '1.1' },
      links: {},
    })
    assert.equal(status, 200)
  })

  it('has at most 1,000 operations', async () => {
    const answer = await run(...Array(1_001).fill({ op: 'x' }))
    assert.deepEqual(faultOf(answer), [
      400,
      '/atomic:operations',
      'Send at most 1000 operations in one request.',
    ])
  })

  it('may be larger than other bodies, up to 8 MiB', async () => {
    const text = 'x'.repeat(90_000)
    const large = Array.from({ length: 20 }, () => add('session', { 'long-abstract': text }))
    assert.equal(idsOf(await run(...large)).length, 20)
    assert.equal((await send(JSON.stringify('x'.repeat(9_000_000)))).status, 413)
  })
})

describe('an operation object', () => {
  const refusals: [string, Json, number, string, string][] = [
    ['is an object', 'add', 400, '', 'An operation must be an object.'],
    ['must contain op', { data: {} }, 400, '/op', 'op must be add, update or remove.'],
    ['has the op add, update or remove', { op: 'replace' }, 400, '/op', 'op must be add, update or remove.'],
    [
      'has either ref or href, not both',
      { op: 'remove', ref: {}, href: '/v1/tracks/1' },
      400,
      '/href',
      'Send either ref or href, not both.',
    ],
    ['has a ref that is an object', { op: 'remove', ref: '1' }, 400, '/ref', 'ref must be an object.'],
    ['has a ref with a type', { op: 'remove', ref: { id: '1' } }, 400, '/ref/type', 'A type is required.'],
    [
      'has a ref with a known type',
      { op: 'remove', ref: { type: 'x', id: '1' } },
      400,
      '/ref/type',
      'There is no type x.',
    ],
    [
      'has a ref with either id or lid',
      { op: 'remove', ref: { type: 'track', id: '1', lid: 'a' } },
      400,
      '/ref/lid',
      'Send either id or lid, not both.',
    ],
    [
      'has a ref with a known relationship',
      { op: 'update', ref: { type: 'track', id: '1', relationship: 'x' }, data: [] },
      400,
      '/ref/relationship',
      'track has no such relationship.',
    ],
    [
      'needs an id to refer to a relationship',
      { op: 'update', ref: { type: 'track', relationship: 'event' }, data: [] },
      400,
      '/ref',
      'ref requires an id or a lid.',
    ],
    ['has an href that is a string', { op: 'remove', href: 1 }, 400, '/href', 'href must be a string.'],
    [
      'has an href of this service',
      { op: 'remove', href: 'https://example.org/v1/tracks/1' },
      400,
      '/href',
      'href must be a path of this service, without a query.',
    ],
    [
      'has an href that names something',
      { op: 'remove', href: '/v1/nothing/1' },
      404,
      '',
      'href names nothing that an operation can be about.',
    ],
    ['needs data to add', { op: 'add', ref: { type: 'track' } }, 400, '', 'data is required for add.'],
    [
      'needs data to update',
      { op: 'update', ref: { type: 'track', id: '1' } },
      400,
      '',
      'data is required for update.',
    ],
    [
      'needs a resource object with a type to add',
      { op: 'add', data: {} },
      400,
      '/data/type',
      'A type is required.',
    ],
    ['needs a target to remove', { op: 'remove' }, 400, '', 'remove requires ref or href.'],
    [
      'needs a target to update',
      { op: 'update', data: { type: 'track' } },
      400,
      '/data',
      'update requires ref, href, or data with an id or a lid.',
    ],
    [
      'removes no collection',
      { op: 'remove', href: '/v1/tracks' },
      400,
      '',
      'remove requires a record: name its id or its lid.',
    ],
    [
      'adds no record to a record',
      { op: 'add', ref: { type: 'track', id: '1' }, data: {} },
      400,
      '',
      'add creates records: name a collection, or nothing.',
    ],
    [
      'adds nothing to a to-one relationship',
      { op: 'add', ref: { type: 'track', id: '1', relationship: 'event' }, data: [] },
      400,
      '/op',
      'event is a to-one relationship: use update.',
    ],
  ]
  for (const [name, operation, status, pointer, detail] of refusals)
    it(name, async () => {
      const before = await countOf('tracks')
      const answer = await run(add('track'), operation)
      assert.deepEqual(faultOf(answer), [status, `/atomic:operations/1${pointer}`, detail])
      assert.equal(await countOf('tracks'), before)
    })

  it('may contain meta, and members that are not known', async () => {
    assert.equal((await run({ ...add('track'), meta: { a: 1 }, other: true })).status, 200)
  })
})

describe('creating resources', () => {
  it('returns the created resource as data, as the single route does', async () => {
    const [id] = idsOf(await run(add('track', { name: 'Brewing' })))
    const again = await run(add('track', { name: 'Brewing' }))
    const { data } = again.body['atomic:results'][0]

    assert.deepEqual(data, await get(`/v1/tracks/${data.id}`))
    assert.deepEqual(data.attributes, (await get(`/v1/tracks/${id}`)).attributes)
  })

  it('may target a collection by ref or href, nested ones too', async () => {
    const { data } = bodyOf('track', { name: 'Nested' })
    const { data: whole } = add('track', { name: 'Whole' })
    const ids = idsOf(
      await run(
        { op: 'add', ref: { type: 'track' }, data: whole },
        { op: 'add', href: '/v1/tracks', data: whole },
        { op: 'add', href: `/v1/events/${event.id}/tracks`, data },
        { op: 'add', href: `events/${event.id}/tracks`, data },
      ),
    )
    const tracks = await Promise.all(ids.map((id) => get(`/v1/tracks/${id}?include=event`)))
    assert.deepEqual(
      tracks.map((track) => [track.attributes.name, track.relationships.event.data]),
      [
        ['Whole', event],
        ['Whole', event],
        ['Nested', event],
        ['Nested', event],
      ],
    )
  })

  it('of another type than the collection is a conflict', async () => {
    const answer = await run({ op: 'add', href: '/v1/sponsors', data: add('track').data })
    assert.deepEqual(faultOf(answer), [409, '/atomic:operations/0/data/type', 'data.type must be sponsor.'])
  })

  it('with an id of the client is refused, as on the single route', async () => {
    const answer = await run(add('track', {}, {}, { id: '7' }))
    const detail = 'The service assigns ids. Send the record without data.id.'
    assert.deepEqual(faultOf(answer), [403, '/atomic:operations/0', detail])
  })

  it('returns only the fields that the query asks for', async () => {
    const { body } = await service.call('POST', '/v1/operations?fields[track]=name', {
      as: owner,
      body: { 'atomic:operations': [add('track', { name: 'Short' })] },
      headers: { 'content-type': ATOMIC, accept: ATOMIC },
    })
    assert.deepEqual(body['atomic:results'][0].data.attributes, { name: 'Short' })
  })
})

describe('local ids', () => {
  it('lead from later operations to what earlier ones add, across types', async () => {
    const [, track, room, speaker, session] = idsOf(
      await run(
        { op: 'add', data: { ...bodyOf('event').data, lid: 'x' } },
        add('track', {}, { event: lid('event', 'x') }, { lid: 'x' }),
        add('microlocation', {}, { event: lid('event', 'x') }, { lid: 'x' }),
        add('speaker', {}, { event: lid('event', 'x') }, { lid: 'x' }),
        add(
          'session',
          {},
          {
            event: lid('event', 'x'),
            track: lid('track', 'x'),
            microlocation: lid('microlocation', 'x'),
            speakers: [lid('speaker', 'x')],
          },
          { lid: 'talk' },
        ),
        {
          op: 'update',
          ref: lid('session', 'talk'),
          data: { ...lid('session', 'talk'), attributes: { title: 'Renamed' } },
        },
        { op: 'update', ref: { ...lid('session', 'talk'), relationship: 'track' }, data: null },
        { op: 'remove', ref: lid('track', 'x') },
      ),
    )
    const { attributes, relationships } = await get(`/v1/sessions/${session}?include=speakers`)
    assert.equal(attributes.title, 'Renamed')
    assert.equal(relationships.track.data, null)
    assert.deepEqual(relationships.microlocation.data, { type: 'microlocation', id: room })
    assert.deepEqual(relationships.speakers.data, [{ type: 'speaker', id: speaker }])
    assert.equal((await service.call('GET', `/v1/tracks/${track}`, { as: owner })).status, 404)
  })

  const refusals: [string, Json[], string, string][] = [
    [
      'that no earlier operation gives are refused',
      [{ op: 'remove', ref: lid('track', 'b') }],
      '/1/ref/lid',
      'No operation before this one adds a track with the lid b.',
    ],
    [
      'of another type are refused',
      [{ op: 'remove', ref: lid('speaker', 'a') }],
      '/1/ref/lid',
      'No operation before this one adds a speaker with the lid a.',
    ],
    [
      'are given once for a type',
      [add('track', {}, {}, { lid: 'a' })],
      '/1/data/lid',
      'The lid a is taken: another operation adds a track with it.',
    ],
    [
      'in relationships must be known',
      [add('session', {}, { track: lid('track', 'c') })],
      '/1/data/relationships/track/data/lid',
      'No operation before this one adds a track with the lid c.',
    ],
    [
      'in lists of relationships must be known',
      [add('session', {}, { speakers: [lid('speaker', 'c')] })],
      '/1/data/relationships/speakers/data/0/lid',
      'No operation before this one adds a speaker with the lid c.',
    ],
    [
      'are strings',
      [add('track', {}, {}, { lid: 5 })],
      '/1/data/lid',
      'A lid must be a string of 1 to 100 characters.',
    ],
    [
      'do not stand beside an id',
      [{ op: 'update', data: { type: 'track', id: '1', lid: 'a' } }],
      '/1/data/lid',
      'Send either id or lid, not both.',
    ],
  ]
  for (const [name, operations, pointer, detail] of refusals)
    it(name, async () => {
      const answer = await run(add('track', {}, {}, { lid: 'a' }), ...operations)
      assert.deepEqual(faultOf(answer), [400, `/atomic:operations${pointer}`, detail])
    })
})

describe('updating and deleting resources', () => {
  it('an update targets the resource by ref, by href or by its data, and returns it', async () => {
    const { id } = await make(service, owner, 'track', {}, { event })
    const change = (name: string) => ({ type: 'track', id, attributes: { name } })
    const { body } = await run(
      { op: 'update', ref: { type: 'track', id }, data: change('one') },
      { op: 'update', href: `/v1/tracks/${id}`, data: change('two') },
      { op: 'update', data: change('three') },
    )
    const names = body['atomic:results'].map(({ data }: Json) => data.attributes.name)
    assert.deepEqual(names, ['one', 'two', 'three'])
    assert.deepEqual(body['atomic:results'][2].data, await get(`/v1/tracks/${id}`))
  })

  it('an update whose data is another resource than its ref is a conflict', async () => {
    const { id } = await make(service, owner, 'track', {}, { event })
    const answer = await run({
      op: 'update',
      ref: { type: 'track', id },
      data: { type: 'track', id: '999999' },
    })
    assert.deepEqual(faultOf(answer), [
      409,
      '/atomic:operations/0/data/id',
      'data.id must match the id in the path.',
    ])
  })

  it('a removal returns a result without data', async () => {
    const { id } = await make(service, owner, 'track', {}, { event })
    const other = await make(service, owner, 'track', {}, { event })
    const { status, body } = await run(
      { op: 'remove', ref: { type: 'track', id } },
      { op: 'remove', href: `/v1/tracks/${other.id}` },
    )

    assert.deepEqual([status, body['atomic:results']], [200, [{}, {}]])
    assert.equal((await service.call('GET', `/v1/tracks/${id}`, { as: owner })).status, 404)
  })

  it('a singleton is updated by its address', async () => {
    const admin = await logInAdmin(service)
    const settings = (await service.call('GET', '/v1/settings', { as: admin })).body.data
    const { status } = await operate(service, admin, [
      { op: 'update', href: '/v1/settings', data: { type: settings.type, id: settings.id, attributes: {} } },
    ])
    assert.equal(status, 200)
  })
})

describe('relationships', () => {
  it('to-one ones are assigned and cleared by update, without data in the result', async () => {
    const track = linkTo(await make(service, owner, 'track', {}, { event }))
    const { id } = await make(service, owner, 'session', {}, { event })
    const ref = { type: 'session', id, relationship: 'track' }
    const assigned = await run({ op: 'update', ref, data: track })
    const linked = (await get(`/v1/sessions/${id}`)).relationships.track.data
    const cleared = await run({ op: 'update', href: `/v1/sessions/${id}/relationships/track`, data: null })

    assert.deepEqual([assigned.body['atomic:results'], linked], [[{}], track])
    assert.deepEqual(
      [cleared.status, (await get(`/v1/sessions/${id}`)).relationships.track.data],
      [200, null],
    )
  })

  it('to-many ones are added to, replaced and removed from', async () => {
    const [a, b, c] = idsOf(await run(add('speaker'), add('speaker'), add('speaker'))).map((id) => ({
      type: 'speaker',
      id,
    }))
    const { id } = await make(service, owner, 'session', {}, { event })
    const ref = { type: 'session', id, relationship: 'speakers' }
    const linked = async () => (await get(`/v1/sessions/${id}?include=speakers`)).relationships.speakers.data

    const { body } = await run({ op: 'add', ref, data: [a, b] }, { op: 'add', ref, data: [b, c] })
    assert.deepEqual(
      [body['atomic:results'], await linked()],
      [
        [{}, {}],
        [a, b, c],
      ],
    )
    await run({ op: 'remove', ref, data: [a] })
    assert.deepEqual(await linked(), [b, c])
    await run({ op: 'update', ref, data: [a] })
    assert.deepEqual(await linked(), [a])
  })

  it('faults point at the data of the operation', async () => {
    const { id } = await make(service, owner, 'session', {}, { event })
    const elsewhere = linkTo(await make(service, owner, 'event'))
    const track = linkTo(await make(service, owner, 'track', {}, { event: elsewhere }))
    const ref = { type: 'session', id, relationship: 'track' }

    assert.deepEqual(faultOf(await run({ op: 'update', ref, data: linkTo(event) })), [
      409,
      '/atomic:operations/0/data/type',
      'The type must be track.',
    ])
    assert.deepEqual(faultOf(await run({ op: 'update', ref, data: track })), [
      422,
      '/atomic:operations/0/data',
      'track must belong to the same event',
    ])
  })
})

describe('processing', () => {
  it('performs operations in order, each seeing what those before it did', async () => {
    const { id } = await make(service, owner, 'track', { name: 'one' }, { event })
    const ref = { type: 'track', id }
    const { body } = await run(
      { op: 'update', ref, data: { ...ref, attributes: { name: 'two' } } },
      { op: 'remove', ref },
      { op: 'update', ref, data: { ...ref, attributes: { name: 'three' } } },
    )
    assert.deepEqual(faultOf({ status: 404, headers: {}, body }), [
      404,
      '/atomic:operations/2',
      'The object was not found.',
    ])
    assert.equal((await get(`/v1/tracks/${id}`)).attributes.name, 'one')
  })

  it('a fault in any operation, wherever it stands, leaves nothing of the others', async () => {
    const { id } = await make(service, owner, 'track', { name: 'kept' }, { event })
    const good = [
      add('track'),
      add('track'),
      { op: 'update', data: { type: 'track', id, attributes: { name: 'lost' } } },
      add('session'),
    ]
    const before = [await countOf('tracks'), await countOf('sessions')]
    for (let place = 0; place <= good.length; place++) {
      const answer = await run(...good.toSpliced(place, 0, add('track', { color: 'no color' })))
      assert.deepEqual(faultOf(answer).slice(0, 2), [
        422,
        `/atomic:operations/${place}/data/attributes/color`,
      ])
    }
    assert.deepEqual([await countOf('tracks'), await countOf('sessions')], before)
    assert.equal((await get(`/v1/tracks/${id}`)).attributes.name, 'kept')
  })

  it('names the operation that the database refuses among many that are written at once', async () => {
    const tags = ['a', 'b', 'c', 'b', 'd'].map((name) => add('ticket-tag', { name }))
    const answer = await run(...tags)

    assert.deepEqual(faultOf(answer).slice(0, 2), [409, '/atomic:operations/3/data/attributes/name'])
    assert.equal((await run(...tags.toSpliced(3, 1))).status, 200)
  })

  it('reports all faults of the operation that fails', async () => {
    const { status, body } = await run(add('track'), {
      op: 'add',
      data: { type: 'track', attributes: { color: 'x' } },
    })

    assert.equal(status, 422)
    assert.deepEqual(
      body.errors.map((error: Json) => error.source.pointer),
      ['name', 'color']
        .map((name) => `/atomic:operations/1/data/attributes/${name}`)
        .concat('/atomic:operations/1/data/relationships/event'),
    )
  })

  it('results stand at the places of their operations', async () => {
    const { id } = await make(service, owner, 'track', {}, { event })
    const { body } = await run(
      add('track', { name: 'first' }),
      add('track', { name: 'second', position: 3 }),
      { op: 'remove', ref: { type: 'track', id } },
      add('session', { title: 'third' }),
      add('track', { name: 'fourth' }),
    )
    assert.deepEqual(
      body['atomic:results'].map(({ data }: Json) => data && (data.attributes.name ?? data.attributes.title)),
      ['first', 'second', undefined, 'third', 'fourth'],
    )
  })

  it('writes many additions of a type with one statement', async () => {
    const additions = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        add('track', { name: `Track ${n}`, ...(n % 2 && { position: n }) }),
      )
    const few = await statementsOf(() => run(...additions(2)))
    const many = await statementsOf(() => run(...additions(50)))

    assert.equal(many.length, few.length)
    assert.equal(few.filter((text) => /insert into tracks/.test(text)).length, 1)
  })
})

describe('access', () => {
  it('is that of the single routes, for each operation', async () => {
    const stranger = await signUp(service)
    const { id } = await make(service, owner, 'track', {}, { event })
    const before = await countOf('tracks')
    for (const operation of [
      add('track'),
      { op: 'remove', ref: { type: 'track', id } },
      { op: 'update', data: { type: 'track', id } },
    ]) {
      const answer = await operate(service, stranger, [{ op: 'add', data: bodyOf('event').data }, operation])
      assert.equal(answer.status, 403)
      assert.match(faultOf(answer)[1], /^\/atomic:operations\/1/)
    }
    assert.equal(await countOf('tracks'), before)
  })

  it('follows the roles that operations give and take', async () => {
    const organizer = await signUp(service)
    const { id } = await make(service, owner, 'event')
    await giveRole(service, organizer, id, 'organizer')
    const [role] = await service.db.query<{ id: string }>(
      sql`select id from users_events_roles where user_id = ${organizer.id} and event_id = ${id}`,
    )
    const track = add('track', {}, { event: { type: 'event', id } })
    const answer = await operate(service, organizer, [
      track,
      { op: 'remove', ref: { type: 'users-events-roles', id: role!.id } },
      track,
    ])

    assert.deepEqual(faultOf(answer).slice(0, 2), [403, '/atomic:operations/2'])
    assert.equal((await operate(service, organizer, [track])).status, 200)
  })

  it('with an API token needs the scope of each operation', async () => {
    const { token } = await make(service, owner, 'api-token', { scopes: ['track:write'] }).then(
      (one) => one.attributes,
    )
    const script = { ...owner, token }
    const session = await operate(service, script, [add('track'), add('session')], {
      authorization: `Bearer ${token}`,
    })

    assert.deepEqual(faultOf(session), [
      403,
      '/atomic:operations/1',
      'The API token needs the scope session:write or write.',
    ])
    assert.equal(
      (await operate(service, script, [add('track')], { authorization: `Bearer ${token}` })).status,
      200,
    )
  })

  it('writes that need more than a transaction are refused with a sentence', async () => {
    for (const [operation, detail] of [
      [
        { op: 'add', data: bodyOf('user').data },
        'Operations cannot create a user, because that takes more than one transaction. Use POST /v1/users.',
      ],
      [
        add('role-invite'),
        'Operations cannot create a role-invite, because that takes more than one transaction. Use POST /v1/role-invites.',
      ],
      [{ op: 'add', data: { type: 'export-job' } }, 'There is no way to create a export-job.'],
    ] as const)
      assert.deepEqual(faultOf(await run(operation)), [403, '/atomic:operations/0', detail])
  })

  it('sends no mail and starts no task when a later operation fails', async () => {
    const queue = sql`select (select count(*)::int from mails) as mails, (select count(*)::int from notifications) as notifications, (select count(*)::int from tasks) as tasks`
    const speaker = await signUp(service)
    const open = linkTo(await make(service, owner, 'event', { state: 'published' }))
    await make(service, owner, 'speakers-call', {}, { event: open })
    const proposal = add('session', { state: 'pending' }, { event: open })
    const picture = add('speaker', { 'photo-url': 'https://example.org/a.png' }, { event: open })
    const before = await service.db.query(queue)
    const failed = await operate(service, speaker, [
      proposal,
      picture,
      { op: 'remove', ref: { type: 'event', id: open.id } },
    ])
    const after = await service.db.query(queue)

    assert.deepEqual([failed.status, after], [403, before])
    assert.equal((await operate(service, speaker, [proposal, picture])).status, 200)
    assert.notDeepEqual(await service.db.query(queue), before)
  })
})
