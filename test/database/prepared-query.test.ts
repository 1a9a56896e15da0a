import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { connect } from '../../src/database/connect.ts'
import { MOST_PREPARED } from '../../src/database/prepared-query.ts'
import { freshDatabase } from '../support/fresh-database.ts'

const database = await freshDatabase()
// One connection, so that each statement meets what the one before has left.
const db = connect(database.url, { poolSize: 1 })
after(async () => {
  await db.close()
  await database.drop()
})

it('a statement that recurs answers its own rows each time', async () => {
  const numbers = (last: number) =>
    db.query(sql`select n, 'number ' || n as name, null as nothing from generate_series(1, ${last}::int) n`)
  const row = (n: number) => ({ n, name: `number ${n}`, nothing: null })

  for (const last of [1, 3, 0, 2, 0, 1]) {
    assert.deepEqual(
      await numbers(last),
      Array.from({ length: last }, (_, index) => row(index + 1)),
    )
  }
})

it('statements that recur in turns do not take over the columns of each other', async () => {
  for (let time = 0; time < 4; time++) {
    assert.deepEqual(await db.query(sql`select ${time}::int as one`), [{ one: time }])
    assert.deepEqual(await db.query(sql`select ${String(time)}::text as two, true as three`), [
      { two: String(time), three: true },
    ])
  }
})

it('a statement without rows recurs too', async () => {
  await db.query(sql`create table notes (note text)`)
  for (let time = 0; time < 4; time++)
    assert.deepEqual(await db.query(sql`insert into notes values (${'x'})`), [])

  assert.deepEqual(await db.query(sql`select count(*)::int as count from notes`), [{ count: 4 }])
})

it('a statement that fails leaves the connection as it was', async () => {
  const half = (value: number) => db.query(sql`select 10 / ${value}::int as half`)
  for (const value of [2, 5]) assert.deepEqual(await half(value), [{ half: 10 / value }])

  await assert.rejects(half(0), /division by zero/)

  for (const value of [5, 2]) assert.deepEqual(await half(value), [{ half: 10 / value }])
})

it('a table that gets another column is read with it, after one refusal at the most', async () => {
  await db.query(sql`create table things (one int)`)
  await db.query(sql`insert into things values (1)`)
  const all = () => db.query(sql`select * from things`)
  for (let time = 0; time < 3; time++) assert.deepEqual(await all(), [{ one: 1 }])
  await db.query(sql`alter table things add column two int default 2`)

  await all().catch(() => undefined)

  assert.deepEqual(await all(), [{ one: 1, two: 2 }])
})

const shape = (n: number, length: number) => db.query(raw(`select ${n} as n /* ${'x'.repeat(length)} */`))
const kept = () =>
  db.query<{ texts: number }>(
    sql`select coalesce(sum(length(statement)), 0)::int as texts from pg_prepared_statements`,
  )

it('statements of ever new shapes do not stay in the memory of the server, and come back when they are needed', async () => {
  for (let n = 0; n < 60; n++) for (let time = 0; time < 3; time++) await shape(n, 5_000)

  const [{ texts }] = (await kept()) as [{ texts: number }]
  assert.ok(texts > MOST_PREPARED / 2 && texts <= MOST_PREPARED, `${texts} characters`)
  for (const n of [0, 59, 0]) assert.deepEqual(await shape(n, 5_000), [{ n }])
})

it('a statement of very many conditions is never kept', async () => {
  const [{ texts }] = (await kept()) as [{ texts: number }]
  for (let time = 0; time < 4; time++) assert.deepEqual(await shape(1, 10_000), [{ n: 1 }])

  assert.deepEqual(await kept(), [{ texts }])
})

it('rows are read until there is no room for them, and the next statement is served as before', async () => {
  const full = new Error('full')
  const read = (most: number) => {
    let taken = 0
    const take = (bytes: number) => {
      taken += bytes
      return taken > most ? full : undefined
    }
    return db.query(sql`select repeat('x', 1000) as x from generate_series(1, ${100_000}::int)`, { take })
  }

  for (let time = 0; time < 3; time++) await assert.rejects(read(50_000), full)

  assert.deepEqual((await read(200_000_000)).length, 100_000)
  await db.transaction(async (tx) => {
    await assert.rejects(
      tx.query(sql`select repeat('x', 1000) from generate_series(1, 1000)`, { take: () => full }),
      full,
    )
    assert.deepEqual(await tx.query(sql`select 1 as one`), [{ one: 1 }])
  })
})

it('a read that takes too long is stopped and costs no connection; a transaction has more time', async () => {
  const hasty = connect(database.url, { poolSize: 1, readTimeout: 50 })
  const pid = async () => (await hasty.query(sql`select pg_backend_pid() as pid`))[0]!.pid
  try {
    const before = await pid()

    await assert.rejects(hasty.query(sql`select pg_sleep(10)`), { code: '57014' })

    assert.equal(await pid(), before)
    await hasty.transaction((tx) => tx.query(sql`select pg_sleep(0.1)`))
    await assert.rejects(hasty.query(sql`select pg_sleep(10)`), { code: '57014' })
  } finally {
    await hasty.close()
  }
})
