/** From the call for speakers to the feedback after a talk, over HTTP and with a real mail server. The steps follow each other. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startMailServer } from '../../tools/mail-server.ts'
import { operate } from '../support/atomic.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Answer, type Caller, type Json, startTestService } from '../support/service.ts'

const mail = await startMailServer()
const service = await startTestService({ WORKERS: '1', MAIL_URL: mail.url })

/** Who has confirmed the address that they signed up with. */
async function join(name: string): Promise<Caller> {
  const person = await signUp(service, `${name}@plenum.test`)
  const body = { data: { token: await tokenFor(person.email, /confirm/) } }
  const { status } = await service.call('POST', '/v1/auth/verify-email', { body })
  assert.equal(status, 200)
  return person
}

async function received(address: string, subject: RegExp): Promise<Json> {
  for (let count = 1; ; count++) {
    const found = (await mail.until(address, count)).find((one) => subject.test(one.subject))
    if (found) return found
  }
}

async function tokenFor(address: string, subject: RegExp): Promise<string> {
  const { text } = await received(address, subject)
  return /[?#&]token=([^\s&]+)/.exec(text)![1]!
}

const owner = await join('owner')
const ann = await join('ann')
const ben = await join('ben')
const cleo = await join('cleo')
const rita = await join('rita')
const visitor = await join('visitor')

const state = { event: {} as Json, relevance: '', clarity: '', sessions: {} as Record<string, Json> }

const get = async (as: Caller | undefined, url: string): Promise<Json> =>
  (await service.call('GET', url, { as })).body
const change = (as: Caller, { type, id }: Json, attributes: Json, relationships: Json = {}) =>
  service.call('PATCH', `/v1/${type}s/${id}`, {
    as,
    body: { data: { type, id, attributes, relationships } },
  })
const faultsOf = ({ status, body }: Answer) =>
  body.errors.map(({ source, detail }: Json) => [status, source.pointer, detail])

async function propose(as: Caller, title: string, answers: Json): Promise<Answer> {
  const { event } = state
  const speaker = linkTo(
    await make(service, as, 'speaker', { name: `${title}er`, email: as.email }, { event }),
  )
  const attributes = { title, state: 'pending', ...answers }
  return service.call('POST', '/v1/sessions', {
    as,
    body: bodyOf('session', attributes, { event, speakers: [speaker] }),
  })
}

async function review(as: Caller, title: string, relevance: number, clarity: number): Promise<Answer> {
  const scores = { [state.relevance]: relevance, [state.clarity]: clarity }
  const session = state.sessions[title]
  return service.call('POST', '/v1/reviews', {
    as,
    body: { data: { type: 'review', attributes: { scores }, relationships: { session: { data: session } } } },
  })
}

describe('the way of a conference', () => {
  it('begins with a call for speakers, a form and criteria', async () => {
    const event = linkTo(
      await make(service, owner, 'event', { name: 'TeaConf', 'is-review-anonymous': true }),
    )
    await make(service, owner, 'speakers-call', {}, { event })
    const asked = { form: 'session', 'is-included': true, 'is-required': true }
    const field = {
      ...asked,
      'field-identifier': 'serving',
      name: 'Serving',
      type: 'select',
      'is-complex': true,
    }
    const form = await make(service, owner, 'custom-form', field, { event })
    for (const value of ['hot', 'iced'])
      await make(service, owner, 'custom-form-option', { value }, { 'custom-form': linkTo(form) })
    state.event = event
    state.relevance = (
      await make(service, owner, 'review-criterion', { name: 'Relevance', weight: 2 }, { event })
    ).id
    state.clarity = (await make(service, owner, 'review-criterion', { name: 'Clarity' }, { event })).id
  })

  it('invites two reviewers, of whom one wants to speak too', async () => {
    for (const reviewer of [rita, cleo]) {
      const attributes = { email: reviewer.email, 'role-name': 'reviewer' }
      await make(service, owner, 'role-invite', attributes, { event: state.event })
      const body = { data: { token: await tokenFor(reviewer.email, /invit/i) } }
      const { status } = await service.call('POST', '/v1/role-invites/accept-invite', { as: reviewer, body })
      assert.equal(status, 200)
    }
  })

  it('takes three proposals whose answers fit the form', async () => {
    const wrong = await propose(ann, 'Assam', { 'complex-field-values': { serving: 'cold' } })
    const missing = await propose(ann, 'Assam', {})
    for (const [as, title] of [
      [ann, 'Assam'],
      [ben, 'Bancha'],
      [cleo, 'Ceylon'],
    ] as const) {
      const { status, body } = await propose(as, title, { 'complex-field-values': { serving: 'hot' } })
      assert.equal(status, 201, JSON.stringify(body))
      state.sessions[title] = linkTo(body.data)
    }

    const at = '/data/attributes/complex-field-values/serving'
    assert.deepEqual(
      [faultsOf(wrong), faultsOf(missing)],
      [[[422, at, 'Serving must be one of: hot, iced']], [[422, at, 'Serving is required']]],
    )
  })

  it('shows reviewers what is proposed, but not by whom', async () => {
    const shown = await get(rita, `/v1/events/${state.event.id}/sessions?include=speakers&sort=title`)

    assert.deepEqual(
      shown.data.map(({ attributes, relationships }: Json) => [
        attributes.title,
        relationships.speakers?.data ?? [],
      ]),
      [
        ['Assam', []],
        ['Bancha', []],
        ['Ceylon', []],
      ],
    )
    assert.doesNotMatch(JSON.stringify(shown), /Assamer|Banchaer|Ceyloner|ann@|ben@|cleo@/)
  })

  it('collects their scores, and nobody reviews their own proposal', async () => {
    const written = [
      await review(rita, 'Assam', 3, 3),
      await review(rita, 'Bancha', 5, 4),
      await review(rita, 'Ceylon', 1, 1),
      await review(cleo, 'Assam', 4, 5),
      await review(cleo, 'Bancha', 5, 5),
    ]
    const own = await review(cleo, 'Ceylon', 5, 5)

    assert.deepEqual(
      written.map(({ status }) => status),
      [201, 201, 201, 201, 201],
    )
    assert.equal(own.status, 403)
  })

  it('sorts the proposals by score', async () => {
    const { data } = await get(owner, `/v1/events/${state.event.id}/sessions?sort=-review-score`)

    assert.deepEqual(
      data.map(({ attributes: { title, ...scores } }: Json) => [
        title,
        scores['review-score'],
        scores['review-count'],
      ]),
      [
        ['Bancha', 96.67, 2],
        ['Assam', 73.33, 2],
        ['Ceylon', 20, 1],
      ],
    )
  })

  it('decides on all of them at once, and the decisions are mailed', async () => {
    const decisions = { Assam: 'accepted', Bancha: 'accepted', Ceylon: 'rejected' }
    const operations = Object.entries(decisions).map(([title, decision]) => ({
      op: 'update',
      data: { ...state.sessions[title], attributes: { state: decision, 'send-email': true } },
    }))

    const { status, body } = await operate(service, owner, operations)

    assert.equal(status, 200, JSON.stringify(body))
    for (const [{ email }, title, decision] of [
      [ann, 'Assam', /accepted/],
      [ben, 'Bancha', /accepted/],
      [cleo, 'Ceylon', /rejected|not accepted/],
    ] as const) {
      const { text } = await received(email, decision)
      assert.ok(text.includes(title) && text.includes('TeaConf'), text)
    }
  })

  it('lets one speaker confirm and another withdraw', async () => {
    const confirmed = await change(ann, state.sessions.Assam, { state: 'confirmed' })
    const withdrawn = await change(ben, state.sessions.Bancha, { state: 'withdrawn' })

    assert.deepEqual(
      [confirmed, withdrawn].map(({ status, body }) => [status, body.data?.attributes.state]),
      [
        [200, 'confirmed'],
        [200, 'withdrawn'],
      ],
    )
  })

  it('releases the schedule, and the speaker gets it as a calendar', async () => {
    const { event, sessions } = state
    const hall = linkTo(await make(service, owner, 'microlocation', { name: 'Hall' }, { event }))
    const slot = { 'starts-at': '2030-05-01T10:00:00Z', 'ends-at': '2030-05-01T10:30:00Z' }
    await change(owner, sessions.Assam, slot, { microlocation: { data: hall } })
    const body = { data: { type: 'schedule-release', attributes: { 'send-emails': true } } }

    const released = await service.call('POST', `/v1/events/${event.id}/schedule-releases`, {
      as: owner,
      body,
    })

    assert.deepEqual([released.status, released.body.data.attributes['session-count']], [201, 1])
    const { calendar } = await received(ann.email, /schedule/i)
    assert.match(calendar, /SUMMARY:Assam/)
    const feed = await get(undefined, `/v1/events/${event.id}/schedule.json`)
    assert.match(JSON.stringify(feed), /"title":"Assam"/)
    assert.doesNotMatch(JSON.stringify(feed), /Bancha|Ceylon/)
  })

  it('ends with feedback after the talk', async () => {
    const { Assam } = state.sessions
    const rate = () =>
      service.call('POST', '/v1/feedbacks', {
        as: visitor,
        body: {
          data: { type: 'feedback', attributes: { rating: 5 }, relationships: { session: { data: Assam } } },
        },
      })

    const early = await rate()
    await change(owner, Assam, { 'starts-at': '2020-05-01T10:00:00Z', 'ends-at': '2020-05-01T10:30:00Z' })
    const given = await rate()

    const { attributes } = (await get(undefined, `/v1/sessions/${Assam!.id}`)).data
    assert.deepEqual([early.status, given.status], [422, 201])
    assert.deepEqual([attributes['average-rating'], attributes['rating-count']], [5, 1])
  })
})
