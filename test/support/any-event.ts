/** Any event that an archive can hold: the values of each field follow from its declaration. */
import fc from 'fast-check'
import { listKey, type RecordFormat } from '../../src/archive/formats.ts'
import type { Attribute } from '../../src/jsonapi/model.ts'
import { Invalid } from '../../src/resources/field-types.ts'
import type { Rule } from '../../src/resources/rules.ts'
import { catalog } from './catalog.ts'
import { kinds } from './comparable.ts'
import type { Json } from './service.ts'

const MOST_RECORDS = 4

/** The field that no two records of a file may share. */
function uniqueField({ model: { type } }: RecordFormat): string | undefined {
  const { unique } = catalog.entryOf(type).sample
  return Object.keys(unique?.(0) ?? {})[0]
}

/** The files of an archive with every kind, every field and every link; `categories` are keys of the event as they are. */
export function anyEvent(categories: Json): fc.Arbitrary<Record<string, Json>> {
  const event = fc
    .record({
      ...Object.fromEntries(
        kinds.embedded.map((kind) => [kind.file, fc.option(anyRecord(kind), { freq: 5 })]),
      ),
      own: anyRecord(kinds.event),
      categories: fc.constantFrom(categories, {}),
    })
    .map(({ own, categories, ...embedded }) => ({ id: 1, ...(own as Json), ...categories, ...embedded }))
  const files = kinds.files.map((kind) => {
    const name = uniqueField(kind)
    const selector = (record: Json) => (name ? record[name].toLowerCase() : record)
    return [kind.file, fc.uniqueArray(anyRecord(kind), { maxLength: MOST_RECORDS, selector })]
  })
  const dice = fc.array(fc.nat({ max: MOST_RECORDS }), { minLength: 40, maxLength: 40 })
  return fc
    .record({ event, dice, files: fc.record(Object.fromEntries(files)) })
    .map(({ event, dice, files }) => ({ event, ...linked(files as Record<string, Json[]>, dice) }))
}

/** Ids that are neither dense nor in order, and links to records that are there. */
function linked(files: Record<string, Json[]>, dice: number[]): Record<string, Json> {
  let thrown = 0
  const next = () => dice[thrown++ % dice.length]!
  const numbered = Object.fromEntries(
    Object.entries(files).map(([file, records]) => {
      const gap = 1 + next()
      return [file, records.map((record, index) => ({ ...record, id: 7 + index * gap })).reverse()]
    }),
  )
  const idsOf = (type: string) => numbered[kinds.files.find(({ model }) => model.type === type)!.file]!
  for (const { file, links, lists } of kinds.files) {
    // What needs another record is only there if that is.
    const isWhole = links.every(({ rules, target }) => !rules.required || idsOf(target.type).length > 0)
    if (!isWhole) numbered[file] = []
    for (const record of numbered[file]!) {
      for (const { column, target, rules } of links) {
        const targets = idsOf(target.type)
        record[column] = (targets[next()] ?? (rules.required ? targets[0] : undefined))?.id ?? null
      }
      for (const list of lists) {
        const chosen = idsOf(list.target.type).filter(() => next() % 2 === 0)
        record[listKey(list)] = chosen.map(({ id }) => id).sort((a, b) => a - b)
      }
    }
  }
  return numbered
}

function anyRecord({ fields, model, archive }: RecordFormat): fc.Arbitrary<Json> {
  const fixed = Object.entries(archive.only ?? {}).map(([name, value]) => [name, fc.constant(value)])
  const values = fields.map((attribute) => [attribute.name, anyValue(attribute)])
  const rules = (model.declaration.rules ?? []).filter(({ onlyRequests }) => !onlyRequests)
  return (
    fc
      .record(Object.fromEntries([...values, ...fixed]))
      // Mending one rule may break another, so it takes some rounds.
      .map((record: Json) => rules.reduce((mended) => rules.reduce(mend(model), mended), record))
      .filter((record) => rules.every(({ holds }) => holds(record)))
      .map((record) => ({ ...record, ...model.declaration.derive?.(record, undefined) }))
  )
}

/** Two values in the wrong order change places. */
const mend =
  ({ attributes }: RecordFormat['model']) =>
  (record: Json, { fields: names, holds, at }: Rule): Json => {
    if (holds(record)) return record
    const [one, other] = names as [string, string]
    const kinds = new Set(names.map((name) => attributes.get(name)!.field.kind.name))
    const turned = { ...record, [one]: record[other], [other]: record[one] }
    if (names.length === 2 && kinds.size === 1 && holds(turned)) return turned
    // Twice the same time.
    if (kinds.has('moment')) return { ...record, [one]: '1969-12-31T23:59:59.999+00:00' }
    return attributes.get(at)!.field.nullable ? { ...record, [at]: null } : record
  }

