/** Holding others up at a known point, by a lock that they need. */
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import sql from 'sql-template-tag'
import type { TestService } from './service.ts'

export interface TableLock {
  /** Writes in the transaction that holds the lock. */
  query(statement: string): Promise<unknown>
  /** Commits, and lets the others go on. */
  release(): Promise<void>
}

/** Nobody can read or write the table until the lock is released; with the mode share, nobody can write it. */
export async function lockTable(
  service: TestService,
  table: string,
  mode: 'access exclusive' | 'share' = 'access exclusive',
): Promise<TableLock> {
  const client = new pg.Client(service.config.databaseUrl)
  await client.connect()
  await client.query(`begin; lock table ${table} in ${mode} mode`)
  // A test that fails meanwhile must not hold up those after it.
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= client.end()
    return ended
  }
  after(end)
  return {
    query: (statement) => client.query(statement),
    async release() {
      await client.query('commit')
      await end()
    },
  }
}

/** Waits until this many connections wait for the table. */
export async function waitsForLock(service: TestService, table: string, count = 1): Promise<void> {
  const end = Date.now() + 30_000
  for (;;) {
    if (Date.now() > end) throw new Error(`Nobody waits for ${table}`)
    const waiting = await service.db.query(
      sql`select pid from pg_locks where relation = ${table}::regclass and not granted`,
    )
    if (waiting.length >= count) return
    await delay(10)
  }
}
