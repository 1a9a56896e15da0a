/** The pages for people, as a browser receives them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { tidyQuery } from '../../packages/web/src/parts/queries.ts'
import { chooseLanguage, LANGUAGES } from '../../packages/web/src/texts/catalogue.ts'
import type { PageAnswer } from '../../src/pages/contract.ts'
import { KeptPages } from '../../src/pages/kept-pages.ts'
import type { PagePath } from '../../src/pages/paths.ts'
import { linkTo, make } from '../support/make.ts'
import { type Opened, openPath, startPages } from '../support/pages.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

const service = await startPages()
const owner = await signUp(service)
const identifierOf = async (attributes: object) =>
  (await make(service, owner, 'event', { ...attributes })).attributes.identifier as string
const published = await identifierOf({
  name: 'Tea Days',
  'location-name': 'Berlin',
  timezone: 'Europe/Berlin',
})
const draft = await identifierOf({ name: 'Secret Days', state: 'draft' })
const unlisted = await identifierOf({ name: 'Private Days', privacy: 'private' })
const over = { 'starts-at': '2020-05-01T09:00:00Z', 'ends-at': '2020-05-02T09:00:00Z' }
await identifierOf({ name: 'Old Days', ...over })

const open = (path: string, headers: Record<string, string> = {}): Promise<Opened> =>
  openPath(service, path, headers)
const namesOn = ({ body }: Opened) =>
  [...body.matchAll(/<h2><a href="\/events\/\w+">([^<]*)<\/a><\/h2>/g)].map(([, name]) => name)
const titleOf = ({ body }: Opened) => /<h1>([^<]*)<\/h1>/.exec(body)?.[1]

describe('the front page', () => {
  it('lists the public events to come', async () => {
    assert.deepEqual(namesOn(await open('/')), ['Tea Days'])
  })

  it('lists the events that are over when asked for them', async () => {
    assert.deepEqual(namesOn(await open('/?when=past')), ['Old Days'])
  })

  it('finds events by words of their name, place and description, in any order', async () => {
    for (const words of ['tea', 'berlin TEA', 'day'])
      assert.deepEqual([words, namesOn(await open(`/?q=${words}`))], [words, ['Tea Days']])
    for (const words of ['coffee', 'tea coffee', '100%', 'T_a']) {
      const page = await open(`/?q=${encodeURIComponent(words)}`)
      assert.deepEqual([words, namesOn(page)], [words, []])
      assert.match(page.body, /No event matches/)
    }
  })
})

describe('the page of an event', () => {
  it('is there for published events, also for those that no list shows', async () => {
    for (const [identifier, name] of [
      [published, 'Tea Days'],
      [unlisted, 'Private Days'],
    ] as const) {
      const page = await open(`/events/${identifier}`)
      assert.deepEqual([page.status, titleOf(page)], [200, name])
    }
  })

  it('of a draft is not found, like one that was never there', async () => {
    const [hidden, missing] = [await open(`/events/${draft}`), await open('/events/00000000')]

    for (const page of [hidden, missing]) {
      assert.deepEqual([page.status, titleOf(page)], [404, 'Page not found'])
      assert.equal(page.headers.get('cache-control'), 'no-cache')
    }
    assert.equal(hidden.body.replaceAll(draft, ''), missing.body.replaceAll('00000000', ''))
  })

  it('shows what has changed at the next request', async () => {
    const event = await make(service, owner, 'event', { name: 'Before' })
    const path = `/events/${event.attributes.identifier}`
    const before = await open(path)
    const data = { ...linkTo(event), attributes: { name: 'After' } }
    await service.call('PATCH', `/v1/events/${event.id}`, { as: owner, body: { data } })

    assert.deepEqual([titleOf(before), titleOf(await open(path))], ['Before', 'After'])
  })

  it('tells search engines and previews what it is about', async () => {
    const { body } = await open(`/events/${published}`)
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(body)![1]!)
    const property = (name: string) =>
      new RegExp(`<meta property="${name}" content="([^"]*)"`).exec(body)?.[1]

    const url = `${service.address}/events/${published}`
    assert.deepEqual(data, {
      '@context': 'https://schema.org',
      '@type': 'Event',
      '@id': url,
      url,
      name: 'Tea Days',
      startDate: '2030-05-01T09:00:00+00:00',
      endDate: '2030-05-03T18:00:00+00:00',
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: [{ '@type': 'Place', name: 'Berlin', address: 'Berlin' }],
      sponsor: [],
    })
    assert.deepEqual([property('og:title'), property('og:url')], ['Tea Days', url])
    assert.match(body, new RegExp(`<link rel="canonical" href="${url}"`))
  })
})

describe('a page', () => {
  it('may load and run only what this service serves', async () => {
    const { headers } = await open('/')

    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; " +
        "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
  })

  it('is kept by caches for a minute, and not sent again to those who have it', async () => {
    const { headers } = await open(`/events/${published}`)
    const tag = headers.get('etag')!
    const again = await open(`/events/${published}`, { 'if-none-match': tag })

    assert.match(tag, /^"[\w-]{27}"$/)
    assert.equal(headers.get('cache-control'), 'public, max-age=60')
    assert.equal(headers.get('vary'), 'Accept, Authorization, Origin, Accept-Encoding, Accept-Language')
    assert.deepEqual([again.status, again.body, again.headers.get('etag')], [304, '', tag])
  })

  it('is compressed as the browser likes it, with a tag for each encoding', async () => {
    const plain = await open('/')
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
    const tags = new Set([plain.headers.get('etag')])
    for (const [encoding, decode] of Object.entries(decoders)) {
      const { headers, bytes } = await open('/', { 'accept-encoding': `${encoding}, identity;q=0.5` })
      assert.deepEqual([encoding, headers.get('content-encoding')], [encoding, encoding])
      assert.equal(decode(bytes).toString(), plain.body)
      tags.add(headers.get('etag'))
    }
    const refused = await open('/', { 'accept-encoding': 'br;q=0, gzip;q=0.0' })

    assert.equal(tags.size, 3)
    assert.equal(refused.headers.get('content-encoding'), null)
  })

  it('speaks the language that the reader likes best of those that there are', async () => {
    const languageOf = async (languages: string) => {
      const page = await open('/', { 'accept-language': languages })
      return [titleOf(page), page.headers.get('content-language'), /<html lang="([^"]*)"/.exec(page.body)![1]]
    }
    const english = ['Upcoming events', 'en']
    const german = ['Kommende Veranstaltungen', 'de']

    assert.deepEqual(await languageOf('de-AT,de;q=0.9,en;q=0.8'), [...german, 'de-AT'])
    assert.deepEqual(await languageOf('fr, en;q=0.3, de;q=0.7'), [...german, 'de'])
    assert.deepEqual(await languageOf('en-GB'), [...english, 'en-GB'])
    for (const odd of [
      '',
      '*',
      'fr',
      'de;q=0',
      'deu',
      'de-'.repeat(300),
      ';;;,=q',
      'constructor',
      '__proto__',
    ])
      assert.deepEqual([odd, await languageOf(odd)], [odd, [...english, 'en']])
  })

  it('has all its texts in every language, with the same values in them', () => {
    const valuesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    const [first, ...others] = Object.values(LANGUAGES).map((texts) =>
      Object.entries(texts).map(([key, text]) => [key, valuesOf(text)]),
    )

    for (const other of others) assert.deepEqual(other, first)
  })
})

describe('a page that was made before', () => {
  const page = (body: string, isRare = false): PageAnswer => ({
    status: 200,
    type: 'text/html; charset=utf-8',
    language: 'en',
    body,
    isRare,
  })
  /** A page of two reads: a record with a tag, and a list without. */
  const make = () => {
    const data = { record: 'one', list: 'two' }
    const counts = { renders: 0, reads: 0 }
    const read: typeof fetch = async (input, init) => {
      counts.reads++
      const isRecord = input === 'record'
      const tag = `"${data.record}"`
      if (isRecord && new Headers(init?.headers).get('if-none-match') === tag)
        return new Response(null, { status: 304 })
      return new Response(isRecord ? data.record : data.list, { headers: isRecord ? { etag: tag } : {} })
    }
    const kept = new KeptPages()
    const show = (key = 'page') =>
      kept.show(key, read, async (fetch) => {
        counts.renders++
        const texts = ['record', 'list'].map(async (name) => (await fetch(name)).text())
        return page((await Promise.all(texts)).join(), key === 'search')
      })
    return { data, counts, show }
  }

  it('is made again only when something that it was made from has changed', async () => {
    const { data, counts, show } = make()
    const bodies = [(await show()).body, (await show()).body]
    data.record = 'another'
    bodies.push((await show()).body)
    data.list = 'other'
    bodies.push((await show()).body, (await show()).body)

    assert.deepEqual(bodies, ['one,two', 'one,two', 'another,two', 'another,other', 'another,other'])
    assert.equal(counts.renders, 3)
  })

  it('of a search is not kept, so that searches do not push out the others', async () => {
    const { counts, show } = make()
    await show('search')
    await show('search')

    assert.equal(counts.renders, 2)
  })

  it('is made once for all who wait for it', async () => {
    const { counts, show } = make()
    const answers = await Promise.all(Array.from({ length: 100 }, () => show()))

    assert.deepEqual(new Set(answers.map(({ body }) => body)), new Set(['one,two']))
    assert.equal(counts.renders, 1)
  })

  it('is not another one for parameters that it does not read, nor for a region that is unknown', () => {
    const tidied = (path: PagePath, query: string) => String(tidyQuery(path, new URLSearchParams(query)))
    const schedule = '/events/:identifier/schedule'

    assert.equal(tidied('/', 'x=1&page=1&q=%20tea%20&when=now&q=2&utm_source=y'), 'q=tea')
    assert.equal(tidied('/', 'page=2.5&when=past'), 'when=past&page=2')
    assert.equal(tidied(schedule, 'day=2030-05-01&q=1&track=A%26B'), 'track=A%26B&day=2030-05-01')
    assert.equal(tidied('/reset-password', 'token=secret'), '')
    assert.deepEqual(
      ['de-zz', 'en-US-posix', 'de-1996', 'en-gb'].map((tag) => chooseLanguage(tag).locale),
      ['de', 'en-US', 'de', 'en-GB'],
    )
  })

  it('of a track or a day that is not there is the whole schedule', async () => {
    for (const query of ['track=%27', 'day=2030-99-99', `track=${'x'.repeat(900)}`]) {
      const { status, headers } = await open(`/events/${published}/schedule?${query}`)
      assert.deepEqual(
        [query, status, headers.get('location')],
        [query, 302, `/events/${published}/schedule`],
      )
    }
  })
})

