/** Ids that no record has, in every place of every path. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertEnvelope } from '../support/document.ts'
import { bodyOf, linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'

const service = await startTestService()
const admin = await logInAdmin(service)
await make(service, await signUp(service), 'event')

const IDS = ['0', '-1', '1e3', '99999999999999999999', '%00', '..%2Fx', '%ff', 'x'.repeat(3_000)]
const MORE_IDS = [
  ...['1.0', '01', '+1', '0x1', '1_000', '9223372036854775808', '1%00', '%20', '%C3%A9', '%F0%9F%8E%AB'],
  ...[
    'x',
    'null',
    'undefined',
    'NaN',
    '__proto__',
    '1%2F..',
    "1'--",
    '1;select',
    '%25',
    '%',
    '%ED%A0%80',
    '1%0d%0aX:y',
  ],
]
const THOROUGH = [
  '/v1/events/:id',
  '/v1/tracks/:id',
  '/v1/events/:id/tracks',
  '/v1/tracks/:id/relationships/sessions',
]

const models = [...service.models.values()]

/** The model of a resource route, by the segment of its path that names the collection. */
function modelOf(url: string): (typeof models)[number] | undefined {
  const [, , collection] = url.split('/')
  return models.find(({ declaration: { path, aliases = [] } }) =>
    [path, ...aliases].includes(`/${collection}`),
  )
}

/** A body that is right for the route but for the id. */
function bodyFor(method: string, url: string, id: string): Json {
  const model = modelOf(url)
  if (method === 'GET' || !model) return undefined
  const [, , , , third, name] = url.split('/')
  if (third === 'relationships') return { data: /s$/.test(name!) ? [] : null }
  if (method === 'PATCH') return { data: { type: model.type, id: decode(id) } }
  const target = [...model.relations.values()].find(
    ({ wire, target: { declaration } }) => wire === third || declaration.path === `/${third}`,
  )
  return method === 'POST' && target ? bodyOf(target.target.type) : undefined
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

describe('an id that no record has', () => {
  const routes = service.routes.filter(({ url }) => url.includes(':'))
  for (const [url, served] of Map.groupBy(routes, (route) => route.url))
    it(`is not found at ${url}`, async () => {
      for (const { method } of served)
        for (const id of THOROUGH.includes(url) ? [...IDS, ...MORE_IDS] : IDS) {
          const answer = await service.call(method, url.replace(/:\w+/g, id), {
            as: admin,
            body: bodyFor(method, url, id),
          })

          const isResource = modelOf(url) && !/\/(export|import|exports|copies)\b/.test(url)
          const expected = isResource ? [400, 404] : [400, 404, 405, 406, 415, 422]
          assert.ok(
            expected.includes(answer.status),
            `${method} ${id} ${answer.status} ${JSON.stringify(answer.body)}`,
          )
          assertEnvelope(answer)
        }
    })
})

describe('a path that goes astray', () => {
  it('is not found', async () => {
    const { id } = linkTo(await make(service, admin, 'event'))
    for (const url of [
      `/v1/events/${id}/../../x`,
      '/v1/../etc/passwd',
      '/v1/events/1/relationships',
      `/V1/events/${id}`,
      '/v1/events/1/relationships/__proto__',
      `/v1/events/${id}/constructor`,
      '//v1/events',
      '/%2e%2e/x',
    ])
      for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
        const answer = await service.call(method, url, { as: admin })
        assert.deepEqual([url, method, answer.status], [url, method, 404])
        assertEnvelope(answer)
      }
  })
})
