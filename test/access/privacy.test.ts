/** Who sees a speaker, the comments of a session, and the answers to custom forms. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const cast = await castOf(service)
const { anonymous, stranger, registrar, coorganizer, owner, admin } = cast
const author = await signUp(service)
const others = [anonymous, stranger, registrar]
const insiders = [coorganizer, owner, admin]

const event = await make(service, owner, 'event')
await giveRoles(service, cast, event.id)
await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
const at = { event: linkTo(event) }

const proposed = await make(service, author, 'speaker', { name: 'Proposed' }, at)
const pending = await speakerOf('pending')
const rejected = await speakerOf('rejected')
const accepted = await speakerOf('accepted')
const confirmed = await speakerOf('confirmed')
const entered = await make(service, coorganizer, 'speaker', { name: 'Entered' }, at)
const featured = await make(service, author, 'speaker', { name: 'Featured' }, at)
await change(owner, featured, { 'is-featured': true })
const PUBLIC = [accepted, confirmed, entered, featured]
const HIDDEN = [proposed, pending, rejected]

/** Someone who has handed in one session, which was then judged. */
async function speakerOf(state: string): Promise<Json> {
  const speaker = await make(service, author, 'speaker', { name: `Speaker ${state}` }, at)
  const speakers = [linkTo(speaker)]
  const session = await make(service, author, 'session', { state: 'pending' }, { ...at, speakers })
  await setState(session, state)
  return speaker
}

function setState({ id }: Json, state: string): Promise<unknown> {
  return service.db.query(sql`update sessions set state = ${state} where id = ${id}`)
}

async function change(as: Caller | undefined, { type, id }: Json, attributes: Json): Promise<void> {
  const { status, body } = await service.call('PATCH', `/v1/${type}s/${id}`, {
    as,
    body: { data: { type, id, attributes } },
  })
  assert.equal(status, 200, JSON.stringify(body))
}

