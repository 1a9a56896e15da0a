/** Hearing what other processes tell, also across broken connections. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { listen } from '../../src/database/listen.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { query } from '../support/spawn-service.ts'
import { until } from '../support/until.ts'

const database = await freshDatabase()
after(() => database.drop())

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
const listeners = async () =>
  (
    await query(
      database.url,
      `select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
    )
  ).length

describe('a listener', () => {
  it('hears what is told on its channels, and nothing else', async () => {
    const heard: unknown[] = []
    const listener = await listen(database.url, ['one', 'two'])
    after(() => listener.close())
    listener.on('one', (payload) => heard.push(['one', payload]))
    const forget = listener.on('two', (payload) => heard.push(['two', payload]))

    await query(database.url, `notify one, 'a'; notify three, 'b'; notify two, 'c'`)
    await until(() => heard.length === 2)
    forget()
    await query(database.url, `notify two, 'd'; notify one, 'e'`)
    await until(() => heard.length === 3)

    assert.deepEqual(heard, [
      ['one', 'a'],
      ['two', 'c'],
      ['one', 'e'],
    ])
  })

  it('connects again when its connection is cut, and says that it may have missed something', async () => {
    const heard: unknown[] = []
    const listener = await listen(database.url, ['one'])
    after(() => listener.close())
    listener.on('one', (payload) => heard.push(payload))

    await query(database.url, CUT)
    await until(() => heard.length === 1)
    await query(database.url, `notify one, 'again'`)
    await until(() => heard.length === 2)

    assert.deepEqual(heard, [undefined, 'again'])
  })

  it('that is closed while it connects again leaves no connection', async () => {
    for (let times = 0; times < 10; times++) {
      // Connects again at once.
      const listener = await listen(database.url, ['one'], 0)
      await query(database.url, CUT)
      await listener.close()
    }

    await until(async () => (await listeners()) === 0)
  })
})
