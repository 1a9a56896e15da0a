/** Which states of a session may follow which, for organizers and for its creator. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { castOf, giveRoles } from '../support/people.ts'
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