/** A value that the field takes, as it is kept. */
export function anyValue({ field }: Attribute): fc.Arbitrary<unknown> {
  const { kind, required, nullable } = field
  const read = byKind[kind.name]!(kind.schema)
    .map((value) => kind.read(value))
    .filter((value) => !(value instanceof Invalid))
    .filter((value) => !(required && typeof value === 'string' && value.trim() === ''))
  return nullable ? fc.option(read, { freq: 6 }) : read
}

type Schema = Json

const byKind: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  text: anyText,
  flag: () => fc.boolean(),
  guid: () => fc.uuid(),
  integer: ({ minimum, maximum }) =>
    fc.oneof(
      fc.integer({ min: minimum, max: maximum }),
      fc.integer({ min: Math.max(minimum, -1), max: Math.min(maximum, Math.max(minimum, 0) + 100) }),
    ),
  decimal: ({ minimum, maximum }) =>
    fc.double({ min: minimum, max: maximum, noNaN: true, noDefaultInfinity: true }),
  choice: ({ enum: values }) => fc.constantFrom(...values),
  timezone: () => fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone')),
  moment: anyMoment,
  url: () =>
    fc
      .tuple(fc.constantFrom('http', 'https', 'ftp', 'HTTPS'), anyWord(), anyText({ maxLength: 200 }))
      .map(([scheme, host, path]) => `${scheme}://${host}.invalid/${path.replace(/\s/gu, '')}`),
  email: () => fc.tuple(anyWord(), anyWord()).map((words) => `${words.join('@')}.invalid`),
  links: () =>
    fc.array(fc.record({ name: anyText({ maxLength: 50 }), link: anyText({ maxLength: 50 }) }), {
      maxLength: 3,
    }),
  spans: () =>
    fc
      .uniqueArray(anyMoment(), { minLength: 2, maxLength: 4 })
      .map((times) => times.toSorted())
      .map(([first, second]) => [{ 'starts-at': first, 'ends-at': second }]),
  words: ({ items }) =>
    fc.uniqueArray(fc.stringMatching(new RegExp(items.pattern)), { minLength: 1, maxLength: 5 }),
  // Others are for criteria, which the event would need.
  scores: () => fc.constant({}),
  answers: () =>
    fc.dictionary(
      anyText({ maxLength: 20 }),
      fc.oneof(
        anyText({ maxLength: 100 }),
        fc.boolean(),
        fc.constant(null),
        fc.double({ noNaN: true }).map((number) => number + 0),
      ),
      { maxKeys: 5 },
    ),
}

function anyWord(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...'abcxyz019äß語'), minLength: 1, maxLength: 20 })
}

/** From the first year to the last, with up to six digits after the second. */
function anyMoment(): fc.Arbitrary<string> {
  const span = { min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z') }
  return fc
    .tuple(
      fc.oneof(
        fc.date({ ...span, noInvalidDate: true }),
        fc.date({ ...span, min: new Date(0), noInvalidDate: true }),
      ),
      fc.nat({ max: 999_999 }),
    )
    .map(
      ([date, fraction]) => `${date.toISOString().slice(0, 19)}.${String(fraction).padStart(6, '0')}+00:00`,
    )
}

const MARKUP = [
  '<b>',
  '</b>',
  '<p style="text-align:center">',
  '<a href="https://a.invalid/?b=1&amp;c">',
  '</a>',
]
const SIGNS = [
  '&amp;',
  '&',
  '<',
  '>',
  '"',
  '\r\n',
  '\u2028',
  'e\u0301',
  '\u202e',
  '👩‍👩‍👧',
  '\ufeff',
  '\\',
  '[',
  '{"a":',
]

/** Short ones of all signs, some that are markup, and some as long as they may be. */
function anyText({ maxLength, pattern }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const pieces = fc.constantFrom(...MARKUP, ...SIGNS, 'word ', 'Ω')
  const short = fc.string({ unit: 'binary', maxLength: Math.min(maxLength, 30) })
  const marked = fc.array(pieces, { maxLength: 12 }).map((some) => some.join('').slice(0, maxLength))
  const long = pieces.map((piece) => piece.repeat(Math.floor(Math.min(maxLength, 30_000) / piece.length)))
  return fc.oneof(
    { arbitrary: short, weight: 5 },
    { arbitrary: marked, weight: 3 },
    { arbitrary: long, weight: 1 },
  )
}
