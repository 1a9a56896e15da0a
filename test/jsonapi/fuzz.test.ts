/** Whatever is sent, to whichever route: the service never fails, and every refusal has the shape of an error. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { bodyAt, filterFor } from '../support/arbitraries.ts'
import { assertEnvelope } from '../support/document.ts'
import { linkTo, make } from '../support/make.ts'
import { logInAdmin, signUp } from '../support/people.ts'
import { makeSample } from '../support/sample-body.ts'
import { type Answer, startTestService } from '../support/service.ts'

const SEED = 20_261_115
const RUNS = 300

const service = await startTestService({ PORT: '0' })
const address = await service.listen()
const admin = await logInAdmin(service)
const owner = await signUp(service)
const made = await make(service, owner, 'event')
const event = linkTo(made)
for (const { type, parent, declaration } of service.models.values()) {
  const { create } = declaration.access
  // Some are made only in an event of another kind, such as feedback in one that has started.
  const { owners } = service.catalog.entryOf(type).sample
  if (parent?.target.type === 'event' && create && create !== 'staff' && !owners?.event)
    await makeSample(service, owner, type, { event })
}

// These would end the log-ins of the test itself; below /docs are pages for people.
const ENDS = new Set(['/v1/auth/logout', '/v1/auth/blacklist'])
const routes = service.routes.filter(({ url }) => !ENDS.has(url) && !url.startsWith('/docs'))
const models = [...service.models.values()]

const caller = fc.constantFrom(undefined, owner, owner, admin, admin)
const oddId = fc.constantFrom('0', '%00', 'x', '99', '-1', '99999999999999999999')
const id = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('1', '1', made.attributes.identifier) },
  { weight: 1, arbitrary: oddId },
)

function check(what: string, answer: Answer): void {
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${JSON.stringify(answer.body)}`)
  if (answer.status >= 400) assertEnvelope(answer)
}

const run = <T>(property: fc.IAsyncProperty<T>) => fc.assert(property, { seed: SEED, numRuns: RUNS })

describe(`the service never fails (seed ${SEED}, ${RUNS} requests each)`, () => {
  const isLinks = ({ url }: { url: string }) => url.includes('/relationships/')
  const writes = routes.filter(({ method }) => method !== 'GET')
  for (const [what, some] of [
    ['a document', writes.filter((route) => route.method !== 'DELETE' && !isLinks(route))],
    ['the body of a relationship', writes.filter(isLinks)],
    ['the body of a deletion', writes.filter((route) => route.method === 'DELETE' && !isLinks(route))],
  ] as const)
    it(`whatever stands in ${what}`, () => {
      const requests = fc.constantFrom(...some).chain(({ method, url }) =>
        fc.record({
          method: fc.constant(method),
          // What is deleted would be missing in the requests that follow.
          url: (what === 'the body of a deletion' ? oddId : id).map((one) => url.replace(/:\w+|\*/g, one)),
          body: bodyAt(service.models, method, url),
          as: caller,
        }),
      )
      return run(
        fc.asyncProperty(requests, async ({ method, url, body, as }) => {
          check(`${method} ${url}`, await service.call(method, url, { as, body: JSON.stringify(body) }))
        }),
      )
    })

  it('whatever stands in a filter', () => {
    const requests = fc
      .constantFrom(...models)
      .chain((model) => fc.record({ path: fc.constant(model.path), filter: filterFor(model), as: caller }))
    return run(
      fc.asyncProperty(requests, async ({ path, filter, as }) => {
        const url = `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
        check(url, await service.call('GET', url, { as }))
      }),
    )
  })

  it('whatever stands in a query', () => {
    const reads = routes.filter(({ method }) => method === 'GET')
    const names = [
      ...new Set(models.flatMap(({ attributes, relations }) => [...attributes.keys(), ...relations.keys()])),
    ]
    const part = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...names, 'id', '-id') },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
    )
    const value = fc
      .array(fc.tuple(part, fc.constantFrom(',', '.', '__', '')), { maxLength: 4 })
      .map((all) => all.flat().join(''))
    const word = fc.oneof(
      fc.constantFrom('include', 'sort', 'filter', 'page[size]', 'page[number]', 'page', 'q', 'camelCase'),
      part.map((name) => `filter[${name}]`),
      fc.constantFrom(...models.map(({ type }) => `fields[${type}]`)),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    const query = fc.array(
      fc.tuple(word, fc.oneof(value, value, fc.constantFrom('0', '1', '-1', '9'.repeat(15)))),
      { maxLength: 3 },
    )
    return run(
      fc.asyncProperty(fc.constantFrom(...reads), id, query, caller, async ({ url }, one, words, as) => {
        const path = url.replace(/:\w+|\*/g, one)
        const encoded = words.map((pair) =>
          pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='),
        )
        const whole = `${path}?${encoded.join('&')}`
        check(whole, await service.call('GET', whole, { as }))
      }),
    )
  })

  it('whatever bytes stand in the first line of a request', () => {
    const targets = fc.constantFrom(
      '/v1/events',
      '/v1/sessions/1',
      '/v1/',
      '/',
      'http://example.org/v1/events',
      '//v1/events',
    )
    const bytes = fc.string({ unit: fc.constantFrom(...'abcfilter[]{}%0123=&?/.,-_~"\'\\<>;:@!$()*+#é') })
    return run(
      fc.asyncProperty(targets, bytes, async (start, more) => {
        check(start + more, await getRaw(start + more))
      }),
    )
  })
})

/** Over a socket, because only there the target comes as it is. */
function getRaw(path: string): Promise<Answer> {
  const { port } = new URL(address)
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, agent: false }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      const headers = response.headers as Record<string, string>
      resolve({ status: response.statusCode!, headers, body: text === '' ? '' : JSON.parse(text) })
    })
    sent.on('error', reject).end()
  })
}
