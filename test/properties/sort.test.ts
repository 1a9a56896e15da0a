/** Every list can be put in the order of every field, and that order is total: nothing is left to chance. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { type Attribute, isComparable, type Model } from '../../src/jsonapi/model.ts'
import { insertRow } from '../../src/jsonapi/statements.ts'
import { makeWorld } from '../permissions/world.ts'
import { castOf } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { SEED } from './check.ts'
import { anyValues, completed, keepRules } from './values.ts'

const service = await startTestService()
const cast = await castOf(service)
const admin = cast.admin!
const listed = [...service.models.values()].filter(
  ({ declaration: { access, singleton } }) => access.list !== false && singleton === undefined,
)
const sortable = ({ attributes }: Model) => [...attributes.values()].filter(isComparable)

/** Need a role as well; or an event has one for each of a few occasions. */
const MADE_OTHERWISE = new Set(['role-invite', 'users-events-roles', 'mail-template'])

/** Whether an event may have as many as there are below. */
function isStored({ type, parent, declaration }: Model): boolean {
  const { onePerEvent } = service.catalog.entryOf(type).sample
  const isPart = parent?.target.type === 'event' && declaration.access.create !== undefined
  return isPart && !onePerEvent && !MADE_OTHERWISE.has(type)
}

/** Four different records, each three times, so that every field has values that are shared and some that are null. */
async function storeRecords(model: Model, eventId: string): Promise<void> {
  const { attributes, unique } = service.catalog.entryOf(model.type).sample
  const base = completed(model, attributes)
  const kinds = fc
    .sample(anyValues(model), { seed: SEED, numRuns: 4 })
    .map((values) => completed(model, { ...base, ...keepRules(model, base, values) }))
  for (const [place, values] of [...kinds, ...kinds, ...kinds].entries()) {
    const row = { ...values, ...unique?.(1_000 + ((place * 5) % 12)), event_id: eventId }
    const columns = Object.entries(row).filter(([name]) => !model.attributes.get(name)?.field.transient)
    await service.db.query(insertRow(model, Object.fromEntries(columns)))
  }
}

async function list(model: Model, query: string): Promise<Json[]> {
  const url = `${model.path}?${query}`
  const { status, body } = await service.call('GET', url, { as: admin })
  assert.equal(status, 200, `${url} ${JSON.stringify(body)}`)
  return body.data
}

/** Nothing comes after everything; texts go by their code points, moments by their time. */
function compareBy({ wire, field }: Attribute): (a: Json, b: Json) => number {
  const { column } = field.kind
  return (a, b) => {
    const [one, other] = [a.attributes[wire], b.attributes[wire]]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    if (column === 'text') return Buffer.compare(Buffer.from(one), Buffer.from(other))
    if (column === 'timestamptz') return withFraction(one) < withFraction(other) ? -1 : Number(one !== other)
    return Number(one) - Number(other)
  }
}

const withFraction = (moment: string) =>
  moment.replace(/(?:\.(\d+))?\+00:00$/, (_all, digits = '') => `.${digits.padEnd(6, '0')}`)

const idsOf = (records: Json[]) => records.map(({ id }) => id)

describe(`a list (seed ${SEED})`, () => {
  before(async () => {
    const { records } = await makeWorld(service, cast, 'published')
    for (const model of listed.filter(isStored)) await storeRecords(model, records.event!.id)
  })

  for (const model of listed) {
    it(`of the type ${model.type} comes in the order of each of its fields, and then of the ids`, async () => {
      const all = await list(model, 'page[size]=0')
      assert.ok(all.length >= 1)
      for (const attribute of sortable(model)) {
        const rising = compareBy(attribute)
        for (const [word, direction] of [
          [attribute.wire, 1],
          [`-${attribute.name}`, -1],
        ] as const) {
          // The list came in the order of the ids, and sorting is stable.
          const expected = idsOf(all.toSorted((a, b) => direction * rising(a, b)))
          assert.deepEqual(
            idsOf(await list(model, `page[size]=0&fields[${model.type}]=&sort=${word}`)),
            expected,
            word,
          )
        }
      }
    })
  }

  it('comes in the order of several fields, each rising or falling', async () => {
    const pairs = listed.flatMap((model) => {
      const fields = sortable(model)
      return fields.length < 2 ? [] : [{ model, one: fields[0]!, other: fields.at(-2)! }]
    })
    for (const { model, one, other } of pairs) {
      const all = await list(model, 'page[size]=0')
      const expected = all.toSorted((a, b) => -compareBy(other)(a, b) || compareBy(one)(a, b))
      assert.deepEqual(
        idsOf(await list(model, `page[size]=0&sort=-${other.wire},${one.wire}`)),
        idsOf(expected),
        model.type,
      )
    }
  })
})
