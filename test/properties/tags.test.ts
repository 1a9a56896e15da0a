/** Two documents of one address have the same tag exactly when they are the same, and conditions go by that. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, startTestService } from '../support/service.ts'
import { check, SEED } from './check.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const track = linkTo(await make(service, owner, 'track', {}, { event }))
const session = linkTo(await make(service, owner, 'session', {}, { event, track }))
const speaker = linkTo(await make(service, owner, 'speaker', {}, { event }))

type Link = typeof event
const pathOf = ({ type, id }: Link) => `/v1/${type}s/${id}`
const patch = (record: Link, attributes: object, headers?: Record<string, string>) =>
  service.call('PATCH', pathOf(record), {
    as: owner,
    body: { data: { ...record, attributes } },
    ...(headers && { headers }),
  })
const link = (method: string, on: Link, name: string, data: unknown) =>
  service.call(method, `${pathOf(on)}/relationships/${name}`, { as: owner, body: { data } })

/** Each leads to a state that may have been there before. */
const STEPS: Record<string, (choice: 0 | 1) => Promise<unknown>> = {
  'renames the track': (choice) => patch(track, { name: ['Science', 'Art'][choice] }),
  'places the track': (choice) => patch(track, { position: choice }),
  'renames the session': (choice) => patch(session, { title: ['Keynote', 'Panel'][choice] }),
  'moves the session': (choice) => link('PATCH', session, 'track', choice ? track : null),
  'gives the session a speaker': (choice) => link(choice ? 'POST' : 'DELETE', session, 'speakers', [speaker]),
  'changes the address of the speaker, which strangers do not see': (choice) =>
    patch(speaker, { address: ['Here', 'There'][choice] }),
}
const anyStep = fc.record({
  what: fc.constantFrom(...Object.keys(STEPS)),
  choice: fc.constantFrom(0 as const, 1 as const),
})

const VIEWS: [path: string, as?: Caller][] = [
  [pathOf(track), owner],
  [pathOf(track)],
  [`${pathOf(track)}?fields[track]=name`],
  [`${pathOf(track)}?include=sessions&fields[session]=title,speakers`, owner],
  [`${pathOf(session)}?include=track,speakers&fields[session]=title,track,speakers`],
  [`${pathOf(session)}?include=speakers&fields[session]=title,speakers`, owner],
  [pathOf(session)],
]

describe(`the tag of a document (seed ${SEED})`, () => {
  it('changes exactly when the document does, for every view of it, and tells who has it already', () => {
    const tags = VIEWS.map(() => new Map<string, string>())
    let returns = 0
    return check(
      20,
      fc.asyncProperty(anyStep, async ({ what, choice }) => {
        await STEPS[what]!(choice)
        for (const [view, [url, as]] of VIEWS.entries()) {
          const { headers, body } = await service.call('GET', url, { as })
          const known = tags[view]!
          const content = JSON.stringify(body)
          assert.match(headers.etag!, /^"[\w.-]+"$/)
          if (known.has(content)) returns++
          else
            assert.ok(
              ![...known.values()].includes(headers.etag!),
              `${what}: ${url} has changed, its tag has not`,
            )
          assert.equal(
            headers.etag,
            known.get(content) ?? headers.etag,
            `${what}: ${url} is as it was, its tag is not`,
          )
          known.set(content, headers.etag!)
          for (const tag of [...known.values()].slice(-2)) {
            const { status } = await service.call('GET', url, { as, headers: { 'if-none-match': tag } })
            assert.equal(status, tag === headers.etag ? 304 : 200)
          }
        }
      }),
    ).then(() => assert.ok(returns > 30, `only ${returns} documents had been there before`))
  })

  it('opens a write when the record is as it was then, and only then', () => {
    const taken: { tag: string; record: string }[] = []
    return check(
      60,
      fc.asyncProperty(fc.nat(), fc.constantFrom('Science', 'Art', 'Music'), async (place, name) => {
        const now = await service.call('GET', `${pathOf(track)}${place % 2 ? '?include=sessions' : ''}`, {
          as: owner,
        })
        const record = JSON.stringify(now.body.data.attributes)
        taken.push({ tag: now.headers.etag!, record })
        const chosen = taken[place % taken.length]!

        const { status, body } = await patch(track, { name }, { 'if-match': chosen.tag })

        const isOpen = chosen.record === record
        assert.equal(status, isOpen ? 200 : 412, JSON.stringify(body))
        const { body: after } = await service.call('GET', pathOf(track), { as: owner })
        assert.deepEqual(
          after.data.attributes,
          isOpen ? { ...now.body.data.attributes, name } : now.body.data.attributes,
        )
      }),
    )
  })

  it('opens one of several writes at once, of the record and of its links', async () => {
    const fresh = linkTo(await make(service, owner, 'session', {}, { event }))
    for (let round = 0; round < 6; round++) {
      const { headers, body } = await service.call('GET', pathOf(fresh), { as: owner })
      const match = { 'if-match': headers.etag! }
      const names = ['a', 'b', 'c', 'd'].map((name) => `${name}${round}`)

      const answers = await Promise.all([
        ...names.map((title) => patch(fresh, { title }, match)),
        service.call('PATCH', `${pathOf(fresh)}/relationships/track`, {
          as: owner,
          headers: match,
          body: { data: body.data.relationships.track.data ? null : track },
        }),
      ])

      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, 412, 412, 412, 412])
    }
  })
})
