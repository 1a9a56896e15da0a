/** Offering archives of which some are refused, with nothing left of them. */
import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import sql, { raw } from 'sql-template-tag'
import { importArchive } from '../../tools/archives.ts'
import { leftBehind } from './leftovers.ts'
import { signUp } from './people.ts'
import { type Json, startTestService } from './service.ts'

export const EVENT = { id: 1, name: 'Conference', ends_at: '2030-05-03T18:00:00Z' }
export const eventMember = { name: 'event', content: JSON.stringify(EVENT) }
export const MIB = 1024 ** 2

export const service = await startTestService({ WORKERS: '2' })
const owner = await signUp(service)

export const outcomeOf = (archive: Buffer): Promise<Json> => importArchive(service, owner, archive)

/** The import fails with this text, and there is no event. */
export async function refused(archive: Buffer, text: string): Promise<void> {
  assert.deepEqual(await outcomeOf(archive), { state: 'FAILURE', result: text })
  assert.deepEqual(await service.db.query(sql`select id from events`), [])
}

/** The result of the import; `count` is how many records of one table it made. */
export async function accepted(archive: Buffer, table = 'events'): Promise<Json> {
  const { state, result } = await outcomeOf(archive)
  assert.equal(state, 'SUCCESS', JSON.stringify(result))
  const made = await service.db.query(sql`select id from ${raw(table)}`)
  await service.db.query(sql`delete from events`)
  return { ...result, count: made.length }
}

afterEach(async () => {
  assert.deepEqual(await leftBehind(service), [])
  assert.equal((await service.call('GET', '/v1/events')).status, 200)
})
