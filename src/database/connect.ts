import { tracingChannel } from 'node:diagnostics_channel'
import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { PreparedQuery } from './prepared-query.ts'

/** What a function needs to read and write: the pool, or one open transaction. */
export interface Db {
  query<T = Record<string, unknown>>(statement: Sql): Promise<T[]>
  /** Runs the work in one transaction; inside a transaction it joins that one. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
}

export interface Database extends Db {
  /** Runs the work on one unchanging view of the data. */
  snapshot<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** How many connections are open and idle, and how many requests wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

export interface ConnectOptions {
  poolSize?: number
  statementTimeout?: number
}

/** Each statement that is sent is told here, for tests that count and for traces. Its values are not. */
export const statements = tracingChannel<unknown, { text: string }>('plenum:statement')

/** How long statements under way may take (in ms) when the pool is closed. */
const LAST_STATEMENT = 1_000
const TIMESTAMPTZ = 1184
const NAMED_AFTER = 2
const MOST_NAMES = 2_000

/** Opens a pool. Times come back as text in the form of the wire, ids as text. */
export function connect(
  url: string,
  { poolSize = 10, statementTimeout = 30_000 }: ConnectOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    options: `-c timezone=UTC -c statement_timeout=${statementTimeout} -c idle_in_transaction_session_timeout=600000`,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    connectionTimeoutMillis: 10_000,
  })
  // A connection that breaks is replaced by the pool, and who uses it hears of it from the statement that fails. Without
  // a listener, on the pool for idle ones and on each for those in use, the process would end.
  pool.on('error', () => {})
  const clients = new Set<pg.PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  const nameOf = statementNames()
  const send = <T>(via: pg.Pool | pg.PoolClient, statement: Sql): Promise<T[]> =>
    statements.hasSubscribers
      ? statements.tracePromise(() => run<T>(via, statement), { text: statement.text })
      : run(via, statement)
  const run = async <T>(via: pg.Pool | pg.PoolClient, { text, values }: Sql): Promise<T[]> => {
    const config = { name: nameOf(text), text, values: values as unknown[] }
    const { rows } = config.name === undefined ? await via.query(config) : await sendPrepared(via, config)
    return rows as T[]
  }
  return {
    query: (statement) => send(pool, statement),
    transaction: (work) => inTransaction(pool, 'begin', send, work),
    snapshot: (work) => inTransaction(pool, 'begin isolation level repeatable read read only', send, work),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => endPool(pool, clients),
  }
}

/** A statement that does not end, such as one that waits for a lock, does not keep the process from ending. */
async function endPool(pool: pg.Pool, clients: Set<pg.PoolClient>): Promise<void> {
  const cut = () => {
    for (const client of clients) client.connection.stream.destroy()
  }
  const timer = setTimeout(cut, LAST_STATEMENT)
  await pool.end().finally(() => clearTimeout(timer))
}

function sendPrepared(via: pg.Pool | pg.PoolClient, config: object): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
    // The types of pg let only a configuration stand before a callback.
    via.query(new PreparedQuery(config) as unknown as pg.QueryConfig, done)
  })
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  send: <R>(via: pg.PoolClient, statement: Sql) => Promise<R[]>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const tx: Db = { query: (statement) => send(client, statement), transaction: (inner) => inner(tx) }
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Statements that recur are prepared once for each connection. Only a text seen before gets a name, and their number
 * is bounded, because callers write filters and each prepared statement stays in the server's memory.
 */
function statementNames(): (text: string) => string | undefined {
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined) return name
    if (names.size >= MOST_NAMES) return undefined
    const times = (seen.get(text) ?? 0) + 1
    if (times < NAMED_AFTER) {
      if (seen.size > MOST_NAMES) seen.clear()
      seen.set(text, times)
      return undefined
    }
    seen.delete(text)
    names.set(text, `s${names.size}`)
    return names.get(text)
  }
}

function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === TIMESTAMPTZ) return toWireTime
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown
}

/** `2026-05-01 09:00:00.5+00` becomes `2026-05-01T09:00:00.5+00:00`. */
function toWireTime(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11)}:00`
}
