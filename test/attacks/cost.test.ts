/** What is made to be expensive is cheap: refused before any work, or no dearer than some usual requests together. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type CallOptions, type Json, MEDIA_TYPE, startTestService } from '../support/service.ts'
import { ask } from './tenants.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event', { description: 'a'.repeat(100_000) }))
const track = linkTo(await make(service, owner, 'track', {}, { event }))
const self = `/v1/events/${event.id}`

type Trial = [method: string, url: string, options?: CallOptions]

const asFilter = (filter: Json) => `/v1/events?filter=${encodeURIComponent(JSON.stringify(filter))}`
const nested = (depth: number, wrap: (node: Json) => Json) => {
  let node: Json = { name: 'name', op: 'eq', val: 'x' }
  for (let level = 0; level < depth; level++) node = wrap(node)
  return asFilter([node])
}
/** How many times a usual request it may take. What is quadratic in the length of a request takes more. */
const MOST = 60

const condition = { name: 'name', op: 'eq', val: 'x' }
/** As long as the headers of a request may be together. */
const LONG = 15_000
const patch = (attributes: Json, headers: Record<string, string> = {}): Trial => [
  'PATCH',
  self,
  { as: owner, headers, body: { data: { ...event, attributes } } },
]
const header = (name: string, value: string): Trial => [
  'GET',
  self,
  { as: owner, headers: { [name]: value } },
]
const links = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ type: 'session', id: String(place + 1_000) }))

/** The shortest of some tries, in milliseconds, and the status. */
async function costOf([method, url, options]: Trial, tries: number): Promise<{ status: number; ms: number }> {
  let best = { status: 0, ms: Number.POSITIVE_INFINITY }
  for (let n = 0; n < tries; n++) {
    const start = performance.now()
    const { status } = await ask(service, method, url, options)
    const ms = performance.now() - start
    if (ms < best.ms) best = { status, ms }
  }
  return best
}

/** How many times as long as the other it takes; measured again when that is much, as the machine may be busy. */
async function compare(trial: Trial, other: Trial, most: number): Promise<{ status: number; times: number }> {
  let found = { status: 0, times: Number.POSITIVE_INFINITY }
  for (let tries = 1; tries <= 4 && found.times >= most; tries++) {
    const { status, ms } = await costOf(trial, tries)
    found = { status, times: ms / (await costOf(other, tries)).ms }
  }
  return found
}