async function read(as: Caller | undefined, url: string): Promise<Json> {
  const { status, body } = await service.call('GET', encodeURI(url), { as })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const namesOf = (records: Json[]) => records.map(({ attributes }) => attributes.name).sort()
const inSpeakers = (node: Json) => `filter=${JSON.stringify([node])}`

describe('a speaker whose proposals are pending or rejected, or who has none', () => {
  it('is in no list, count or include of others', async () => {
    for (const as of others) {
      for (const list of ['/v1/speakers', `/v1/events/${event.id}/speakers`]) {
        const { data, meta } = await read(as, `${list}?page[size]=2`)
        const whole = await read(as, `${list}?page[size]=0`)

        assert.deepEqual([data.length, meta.count, namesOf(whole.data)], [2, 4, namesOf(PUBLIC)])
      }
      const { data, included } = await read(as, `/v1/events/${event.id}?include=speakers`)
      assert.deepEqual(namesOf(included), namesOf(PUBLIC))
      assert.equal(data.relationships.speakers.data.length, 4)
    }
  })

  it('is not found by its address, nor is what lies below it', async () => {
    for (const as of others) {
      for (const { id } of HIDDEN) {
        for (const below of ['', '/event', '/sessions', '/relationships/sessions']) {
          const { status } = await service.call('GET', `/v1/speakers/${id}${below}`, { as })
          assert.deepEqual([below, status], [below, 404])
        }
      }
    }
  })

  it('is found by no filter on related records', async () => {
    const named = { name: 'speakers', op: 'any', val: { name: 'name', op: 'eq', val: 'Proposed' } }
    for (const as of others) {
      const events = await read(as, `/v1/events?${inSpeakers(named)}`)
      const known = await read(
        as,
        `/v1/events?${inSpeakers({ ...named, val: { ...named.val, val: 'Entered' } })}`,
      )

      assert.deepEqual([events.data.length, known.data.length], [0, 1])
    }
  })

  it('is seen by the person and by coorganizers and up', async () => {
    for (const as of [author, ...insiders]) {
      const { data } = await read(as, `/v1/events/${event.id}/speakers?page[size]=0`)
      assert.deepEqual(namesOf(data), namesOf([...PUBLIC, ...HIDDEN]))
    }
  })

  it('cannot be linked by someone else to a session of theirs', async () => {
    const body = bodyOf('session', { state: 'pending' }, { ...at, speakers: [linkTo(proposed)] })
    const { status } = await service.call('POST', '/v1/sessions', { as: stranger, body })
    assert.equal(status, 404)
  })

  it('becomes public with a session, and is hidden again when it is withdrawn or deleted', async () => {
    const speaker = await make(service, author, 'speaker', { name: 'Changing' }, at)
    const session = await make(
      service,
      author,
      'session',
      { state: 'pending' },
      { ...at, speakers: [linkTo(speaker)] },
    )
    const seen = async () => (await service.call('GET', `/v1/speakers/${speaker.id}`)).status
    const outcomes = []
    for (const state of ['pending', 'accepted', 'withdrawn', 'confirmed']) {
      await setState(session, state)
      outcomes.push(await seen())
    }
    await service.call('DELETE', `/v1/sessions/${session.id}`, { as: owner })
    outcomes.push(await seen())

    assert.deepEqual(outcomes, [404, 200, 404, 200, 404])
    await service.call('DELETE', `/v1/speakers/${speaker.id}`, { as: owner })
  })
})

describe('a speaker whom an organizer entered', () => {
  it('is public without a session, and no longer with a pending one alone', async () => {
    const speaker = await make(service, owner, 'speaker', { name: 'Invited' }, at)
    const seen = async () => (await service.call('GET', `/v1/speakers/${speaker.id}`)).status
    const first = await seen()
    const session = await make(
      service,
      owner,
      'session',
      { state: 'pending' },
      { ...at, speakers: [linkTo(speaker)] },
    )
    const second = await seen()
    await setState(session, 'accepted')

    assert.deepEqual([first, second, await seen()], [200, 404, 200])
    await service.call('DELETE', `/v1/speakers/${speaker.id}`, { as: owner })
  })
})

describe('what the public is not to read of a session or a speaker', () => {
  const ANSWERS = { shirt_size: 'M', 'meal-choice': 'none', favouriteColour: 'red', unasked: 'x' }
  const SHOWN = { shirt_size: 'M', favouriteColour: 'red' }
  const records: Json[] = []

  it('is set up', async () => {
    for (const form of ['session', 'speaker']) {
      const fields = [
        ['shirtSize', true],
        ['meal_choice', false],
        ['favourite-colour', true],
      ] as const
      for (const [identifier, isPublic] of fields)
        await make(
          service,
          owner,
          'custom-form',
          { form, 'field-identifier': identifier, 'is-public': isPublic },
          at,
        )
    }
    // Another form and another event say nothing about these fields.
    const elsewhere = await make(service, owner, 'event')
    const isPublic = { 'field-identifier': 'unasked', 'is-public': true }
    await make(service, owner, 'custom-form', { form: 'attendee', ...isPublic }, at)
    await make(service, owner, 'custom-form', { form: 'session', ...isPublic }, { event: linkTo(elsewhere) })
    const speaker = await make(service, author, 'speaker', { 'complex-field-values': ANSWERS }, at)
    const sent = {
      title: 'Secrets',
      comments: 'Not for all',
      state: 'pending',
      'complex-field-values': ANSWERS,
    }
    const session = await make(service, author, 'session', sent, { ...at, speakers: [linkTo(speaker)] })
    assert.deepEqual(
      [speaker, session].map(({ attributes }) => attributes['complex-field-values']),
      [ANSWERS, ANSWERS],
    )
    assert.equal(session.attributes.comments, 'Not for all')
    await setState(session, 'accepted')
    records.push(speaker, session)
  })

  async function everywhere(as: Caller | undefined): Promise<Json[]> {
    const [speaker, session] = records as [Json, Json]
    const one = await read(as, `/v1/sessions/${session.id}?include=speakers`)
    const other = await read(as, `/v1/speakers/${speaker.id}?include=sessions`)
    const list = await read(as, `/v1/events/${event.id}/sessions?filter[title]=Secrets`)
    const below = await read(as, `/v1/events/${event.id}?include=sessions,speakers`)
    const included = below.included.filter(({ type, id }: Json) =>
      records.some((record) => record.type === type && record.id === id),
    )
    return [one.data, ...one.included, other.data, ...other.included, list.data[0], ...included]
  }

  const valuesOf = (found: Json[]) => ({
    answers: found.map(({ attributes }) => attributes['complex-field-values']),
    comments: found.filter(({ type }) => type === 'session').map(({ attributes }) => attributes.comments),
  })

  it('is left out for others, answer by answer', async () => {
    for (const as of others) {
      assert.deepEqual(valuesOf(await everywhere(as)), {
        answers: Array(7).fill(SHOWN),
        comments: Array(4).fill(null),
      })
    }
  })

  it('is there for its speakers, its creator and coorganizers and up', async () => {
    for (const as of [author, ...insiders]) {
      assert.deepEqual(valuesOf(await everywhere(as)), {
        answers: Array(7).fill(ANSWERS),
        comments: Array(4).fill('Not for all'),
      })
    }
  })

  it('is null where no answer is public', async () => {
    const quiet = await make(
      service,
      owner,
      'speaker',
      { 'complex-field-values': { meal_choice: 'none' } },
      at,
    )
    const { data } = await read(stranger, `/v1/speakers/${quiet.id}`)

    assert.equal(data.attributes['complex-field-values'], null)
  })

  it('cannot be asked about by filter or sort', async () => {
    for (const [query, parameter] of [
      ['filter[comments]=Not for all', 'filter'],
      [`filter=${JSON.stringify([{ name: 'comments', op: 'like', val: '%' }])}`, 'filter'],
      ['sort=comments', 'sort'],
      ['filter[complex-field-values]=M', 'filter[complex-field-values]'],
      ['sort=complex-field-values', 'sort'],
    ] as const) {
      const { status, body } = await service.call('GET', encodeURI(`/v1/sessions?${query}`))
      assert.deepEqual([query, status, body.errors?.[0].source], [query, 400, { parameter }])
    }
    const matching = `/v1/sessions?filter=${JSON.stringify([{ name: 'comments', op: 'like', val: '%all' }])}`
    assert.deepEqual((await read(stranger, matching)).data, [])
    assert.equal((await read(author, matching)).data.length, 1)
  })

  it('is the same in the answer to a write', async () => {
    const [, session] = records
    const body = { data: { type: 'session', id: session!.id, attributes: { subtitle: 'Again' } } }
    const { body: answer } = await service.call('PATCH', `/v1/sessions/${session!.id}`, { as: author, body })

    assert.deepEqual(valuesOf([answer.data]), { answers: [ANSWERS], comments: ['Not for all'] })
  })
})

describe('the author of a session', () => {
  async function sessionIn(state: string, attributes: Json = {}): Promise<Json> {
    const session = await make(service, author, 'session', { state: 'pending' }, at)
    await change(owner, session, { state, ...attributes })
    return (await read(author, `/v1/sessions/${session.id}`)).data
  }
  const patch = (as: Caller, { id, attributes, relationships = {} }: Json) =>
    service.call('PATCH', `/v1/sessions/${id}`, {
      as,
      body: { data: { type: 'session', id, attributes, relationships } },
    })

  it('confirms what was accepted', async () => {
    const { id } = await sessionIn('accepted')
    const { status, body } = await patch(author, { id, attributes: { state: 'confirmed' } })

    assert.deepEqual([status, body.data.attributes.state], [200, 'confirmed'])
  })

  it('withdraws it also when it is locked, sending it back whole', async () => {
    const { id, attributes } = await sessionIn('accepted', { 'is-locked': true })
    const relationships = { speakers: { data: [] }, event: { data: linkTo(event) } }
    const { status, body } = await patch(author, {
      id,
      attributes: { ...attributes, state: 'withdrawn' },
      relationships,
    })

    assert.deepEqual([status, body.data.attributes.state], [200, 'withdrawn'])
  })

  it('changes nothing else of a locked one', async () => {
    const { id } = await sessionIn('accepted', { 'is-locked': true })
    const mine = await make(service, author, 'speaker', {}, at)
    const tries: Json[] = [
      { attributes: { state: 'confirmed' } },
      { attributes: { title: 'Other' } },
      { attributes: { title: 'Other', state: 'withdrawn' } },
      { attributes: { state: 'withdrawn' }, relationships: { speakers: { data: [linkTo(mine)] } } },
      { attributes: {} },
    ]
    for (const one of tries) {
      const { status, body } = await patch(author, { id, ...one })
      assert.deepEqual([status, body.errors[0].source], [403, {}], JSON.stringify(one))
    }
    const { data } = await read(author, `/v1/sessions/${id}?include=speakers`)
    assert.deepEqual(
      [data.attributes.title, data.attributes.state, data.relationships.speakers.data],
      ['Keynote', 'accepted', []],
    )
  })

  it('does not withdraw the locked session of someone else', async () => {
    const { id } = await sessionIn('accepted', { 'is-locked': true })
    const { status } = await patch(stranger!, { id, attributes: { state: 'withdrawn' } })

    assert.equal(status, 403)
  })

  it('sets neither its time nor its room', async () => {
    const room = await make(service, owner, 'microlocation', {}, at)
    const { id } = await sessionIn('accepted')
    for (const one of [
      { attributes: { 'starts-at': '2030-05-01T09:00:00Z' } },
      { attributes: { 'ends-at': '2030-05-01T09:00:00Z' } },
      { relationships: { microlocation: { data: linkTo(room) } } },
    ] as Json[]) {
      const changed = await patch(author, { id, ...one })
      const made = await service.call('POST', '/v1/sessions', {
        as: author,
        body: {
          data: {
            type: 'session',
            attributes: { title: 'Mine', state: 'pending', ...one.attributes },
            relationships: { event: { data: linkTo(event) }, ...one.relationships },
          },
        },
      })
      assert.deepEqual([changed.status, made.status], [403, 403], JSON.stringify(one))
    }
  })
})