describe('whatever is asked for', () => {
  it('is a page or an error that is named, never a fault of the service', async () => {
    const words = [
      '%00',
      '%ff',
      '%ud800',
      'a+'.repeat(50),
      '%25_%5c',
      '"><script>',
      '\u{1f600}',
      '-'.repeat(2_000),
    ]
    const paths = [
      ...words.flatMap((word) => [`/?q=${word}`, `/events/${published}/sessions?q=${word}`]),
      ...['0', '-1', '1e9', 'x', '9'.repeat(99)].map((page) => `/?page=${page}`),
      `/events/${published}/speakers?page=7`,
      '/?q=1&q=2&when=x',
    ]
    for (const path of paths) assert.deepEqual([path, (await open(path)).status], [path, 200])
    const missing = ['%00', '%ff', '..%2f..', 'x'.repeat(1_900), '0', '-1', '9'.repeat(30), '1%20or%201=1']
    for (const id of missing)
      for (const path of [`/events/${id}`, `/events/${published}/sessions/${id}`, `/speakers/${id}`]) {
        const { status } = await open(path)
        assert.ok([400, 404].includes(status), `${path} ${status}`)
      }
  })
})

describe('the files of pages', () => {
  it('never change, and come compressed', async () => {
    const { body } = await open('/')
    const paths = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]*)"/g)].map(([, path]) => path!)
    assert.ok(paths.length >= 2)
    for (const path of paths) {
      const { status, headers, bytes } = await open(path, { 'accept-encoding': 'gzip' })
      assert.deepEqual(
        [path, status, headers.get('cache-control'), headers.get('content-encoding')],
        [path, 200, 'public, max-age=31536000, immutable', 'gzip'],
      )
      assert.equal(gunzipSync(bytes).toString(), (await open(path)).body)
    }
  })

  it('are only those that were built', async () => {
    for (const name of ['nothing.js', 'manifest.json', '..%2Fserver%2Fserver.js', '%2e%2e%2fsources.txt'])
      assert.deepEqual([name, (await open(`/assets/${name}`)).status], [name, 404])
  })
})

