/** Values that a field must not take, for every type of field. */
import type { Field } from '../../src/resources/declare.ts'
import type { Invalid } from '../../src/resources/field-types.ts'
import type { Json } from './service.ts'

export const TOO_LARGE = 'a number that JSON can write and nobody can hold'
const NO_TEXT = [1, true, [], {}].map((value) => [value, 'must be a string'] as const)
const BROKEN = ['\u0000', 'a\u0000b', '\ud800', 'b\udfff'].map(
  (value) => [value, 'must be valid Unicode without NUL characters'] as const,
)
const tooLong = (max: number) => ['x'.repeat(max + 1), `must have at most ${max} characters`] as const

type Wrong = readonly (readonly [value: unknown, reason: string])[]

/** Each with what is said about it. */
export function wrongFor({ kind, required }: Field): Wrong {
  const { maxLength, minimum, maximum, pattern, enum: choices } = kind.schema as Json
  const range = `must be between ${minimum} and ${maximum}`
  const beyond: Wrong =
    minimum === undefined
      ? []
      : [
          [minimum - 1, range],
          [maximum + 1, range],
          [`${maximum + 1}`, range],
        ]
  switch (kind.name) {
    case 'text': {
      const blank: Wrong =
        required && !pattern
          ? [
              ['', 'must not be blank'],
              [' \t\n', 'must not be blank'],
            ]
          : []
      return [...NO_TEXT, ...BROKEN, tooLong(maxLength), ...blank]
    }
    case 'url': {
      const reason = 'must be an absolute URL such as https://example.org/'
      const no = [
        '',
        'x',
        '/a',
        'example.org',
        'javascript:alert(1)',
        'http://',
        'http:///x',
        'https://a b/',
        'file:///etc',
        'data:,x',
      ]
      return [...NO_TEXT, ...BROKEN, tooLong(maxLength), ...no.map((value) => [value, reason] as const)]
    }
    case 'email': {
      const no = [
        '',
        'x',
        'x@',
        '@x.org',
        'a@b',
        'a b@example.org',
        'a@b@example.org',
        'a@example.org\nb@example.org',
      ]
      return [
        ...NO_TEXT,
        ...BROKEN,
        tooLong(254),
        ...no.map((value) => [value, 'must be an e-mail address'] as const),
      ]
    }
    case 'integer': {
      const no = ['', 'x', '1.5', 1.5, '1e3', '0x10', ' 1', true, false, [], [1], {}, TOO_LARGE]
      return [...no.map((value) => [value, 'must be a whole number'] as const), ...beyond]
    }
    case 'decimal': {
      const no = ['', 'x', 'NaN', 'Infinity', '1e3', '1,5', true, [], [1], {}, TOO_LARGE]
      return [...no.map((value) => [value, 'must be a number'] as const), ...beyond]
    }
    case 'flag':
      return ['', 'x', 'yes', 'True', 0, 1, [], {}].map((value) => [value, 'must be true or false'])
    case 'moment': {
      const reason = 'must be a date and time such as 2026-05-01T09:00:00Z'
      return ['', 'x', 0, true, [], {}, '2026-05-01'].map((value) => [value, reason])
    }
    case 'choice':
      return ['', 'x', 1, true, [], {}, '__proto__'].map((value) => [
        value,
        `must be one of ${choices.join(', ')}`,
      ])
    case 'timezone': {
      const reason = 'must be a time zone name such as Europe/Berlin'
      return ['', 'x', 'Mars/Olympus', '+02:00', 1, true, [], {}].map((value) => [value, reason])
    }
    case 'links': {
      const reason = 'must be a list of at most 100 objects with the strings name and link'
      const link = { name: 'a', link: 'https://example.org/' }
      const scripts = [
        'javascript:alert(1)',
        'JavaScript:alert(1)',
        ' javascript:alert(1)',
        'data:text/html,x',
      ]
      const others = [
        'vbscript:x',
        'file:///etc',
        'ftp://x.org',
        'x',
        '//x.org',
        'https:',
        'https://a b',
        'mailto:',
      ]
      const address = 'must have links that start with https://, http:// or mailto:'
      const long = { name: 'a'.repeat(2_000), link: `https://x.org/${'a'.repeat(2_000)}` }
      const shapes = [
        'x',
        1,
        {},
        [1],
        [null],
        [{}],
        [{ name: 'a' }],
        [{ name: 1, link: 'b' }],
        [{ ...link, name: '\u0000' }],
        Array(101).fill(link),
      ]
      return [
        ...shapes.map((value) => [value, reason] as const),
        ...[...scripts, ...others].map((one) => [[link, { ...link, link: one }], address] as const),
        [Array(26).fill(long), 'must have at most 100000 characters in total'],
      ]
    }
    case 'scores': {
      const reason = 'must be an object of at most 100 numbers, by id'
      const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n + 1, n]))
      const shapes = ['x', 1, [], { 1: {} }, { 1: 'x' }, { 1: true }, { '\u0000': 1 }, { 1: TOO_LARGE }, many]
      return shapes.map((value) => [value, reason])
    }
    case 'answers': {
      const reason = 'must be a flat object of at most 30 strings, numbers and booleans'
      const many = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`a${n}`, n]))
      const shapes = [
        'x',
        1,
        [],
        { a: {} },
        { a: [] },
        { a: '\u0000' },
        { '\u0000': 1 },
        { a: TOO_LARGE },
        many,
      ].map((value) => [value, reason] as const)
      const long = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`a${n}`, 'x'.repeat(20_000)]))
      return [...shapes, [long, 'must have at most 100000 characters in total']]
    }
    case 'spans': {
      const shape = 'must be a list of at most 100 objects with starts-at and ends-at'
      const zone = 'must end with a time zone: Z or an offset such as +02:00'
      const time = 'must be a date and time such as 2026-05-01T09:00:00Z'
      const order = 'must have each ends-at after its starts-at'
      const at = (start: Json, end: Json) => [{ 'starts-at': start, 'ends-at': end }]
      const good = at('2026-05-01T09:00:00Z', '2026-05-01T10:00:00Z')
      return [
        ...['x', 1, {}, [1], [null], [[]], Array(101).fill(good[0])].map((value) => [value, shape] as const),
        [[{}], `has a starts-at that ${time}`],
        [at('2026-05-01T09:00:00', '2026-05-01T10:00:00Z'), `has a starts-at that ${zone}`],
        [at('2026-05-01T09:00:00Z', null), `has an ends-at that ${time}`],
        [[...good, ...at('2026-05-01T09:00:00Z', '2026-05-01T09:00:00Z')], order],
        [at('2026-05-01T09:00:00.5Z', '2026-05-01T09:00:00.45Z'), order],
      ]
    }
    case 'words': {
      const { reason } = kind.read([]) as Invalid
      return [
        ...['x', 1, {}, [], [1], [null], ['\u0000'], ['No words'], ['read', 'read']],
        Array.from({ length: 101 }, (_, n) => `a-${'x'.repeat(n)}:read`),
      ].map((value) => [value, reason])
    }
    default:
      throw new Error(`There are no wrong values for the kind ${kind.name}.`)
  }
}
