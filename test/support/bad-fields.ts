/** What is wrong with the fields of a record, for every field of a resource: generated from its declaration. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { meansDefault } from '../../src/jsonapi/body.ts'
import type { Declaration, Field } from '../../src/resources/declare.ts'
import { toWire } from '../../src/resources/names.ts'
import { sampleBody } from './sample-body.ts'
import type { Answer, Caller, Json, TestService } from './service.ts'
import { TOO_LARGE, wrongFor } from './wrong-values.ts'

const isWritable = ({ readOnly, createOnly }: Field, mode: 'create' | 'update') =>
  !readOnly && !(createOnly && mode === 'update')

/** JSON.stringify cannot write the number. */
const toText = (body: Json) => JSON.stringify(body).replaceAll(`"${TOO_LARGE}"`, '1e999')

const faultsOf = ({ body }: Answer) =>
  body.errors?.map(({ source, detail }: Json) => [source.pointer, detail])

const expectedFaults = (reasons: [name: string, reason: string][]) =>
  reasons.map(([name, reason]) => [`/data/attributes/${toWire(name)}`, `${toWire(name)} ${reason}`])

export function testBadFields(service: TestService, admin: Caller, declaration: Declaration): void {
  const { type, path, fields, access } = declaration
  if (!access.create || !Object.values(fields).some((field) => isWritable(field, 'create'))) return
  const url = `/v1${path}`
  const writable = (mode: 'create' | 'update') =>
    Object.entries(fields).filter(([, field]) => isWritable(field, mode))

  describe(`the fields of the type ${type}`, async () => {
    const sample = await sampleBody(service, admin, declaration.type)
    const made = await service.call('POST', url, { as: admin, body: sample })
    assert.equal(made.status, 201, `The sample of ${type} cannot be created: ${JSON.stringify(made.body)}`)
    const stored = made.body.data

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
          const sent = Object.fromEntries(picked.map(({ name, value }) => [toWire(name), value[0]]))
          const expected = expectedFaults(picked.map(({ name, value }) => [name, value[1]]))

          const answer = await send(mode, sent)

          assert.deepEqual([answer.status, faultsOf(answer)], [422, expected])
        }
      })

      it(`that are null are refused where null is not allowed, on ${mode}`, async () => {
        const sent = Object.fromEntries(writable(mode).map(([name]) => [toWire(name), null]))
        const strict = writable(mode).filter(
          ([, field]) => !field.nullable && !(mode === 'create' && meansDefault(field)),
        )

        const answer = await send(mode, sent)

        // Of some there may be only one, and it is there already.
        const isTaken = answer.status < 300 || answer.status === 409
        if (strict.length === 0) return assert.ok(isTaken, JSON.stringify(answer.body))
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
      const before = await service.call('GET', `${url}/${stored.id}`, { as: admin })
      const updated = await send('update', {})
      const { 'last-modified-at': _, ...kept } = before.body.data.attributes
      const { 'last-modified-at': __, ...now } = updated.body.data.attributes
      assert.deepEqual([updated.status, now], [200, kept])
    })

    it('that are read-only or unknown are passed over, whatever they hold', async () => {
      const kept = Object.entries(fields).filter(([, field]) => field.readOnly)
      const ignored = Object.fromEntries(kept.map(([name]) => [toWire(name), { nonsense: true }]))
      const body = await sampleBody(service, admin, declaration.type)

      body.data.attributes = { ...body.data.attributes, ...ignored, nonsense: { deep: [1] }, 'a.b': 1, '': 1 }
      const answer = await service.call('POST', url, { as: admin, body })

      assert.equal(answer.status, 201, JSON.stringify(answer.body))
      assert.deepEqual(Object.keys(answer.body.data.attributes), Object.keys(stored.attributes))
    })
  })
}
