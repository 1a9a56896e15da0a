/** Relationships are sets: whatever is added, taken away or replaced, at either end and at once. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { check, SEED } from './check.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const several = async (type: string, count: number): Promise<Link[]> => {
  const made: Link[] = []
  while (made.length < count) made.push(linkTo(await make(service, owner, type, {}, { event })))
  return made
}

interface Link {
  type: string
  id: string
}
interface End {
  owners: Link[]
  name: string
  targets: Link[]
  /** The same links, seen from the other end. */
  inverse: string
  /** Each target has one owner at most. */
  exclusive: boolean
}

const sessions = await several('session', 4)
const speakers = await several('speaker', 4)
const tracks = await several('track', 3)
const ENDS: Record<string, End> = {
  'the speakers of sessions': {
    owners: sessions,
    name: 'speakers',
    targets: speakers,
    inverse: 'sessions',
    exclusive: false,
  },
  'the sessions of tracks': {
    owners: tracks,
    name: 'sessions',
    targets: sessions,
    inverse: 'track',
    exclusive: true,
  },
}

const urlOf = ({ type, id }: Link, name: string) => `/v1/${type}s/${id}/relationships/${name}`
const send = (method: string, link: Link, name: string, data: unknown) =>
  service.call(method, urlOf(link, name), { as: owner, body: { data } })
const idsAt = async (link: Link, name: string): Promise<string[]> => {
  const { body } = await service.call('GET', urlOf(link, name), { as: owner })
  return [body.data]
    .flat()
    .filter((one: Json) => one !== null)
    .map(({ id }: Link) => id)
}

const METHODS = ['PATCH', 'POST', 'DELETE'] as const
const anyStep = ({ owners, targets }: End) =>
  fc.record({
    method: fc.constantFrom(...METHODS),
    at: fc.constantFrom(...owners),
    links: fc.array(fc.constantFrom(...targets), { maxLength: 5 }),
  })

/** What each owner is linked to. */
type Links = Map<string, Set<string>>

function apply(links: Links, { exclusive }: End, method: string, at: Link, named: string[]): void {
  const own = links.get(at.id)!
  if (method === 'PATCH') own.clear()
  for (const id of named) {
    if (method === 'DELETE') own.delete(id)
    else {
      if (exclusive) for (const others of links.values()) others.delete(id)
      own.add(id)
    }
  }
}

const sorted = (ids: Iterable<string>) => [...ids].sort((a, b) => Number(a) - Number(b))

for (const [what, end] of Object.entries(ENDS)) {
  describe(`${what} (seed ${SEED})`, () => {
    before(async () => {
      for (const one of end.owners) await send('PATCH', one, end.name, [])
    })

    it('are what a set is after the same steps, seen from both ends; a step again changes nothing', () => {
      const links: Links = new Map(end.owners.map(({ id }) => [id, new Set()]))
      return check(
        10,
        fc.asyncProperty(fc.array(anyStep(end), { minLength: 1, maxLength: 4 }), async (steps) => {
          for (const { method, at, links: named } of steps) {
            const earlier = sorted(links.get(at.id)!)
            apply(
              links,
              end,
              method,
              at,
              named.map(({ id }) => id),
            )
            const expected = sorted(links.get(at.id)!)

            const first = await send(method, at, end.name, named)
            assert.equal(
              first.status,
              earlier.join() === expected.join() ? 204 : 200,
              JSON.stringify(first.body),
            )
            assert.equal((await send(method, at, end.name, named)).status, 204)
            assert.deepEqual(await idsAt(at, end.name), expected)
          }
          for (const target of end.targets) {
            const expected = [...links].filter(([, own]) => own.has(target.id)).map(([id]) => id)
            assert.deepEqual(await idsAt(target, end.inverse), sorted(expected))
          }
        }),
      )
    })

    it('that are added at once are all there, and none that are taken at once', () =>
      check(
        8,
        fc.asyncProperty(fc.constantFrom(...end.owners), async (at) => {
          const all = end.targets.map(({ id }) => id)
          await send('PATCH', at, end.name, [])

          const added = await Promise.all(end.targets.map((one) => send('POST', at, end.name, [one])))
          assert.deepEqual(
            added.map(({ status }) => status),
            all.map(() => 200),
          )
          assert.deepEqual(await idsAt(at, end.name), sorted(all))

          await Promise.all([
            send('DELETE', at, end.name, end.targets.slice(0, 2)),
            send('POST', at, end.name, end.targets.slice(2)),
            send('DELETE', at, end.name, end.targets.slice(1, 2)),
          ])
          assert.deepEqual(await idsAt(at, end.name), sorted(all.slice(2)))
        }),
      ))

    it('that are replaced at once are those of one request, not a mixture', () =>
      check(
        8,
        fc.asyncProperty(
          fc.constantFrom(...end.owners),
          fc.array(fc.subarray(end.targets), { minLength: 2, maxLength: 4 }),
          async (at, wishes) => {
            await Promise.all(wishes.map((wish) => send('PATCH', at, end.name, wish)))

            const held = (await idsAt(at, end.name)).join()
            const wished = wishes.map((wish) => sorted(wish.map(({ id }) => id)).join())
            assert.ok(wished.includes(held), `${held} is none of ${JSON.stringify(wished)}`)
          },
        ),
      ))

    if (end.exclusive)
      it('that are claimed by several owners at once belong to one of them', async () => {
        for (let round = 0; round < 8; round++) {
          const claims = end.owners.map((at, place) =>
            send('PATCH', at, end.name, place % 2 ? end.targets : end.targets.toReversed()),
          )
          for (const { status, body } of await Promise.all(claims))
            assert.ok(status === 200 || status === 204, JSON.stringify(body))

          const held = await Promise.all(end.owners.map((at) => idsAt(at, end.name)))
          assert.deepEqual(sorted(held.flat()), sorted(end.targets.map(({ id }) => id)))
        }
      })
  })
}
