/** Relationships on their own routes: read, set, added to, taken from; by key and through links. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorsOf } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const admin = await logInAdmin(service)
const event = linkTo(await make(service, owner, 'event'))
const elsewhere = linkTo(await make(service, owner, 'event'))

const makeOne = async (type: string, of = event, links: Json = {}) =>
  linkTo(await make(service, owner, type, {}, { event: of, ...links }))

/** The relationship of a record, and what its route answers. */
function relationship(record: { type: string; id: string }, name: string, as = owner) {
  const self = `/v1/${record.type}s/${record.id}`
  const url = `${self}/relationships/${name}`
  return {
    document: (data: Json) => ({
      data,
      links: { self: url, related: `${self}/${name}` },
      jsonapi: { version: '1.0' },
    }),
    send: async (method: string, body?: unknown) => {
      const answer = await service.call(method, url, { as, body })
      return [answer.status, answer.body]
    },
    data: async () => (await service.call('GET', url, { as })).body.data,
  }
}

const wrongType = (type: string, pointer = '/data/type') =>
  errorsOf(409, 'conflict', 'Conflict', [`The type must be ${type}.`, { pointer }])
const badRequest = (detail: string, pointer = '/data') =>
  errorsOf(400, 'bad-request', 'Bad Request', [detail, { pointer }])
const missing = (type: string, name: string) =>
  errorsOf(404, 'not-found', 'Not Found', [`The ${type} in the relationship ${name} does not exist.`, {}])
const unprocessable = (pointer: string, detail: string) =>
  errorsOf(422, 'unprocessable', 'Unprocessable Entity', [detail, { pointer }])
const forbidden = (detail: string) => errorsOf(403, 'forbidden', 'Access Forbidden', [detail, {}])

const NO_DATA = badRequest('The body must be an object with a data member.', '')

