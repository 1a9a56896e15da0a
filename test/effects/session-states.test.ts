/** Which states of a session may follow which, for organizers and for its creator. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { castOf, giveRoles, signUp } from '../support/people.ts'
import { type Caller, startTestService } from '../support/service.ts'

const STATES = ['draft', 'pending', 'accepted', 'confirmed', 'rejected', 'canceled', 'withdrawn'] as const
type Moves = Record<(typeof STATES)[number], readonly string[]>

/** Organizers judge and schedule, and take up drafts as if they had been handed in. */
const ORGANIZER: Moves = {
  draft: ['pending', 'withdrawn', 'accepted', 'rejected', 'confirmed'],
  pending: ['withdrawn', 'accepted', 'rejected', 'confirmed'],
  accepted: ['pending', 'withdrawn', 'rejected', 'confirmed', 'canceled'],
  confirmed: ['pending', 'withdrawn', 'accepted', 'rejected', 'canceled'],
  rejected: ['pending', 'withdrawn', 'accepted', 'confirmed'],
  canceled: ['pending', 'withdrawn', 'accepted', 'rejected', 'confirmed'],
  withdrawn: ['pending', 'accepted', 'rejected', 'canceled'],
}
/** Authors, and coorganizers with them, hand in, confirm and withdraw, which is final. */
const AUTHOR: Moves = {
  draft: ['pending'],
  pending: ['withdrawn'],
  accepted: ['confirmed', 'withdrawn'],
  confirmed: ['withdrawn'],
  rejected: ['withdrawn'],
  canceled: ['withdrawn'],
  withdrawn: [],
}

const service = await startTestService()
const cast = await castOf(service)
const { stranger: creator, coorganizer, organizer, owner, admin } = cast
const event = await make(service, owner, 'event')
await giveRoles(service, cast, event.id)
await make(service, owner, 'speakers-call', {}, { event: linkTo(event) })
const session = await make(service, creator, 'session', { state: 'draft' }, { event: linkTo(event) })

async function stateOf(): Promise<string> {
  const [row] = await service.db.query<{ state: string }>(
    sql`select state from sessions where id = ${session.id}`,
  )
  return row!.state
}

async function move(as: Caller | undefined, current: string, next: string) {
  await service.db.query(sql`update sessions set state = ${current} where id = ${session.id}`)
  const data = { type: 'session', id: session.id, attributes: { state: next } }
  const { status, body } = await service.call('PATCH', `/v1/sessions/${session.id}`, { as, body: { data } })
  return { status, state: await stateOf(), detail: body.errors?.[0].detail }
}

function refusal(current: string, next: string, allowed: readonly string[]): string {
  const rest = allowed.length > 0 ? `, only to ${allowed.join(' or ')}` : `; ${current} is final`
  return `You may not change state from ${current} to ${next}${rest}.`
}

const people = {
  creator: AUTHOR,
  coorganizer: AUTHOR,
  organizer: ORGANIZER,
  owner: ORGANIZER,
  admin: ORGANIZER,
}
const callers = { creator, coorganizer, organizer, owner, admin }

for (const [name, moves] of Object.entries(people)) {
  describe(`for the ${name}`, () => {
    for (const current of STATES) {
      const allowed = moves[current]
      const others = STATES.filter((next) => next !== current && !allowed.includes(next))

      for (const next of allowed) {
        it(`${current} may become ${next}`, async () => {
          const moved = await move(callers[name as 'owner'], current, next)

          assert.deepEqual(moved, { status: 200, state: next, detail: undefined })
        })
      }

      it(`${current} may stay and may not become ${others.join(', ')}`, async () => {
        const as = callers[name as 'owner']
        assert.deepEqual(await move(as, current, current), { status: 200, state: current, detail: undefined })
        for (const next of others) {
          assert.deepEqual(await move(as, current, next), {
            status: 403,
            state: current,
            detail: refusal(current, next, allowed),
          })
        }
      })
    }
  })
}

describe('a new session', () => {
  const create = async (as: Caller | undefined, state: string) => {
    const body = bodyOf('session', { state }, { event: linkTo(event) })
    const answer = await service.call('POST', '/v1/sessions', { as, body })
    return answer.status === 201 ? answer.body.data.attributes.state : answer.status
  }

  it('starts as draft or pending when its author makes it', async () => {
    const outcomes = await Promise.all(STATES.map((state) => create(creator, state)))

    assert.deepEqual(outcomes, ['draft', 'pending', 403, 403, 403, 403, 403])
  })

  it('starts in any state when an organizer makes it', async () => {
    const outcomes = await Promise.all(STATES.map((state) => create(organizer, state)))

    assert.deepEqual(outcomes, STATES)
  })
})

describe('a speaker with an account who did not submit the session', () => {
  const propose = async (attributes: object) => {
    const speaker = await signUp(service)
    const profile = await make(service, speaker, 'speaker', {}, { event: linkTo(event) })
    const links = { event: linkTo(event), speakers: [linkTo(profile)] }
    const { id } = await make(service, organizer!, 'session', { ...attributes }, links)
    const change = async (sent: object) => {
      const data = { type: 'session', id, attributes: sent }
      const { status, body } = await service.call('PATCH', `/v1/sessions/${id}`, {
        as: speaker,
        body: { data },
      })
      return [status, body.data?.attributes.state ?? body.errors[0].detail]
    }
    return change
  }
  const LOCKED =
    'You need to be its creator or speaker while it is not locked, or to have coorganizer access to the event.'

  it('confirms it and changes its texts while it is not locked', async () => {
    const change = await propose({ state: 'accepted' })

    assert.deepEqual(await change({ title: 'A better title', 'short-abstract': 'Why' }), [200, 'accepted'])
    assert.deepEqual(await change({ state: 'confirmed' }), [200, 'confirmed'])
  })

  it('withdraws it even when it is locked, and changes nothing else then', async () => {
    const change = await propose({ state: 'accepted', 'is-locked': true })

    assert.deepEqual(await change({ title: 'A better title' }), [403, LOCKED])
    assert.deepEqual(await change({ state: 'confirmed' }), [403, LOCKED])
    assert.deepEqual(await change({ state: 'withdrawn', title: 'A better title' }), [403, LOCKED])
    assert.deepEqual(await change({ state: 'withdrawn' }), [200, 'withdrawn'])
    assert.deepEqual(await change({ state: 'pending' }), [
      403,
      'You may not change state from withdrawn to pending; withdrawn is final.',
    ])
  })

  it('moves it neither in time nor in space, and does not unlock it', async () => {
    const change = await propose({ state: 'confirmed' })

    for (const sent of [{ 'starts-at': '2030-05-01T10:00:00Z' }, { 'is-locked': true }])
      assert.equal((await change(sent))[0], 403)
  })
})
