/** What a filter finds, told without a database: over records in memory, with the three answers of SQL. */
import fc from 'fast-check'

export interface Talk {
  id: string
  title: string
  subtitle: string | null
  level: string | null
  starts_at: string | null
  submitted_at: string | null
  is_locked: boolean
  rating_count: number
  average_rating: number
  track: Named | null
  speakers: Named[]
}

export interface Named {
  id: string
  name: string
}

export type Node = Record<string, unknown>
/** Null is unknown: what a comparison with nothing is. */
type Truth = boolean | null
type Value = string | number | boolean | null

export const LEVELS = ['Beginner', 'Intermediate', 'Advanced', 'Expert']
export const MOMENTS = [
  '2030-05-01T09:00:00+00:00',
  '2030-05-01T09:00:00.5+00:00',
  '2030-05-01T10:00:00+00:00',
  '2030-12-31T23:59:59+00:00',
]
/** The same points in time, as a caller may write them. */
const SAME_MOMENTS = [
  '2030-05-01T11:00:00+02:00',
  '2030-05-01T09:00:00.500Z',
  '2030-05-01T10:00:00Z',
  '2030-12-31T23:59:59.000000Z',
]

const SIGNS = ['a', 'A', 'b', 'B', '%', '_', '\\', '"', "'", 'é', 'É', '語', '👩', ' ', '\n', '--', '$1']
export const anyText = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 4 })

const COLUMNS = {
  title: 'text',
  subtitle: 'text',
  level: 'choice',
  'starts-at': 'moment',
  submitted_at: 'moment',
  'is-locked': 'flag',
  'rating-count': 'number',
  average_rating: 'number',
} as const
type Name = keyof typeof COLUMNS

function anyValue(name: Name): fc.Arbitrary<Exclude<Value, null>> {
  switch (COLUMNS[name]) {
    case 'text':
      return anyText
    case 'choice':
      return fc.constantFrom(...LEVELS, 'beginner', '')
    case 'moment':
      return fc.constantFrom(...MOMENTS, ...SAME_MOMENTS)
    case 'flag':
      return fc.constantFrom(true, false, 'true', 'false')
    case 'number':
      return fc.constantFrom(0, 1, 2, '2', -1)
  }
}

const names = Object.keys(COLUMNS) as Name[]
const COMPARISONS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', '__eq__', '__ne__']
const PATTERNS = ['like', 'ilike', 'notlike', 'notilike', 'startswith', 'endswith', 'contains']

const comparison = fc
  .constantFrom(...names)
  .chain((name) =>
    fc.record({ name: fc.constant(name), op: fc.constantFrom(...COMPARISONS), val: anyValue(name) }),
  )
const membership = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    op: fc.constantFrom('in', 'in_', 'notin', 'notin_', 'not_in'),
    val: fc.array(anyValue(name), { maxLength: 3 }),
  }),
)
const presence = fc.record({
  name: fc.constantFrom(...names, 'track'),
  op: fc.constantFrom('eq', 'ne', 'is', 'is_', 'isnot', 'is_not'),
  val: fc.constant(null),
})
/** A pattern that ends in the middle of an escape is refused. */
const endsOpen = /(?<!\\)(\\\\)*\\$/
const pattern = fc
  .record({
    name: fc.constantFrom('title', 'subtitle', 'level'),
    op: fc.constantFrom(...PATTERNS),
    val: anyText,
  })
  .filter(({ op, val }) => !op.endsWith('like') || !endsOpen.test(val))
const fields = fc
  .record({
    name: fc.constantFrom(...names),
    op: fc.constantFrom(...COMPARISONS),
    field: fc.constantFrom(...names),
  })
  .filter(({ name, field }) => classOf(name) === classOf(field))
const classOf = (name: Name) => (COLUMNS[name] === 'choice' ? 'text' : COLUMNS[name])
const named = fc.oneof(
  fc.record({ name: fc.constant('name'), op: fc.constantFrom('eq', 'ne', 'lt'), val: anyText }),
  fc.record({ not: fc.record({ name: fc.constant('name'), op: fc.constant('contains'), val: anyText }) }),
)
const related = fc.oneof(
  fc.record({ name: fc.constant('track'), op: fc.constant('has'), val: named }),
  fc.record({ name: fc.constant('speakers'), op: fc.constant('any'), val: named }),
  fc.record({
    name: fc.constantFrom('track__name', 'speakers__name'),
    op: fc.constantFrom('eq', 'has', 'any', 'ne', 'startswith'),
    val: anyText,
  }),
)