describe('a to-one relationship', () => {
  it('is read, set, set to another and emptied', async () => {
    const [one, two] = [await makeOne('track'), await makeOne('track')]
    const track = relationship(await makeOne('session'), 'track')

    assert.deepEqual(await track.send('GET'), [200, track.document(null)])
    for (const data of [one, two, null]) {
      assert.deepEqual(await track.send('PATCH', { data }), [200, track.document(data)])
      assert.deepEqual(await track.send('GET'), [200, track.document(data)])
    }
  })

  it('that never changes is refused with 403, whatever it is set to', async () => {
    const of = relationship(await makeOne('track'), 'event')
    const never = forbidden('The event of a record cannot be changed.')

    assert.deepEqual(await of.send('PATCH', { data: null }), [403, never])
    assert.deepEqual(await of.send('PATCH', { data: elsewhere }), [403, never])
    assert.deepEqual(await of.send('PATCH', { data: event }), [204, ''])
  })

  it('in a record needs the member data', async () => {
    const session = await makeOne('session')
    const save = (track: Json, headers = {}) =>
      service.call('PATCH', `/v1/sessions/${session.id}`, {
        as: owner,
        headers,
        body: { data: { ...session, relationships: { track } } },
      })
    const printed = { links: { self: '/x' } }
    for (const [track, headers] of [[{}], [{ meta: {} }], [printed, { prefer: 'handling=strict' }]]) {
      const { status, body } = await save(track, headers)

      const detail = 'track must be an object with a data member'
      assert.deepEqual([status, body], [422, unprocessable('/data/relationships/track', detail)])
    }
    assert.equal((await save(printed)).status, 200)
  })

  it('brings along what is included on the way', async () => {
    const track = await makeOne('track')
    const sessions = [await makeOne('session', event, { track }), await makeOne('session', event, { track })]
    const read = async (url: string) => (await service.call('GET', url, { as: owner })).body
    const typesOf = ({ included }: Json) => included?.map(linkTo)

    const many = await read(`/v1/tracks/${track.id}/relationships/sessions?include=sessions.track`)
    const one = await read(`/v1/sessions/${sessions[0]!.id}/relationships/track?include=track`)
    const wrong = await read(`/v1/tracks/${track.id}/relationships/sessions?include=event`)

    assert.deepEqual([many.data, typesOf(many)], [sessions, [...sessions, track]])
    assert.deepEqual(many.included[0], (await read(`/v1/sessions/${sessions[0]!.id}`)).data)
    assert.deepEqual([one.data, typesOf(one)], [track, [track]])
    assert.deepEqual(
      wrong,
      errorsOf(400, 'bad-request', 'Bad Request', [
        'include must start with sessions here.',
        { parameter: 'include' },
      ]),
    )
  })

  it('that is set to what it is answers 204', async () => {
    const one = await makeOne('track')
    const full = relationship(await makeOne('session', event, { track: one }), 'track')
    const empty = relationship(await makeOne('session'), 'track')

    assert.deepEqual(await full.send('PATCH', { data: one }), [204, ''])
    assert.deepEqual(await empty.send('PATCH', { data: null }), [204, ''])
  })

  it('refuses another type, what is malformed, what is not there and what belongs elsewhere', async () => {
    const kept = await makeOne('track')
    const session = await makeOne('session', event, { track: kept })
    const track = relationship(session, 'track')
    const shape = badRequest('track must have resource identifiers with the type track and an id.')

    for (const [body, expected] of [
      [{ data: event }, [409, wrongType('track')]],
      [{ data: { type: 'session', id: session.id } }, [409, wrongType('track')]],
      [{}, [400, NO_DATA]],
      [[], [400, NO_DATA]],
      ['null', [400, NO_DATA]],
      ['5', [400, NO_DATA]],
      [{ data: [kept] }, [400, shape]],
      [{ data: 'x' }, [400, shape]],
      [{ data: {} }, [400, shape]],
      [{ data: { type: 'track' } }, [400, shape]],
      [{ data: { id: kept.id } }, [400, shape]],
      [{ data: { type: 'track', id: {} } }, [400, shape]],
      [{ data: { type: 'track', id: '' } }, [400, shape]],
      [{ data: { type: 'track', id: '999999' } }, [404, missing('track', 'track')]],
      [{ data: { type: 'track', id: '0' } }, [404, missing('track', 'track')]],
      [{ data: { type: 'track', id: 'abc' } }, [404, missing('track', 'track')]],
      [{ data: { type: 'track', id: '99999999999999999999' } }, [404, missing('track', 'track')]],
      [
        { data: await makeOne('track', elsewhere) },
        [422, unprocessable('/data/relationships/track', 'track must belong to the same event')],
      ],
    ] as const)
      assert.deepEqual([body, await track.send('PATCH', body)], [body, expected])
    assert.deepEqual(await track.data(), kept)
  })

  it('that is required cannot be emptied', async () => {
    const topic = { type: 'event-topic', id: '1' }
    const { id } = await make(service, admin, 'event-sub-topic', {}, { 'event-topic': topic })
    const required = relationship({ type: 'event-sub-topic', id }, 'event-topic', admin)

    const expected = unprocessable('/data', 'event-topic is required')
    assert.deepEqual(await required.send('PATCH', { data: null }), [422, expected])
    assert.deepEqual(await required.data(), topic)
  })

  it('to the event never changes', async () => {
    const parent = relationship(await makeOne('track'), 'event')

    assert.deepEqual(await parent.send('PATCH', { data: event }), [204, ''])
    assert.deepEqual(await parent.send('PATCH', { data: elsewhere }), [
      403,
      forbidden('The event of a record cannot be changed.'),
    ])
    assert.deepEqual(await parent.data(), event)
  })

  it('whose key stands on the other side is read here and changed there', async () => {
    const parent = linkTo(await make(service, owner, 'event'))
    const call = await makeOne('speakers-call', parent)
    const one = relationship(parent, 'speakers-call')

    assert.deepEqual(await one.send('GET'), [200, one.document(call)])
    assert.deepEqual(await one.send('PATCH', { data: null }), [
      403,
      forbidden('speakers-call cannot be changed here.'),
    ])
  })
})

