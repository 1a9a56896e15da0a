/** What is read from a body: names in their spellings, values in their forms, and what is passed over. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentOf, errorsOf, MANY, resourceOf } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))

async function change(type: string, path: string, id: string, attributes: Json): Promise<Json> {
  const { status, body } = await service.call('PATCH', `${path}/${id}`, {
    as: owner,
    body: { data: { type, id, attributes } },
  })
  return { status, body, attributes: body.data?.attributes, faults: body.errors }
}

const refused = (name: string, detail: string) =>
  errorsOf(422, 'unprocessable', 'Unprocessable Entity', [detail, { pointer: `/data/attributes/${name}` }])

describe('the create request of the specification', () => {
  it('makes a custom form below the event; sort and filter in the query have no effect', async () => {
    const body = {
      data: {
        type: 'custom_form',
        attributes: {
          form: 'session',
          type: 'text',
          'field-identifier': 'abc123',
          'is-required': 'true',
          'is-included': 'false',
          'is-fixed': 'false',
        },
      },
    }
    const url = `/v1/events/${event.id}/custom-forms?sort=identifier&filter=[]`

    const answer = await service.call('POST', url, { as: owner, body })

    const { id } = answer.body.data
    const attributes = {
      form: 'session',
      type: 'text',
      'field-identifier': 'abc123',
      'is-required': true,
      'is-included': false,
      'is-fixed': false,
      name: null,
      description: null,
      'is-public': false,
      'is-allow-edit': false,
      'is-complex': true,
      position: 0,
      'form-id': null,
      min: 0,
      max: 10,
      'main-language': null,
    }
    const form = resourceOf('/v1/custom-forms', { type: 'custom-form', id }, attributes, {
      event,
      'custom-form-options': MANY,
    })
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.location, `/v1/custom-forms/${id}`)
    assert.deepEqual(answer.body, documentOf(form))
  })

  it('changes and deletes it by the id in the path and in data', async () => {
    const { id } = await make(service, owner, 'custom-form', {}, { event })
    const body = { data: { type: 'custom_form', id, attributes: { 'is-fixed': true } } }

    const changed = await service.call('PATCH', `/v1/custom-forms/${id}`, { as: owner, body })
    const deleted = await service.call('DELETE', `/v1/custom-forms/${id}`, { as: owner })

    assert.equal(changed.body.data.attributes['is-fixed'], true)
    assert.deepEqual([changed.status, deleted.status], [200, 200])
  })
})

describe('names', () => {
  it('of types, attributes and relationships are read with hyphens and with underscores', async () => {
    const type = linkTo(await make(service, owner, 'session-type', {}, { event }))
    const body = {
      data: {
        type: 'session',
        attributes: { title: 'Tea', short_abstract: 'With milk', 'long-abstract': 'With lemon' },
        relationships: { event: { data: event }, session_type: { data: { ...type, type: 'session_type' } } },
      },
    }

    const { status, body: answer } = await service.call('POST', '/v1/sessions', { as: owner, body })

    assert.equal(status, 201)
    assert.equal(answer.data.attributes['short-abstract'], 'With milk')
    assert.equal(answer.data.attributes['long-abstract'], 'With lemon')
    assert.deepEqual(answer.data.relationships['session-type'].data, type)
  })

  it('of types are read as those of their collections too, and answered as they are', async () => {
    const track = linkTo(await make(service, owner, 'track', {}, { event }))
    const relationships = {
      event: { data: { ...event, type: 'events' } },
      track: { data: { ...track, type: 'tracks' } },
    }
    const send = (type: string) =>
      service.call('POST', '/v1/sessions', {
        as: owner,
        body: { data: { type, attributes: { title: 'Tea' }, relationships } },
      })

    const { status, body } = await send('sessions')
    const url = `/v1/sessions/${body.data.id}/relationships/track`
    const patched = await service.call('PATCH', url, { as: owner, body: { data: relationships.track.data } })
    const other = await send('speakers')

    assert.deepEqual(
      [status, body.data.type, body.data.relationships.event.data, body.data.relationships.track.data],
      [201, 'session', event, track],
    )
    assert.equal(patched.status, 204)
    assert.deepEqual(
      [other.status, other.body.errors[0].detail, other.body.errors[0].source],
      [409, 'data.type must be session.', { pointer: '/data/type' }],
    )
  })

  it('that are unknown are refused, each by itself, to those who prefer strict handling', async () => {
    const url = `/v1/events/${event.id}/tracks`
    const sent = bodyOf('track', { nonsense: 1, 'a/b~c': 2, 'deleted-at': null, font_color: '#123456' })
    sent.data.relationships = { nobody: { data: null } }
    const send = (prefer: string) => service.call('POST', url, { as: owner, body: sent, headers: { prefer } })

    const strict = await send('respond-async, handling="strict"; wait=10')
    const lenient = await send('handling=lenient')
    const known = bodyOf('track')
    const good = await service.call('POST', url, {
      as: owner,
      body: known,
      headers: { prefer: 'handling=strict' },
    })

    assert.deepEqual([strict.status, strict.headers['preference-applied']], [422, 'handling=strict'])
    assert.deepEqual(
      strict.body.errors.map(({ detail, source }: Json) => [detail, source.pointer]),
      [
        ['track has no attribute nonsense', '/data/attributes/nonsense'],
        ['track has no attribute a/b~c', '/data/attributes/a~1b~0c'],
        ['track has no relationship nobody', '/data/relationships/nobody'],
      ],
    )
    assert.deepEqual([lenient.status, lenient.headers['preference-applied']], [201, undefined])
    assert.deepEqual([good.status, good.headers['preference-applied']], [201, 'handling=strict'])
  })

  it('that are unknown or read-only are passed over', async () => {
    const body = bodyOf('track', { 'font-color': '#123456', id: '7', nonsense: [1], 'deleted-at': 'x' })

    const { status, body: answer } = await service.call('POST', `/v1/events/${event.id}/tracks`, {
      as: owner,
      body,
    })

    assert.equal(status, 201)
    assert.deepEqual(answer.data.attributes, {
      name: 'Science',
      description: null,
      color: '#336699',
      'font-color': '#ffffff',
      position: 0,
      'deleted-at': null,
    })
  })

  it('of a record never hold an id that the client chose', async () => {
    const body = { data: { ...bodyOf('track').data, id: '77' } }

    const answer = await service.call('POST', `/v1/events/${event.id}/tracks`, { as: owner, body })

    const detail = 'The service assigns ids. Send the record without data.id.'
    assert.deepEqual(
      [answer.status, answer.body],
      [403, errorsOf(403, 'forbidden', 'Access Forbidden', [detail, {}])],
    )
  })

  it('of a new record may hold null for the id', async () => {
    const body = { data: { ...bodyOf('track').data, id: null } }

    const answer = await service.call('POST', `/v1/events/${event.id}/tracks`, { as: owner, body })

    assert.deepEqual([answer.status, typeof answer.body.data?.id], [201, 'string'])
  })
})

describe('a flag', () => {
  it('is true or false, also as a text', async () => {
    const read = await Promise.all(
      [true, false, 'true', 'false'].map(async (value) => {
        const { id } = await make(
          service,
          owner,
          'microlocation',
          { 'hidden-in-scheduler': value },
          { event },
        )
        const { body } = await service.call('GET', `/v1/microlocations/${id}`)
        return body.data.attributes['hidden-in-scheduler']
      }),
    )

    assert.deepEqual(read, [true, false, true, false])
  })
})

describe('a number', () => {
  it('is read from a text too', async () => {
    const { id } = await make(service, owner, 'microlocation', {}, { event })

    const { attributes } = await change('microlocation', '/v1/microlocations', id, {
      floor: '12',
      position: '-3',
      latitude: '-12.50',
      longitude: '0',
    })

    const { floor, position, latitude, longitude } = attributes
    assert.deepEqual(
      { floor, position, latitude, longitude },
      {
        floor: 12,
        position: -3,
        latitude: -12.5,
        longitude: 0,
      },
    )
  })
})

const MOMENTS = [
  ['2026-05-01T09:00:00Z', '2026-05-01T09:00:00+00:00', 'in UTC'],
  ['2026-05-01T09:00:00.000Z', '2026-05-01T09:00:00+00:00', 'with milliseconds that are zero'],
  ['2026-05-01T09:00:00.123Z', '2026-05-01T09:00:00.123+00:00', 'with milliseconds'],
  ['2026-05-01T09:00:00.123456Z', '2026-05-01T09:00:00.123456+00:00', 'with microseconds'],
  ['2026-05-01T09:00:00.123456789Z', '2026-05-01T09:00:00.123456+00:00', 'finer than is kept'],
  ['2026-05-01T09:00:00+02:00', '2026-05-01T07:00:00+00:00', 'east of Greenwich'],
  ['2026-05-01T20:30:00-0330', '2026-05-02T00:00:00+00:00', 'west of Greenwich, over midnight'],
  ['2026-05-01 09:00+05:45', '2026-05-01T03:15:00+00:00', 'with a blank and without seconds'],
  ['2028-02-29T00:00:00z', '2028-02-29T00:00:00+00:00', 'on a leap day'],
] as const

const NO_ZONE = 'ends-at must end with a time zone: Z or an offset such as +02:00'
const NO_DATE = 'ends-at must be an existing date and time'
const NO_MOMENT = 'ends-at must be a date and time such as 2026-05-01T09:00:00Z'
const NO_MOMENTS = [
  ['2026-05-01T09:00:00', NO_ZONE],
  ['2026-05-01 09:00', NO_ZONE],
  ['2026-05-01', NO_MOMENT],
  ['tomorrow', NO_MOMENT],
  ['', NO_MOMENT],
  ['2026-5-1T9:00:00Z', NO_MOMENT],
  ['2026-05-01T09:00:00+15:00', NO_MOMENT],
  ['2026-02-29T00:00:00Z', NO_DATE],
  ['2026-13-01T00:00:00Z', NO_DATE],
  ['2026-05-01T24:00:00Z', NO_DATE],
  ['2026-05-01T23:59:60Z', NO_DATE],
  ['0001-01-01T00:00:00+01:00', NO_DATE],
  [1777626000, NO_MOMENT],
  [true, NO_MOMENT],
] as const

describe('a date and time', () => {
  for (const [sent, kept, what] of MOMENTS)
    it(`${what} comes back in UTC`, async () => {
      const { id } = await make(service, owner, 'event', {
        'starts-at': '2020-01-01T00:00:00Z',
        state: 'draft',
      })

      const { status, attributes } = await change('event', '/v1/events', id, { 'ends-at': sent })

      assert.deepEqual([status, attributes['ends-at']], [200, kept])
    })

  it('that is none, does not exist or has no zone is refused', async () => {
    for (const [sent, detail] of NO_MOMENTS) {
      const { status, body } = await change('event', '/v1/events', event.id, { 'ends-at': sent })

      assert.deepEqual([sent, status, body], [sent, 422, refused('ends-at', detail)])
    }
  })

  it('orders an event, a session and a speakers call; only a session may have no length', async () => {
    const times = { 'starts-at': '2026-05-01T09:00:00Z', 'ends-at': '2026-05-01T10:00:00+01:00' }
    const none = await make(service, owner, 'session', times, { event: linkTo(event) })
    assert.equal(none.attributes['starts-at'], none.attributes['ends-at'])

    for (const [type, path, end, detail] of [
      ['event', '/v1/events', times['ends-at'], 'ends-at must be after starts-at'],
      ['session', '/v1/sessions', '2026-05-01T08:59:59Z', 'ends-at must not be before starts-at'],
      ['speakers-call', '/v1/speakers-calls', times['ends-at'], 'ends-at must be after starts-at'],
    ] as const) {
      const body = bodyOf(type, { ...times, 'ends-at': end }, type === 'event' ? {} : { event })
      const answer = await service.call('POST', path, { as: owner, body })
      assert.deepEqual([type, answer.status, answer.body], [type, 422, refused('ends-at', detail)])
    }
  })
})