/** Conditions of every kind, nested up to the depth that a filter may have. */
export const anyFilter: fc.Arbitrary<Node[]> = fc.array(
  fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 3, depthSize: 'medium', withCrossShrink: true },
      comparison,
      pattern,
      membership,
      presence,
      fields,
      related,
      fc.record({ and: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('node'), { maxLength: 3 }) }),
      fc.record({ not: tie('node') }),
    ),
  })).node,
  { minLength: 1, maxLength: 2 },
)

export function finds(filter: Node[], talk: Talk): boolean {
  return and(filter.map((node) => judge(node, talk))) === true
}

const and = (truths: Truth[]): Truth => (truths.includes(false) ? false : truths.includes(null) ? null : true)
const not = (truth: Truth): Truth => (truth === null ? null : !truth)

type Subject = Talk | Named

function judge(node: Node, subject: Subject): Truth {
  if (node.and) return and((node.and as Node[]).map((one) => judge(one, subject)))
  if (node.or) {
    const nodes = node.or as Node[]
    return nodes.length === 0 || not(and(nodes.map((one) => not(judge(one, subject)))))
  }
  if (node.not) return not(judge(node.not as Node, subject))
  return judgeCondition(node, subject)
}

function judgeCondition(node: Node, subject: Subject): Truth {
  const name = node.name as string
  const op = (node.op as string).replaceAll('_', '')
  if (name.includes('__')) {
    const [relation, attribute] = name.split('__') as [string, string]
    const inner = { ...node, name: attribute, op: op === 'has' || op === 'any' ? 'eq' : op }
    return linked(subject, relation).some((one) => judge(inner, one) === true)
  }
  if (name === 'track' && node.val === null) return (linked(subject, name).length === 0) === isPositive(op)
  if (name === 'track' || name === 'speakers')
    return linked(subject, name).some((one) => judge(node.val as Node, one) === true)
  const left = fieldOf(subject, name)
  if ('field' in node) return compare(op, left, fieldOf(subject, node.field as string))
  if (node.val === null) return (left === null) === isPositive(op)
  if (op === 'in' || op === 'notin') return isAmong(op, left, node.val as Value[], name)
  if (PATTERNS.includes(op)) return left === null ? null : fits(op, left as string, node.val as string)
  return compare(op, left, toComparable(name, node.val as Value))
}

const isPositive = (op: string) => op === 'eq' || op === 'is'

function linked(subject: Subject, relation: string): Named[] {
  const { track, speakers } = subject as Talk
  return relation === 'track' ? [track].filter((one) => one !== null) : speakers
}

function fieldOf(subject: Subject, name: string): Value {
  return toComparable(name, (subject as unknown as Record<string, Value>)[name.replaceAll('-', '_')]!)
}

/** Moments as microseconds, flags and numbers as such, also when they come as text. */
function toComparable(name: string, value: Value): Value {
  if (value === null) return null
  const kind = COLUMNS[name.replaceAll('_', '-') as Name] ?? COLUMNS[name.replaceAll('-', '_') as Name]
  if (kind === 'moment') return Date.parse(value as string)
  if (kind === 'flag') return Number(String(value) === 'true')
  return kind === 'number' ? Number(value) : value
}

function isAmong(op: string, left: Value, values: Value[], name: string): Truth {
  if (values.length === 0) return op === 'notin'
  const found = left === null ? null : values.map((one) => toComparable(name, one)).includes(left)
  return op === 'in' ? found : not(found)
}

function compare(op: string, left: Value, right: Value): Truth {
  if (left === null || right === null) return null
  const order = orderOf(left, right)
  switch (op) {
    case 'eq':
      return order === 0
    case 'ne':
      return order !== 0
    case 'gt':
      return order > 0
    case 'ge':
      return order >= 0
    case 'lt':
      return order < 0
    default:
      return order <= 0
  }
}

/** Texts by their code points, as the C.UTF-8 of PostgreSQL has them. */
export function orderOf(left: Value, right: Value): number {
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(String(right)))
  return Number(left) - Number(right)
}

function fits(op: string, text: string, wanted: string): boolean {
  if (op === 'startswith') return text.startsWith(wanted)
  if (op === 'endswith') return text.endsWith(wanted)
  if (op === 'contains') return text.includes(wanted)
  const regexp = new RegExp(`^${toRegExp(wanted)}$`, op.endsWith('ilike') ? 'isu' : 'su')
  return regexp.test(text) !== op.startsWith('not')
}

function toRegExp(like: string): string {
  return like.replace(/\\(.)|[\s\S]/gsu, (sign, escaped: string | undefined) => {
    if (escaped !== undefined) return RegExp.escape(escaped)
    return sign === '%' ? '.*' : sign === '_' ? '.' : RegExp.escape(sign)
  })
}