describe('an address that is not there', () => {
  it('is a page for browsers, and an error of the API for others', async () => {
    for (const path of ['/nothing', '/events', '/events/1/nothing', '/nothing/x?y=1']) {
      const page = await open(path)
      assert.deepEqual([path, page.status, titleOf(page)], [path, 404, 'Page not found'])
      const { status, body } = await service.call('GET', path, { headers: { accept: '*/*' } })
      assert.deepEqual([path, status, body.errors[0].detail], [path, 404, 'There is no such route.'])
    }
  })

  it('of the API is an error of the API for browsers too', async () => {
    for (const path of [
      '/v1/nothing',
      '/v1/events/999999',
      '/auth/nothing',
      '/docs/nothing',
      '/media/nothing',
    ]) {
      const { status, headers, body } = await open(path)
      assert.deepEqual(
        [path, status, headers.get('content-type'), JSON.parse(body).errors[0].status],
        [path, 404, 'application/vnd.api+json', '404'],
      )
    }
    assert.equal((await open('/v1/events')).headers.get('content-type'), 'application/vnd.api+json')
  })
})

describe('pages and limits', () => {
  it('count a page as one request, and say on a page that there were too many', async () => {
    const limited = await startPages({ RATE_LIMIT: '3', RATE_LIMIT_EXEMPT: '192.0.2.1' })
    const statuses = []
    for (let count = 0; count < 3; count++) statuses.push((await openPath(limited, '/')).status)
    const refused = await openPath(limited, '/')

    assert.deepEqual(statuses, [200, 200, 200])
    assert.deepEqual([refused.status, titleOf(refused)], [429, 'Too many requests'])
    assert.match(refused.headers.get('retry-after')!, /^\d+$/)
  })
})

