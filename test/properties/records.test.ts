/** A record is what was sent: created, changed and read, it is the sum of the writes, for every kind and any values. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Model } from '../../src/jsonapi/model.ts'
import type { Row } from '../../src/resources/declare.ts'
import { fromWire, toWire } from '../../src/resources/names.ts'
import { logInAdmin } from '../support/people.ts'
import { sampleBody } from '../support/sample-body.ts'
import { type Json, startTestService } from '../support/service.ts'
import { check, SEED } from './check.ts'
import { anyValues, completed, keepRules, writable } from './values.ts'

const service = await startTestService()
const admin = await logInAdmin(service)

const renamed = (row: Json, rename: (name: string) => string): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [rename(name), value]))

const changeable = ({ attributes }: Model) =>
  [...attributes.values()]
    .filter(({ field }) => !(field.readOnly || field.writeOnly || field.createOnly))
    .map(({ name }) => name)

const creatable = [...service.models.values()].filter(
  (model) => model.declaration.access.create && writable(model).length > 0,
)

describe(`a record (seed ${SEED})`, () => {
  for (const model of creatable) {
    const { type, path, declaration } = model
    const changes = declaration.access.update ? 2 : 0

    it(`of the type ${type} holds what was written last`, () =>
      check(
        3,
        fc.asyncProperty(
          anyValues(model),
          fc.array(anyValues(model), { minLength: changes, maxLength: changes }),
          async (values, later) => {
            const { data } = await sampleBody(service, admin, declaration.type)
            const sample = renamed(data.attributes, fromWire)
            const first = { ...sample, ...keepRules(model, completed(model, sample), values) }
            let expected = completed(model, first)
            const some = (attributes: Json, names: string[]) => {
              const read = renamed(attributes, fromWire)
              return Object.fromEntries(names.map((name) => [name, read[name]]))
            }

            const created = await service.call('POST', path, {
              as: admin,
              body: { data: { ...data, attributes: renamed(first, toWire) } },
            })
            assert.equal(created.status, 201, JSON.stringify(created.body))
            const { id, attributes } = created.body.data
            // What the database fills in when it is null is left to the tests of that resource.
            const kept = Object.keys(expected).filter((name) => !model.attributes.get(name)?.field.createOnly)
            assert.deepEqual(some(attributes, kept), some(expected, kept))

            const names = changeable(model)
            expected = some(attributes, names)
            const url = `${path}/${id}`
            for (const more of later) {
              const change = keepRules(model, expected, more)
              const merged = { ...expected, ...change }
              expected = some({ ...merged, ...declaration.derive?.(merged, expected) }, names)
              const body = { data: { type, id, attributes: renamed(change, toWire) } }
              const changed = await service.call('PATCH', url, { as: admin, body })
              assert.equal(changed.status, 200, JSON.stringify(changed.body))
              assert.deepEqual(some(changed.body.data.attributes, names), expected)
              assert.deepEqual((await service.call('GET', url, { as: admin })).body, changed.body)
            }
          },
        ),
      ))
  }
})
