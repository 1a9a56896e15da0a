/** What is wrong with the fields of a record, for every field of every resource: generated from the declarations. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meansDefault } from '../../src/jsonapi/body.ts'
import { resources } from '../../src/resources/all.ts'
import type { Declaration, Field } from '../../src/resources/declare.ts'
import { logInAdmin } from '../support/people.ts'
import { sampleBody } from '../support/sample-body.ts'
import { type Answer, type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)

const TOO_LARGE = 'a number that JSON can write and nobody can hold'
const NO_TEXT = [1, true, [], {}].map((value) => [value, 'must be a string'] as const)
const BROKEN = ['\u0000', 'a\u0000b', '\ud800', 'b\udfff'].map(
  (value) => [value, 'must be valid Unicode without NUL characters'] as const,
)
const tooLong = (max: number) => ['x'.repeat(max + 1), `must have at most ${max} characters`] as const

type Wrong = readonly (readonly [value: unknown, reason: string])[]

/** Values that a field must not take, each with what is said about it. */
function wrongFor({ kind, required }: Field): Wrong {
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
    default:
      throw new Error(`There are no wrong values for the kind ${kind.name}.`)
  }
}

const wire = (name: string) => name.replaceAll('_', '-')

const isWritable = ({ readOnly, createOnly }: Field, mode: 'create' | 'update') =>
  !readOnly && !(createOnly && mode === 'update')

/** JSON.stringify cannot write the number. */
const toText = (body: Json) => JSON.stringify(body).replaceAll(`"${TOO_LARGE}"`, '1e999')

const faultsOf = ({ body }: Answer) =>
  body.errors?.map(({ source, detail }: Json) => [source.pointer, detail])

const expectedFaults = (reasons: [name: string, reason: string][]) =>
  reasons.map(([name, reason]) => [`/data/attributes/${wire(name)}`, `${wire(name)} ${reason}`])

for (const declaration of resources) {
  const { type, path, fields, access } = declaration as Declaration
  if (!access.create || Object.keys(fields).length === 0) continue
  const url = `/v1${path}`
  const writable = (mode: 'create' | 'update') =>
    Object.entries(fields).filter(([, field]) => isWritable(field, mode))

  describe(`the fields of the type ${type}`, async () => {
    const sample = await sampleBody(service, admin, declaration.type)
    const stored = (await service.call('POST', url, { as: admin, body: sample })).body.data

    const send = (mode: 'create' | 'update', attributes: Json) =>
      mode === 'create'
        ? service.call('POST', url, { as: admin, body: toText({ data: { ...sample.data, attributes } }) })
        : service.call('PATCH', `${url}/${stored.id}`, {
            as: admin,
            body: toText({ data: { type, id: stored.id, attributes } }),
          })

    for (const mode of ['create', 'update'] as const) {
      if (mode === 'update' && !access.update) continue
      const wrong = writable(mode).map(([name, field]) => ({ name, values: wrongFor(field) }))
      const rounds = Math.max(0, ...wrong.map(({ values }) => values.length))

      it(`with wrong values are all named at once, on ${mode}`, async () => {
        for (let round = 0; round < rounds; round++) {
          const picked = wrong.map(({ name, values }) => ({ name, value: values[round % values.length]! }))
          const sent = Object.fromEntries(picked.map(({ name, value }) => [wire(name), value[0]]))
          const expected = expectedFaults(picked.map(({ name, value }) => [name, value[1]]))

          const answer = await send(mode, sent)

          assert.deepEqual([answer.status, faultsOf(answer)], [422, expected])
        }
      })

      it(`that are null are refused where null is not allowed, on ${mode}`, async () => {
        const sent = Object.fromEntries(writable(mode).map(([name]) => [wire(name), null]))
        const strict = writable(mode).filter(
          ([, field]) => !field.nullable && !(mode === 'create' && meansDefault(field)),
        )

        const answer = await send(mode, sent)

        if (strict.length === 0) return assert.ok(answer.status < 300, JSON.stringify(answer.body))
        const expected = expectedFaults(strict.map(([name]) => [name, 'must not be null']))
        assert.deepEqual([answer.status, faultsOf(answer)], [422, expected])
      })
    }

    it('that are required and missing are named on create and keep their values on update', async () => {
      const required = writable('create').filter(([, field]) => field.required)
      const created = await send('create', {})

      if (required.length > 0)
        assert.deepEqual(
          [created.status, faultsOf(created)],
          [422, expectedFaults(required.map(([name]) => [name, 'is required']))],
        )
      if (!access.update) return
      const updated = await send('update', {})
      const { 'last-modified-at': _, ...kept } = stored.attributes
      const { 'last-modified-at': __, ...now } = updated.body.data.attributes
      assert.deepEqual([updated.status, now], [200, kept])
    })

    it('that are read-only or unknown are passed over, whatever they hold', async () => {
      const made = Object.entries(fields).filter(([, field]) => field.readOnly)
      const ignored = Object.fromEntries(made.map(([name]) => [wire(name), { nonsense: true }]))
      const body = await sampleBody(service, admin, declaration.type)

      body.data.attributes = { ...body.data.attributes, ...ignored, nonsense: { deep: [1] }, 'a.b': 1, '': 1 }
      const answer = await service.call('POST', url, { as: admin, body })

      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      assert.deepEqual(Object.keys(answer.body.data.attributes), Object.keys(stored.attributes))
    })
  })
}
