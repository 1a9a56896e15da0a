/** What strangers read is made once, and is never older than the last write. See docs/scaling.md. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { UNWATCHED } from '../../src/database/watched-tables.ts'
import { KeptReads } from '../../src/web/kept-reads.ts'
import { check } from '../properties/check.ts'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Caller, type Json, startTestService, type TestService } from '../support/service.ts'
import { statementsOf } from '../support/statements.ts'
import { until } from '../support/until.ts'

// For as long as the tests take, so that only writes drop what is kept.
const service = await startTestService({ CACHE_MB: '8' }, { limits: { readAge: 3_600_000 } })
const beside = await service.startBeside()
const owner = await signUp(service)

interface Got {
  status: number
  headers: Json
  text: string
}

async function get(url: string, headers: Json = {}, { method = 'GET', at = service } = {}): Promise<Got> {
  const answer = await at.app.inject({ method: method as 'GET', url, headers })
  const { 'x-request-id': _id, date: _date, ...others } = answer.headers
  return { status: answer.statusCode, headers: others, text: answer.body }
}

/** Whoever sends a cookie may be known, so nothing that is kept is sent, and nothing that is sent is kept. */
const uncached = (url: string, at = service) => get(url, { cookie: 'a=b' }, { at })

async function conference(state = 'published') {
  const event = await make(service, owner, 'event', { state })
  const of = { event: linkTo(event) }
  const track = await make(service, owner, 'track', { name: 'Leaves' }, of)
  const speaker = await make(service, owner, 'speaker', { name: 'Ada' }, of)
  const links = { ...of, track: linkTo(track), speakers: [linkTo(speaker)] }
  const session = await make(service, owner, 'session', { title: 'Tea', state: 'accepted' }, links)
  const base = `/v1/events/${event.id}`
  const reads = [
    base,
    `/v1/events/${event.attributes.identifier}`,
    `${base}/sessions`,
    `${base}/sessions?include=track,speakers&page[size]=5&sort=-title`,
    `${session.links.self}?include=event`,
    `${base}/sessions?filter[search]=tea`,
    `${base}/schedule.xml`,
    '/v1/events?page[size]=2',
  ]
  return { event, session, speaker, track, reads, links }
}

const change = (record: Json, attributes: Json, as: Caller = owner, at = service) =>
  at.call('PATCH', record.links.self, {
    as,
    body: { data: { type: record.type, id: record.id, attributes } },
  })

const dropsOf = ({ reads }: TestService) => reads.counts.drops

describe('a read of a stranger', () => {
  it('is sent again as it was, without asking the database', async () => {
    const { reads } = await conference()
    for (const url of reads) {
      const first = await get(url)
      let second: Got | undefined
      const statements = await statementsOf(async () => {
        second = await get(url)
      })

      assert.equal(first.status, 200, url)
      assert.deepEqual([second, statements], [first, []], url)
      assert.deepEqual(await uncached(url), first)
    }
  })

  it('is the same for HEAD, for who has it already, and for pages of other origins', async () => {
    const { reads } = await conference()
    for (const url of reads.filter((one) => !one.includes('/sessions?'))) {
      const { headers } = await uncached(url)
      const variants = [
        { method: 'HEAD' },
        { headers: { 'if-none-match': headers.etag ?? '"x"' } },
        { headers: { origin: 'https://example.org' } },
        { headers: { accept: 'application/json' } },
      ]
      for (const { method, headers: sent } of variants) {
        const plain = await get(url, { ...sent, cookie: 'a=b' }, { method: method ?? 'GET' })
        const answers = [1, 2].map(() => get(url, sent, { method: method ?? 'GET' }))
        assert.deepEqual(await Promise.all(answers), [plain, plain])
      }
    }
  })

  it('is made once for all who wait for it', async () => {
    const { event } = await conference()
    const url = `/v1/events/${event.id}/sessions?include=track`
    const alone = await statementsOf(() => uncached(url))
    const together = await statementsOf(() => Promise.all(Array.from({ length: 20 }, () => get(url))))

    assert.equal(together.length, alone.length)
  })

  it('is counted', async () => {
    const { text } = await get('/metrics')
    const { hits, misses, drops } = service.reads.counts

    assert.ok(hits > 0 && misses > 0 && drops > 0)
    for (const name of ['hits_total', 'misses_total', 'drops_total', 'bytes'])
      assert.match(text, new RegExp(`^plenum_cache_${name} \\d+`, 'm'))
  })

  it('that is refused is not kept', async () => {
    const { event } = await conference('draft')
    const url = `/v1/events/${event.id}`
    const before = [(await get(url)).status, (await get(url)).status]
    await change(event, { state: 'published' })

    assert.deepEqual([...before, (await get(url)).status], [404, 404, 200])
  })
})

