/** Links that are none, for every relationship that a resource is created with. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Declaration } from '../../src/resources/declare.ts'
import { assertEnvelope, errorsOf } from './document.ts'
import { sampleBody } from './sample-body.ts'
import type { Caller, TestService } from './service.ts'

const unprocessable = (pointer: string, detail: string) =>
  errorsOf(422, 'unprocessable', 'Unprocessable Entity', [detail, { pointer }])

const MALFORMED = [
  5,
  'x',
  true,
  [],
  null,
  { data: 5 },
  { data: 'x' },
  { data: {} },
  { data: { type: 'nope', id: '1' } },
]

export function testBadReferences(service: TestService, admin: Caller, declaration: Declaration): void {
  const { type, path, belongsTo = {}, access } = declaration
  if (!access.create) return
  for (const [name, rules] of Object.entries(belongsTo)) {
    if (rules.readOnly) continue
    const wire = name.replaceAll('_', '-')
    const pointer = `/data/relationships/${wire}`
    const url = `/v1${path}`

    describe(`the relationship ${wire} of the type ${type}`, () => {
      const sendWith = async (linkage: unknown) => {
        const body = await sampleBody(service, admin, declaration.type)
        if (linkage === undefined) delete body.data.relationships[wire]
        else body.data.relationships[wire] = linkage
        return service.call('POST', url, { as: admin, body })
      }

      it('is refused when it is malformed', async () => {
        const detail = `${wire} must have resource identifiers with the type ${rules.to} and an id`
        const noObject = `${wire} must be an object with a data member`
        const list = { data: [{ type: rules.to, id: '1' }] }
        for (const linkage of [
          ...MALFORMED,
          { meta: {} },
          { links: {} },
          list,
          { data: { type: rules.to } },
          { data: { id: '1' } },
        ]) {
          const hasData = typeof linkage === 'object' && linkage !== null && 'data' in linkage
          const answer = await sendWith(linkage)
          assert.deepEqual(
            [linkage, answer.status, answer.body],
            [linkage, 422, unprocessable(pointer, hasData ? detail : noObject)],
          )
        }
      })

      it(rules.required ? 'is required' : 'may be left out or null', async () => {
        for (const linkage of [undefined, { data: null }]) {
          const answer = await sendWith(linkage)
          if (rules.required)
            assert.deepEqual(
              [answer.status, answer.body],
              [422, unprocessable(pointer, `${wire} is required`)],
            )
          else assert.equal(answer.status, 201, JSON.stringify(answer.body))
        }
      })

      it('is not found when it leads to nothing', async () => {
        for (const id of ['999999', '0', '-1', 'x', '99999999999999999999', '\u0000', '1 or 1=1']) {
          const answer = await sendWith({ data: { type: rules.to, id } })
          assertEnvelope(answer)
          assert.deepEqual([id, answer.status], [id, 404])
        }
      })
    })
  }
}
