/** Servers that are set up in other ways, and pools in front of them; these only where PgBouncer is installed. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import sql from 'sql-template-tag'
import { finished } from '../../tools/archives.ts'
import { hasPgBouncer, startPgBouncer } from '../../tools/pgbouncer.ts'
import { administer, freshDatabase } from '../support/fresh-database.ts'
import { make } from '../support/make.ts'
import { signUp } from '../support/people.ts'
import { startTestService } from '../support/service.ts'

/** A database of a server with another time zone, through a pool in this mode. */
async function pooled(mode: 'session' | 'transaction'): Promise<{ direct: string; url: string }> {
  const database = await freshDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await administer(`alter database ${name} set timezone = 'America/New_York'`)
  const pool = await startPgBouncer(database.url, mode)
  after(async () => {
    await pool.stop()
    await database.drop()
  })
  return { direct: database.url, url: pool.urlOf(name) }
}

/** Writes, reads, and runs tasks with the addresses; returns the times and the address of the feed of an event. */
async function use(env: Record<string, string>) {
  const service = await startTestService({ WORKERS: '2', ...env })
  const owner = await signUp(service)
  const times = { 'starts-at': '2030-05-01T09:00:00+02:00', 'ends-at': '2030-05-01T18:00:00+02:00' }
  const event = await make(service, owner, 'event', { ...times, state: 'published' })
  // Several at once need several sessions of the server.
  await Promise.all(
    Array.from({ length: 20 }, () =>
      make(service, owner, 'track', {}, { event: { type: 'event', id: event.id } }),
    ),
  )
  const exported = await service.call('POST', `/v1/events/${event.id}/export/json`, { as: owner })
  const { state } = await finished(service, exported.body.task_url)
  const read = await service.call('GET', `/v1/events/${event.id}`)
  const tracks = await service.call('GET', `/v1/events/${event.id}/tracks`)
  const { 'starts-at': startsAt, 'ical-url': feed, identifier } = read.body.data.attributes
  return { state, startsAt, tracks: tracks.body.meta.count, feed: feed.replace(identifier, '…') }
}

it('reads the same way whatever the server is set to', async () => {
  const database = await freshDatabase()
  const name = new URL(database.url).pathname.slice(1)
  const settings = { timezone: 'America/New_York', random_page_cost: '4', jit: 'on', statement_timeout: '0' }
  for (const [setting, value] of Object.entries(settings))
    await administer(`alter database ${name} set ${setting} = '${value}'`)
  after(() => database.drop())
  const { db } = await startTestService({ DATABASE_URL: database.url })

  const shown = await db.query(sql`select name, setting from pg_settings
    where name in ('TimeZone', 'random_page_cost', 'jit', 'statement_timeout') order by name`)

  assert.deepEqual(Object.fromEntries(shown.map(({ name, setting }) => [name, setting])), {
    jit: 'off',
    random_page_cost: '1.1',
    statement_timeout: '5000',
    TimeZone: 'UTC',
  })
})

const USED = {
  state: 'SUCCESS',
  startsAt: '2030-05-01T07:00:00+00:00',
  tracks: 20,
  feed: 'http://plenum.test/v1/events/…/schedule.ics',
}

describe('PgBouncer', { skip: !hasPgBouncer && 'PgBouncer is not installed' }, () => {
  it('in session mode needs no settings', async () => {
    const { url } = await pooled('session')
    assert.deepEqual(await use({ DATABASE_URL: url }), USED)
  })

  it('in transaction mode needs the address of the server too', async () => {
    const { url, direct } = await pooled('transaction')
    assert.deepEqual(await use({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }), USED)
  })

  it('in transaction mode is refused without that address', async () => {
    const { url } = await pooled('transaction')
    const host = new URL(url).searchParams.get('host')
    await assert.rejects(startTestService({ DATABASE_URL: url }), {
      message:
        `DATABASE_URL: the database at ${host} is behind a pool in transaction mode. ` +
        'Set DATABASE_DIRECT_URL to the address of the server itself, or set the pool to session mode.',
    })
  })

  it('is refused if it leads to another database than the address of the server', async () => {
    const [one, other] = [await pooled('transaction'), await freshDatabase()]
    after(() => other.drop())
    const host = new URL(one.url).searchParams.get('host')
    await assert.rejects(startTestService({ DATABASE_URL: one.url, DATABASE_DIRECT_URL: other.url }), {
      message: `DATABASE_URL: the database at ${host} is not the database of DATABASE_DIRECT_URL. Both must lead to the same one.`,
    })
  })
})