describe('a front end elsewhere', () => {
  it('takes the place of the pages', async () => {
    const elsewhere = await startTestService({ FRONTEND_URL: 'https://front.example' })
    const accept = { headers: { accept: 'text/html' } }
    const door = await elsewhere.call('GET', '/', accept)

    assert.deepEqual([door.status, door.headers.location], [302, '/docs/'])
    for (const path of ['/events/1', '/assets/x.js', '/console', '/log-in', '/nothing']) {
      const { status, body } = await elsewhere.call('GET', path, accept)
      assert.deepEqual([path, status, body.errors[0].detail], [path, 404, 'There is no such route.'])
    }
  })

  it('leaves the console where it is, with what one needs to log in', async () => {
    const elsewhere = await startTestService({ FRONTEND_URL: 'https://front.example', CONSOLE: 'on' })
    const statusOf = async (path: string) => (await openPath(elsewhere, path)).status

    for (const path of [
      '/console',
      '/console/events/1/schedule',
      '/log-in',
      '/sign-up',
      '/forgotten-password',
    ])
      assert.deepEqual([path, await statusOf(path)], [path, 200])
    for (const path of ['/events/1', '/account', '/verify'])
      assert.deepEqual([path, await statusOf(path)], [path, 404])
  })
})

describe('the console', () => {
  it('is a page of its own that no cache keeps and no search engine lists', async () => {
    const page = await open('/console')

    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.match(page.body, /<meta name="robots" content="noindex"/)
    assert.match(page.body, /<div id="console"><noscript>/)
    assert.doesNotMatch(page.body, /site-header/)
  })

  it('loads at most 250 KB of scripts at first', async () => {
    const { body } = await open('/console')
    const sizes = new Map<string, number>()
    const follow = async (name: string): Promise<void> => {
      if (sizes.has(name)) return
      sizes.set(name, (await open(`/assets/${name}`, { 'accept-encoding': 'br' })).bytes.length)
      const script = (await open(`/assets/${name}`)).body
      // Scripts that are imported at once; those of other pages come by calls of import().
      for (const [, next] of script.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
        await follow(next!)
    }
    const [, entry] = /<script type="module" src="\/assets\/([^"]+)"/.exec(body)!
    await follow(entry!)
    const [first] = (await open(`/assets/${entry}`)).body.match(/start-[\w-]+\.js/)!
    await follow(first)

    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    assert.ok(sizes.size > 3 && total < 250_000, `${sizes.size} scripts have ${total} bytes`)
  })
})
