/**
 * What pages promise. They are counted from the start of the list, so a record that comes in before the place where a
 * reader stands moves the rest on, and one that goes moves it back. Hence: whole while nothing changes; nothing is
 * missed while records only come in; nothing comes twice either where new records come last, as they do in the order of
 * the ids; and whoever goes on from the last id that was read, or by cursors, is safe from everything.
 */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import fc from 'fast-check'
import sql from 'sql-template-tag'
import { linkTo, make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { type Json, startTestService } from '../support/service.ts'
import { check, SEED } from './check.ts'

const service = await startTestService()
const owner = await signUp(service)
const event = linkTo(await make(service, owner, 'event'))
const url = `/v1/events/${event.id}/tracks`

interface Track {
  id: string
  position: number
}

const SORTS = ['', 'id', '-id', 'position', '-position', 'name,-position']
const positions = fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 15 })

async function store(some: number[]): Promise<string[]> {
  const rows = await service.db.query<{ id: string }>(sql`insert into tracks (event_id, name, color, position)
    select ${event.id}::bigint, 'Track ' || position % 2, '#ffffff', position from unnest(${some}::int[]) position returning id`)
  return rows.map(({ id }) => id)
}

async function get(query: string): Promise<Json> {
  const { status, body } = await service.call('GET', `${url}?${query}`, { as: owner })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

const idsOf = ({ data }: Json): string[] => data.map(({ id }: Track) => id)

/** All pages, along their links, as a reader does it who is told nothing else; between two pages something happens. */
async function readPages(query: string, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  let body = await get(query)
  const ids = idsOf(body)
  while (body.links.next) {
    await between()
    body = (await service.call('GET', body.links.next, { as: owner })).body
    ids.push(...idsOf(body))
  }
  return ids
}

const repeated = (ids: string[]) => ids.filter((id, place) => ids.indexOf(id) !== place)

describe(`the pages of a list (seed ${SEED})`, () => {
  beforeEach(() => service.db.query(sql`delete from tracks`))

  it('are together the list, in every order and size', () =>
    check(
      12,
      fc.asyncProperty(
        positions,
        fc.constantFrom(...SORTS),
        fc.integer({ min: 1, max: 16 }),
        async (some, sort, size) => {
          await service.db.query(sql`delete from tracks`)
          await store(some)
          const whole = await get(`sort=${sort}&page[size]=0`)

          assert.deepEqual(await readPages(`sort=${sort}&page[size]=${size}`), idsOf(whole))
          assert.equal(whole.meta.count, some.length)
          const numbers = [1, 2, 3, 4, 5, 6, 7, 8].slice(0, Math.ceil(some.length / size) + 1)
          const pages = await Promise.all(
            numbers.map((number) => get(`sort=${sort}&page[size]=${size}&page[number]=${number}`)),
          )
          assert.deepEqual(pages.flatMap(idsOf), idsOf(whole).slice(0, numbers.length * size))
          for (const page of pages) assert.equal(page.meta.count, some.length)
        },
      ),
    ))

  it('miss nothing that was there all along while records come in, in every order', () =>
    check(
      12,
      fc.asyncProperty(positions, positions, fc.constantFrom(...SORTS), async (some, more, sort) => {
        await service.db.query(sql`delete from tracks`)
        const early = await store(some)
        const arrivals = more.values()

        const read = await readPages(`sort=${sort}&page[size]=3`, async () => {
          const { value } = arrivals.next()
          if (value !== undefined) await store([value])
        })

        assert.deepEqual(
          early.filter((id) => !read.includes(id)),
          [],
        )
      }),
    ))

  it('bring nothing twice while records come in, in the order of the ids', () =>
    check(
      12,
      fc.asyncProperty(positions, positions, async (some, more) => {
        await service.db.query(sql`delete from tracks`)
        const early = await store(some)
        const arrivals = more.values()

        const read = await readPages('page[size]=3', async () => {
          const { value } = arrivals.next()
          if (value !== undefined) await store([value])
        })

        assert.deepEqual(repeated(read), [])
        assert.deepEqual(read.slice(0, early.length), early)
      }),
    ))

  it('that go on from the last id miss nothing and bring nothing twice, whatever comes and goes', () =>
    check(
      12,
      fc.asyncProperty(positions, fc.array(fc.nat({ max: 14 }), { maxLength: 8 }), async (some, gone) => {
        await service.db.query(sql`delete from tracks`)
        const early = await store(some)
        const doomed = gone.map((place) => early[place]).filter((id) => id !== undefined)
        const leaving = doomed.values()
        const read: string[] = []
        for (let page = await get('sort=id&page[size]=3'); page.data.length > 0; ) {
          read.push(...idsOf(page))
          if (read.length < 20) await store([0])
          const { value } = leaving.next()
          if (value) await service.call('DELETE', `/v1/tracks/${value}`, { as: owner })
          const filter = JSON.stringify([{ name: 'id', op: 'gt', val: read.at(-1) }])
          page = await get(`sort=id&page[size]=3&filter=${encodeURIComponent(filter)}`)
        }

        assert.deepEqual(repeated(read), [])
        assert.deepEqual(
          early.filter((id) => !doomed.includes(id) && !read.includes(id)),
          [],
        )
      }),
    ))
})

const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'
const CURSOR_SORTS = ['', '-id', 'level', '-level', 'level,-type', '-type,level', 'event.name,-level,id']
const sponsors = fc.array(
  fc.record({
    level: fc.option(fc.nat({ max: 2 })),
    type: fc.option(fc.constantFrom('', 'gold', 'Silver', 'ärger', '\\')),
  }),
  { maxLength: 12 },
)

describe(`the pages that are found by cursors (seed ${SEED})`, () => {
  const path = `/v1/events/${event.id}/sponsors`

  async function store(some: Json[]): Promise<string[]> {
    const rows = await service.db.query<{ id: string }>(sql`insert into sponsors (event_id, name, level, type)
      select ${event.id}::bigint, 'Sponsor', level, type
        from json_to_recordset(${JSON.stringify(some)}) as one(level int, type text) returning id`)
    return rows.map(({ id }) => id)
  }

  async function read(link: string): Promise<Json> {
    const headers = { accept: `application/vnd.api+json; profile="${PROFILE}"` }
    const { status, body } = await service.call('GET', link, { headers })
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }

  it('bring all that stays exactly once, in order, forwards and backwards, whatever comes and goes', () =>
    check(
      40,
      fc.asyncProperty(
        sponsors,
        sponsors,
        fc.array(fc.nat({ max: 11 }), { maxLength: 8 }),
        fc.constantFrom(...CURSOR_SORTS),
        fc.integer({ min: 1, max: 4 }),
        async (some, more, gone, sort, size) => {
          await service.db.query(sql`delete from sponsors`)
          const early = await store(some)
          const doomed = gone.map((place) => early[place]).filter((id) => id !== undefined)
          const whole = idsOf((await service.call('GET', `${path}?sort=${sort}&page[size]=0`)).body)
          const staying = whole.filter((id) => !doomed.includes(id))
          const [arrivals, leaving] = [more.values(), doomed.values()]
          const disturb = async () => {
            await store([arrivals.next().value].filter(Boolean))
            const { value } = leaving.next()
            if (value) await service.db.query(sql`delete from sponsors where id = ${value}`)
          }
          for (const way of ['next', 'prev']) {
            let page = await read(`${path}?sort=${sort}&page[size]=${way === 'next' ? size : 10_000}`)
            const seen = way === 'next' ? [idsOf(page)] : []
            // Backwards from the last record of the list.
            if (way === 'prev' && page.data.length > 0) {
              const cursor = page.data.at(-1).meta.page.cursor
              seen.push([page.data.at(-1).id])
              page = await read(`${path}?sort=${sort}&page[size]=${size}&page[before]=${cursor}`)
              seen.unshift(idsOf(page))
            }
            while (page.links[way]) {
              await disturb()
              page = await read(page.links[way])
              if (way === 'next') seen.push(idsOf(page))
              else seen.unshift(idsOf(page))
            }
            const ids = seen.flat()
            assert.deepEqual(repeated(ids), [])
            assert.deepEqual(
              ids.filter((id) => staying.includes(id)),
              staying,
            )
          }
        },
      ),
    ))
})
