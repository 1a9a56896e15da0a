import { tracingChannel } from 'node:diagnostics_channel'
import pg from 'pg'
import type { Db } from './db.ts'
import { PLANNING } from './planning.ts'
import { PreparedQuery } from './prepared-query.ts'
import { statementNames } from './statement-names.ts'
import { inTransaction, type Send, yieldInTransaction } from './transactions.ts'
import { makeUnits, type Unit } from './unit.ts'
import { CHANGE } from './watched-tables.ts'

export type { Db }

export interface Database extends Db {
  /** Runs the work on one unchanging view of the data. */
  snapshot<T>(work: (tx: Db) => Promise<T>): Promise<T>
  /** The same for work that yields its results one by one; it ends when nobody takes the next. */
  snapshotOf<T>(work: (tx: Db) => AsyncIterable<T>): AsyncGenerator<T>
  apart: Db
  /** A unit of work: all writes of what runs in it are one transaction, in which `begun` runs first. */
  unit(begun: (tx: Db) => Promise<void>): Unit
  /** Whether the process of the server with this number is at the other end of one of the connections. */
  isOwn(backend: string | undefined): boolean
  /** How many connections are open and idle, and how many requests wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  close(): Promise<void>
}

interface ConnectOptions {
  poolSize?: number
  /** For a statement (in ms), 0 for as long as it takes. */
  statementTimeout?: number
  /** For a statement outside transactions, such as a read; by default the same. */
  readTimeout?: number
  /** Where the service is reached, for addresses that statements make. */
  publicUrl?: string
  /**
   * The address leads to a pool that gives each transaction another session of the server. A setting then holds for one
   * transaction, and no statement stays prepared.
   */
  isShared?: boolean
  /** Called when something was written that strangers may see, before its writer is told so. */
  changed?: () => void
}

/** Reports each statement that is sent, without its values, for traces and for tests that count. */
export const statements = tracingChannel<unknown, { text: string }>('plenum:statement')

/** How long statements under way may take (in ms) when the pool is closed. */
const LAST_STATEMENT = 1_000
/** How long a server may stay silent (in ms) after it should have ended a statement. */
const SILENCE = 5_000
const TIMESTAMPTZ = 1184
/** Refusals after which a connection is as good as before: of a value, or of a statement that takes too long. */
const HARMLESS = /^(23|57014$)/

/** Opens a pool. Times come back as text in the form of the wire, ids as text. */
export function connect(
  url: string,
  {
    poolSize = 10,
    statementTimeout = 30_000,
    readTimeout = statementTimeout,
    publicUrl,
    isShared = false,
    changed = () => {},
  }: ConnectOptions = {},
): Database {
  const settings = settingsOf(readTimeout, publicUrl)
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    // By a statement, because pools such as PgBouncer refuse settings at the start of a connection.
    ...(!isShared && { onConnect: (client) => client.query(settings.map((one) => `set ${one}`).join('; ')) }),
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
    connectionTimeoutMillis: 10_000,
    // The server ends a statement that takes too long, unless it hangs itself.
    ...(statementTimeout > 0 && { query_timeout: statementTimeout + SILENCE }),
  })
  // The pool replaces a broken connection, and its user gets the error from the failed statement. Without these listeners,
  // on the pool for idle connections and on each client for those in use, the process would end.
  pool.on('error', () => {})
  const clients = new Set<pg.PoolClient>()
  /** Those that have written what strangers may see, until the end of the transaction. */
  const changing = new Set<pg.PoolClient>()
  const written = (client: pg.PoolClient) => {
    if (changing.delete(client)) changed()
  }
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.on('notice', ({ message }) => {
      if (message === CHANGE) changing.add(client)
    })
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client))
  const nameOf = isShared ? () => undefined : statementNames()
  const send: Send = (via, statement, room) =>
    statements.hasSubscribers
      ? statements.tracePromise(() => run(via, statement, room), { text: statement.text })
      : run(via, statement, room)
  const run: Send = async (via, { text, values }, room) => {
    const query = new PreparedQuery({ name: nameOf(text), text, values: values as unknown[] }, room)
    const { rows } = await (via === pool
      ? sendAlone(pool, query, written)
      : sendOver(via as pg.PoolClient, query))
    return rows
  }
  const beginRead = ['begin', ...(isShared ? settings : []).map((one) => `set local ${one}`)].join('; ')
  const begin =
    readTimeout === statementTimeout
      ? beginRead
      : `${beginRead}; set local statement_timeout = ${statementTimeout}`
  const beginSnapshot = begin.replace('begin', 'begin isolation level repeatable read read only')
  const apart: Db = {
    query: (statement, room) =>
      isShared
        ? inTransaction(pool, beginRead, send, (tx) => tx.query(statement, room), written)
        : send(pool, statement, room),
    transaction: (work) => inTransaction(pool, begin, send, work, written),
  }
  const units = makeUnits(apart)
  return {
    query: (statement, room) => units.present()?.query(statement, room) ?? apart.query(statement, room),
    transaction: (work) => units.present()?.transaction(work) ?? apart.transaction(work),
    apart,
    unit: units.open,
    snapshot: (work) => inTransaction(pool, beginSnapshot, send, work),
    snapshotOf: (work) => yieldInTransaction(pool, beginSnapshot, send, work),
    isOwn: (backend) => [...clients].some((client) => backendOf(client) === backend),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => endPool(pool, clients),
  }
}

function settingsOf(readTimeout: number, publicUrl: string | undefined): string[] {
  return [
    "timezone = 'UTC'",
    `statement_timeout = ${readTimeout}`,
    'idle_in_transaction_session_timeout = 600000',
    ...Object.entries(PLANNING).map(([name, value]) => `${name} = ${value}`),
    ...(publicUrl === undefined ? [] : [`plenum.public_url = ${pg.escapeLiteral(publicUrl)}`]),
  ]
}

/** The types of pg do not know it. */
function backendOf(client: pg.PoolClient): string {
  return String((client as pg.PoolClient & { processID: number | null }).processID)
}

/** A statement that does not end, such as one that waits for a lock, does not keep the process from ending. */
async function endPool(pool: pg.Pool, clients: Set<pg.PoolClient>): Promise<void> {
  const cut = () => {
    for (const client of clients) client.connection.stream.destroy()
  }
  const timer = setTimeout(cut, LAST_STATEMENT)
  await pool.end().finally(() => clearTimeout(timer))
}

function sendOver(client: pg.PoolClient, query: PreparedQuery): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
    // The types of pg accept only a configuration before a callback.
    client.query(query as unknown as pg.QueryConfig, done)
  })
}

/** As the pool would do it, but a harmless refusal does not cost the connection. */
function sendAlone(
  pool: pg.Pool,
  query: PreparedQuery,
  written: (client: pg.PoolClient) => void,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    pool.connect((fault, client, release) => {
      if (!client) return reject(fault)
      let isOver = false
      const end = (error: Error | null, result?: pg.QueryResult) => {
        if (isOver) return
        isOver = true
        client.removeListener('error', end)
        written(client)
        release(error === null || isHarmless(error) ? undefined : error)
        if (result) resolve(result)
        else reject(error)
      }
      client.once('error', end)
      client.query(query as unknown as pg.QueryConfig, end)
    })
  })
}

function isHarmless(error: Error): boolean {
  return error instanceof pg.DatabaseError && HARMLESS.test(error.code ?? '')
}

function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === TIMESTAMPTZ) return toWireTime
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown
}

/** `2026-05-01 09:00:00.5+00` becomes `2026-05-01T09:00:00.5+00:00`. */
function toWireTime(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11)}:00`
}
