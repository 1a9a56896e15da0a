/** Transactions on connections of the pool. */
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Db } from './db.ts'
import type { RowRoom } from './prepared-query.ts'

/** The message of the library if a server does not respond. */
export const READ_TIMEOUT = 'Query read timeout'

// biome-ignore lint/suspicious/noExplicitAny: only the author of a statement knows its rows
export type Send = (via: pg.Pool | pg.PoolClient, statement: Sql, room?: RowRoom) => Promise<any[]>

export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  send: Send,
  work: (tx: Db) => Promise<T>,
  written: (client: pg.PoolClient) => void = () => {},
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(openedOn(client, send))
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that does not respond is given up.
    if ((error as Error).message === READ_TIMEOUT) broken = error as Error
    else
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    throw error
  } finally {
    // Also when it is not known whether the transaction was committed.
    written(client)
    client.release(broken)
  }
}

function openedOn(client: pg.PoolClient, send: Send): Db {
  const tx: Db = {
    query: (statement, room) => send(client, statement, room),
    transaction: (inner) => inner(tx),
  }
  return tx
}

/** Nothing is written, so it is always rolled back, also when it is given up in the middle. */
export async function* yieldInTransaction<T>(
  pool: pg.Pool,
  begin: string,
  send: Send,
  work: (tx: Db) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    yield* work(openedOn(client, send))
  } catch (error) {
    // A connection that does not answer, or whose rows were not read to the end, is given up.
    if (!(error instanceof pg.DatabaseError)) broken = error as Error
    throw error
  } finally {
    if (!broken)
      await client.query('rollback').catch((failure: Error) => {
        broken = failure
      })
    client.release(broken)
  }
}