describe('nothing is kept', () => {
  it('of an answer to a token, and no token gets what is kept', async () => {
    const { event } = await conference('draft')
    const url = `/v1/events/${event.id}`
    const headers = { authorization: `JWT ${owner.token}` }
    const own = await get(url, headers)

    assert.deepEqual([own.status, (await get(url)).status], [200, 404])
    await change(event, { state: 'published' })
    const public_ = await get(url)
    assert.notEqual((await get(url, headers)).text, public_.text)
    assert.equal((await get(url, { authorization: 'JWT nonsense' })).status, 401)
  })

  it('of an event that is hidden or deleted', async () => {
    for (const hide of [
      (event: Json) => change(event, { state: 'draft' }),
      (event: Json) => service.call('DELETE', event.links.self, { as: owner }),
    ]) {
      const { event, reads } = await conference()
      const own = reads.filter((url) => !url.startsWith('/v1/events?'))
      for (const url of own) assert.equal((await get(url)).status, 200)
      assert.equal((await hide(event)).status, 200)
      for (const url of own) assert.equal((await get(url)).status, 404, url)
      const { text } = await get('/v1/events?page[size]=2&sort=-id')
      assert.ok(!text.includes(`"id":"${event.id}"`))
    }
  })

  it('with CACHE_MB=0', async () => {
    const off = await startTestService({ CACHE_MB: '0' })
    await get('/v1/event-topics', {}, { at: off })

    assert.notDeepEqual(await statementsOf(() => get('/v1/event-topics', {}, { at: off })), [])
  })
})

it('after a write a stranger reads what it did: at once where it was made, after a notice elsewhere', async () => {
  const { event, session, speaker, track, reads, links } = await conference()
  const records = [event, session, speaker, track]
  const write = fc.record({
    kind: fc.constantFrom('change', 'change', 'change', 'make', 'remove', 'by hand'),
    place: fc.nat(records.length - 1),
    name: fc.string({ minLength: 1, maxLength: 5, unit: fc.constantFrom('a', 'b', 'c') }),
    isBeside: fc.boolean(),
  })
  type Write = typeof write extends fc.Arbitrary<infer T> ? T : never
  const perform = async ({ kind, place, name, isBeside }: Write) => {
    const at = isBeside ? beside : service
    const record = records[place]!
    const field = record.type === 'session' ? 'title' : 'name'
    if (kind === 'by hand')
      await at.db.query(sql`update sessions set title = ${name} where id = ${session.id}`)
    else if (kind === 'make') await make(at, owner, 'session', { title: name, state: 'accepted' }, links)
    else if (kind === 'remove') {
      const made = await make(at, owner, 'session', { title: name, state: 'accepted' }, links)
      await at.call('DELETE', made.links.self, { as: owner })
    } else assert.equal((await change(record, { [field]: name }, owner, at)).status, 200)
    return at
  }

  await check(
    25,
    fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 3 }), async (writes) => {
      for (const one of writes) {
        const both = [service, beside]
        for (const at of both) for (const url of reads) await get(url, {}, { at })
        const other = one.isBeside ? service : beside
        const [written, heard] = [dropsOf(one.isBeside ? beside : service), dropsOf(other)]
        const at = await perform(one)
        for (const url of reads) assert.deepEqual(await get(url, {}, { at }), await uncached(url, at), url)
        // One notice for each transaction that has changed something.
        await until(() => dropsOf(other) - heard === dropsOf(at) - written)
        for (const url of reads)
          assert.deepEqual(await get(url, {}, { at: other }), await uncached(url, other), url)
      }
    }),
  )
})

describe('what is kept', () => {
  const answer = (length: number) => ({ headers: {}, body: Buffer.alloc(length) })
  const makerOf = async (reads: KeptReads, key: string) => {
    const found = await reads.make(key)
    assert.ok('end' in found)
    return found
  }

  it('ends when it is too old', async () => {
    let now = 0
    const reads = new KeptReads(1_000_000, 1_000, () => now)
    const maker = await makerOf(reads, 'a')
    now = 500
    maker.end(answer(1))
    now = 999
    assert.ok(reads.get('a'))
    now = 1_000
    assert.equal(reads.get('a'), undefined)
  })

  it('takes no more than it may, and is that which was read last', async () => {
    const reads = new KeptReads(100_000, 3_600_000)
    for (let place = 0; place < 50; place++) (await makerOf(reads, `key ${place}`)).end(answer(9_000))
    ;(await makerOf(reads, 'large')).end(answer(20_000))

    assert.ok(reads.bytes <= 100_000)
    assert.deepEqual(
      ['key 0', 'large', 'key 49'].map((key) => reads.get(key) !== undefined),
      [false, false, true],
    )
  })

  it('is nothing that was begun before a write', async () => {
    const reads = new KeptReads(100_000, 3_600_000)
    const early = await makerOf(reads, 'a')
    reads.drop()
    const late = await makerOf(reads, 'a')
    early.end(answer(1))
    assert.equal(reads.get('a'), undefined)
    late.end(answer(2))
    assert.equal((reads.get('a')!.body as Buffer).length, 2)
  })
})

describe('a write is told', () => {
  it('by every table but those that no stranger reads', async () => {
    const rows = await service.db.query<{ name: string }>(
      sql`select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
        and not exists (select 1 from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'tell_change') order by 1`,
    )

    assert.deepEqual(
      rows.map(({ name }) => name),
      UNWATCHED.toSorted(),
    )
  })

  it('not by a log-in, which writes when it was', async () => {
    const before = dropsOf(service)
    const credentials = { email: owner.email, password: 'correct horse battery' }
    await service.call('POST', '/v1/auth/login', { body: credentials })
    await service.db.query(sql`update users set last_accessed_at = now()`)
    assert.equal(dropsOf(service), before)
    await service.db.query(sql`update users set first_name = 'Ada' where id = ${owner.id}`)
    assert.equal(dropsOf(service), before + 1)
  })
})
