/** Input that nobody would think of, near enough to what is valid to get past the first check. */
import fc from 'fast-check'
import { isToMany, type Model, type Models, type Relation } from '../../src/jsonapi/model.ts'
import type { Field } from '../../src/resources/declare.ts'
import type { Json } from './service.ts'

const ODD: Json[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\uffff',
    '%',
    '__proto__',
    'constructor',
    "'; --",
    '-1',
    '0',
    '1e3',
    'null',
  ],
  ...[0, -0, 1, 1.5, -1, 2_147_483_648, 1e308, 5e-324, Number.MAX_SAFE_INTEGER, true, false, null],
  ...[[], {}, [[]], [null], { toString: 1 }, { data: null }, { length: -1 }],
  ...[
    '12',
    'true',
    '2026-05-01T09:00:00Z',
    '9999-12-31T23:59:59.999999Z',
    '0001-01-01T00:00:00Z',
    '<b>',
    '\\',
  ],
]

export const anything: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) as fc.Arbitrary<Json>,
)

function fitting({ kind }: Field): Json[] {
  const choices = kind.schema.enum as string[] | undefined
  if (choices) return choices
  switch (kind.name) {
    case 'integer':
    case 'decimal':
      return [0, 1, 2026, '7']
    case 'flag':
      return [true, false, 'true']
    case 'moment':
      return ['2026-05-01T09:00:00Z', '2026-05-02T09:00:00.123456+14:00', '0001-01-01T00:00:00Z']
    case 'url':
      return ['https://example.org/', 'ftp://example.org/a%00']
    case 'email':
      return ['ada@plenum.test', 'ADA@plenum.test', 'user1@plenum.test']
    case 'timezone':
      return ['Europe/Berlin', 'UTC']
    case 'links':
      return [[], [{ name: 'a', link: 'https://example.org/b' }]]
    case 'spans':
      return [[], [{ 'starts-at': '2026-05-01T09:00:00Z', 'ends-at': '2026-05-01T10:00:00+00:00' }]]
    case 'words':
      return [['read'], ['write', 'export']]
    case 'answers':
      return [{}, { a: 1, b: 'c', d: null }]
    default: {
      const pattern = String(kind.schema.pattern ?? '')
      if (pattern.includes('#')) return ['#abc', '#012345']
      if (pattern.includes(':')) return ['00:30', '23:59']
      return ['long enough', '<p>x</p><script>', '𝕏 '.repeat(4)]
    }
  }
}

const linkage = (relation: Relation) => {
  const id = fc.constantFrom('1', '1', '1', '2', 1, '999999', '99999999999999999999', 'x')
  const identifier = fc.record({ type: fc.constant(relation.target.type), id })
  const list = fc.array(identifier, { maxLength: 3 })
  return isToMany(relation)
    ? fc.oneof(list, list, identifier, anything)
    : fc.oneof(identifier, fc.constant(null), list, anything)
}

/** A subset of the members, each with a value of its own. */
function members(all: [string, fc.Arbitrary<Json>][]): fc.Arbitrary<Json> {
  const wanted = fc.subarray(
    all.map(([name]) => name),
    { maxLength: Math.min(8, all.length) },
  )
  return wanted.chain((names) => fc.record(Object.fromEntries(all.filter(([name]) => names.includes(name)))))
}

const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<T | Json> =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: anything })

/** A document that creates or changes the record with the id 1, more or less. */
export function documentFor(model: Model, method: string): fc.Arbitrary<Json> {
  const attributes = [...model.attributes.values()].map(({ wire, field }): [string, fc.Arbitrary<Json>] => [
    wire,
    mostly(fc.constantFrom(...fitting(field))),
  ])
  const isRequired = (wire: string) => model.attributes.get(wire.replaceAll('-', '_'))?.field.required
  const required = attributes.filter(([wire]) => isRequired(wire))
  const relationships = [...model.relations.values()].map((relation): [string, fc.Arbitrary<Json>] => [
    relation.wire,
    mostly(fc.record({ data: linkage(relation) })),
  ])
  const event = fc.constant({ data: { type: 'event', id: '1' } })
  const both = <A, B>(one: fc.Arbitrary<A>, other: fc.Arbitrary<B>) =>
    fc.tuple(one, other).map(([a, b]) => ({ ...a, ...b }))
  const data = fc.record({
    type: mostly(fc.constant(model.type)),
    attributes: mostly(both(fc.record(Object.fromEntries(required)), members(attributes))),
    relationships: mostly(both(members(relationships), fc.record({ event: mostly(event) }))),
  })
  const id = method === 'PATCH' ? mostly(fc.constant('1')) : undefined
  return mostly(fc.record({ data: id ? both(data, fc.record({ id })) : data }))
}

export function linkageFor(relation: Relation): fc.Arbitrary<Json> {
  return fc.oneof(fc.record({ data: linkage(relation) }), anything)
}

/** The body that a route reads: of the record, of a record below it, or of a relationship. */
export function bodyAt(models: Models, method: string, url: string): fc.Arbitrary<Json> {
  const [, , collection, , second, third] = url.split('/')
  const find = (name?: string) =>
    [...models.values()].find(({ declaration: { path, aliases = [] } }) =>
      [path, ...aliases].includes(`/${name}`),
    )
  const model = find(collection)
  if (!model) return anything
  const relationAt = (name?: string) => [...model.relations.values()].find(({ wire }) => wire === name)
  if (second === undefined) return documentFor(model, method)
  if (second === 'relationships') return linkageFor(relationAt(third)!)
  const target = relationAt(second)?.target ?? find(second)
  return target ? documentFor(target, method) : anything
}

const OPS =
  'eq ne gt ge lt le in notin_ is_ isnot like ilike startswith contains match any has constructor'.split(' ')

export function filterFor(model: Model): fc.Arbitrary<Json> {
  const names = [...model.attributes.values(), ...model.relations.values()].map(({ wire }) => wire)
  const deep = [...model.relations.values()].map(
    ({ wire, target }) => `${wire}__${[...target.attributes.keys()][0]}`,
  )
  const name = fc.constantFrom('id', ...names, ...names, ...deep, 'nope', '__proto__')
  const { node } = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record(
        { name, op: fc.constantFrom(...OPS), val: fc.oneof(anything, tie('node')), field: name },
        { requiredKeys: ['name', 'op'] },
      ),
      fc.record({ or: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ and: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  }))
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(node, { maxLength: 3 }) },
    { weight: 1, arbitrary: anything },
  )
}