for (const { kind, start } of [
  {
    kind: 'through links',
    start: async () => ({
      list: relationship(await makeOne('session'), 'speakers'),
      some: [await makeOne('speaker'), await makeOne('speaker'), await makeOne('speaker')],
      foreign: await makeOne('speaker', elsewhere),
      names: { type: 'speaker', name: 'speakers' },
    }),
  },
  {
    kind: 'by key',
    start: async () => ({
      list: relationship(await makeOne('track'), 'sessions'),
      some: [await makeOne('session'), await makeOne('session'), await makeOne('session')],
      foreign: await makeOne('session', elsewhere),
      names: { type: 'session', name: 'sessions' },
    }),
  },
])
  describe(`a to-many relationship ${kind}`, () => {
    it('is read, replaced, added to and taken from; 204 when nothing changes', async () => {
      const { list, some } = await start()
      const [a, b, c] = some as [Json, Json, Json]

      for (const [method, data, expected] of [
        ['PATCH', [], undefined],
        ['DELETE', [a], undefined],
        ['POST', [a, a], [a]],
        ['POST', [a], undefined],
        ['POST', [b, a], [a, b]],
        ['PATCH', [b, a], undefined],
        ['PATCH', [b, c], [b, c]],
        ['DELETE', [a], undefined],
        ['DELETE', [c, a], [b]],
        ['DELETE', [], undefined],
        ['PATCH', [], []],
      ] as const) {
        const before = await list.data()
        const answer = await list.send(method, { data })
        const after = expected ?? before
        assert.deepEqual(
          [method, data, answer],
          [method, data, expected ? [200, list.document(expected)] : [204, '']],
        )
        assert.deepEqual(await list.send('GET'), [200, list.document(after)])
      }
    })

    it('refuses another type, what is malformed, what is not there and what belongs elsewhere', async () => {
      const { list, some, foreign, names } = await start()
      const { type, name } = names
      const [a, b] = some as [Json, Json]
      await list.send('PATCH', { data: [a] })
      const shape = badRequest(`${name} must have resource identifiers with the type ${type} and an id.`)
      const noList = badRequest(`${name} must have a list of resource identifiers as data.`)

      for (const [body, expected] of [
        [{ data: [event] }, [409, wrongType(type, '/data/0/type')]],
        [{ data: [b, event] }, [409, wrongType(type, '/data/1/type')]],
        [{ data: b }, [400, noList]],
        [{ data: null }, [400, noList]],
        [{ data: {} }, [400, noList]],
        [{}, [400, NO_DATA]],
        [[b], [400, NO_DATA]],
        [{ data: [b, {}] }, [400, shape]],
        [{ data: [[b]] }, [400, shape]],
        [{ data: [null] }, [400, shape]],
        [{ data: [b.id] }, [400, shape]],
        [{ data: [b, { type, id: '999999' }] }, [404, missing(type, name)]],
        [
          { data: [b, foreign] },
          [422, unprocessable(`/data/relationships/${name}`, `${name} must belong to the same event`)],
        ],
      ] as const)
        for (const method of ['POST', 'PATCH'])
          assert.deepEqual([body, await list.send(method, body)], [body, expected])
      assert.deepEqual(await list.data(), [a])
    })

    it('is seen from the other side', async () => {
      const { list, some } = await start()
      const [a] = some as [Json]
      const back = kind === 'by key' ? 'track' : 'sessions'

      await list.send('POST', { data: [a] })
      const linked = await relationship(a, back).data()
      await list.send('DELETE', { data: [a] })

      assert.equal([linked].flat().length, 1)
      assert.deepEqual(await relationship(a, back).data(), kind === 'by key' ? null : [])
    })
  })

describe('a relationship of a record that is not there', () => {
  it('is not found', async () => {
    const expected = errorsOf(404, 'not-found', 'Not Found', ['The object was not found.', {}])
    for (const name of ['track', 'speakers'])
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { data: name === 'track' ? null : [] }],
      ] as const) {
        const one = relationship({ type: 'session', id: '999999' }, name)
        assert.deepEqual([name, method, await one.send(method, body)], [name, method, [404, expected]])
      }
  })
})
