import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import sql from 'sql-template-tag'
import { connect } from '../src/database/connect.ts'
import { freshDatabase } from './fresh-database.ts'

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
