/** Questions that cost the asker nothing cost the service nothing either, however often they are asked. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'

const service = await startTestService({ CACHE_MB: '8' })

const ask = (url: string) => service.app.inject({ url })

describe('a hundred questions', () => {
  for (const url of ['/health-check', '/readyz', '/metrics', '/v1/openapi.json', '/docs/', '/healthz'])
    it(`at once cost no more than one: ${url}`, async () => {
      const one = await statementsOf(() => ask(url))
      const many = await statementsOf(async () => {
        const answers = await Promise.all(Array.from({ length: 100 }, () => ask(url)))
        assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]))
      })

      assert.deepEqual(many, one)
    })

  for (const url of ['/health-check', '/readyz', '/metrics'])
    it(`one after the other cost ten in a second: ${url}`, async () => {
      const one = await statementsOf(() => ask(url))
      const start = performance.now()
      const many = await statementsOf(async () => {
        for (let n = 0; n < 300; n++) await ask(url)
      })

      const seconds = Math.ceil((performance.now() - start) / 1_000) + 1
      assert.ok(many.length <= 10 * seconds * Math.max(1, one.length), `${many.length} in ${seconds} s`)
    })
})
