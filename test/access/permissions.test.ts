/** Who may call which route at a published event: the tables of the contract, walked for every route. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { table } from '../permissions/table.ts'
import { prepareWalk, walkRoutes } from '../permissions/walk.ts'
import { startTestService } from '../support/service.ts'

const service = await startTestService({ CACHE_MB: '8' })
const walk = await prepareWalk(service)

it('every route that is served has a row in the table, and every row a route', () => {
  const served = service.routes.map(({ method, url }) => `${method} ${url}`)

  assert.deepEqual(Object.keys(table).sort(), served.sort())
})

walkRoutes(walk, table, 'published')