const TRIALS: Record<string, [status: number, ...trial: Trial]> = {
  'an include of four relationships': [400, 'GET', '/v1/events?include=sessions.speakers.sessions.speakers'],
  'an include of a thousand relationships': [
    400,
    'GET',
    `/v1/events?include=${'sessions.speakers.'.repeat(800)}event`,
  ],
  'very many includes': [400, 'GET', `/v1/events?include=${'sessions,'.repeat(1_600)}`],
  'very many fields to sort by': [400, 'GET', `/v1/events?sort=${'name,'.repeat(3_000)}`],
  'a filter of very many levels': [400, 'GET', nested(800, (not) => ({ not }))],
  'a filter of very many lists': [400, 'GET', nested(500, (node) => ({ or: [node] }))],
  'a filter of very many relationships': [
    400,
    'GET',
    nested(150, (val) => ({ name: 'sessions', op: 'any', val })),
  ],
  'a filter of many conditions': [400, 'GET', asFilter(Array.from({ length: 250 }, () => condition))],
  'a filter by a very long list': [
    400,
    'GET',
    asFilter([{ name: 'id', op: 'in', val: Array.from({ length: 1_500 }, (_, n) => n + 1) }]),
  ],
  'a name of very many steps': [
    400,
    'GET',
    asFilter([{ ...condition, name: 'sessions__event__'.repeat(800) }]),
  ],
  'a pattern of many parts over a long text': [
    200,
    'GET',
    asFilter([{ name: 'description', op: 'like', val: `${'%a'.repeat(98)}%b` }]),
  ],
  'a pattern of many single signs over a long text': [
    200,
    'GET',
    asFilter([{ name: 'description', op: 'ilike', val: `${'%_a'.repeat(66)}b` }]),
  ],
  'a pattern of very many signs': [
    400,
    'GET',
    asFilter([{ name: 'description', op: 'like', val: '%a'.repeat(490) }]),
  ],
  'very many patterns over a long text': [
    400,
    'GET',
    asFilter(Array.from({ length: 90 }, () => ({ name: 'description', op: 'ilike', val: '%b%' }))),
  ],
  'very many words to look up in a long text': [
    400,
    'GET',
    asFilter(Array.from({ length: 90 }, (_, n) => ({ name: 'description', op: 'match', val: `word${n}` }))),
  ],
  'a few words to look up in a long text': [
    200,
    'GET',
    asFilter(Array.from({ length: 5 }, (_, n) => ({ name: 'description', op: 'match', val: `word${n}` }))),
  ],
  'a pattern of backslashes': [400, 'GET', asFilter([{ name: 'name', op: 'like', val: '\\'.repeat(999) }])],
  'a list to be sent whole': [200, 'GET', '/v1/events?page[size]=0'],
  'a page that is far away': [200, 'GET', '/v1/events?page[size]=10000&page[number]=999999999999'],
  'sparse fields of very many names': [200, 'GET', `/v1/events?fields[event]=${'name,'.repeat(3_000)}`],
  'very many words in a query': [200, 'GET', `/v1/events?${'aB&'.repeat(5_000)}`],
  'a path of very many steps': [404, 'GET', '/v1'.repeat(5_000)],
  'a path of very many signs that are encoded': [404, 'GET', `/v1/events/${'%41'.repeat(4_900)}`],
  'an Accept header of very many types': [406, ...header('accept', 'a/b;c=",",'.repeat(LONG / 10))],
  'an Accept header of commas': [406, ...header('accept', `${','.repeat(LONG)}"`)],
  'an Accept header of quotes': [406, ...header('accept', '"'.repeat(LONG))],
  'tags that are no tags, when reading': [200, ...header('if-none-match', `"${'.'.repeat(LONG)}`)],
  'tags that are no tags, when writing': [412, ...patch({}, { 'if-match': `"${'.'.repeat(LONG)}` })],
  'very many tags': [412, ...patch({}, { 'if-match': '"a.b",'.repeat(LONG / 6) })],
  'a token of very many parts': [401, ...header('authorization', `JWT ${'a.'.repeat(LONG / 2)}`)],
  'a token of blanks': [401, 'GET', self, { headers: { authorization: `JWT${' '.repeat(LONG)}x y` } }],
  'a content type of quotes': [415, ...patch({}, { 'content-type': `${MEDIA_TYPE};${'"'.repeat(LONG)}` })],
  'an e-mail address that is none': [
    422,
    ...patch({ 'paypal-email': `${'a.'.repeat(60)}@${'a.'.repeat(60)}!`.slice(0, 254) }),
  ],
  'an address that is none': [422, ...patch({ 'logo-url': `https://${'a:'.repeat(1_000)}@` })],
  'a number of very many digits': [422, ...patch({ latitude: '1'.repeat(100_000) })],
  'a date of very many digits': [
    422,
    ...patch({ 'starts-at': `2030-01-01T00:00:00.${'0'.repeat(100_000)}` }),
  ],
  'very many attributes': [
    200,
    ...patch(Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`A${n}`, 1]))),
  ],
  'very many links': [
    404,
    'POST',
    `/v1/tracks/${track.id}/relationships/sessions`,
    { as: owner, body: { data: links(10_000) } },
  ],
  'more links than are read': [
    400,
    'POST',
    `/v1/tracks/${track.id}/relationships/sessions`,
    { as: owner, body: { data: links(20_000) } },
  ],
}

/** Texts that are hard to clean; each may take as long as it takes to keep. */
const TEXTS = [
  '<',
  '<b',
  '<b>',
  '</b>',
  '<!--',
  '<a href="',
  '<p style="text-align:',
  '<![CDATA[',
  '&',
  '&#',
  '<b <',
  '"<\'>',
]

describe('a request that is made to be expensive', async () => {
  const usual: Trial = ['GET', '/v1/events', { as: owner }]
  for (let n = 0; n < 30; n++) await costOf(usual, 1)

  for (const [what, [status, ...trial]] of Object.entries(TRIALS)) {
    it(`is answered ${status} before long: ${what}`, async () => {
      const cost = await compare(trial, usual, MOST)

      assert.equal(cost.status, status)
      assert.ok(cost.times < MOST, `it takes as long as ${Math.round(cost.times)} lists`)
    })
  }

  it('is no dearer than its length: a text that is hard to clean', async () => {
    const plain = patch({ description: '<p>word </p>'.repeat(2_083) })
    for (const text of TEXTS) {
      const hard = patch({ description: text.repeat(25_000 / text.length) })
      const { status, times } = await compare(hard, plain, 12)
      assert.ok(status === 200 || status === 422, `${text} ${status}`)
      assert.ok(times < 12, `${text} takes as long as ${Math.round(times)} texts of the same length`)
    }
  })
})
