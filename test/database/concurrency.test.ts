/** Requests at the same moment, to two services on one database. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Answer, type Json, startTestService, type TestService } from '../support/service.ts'

const one = await startTestService()
const two = await one.startBeside()
const owner = await signUp(one)

/** Twenty requests at once, to both services in turn. */
function together(work: (service: TestService, n: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 20 }, (_, n) => work(n % 2 === 0 ? one : two, n)))
}

function countStatuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

const refusals = (answers: Answer[]) =>
  new Set(
    answers.filter(({ status }) => status >= 400).map(({ body }) => JSON.stringify(body.errors[0].source)),
  )

async function makeEvent(attributes: Json = {}): Promise<{ type: string; id: string }> {
  return linkTo(await make(one, owner, 'event', attributes))
}

describe('of twenty at once', () => {
  for (const [type, path] of [
    ['speakers-call', '/v1/speakers-calls'],
    ['event-copyright', '/v1/event-copyright'],
  ] as const)
    it(`only one makes the ${type} of an event`, async () => {
      const event = await makeEvent()
      const body = bodyOf(type, {}, { event })

      const answers = await together((service) => service.call('POST', path, { as: owner, body }))

      const kept = await one.call('GET', `/v1/events/${event.id}/${type}`)
      assert.deepEqual(countStatuses(answers), { 201: 1, 409: 19 })
      assert.deepEqual([...refusals(answers)], ['{"pointer":"/data/relationships/event"}'])
      const made = answers.find(({ status }) => status === 201)!.body.data
      assert.deepEqual(kept.body.data.id, made.id)
    })

  it('only one signs up with an e-mail address, however it is written', async () => {
    const spellings = ['ada@plenum.test', 'ADA@plenum.test', 'Ada@Plenum.Test', 'ada@PLENUM.test']
    const answers = await together((service, n) => {
      const attributes = { email: spellings[n % spellings.length], password: 'long enough' }
      return service.call('POST', '/v1/users', { body: { data: { type: 'user', attributes } } })
    })

    const rows = await one.db.query(sql`select 1 from users where lower(email) = 'ada@plenum.test'`)
    const mails = await one.db.query(sql`select 1 from mails where lower(recipient) = 'ada@plenum.test'`)
    assert.deepEqual(countStatuses(answers), { 201: 1, 409: 19 })
    assert.deepEqual([...refusals(answers)], ['{"pointer":"/data/attributes/email"}'])
    assert.deepEqual([rows.length, mails.length], [1, 1])
  })

  it('only one changes a record under the same tag', async () => {
    for (const [type, path] of [
      ['track', '/v1/tracks'],
      ['session', '/v1/sessions'],
    ] as const) {
      const { id } = await make(one, owner, type, {}, { event: await makeEvent() })
      const url = `${path}/${id}`
      const tag = (await one.call('GET', url, { as: owner })).headers.etag!
      const name = type === 'track' ? 'name' : 'title'

      const answers = await together((service, n) =>
        service.call('PATCH', url, {
          as: owner,
          body: { data: { type, id, attributes: { [name]: `Writer ${n}` } } },
          headers: { 'if-match': tag },
        }),
      )

      const winner = answers.find(({ status }) => status === 200)!
      assert.deepEqual(countStatuses(answers), { 200: 1, 412: 19 })
      assert.deepEqual([...refusals(answers)], ['{"header":"If-Match"}'])
      assert.deepEqual((await one.call('GET', url, { as: owner })).body.data, winner.body.data)
    }
  })

  it('only one deletes a record', async () => {
    const { id } = await make(one, owner, 'track', {}, { event: await makeEvent() })

    const answers = await together((service) => service.call('DELETE', `/v1/tracks/${id}`, { as: owner }))

    assert.deepEqual(countStatuses(answers), { 200: 1, 404: 19 })
  })

  it('all that link the same speaker end with one link', async () => {
    const event = await makeEvent()
    const session = await make(one, owner, 'session', {}, { event })
    const speaker = linkTo(await make(one, owner, 'speaker', {}, { event }))
    const url = `/v1/sessions/${session.id}/relationships/speakers`

    const answers = await together((service) =>
      service.call('POST', url, { as: owner, body: { data: [speaker] } }),
    )

    assert.deepEqual(countStatuses(answers), { 200: 1, 204: 19 })
    assert.deepEqual((await one.call('GET', url, { as: owner })).body.data, [speaker])
  })

  it('each makes an event of its own', async () => {
    const answers = await together((service) =>
      service.call('POST', '/v1/events', { as: owner, body: bodyOf('event') }),
    )

    const identifiers = new Set(answers.map(({ body }) => body.data.attributes.identifier))
    assert.deepEqual([countStatuses(answers), identifiers.size], [{ 201: 20 }, 20])
  })
})

describe('two changes that are right each alone, but not together,', () => {
  const change = (service: TestService, id: string, attributes: Json) =>
    service.call('PATCH', `/v1/events/${id}`, {
      as: owner,
      body: { data: { type: 'event', id, attributes } },
    })

  for (const [what, before, first, second] of [
    [
      'never leave an event that ends before it starts',
      { 'starts-at': '2030-05-01T00:00:00Z', 'ends-at': '2030-05-10T00:00:00Z' },
      { 'starts-at': '2030-05-08T00:00:00Z' },
      { 'ends-at': '2030-05-03T00:00:00Z' },
    ],
    [
      'never leave a published event that lasts too long',
      { 'starts-at': '2030-05-11T00:00:00Z', 'ends-at': '2030-05-12T00:00:00Z', state: 'published' },
      { 'starts-at': '2030-05-01T00:00:00Z' },
      { 'ends-at': '2030-05-31T00:00:00Z' },
    ],
  ] as const)
    it(what, async () => {
      for (let round = 0; round < 10; round++) {
        const { id } = await makeEvent(before)

        const answers = await Promise.all([change(one, id, first), change(two, id, second)])

        assert.deepEqual(countStatuses(answers), { 200: 1, 422: 1 })
        assert.deepEqual([...refusals(answers)], ['{"pointer":"/data/attributes/ends-at"}'])
      }
    })

  it('never leave a custom form whose label does not fit its field', async () => {
    const event = await makeEvent()
    for (let round = 0; round < 10; round++) {
      const { id } = await make(
        one,
        owner,
        'custom-form',
        { form: 'session', 'field-identifier': 'title' },
        { event },
      )
      const set = (service: TestService, attributes: Json) =>
        service.call('PATCH', `/v1/custom-forms/${id}`, {
          as: owner,
          body: { data: { type: 'custom-form', id, attributes } },
        })

      await Promise.all([set(one, { form: 'speaker' }), set(two, { 'field-identifier': 'shortBiography' })])

      const { attributes } = (await one.call('GET', `/v1/custom-forms/${id}`, { as: owner })).body.data
      const { form, name, 'field-identifier': field, 'is-complex': isComplex } = attributes
      assert.deepEqual(
        { form, name, field, isComplex },
        { form: 'speaker', name: 'Short Biography', field: 'shortBiography', isComplex: false },
      )
    }
  })
})
