/** No value of an optional field, whatever it is, refuses an archive, and none is changed without a warning. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { RecordFormat } from '../../src/archive/formats.ts'
import type { Attribute } from '../../src/jsonapi/model.ts'
import { Invalid } from '../../src/resources/field-types.ts'
import { exportArchive, importArchive } from '../../tools/archives.ts'
import { zipOf } from '../../tools/zips.ts'
import { anyValue } from '../support/any-event.ts'
import { filesOf, kinds } from '../support/comparable.ts'
import { logInAdmin } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { untold } from '../support/untold.ts'

const service = await startTestService({ WORKERS: '2' })
const admin = await logInAdmin(service)
const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00+00:00' }

/** Imports the files, and fails where a value was changed without a warning. Answers the warnings. */
async function takeIn(files: Record<string, Json>): Promise<string[]> {
  const sent = { event: EVENT, ...files }
  const { state, result } = await importArchive(service, admin, zipOf(sent))
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  const found = await filesOf(await exportArchive(service, admin, result.id))
  assert.deepEqual(untold(sent, result, found), [])
  return result.warnings
}

const WRONG: unknown[] = [
  {},
  [],
  { a: { b: 1 } },
  [[null]],
  [{ name: 1 }],
  'nonsense',
  ' ',
  '12:99:99',
  '2030-02-30T00:00:00Z',
  '<script>x</script>',
  'a\0b',
  '🦑'.repeat(60_000),
  -1e300,
  99_999_999_999.5,
  7,
  true,
]

const isOptional = ({ name, field }: Attribute) => !field.required && name !== 'timezone'

/** A record with all that is required. */
function required({ fields, archive }: RecordFormat, id: number): Json {
  const values = fields
    .filter(({ field }) => field.required)
    .map((attribute) => [attribute.name, fc.sample(anyValue(attribute), { numRuns: 1, seed: id })[0]])
  return { ...Object.fromEntries(values), ...archive.only, ...SET[archive.file], id }
}

const SALE = { sales_starts_at: '2030-01-01T00:00:00Z', sales_ends_at: '2030-02-01T00:00:00Z' }
const SET: Record<string, Json> = {
  tickets: { type: 'free', ...SALE },
  discount_codes: { type: 'amount', value: 1 },
}
/** What no two records of a file may share. */
const UNIQUE: Record<string, string> = { tickets: 'name', ticket_tags: 'name', discount_codes: 'code' }

describe('a value that an optional field does not take', () => {
  for (const kind of kinds.files) {
    it(`is repaired and told in the file ${kind.file}`, async () => {
      const cases = kind.fields
        .filter((attribute) => isOptional(attribute) && !(attribute.name in (kind.archive.only ?? {})))
        .flatMap((attribute) => WRONG.map((value) => ({ attribute, value })))
      const records = cases.map(({ attribute, value }, index) => {
        const own = UNIQUE[kind.file] && { [UNIQUE[kind.file]!]: `Number ${index}` }
        return { ...required(kind, index), ...own, [attribute.name]: value }
      })

      const warnings = await takeIn({ [kind.file]: records })

      const wrong = cases.flatMap(({ attribute, value }, index) =>
        attribute.field.kind.read(value) instanceof Invalid && !isNotation(attribute, value)
          ? [`File ${kind.file}, ID ${index}: ${attribute.name} `]
          : [],
      )
      const missed = wrong.filter((start) => !warnings.some((text) => text.startsWith(start)))
      assert.deepEqual(missed, [])
    })
  }

  it('is repaired and told in the event', async () => {
    const names = kinds.event.fields.filter(isOptional).map(({ name }) => name)
    for (const turn of [0, 3, 6, 9, 12]) {
      const wrong = names.map((name, index) => [name, WRONG[(index + turn) % WRONG.length]])
      await takeIn({ event: { ...EVENT, ...Object.fromEntries(wrong) } })
    }
  })
})

/** A number or a flag in place of a text; a text in place of slides is the old address of one file. */
function isNotation({ name, field }: Attribute, value: unknown): boolean {
  if (name === 'slides') return typeof value === 'string'
  return field.kind.name === 'text' && (typeof value === 'number' || typeof value === 'boolean')
}

describe('values that break a rule with each other', () => {
  const few = fc.option(fc.integer({ min: 0, max: 4 }))
  const day = fc.option(fc.integer({ min: 1, max: 4 }).map((n) => `2030-01-0${n}T00:00:00Z`))

  it('are repaired and told, for tickets, codes, sessions and the event', async () => {
    const counts = {
      min_order: few,
      max_order: few,
      quantity: few,
      price: few,
      min_price: few,
      max_price: few,
    }
    const type = fc.constantFrom('free', 'paid', 'donation')
    const bounds = { min_quantity: few, max_quantity: few, tickets_number: few }
    const [tickets, discount_codes, sessions, events] = [
      fc.sample(fc.record({ type, ...counts }), { numRuns: 150, seed: 1 }),
      fc.sample(fc.record({ ...bounds, valid_from: day, valid_till: day }), { numRuns: 150, seed: 2 }),
      fc.sample(fc.record({ starts_at: day, ends_at: day }), { numRuns: 30, seed: 3 }),
      ['2029-01-01T00:00:00Z', EVENT.ends_at, '2031-01-01T00:00:00Z'],
    ]

    for (const starts_at of events)
      await takeIn({
        event: { ...EVENT, starts_at },
        tickets: tickets.map((own, id) => ({ id, name: `T${id}`, ...SALE, ...own })),
        discount_codes: discount_codes.map((own, id) => ({
          id,
          code: `C${id}`,
          type: 'amount',
          value: 1,
          ...own,
        })),
        sessions: sessions.map((own, id) => ({ id, title: 'Talk', ...own })),
      })
  })
})
