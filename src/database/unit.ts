/**
 * One transaction for everything that a request writes, though the code that writes knows nothing of it. It begins with
 * the first write, so a slow upload holds no connection, and stays open until the request has its answer: what was
 * written and what is kept of the answer are there together, or not at all.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { raw, type Sql } from 'sql-template-tag'
import type { Db } from './db.ts'
import type { RowRoom } from './prepared-query.ts'

/** The units of work of one pool. */
interface Units {
  /** The one that the running code belongs to. */
  present(): Unit | undefined
  open(begun: (tx: Db) => Promise<void>): Unit
}

export function makeUnits(apart: Db): Units {
  const running = new AsyncLocalStorage<Unit>()
  return {
    present() {
      const unit = running.getStore()
      // What still runs when the unit is over does not belong to it.
      return unit?.isOver ? undefined : unit
    },
    open: (begun) => new Unit(apart, running, begun),
  }
}

const WRITES = /\b(insert into|update|delete from)\b/i

export class Unit {
  isOver = false
  private opening: Promise<OpenTransaction> | undefined
  private last: Promise<unknown> = Promise.resolve()
  private readonly apart: Db
  private readonly running: AsyncLocalStorage<Unit>
  private readonly begun: (tx: Db) => Promise<void>

  constructor(apart: Db, running: AsyncLocalStorage<Unit>, begun: (tx: Db) => Promise<void>) {
    this.apart = apart
    this.running = running
    this.begun = begun
  }

  /** Does the work as a part of this unit. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.running.run(this, work)
  }

  async query<T>(statement: Sql, room?: RowRoom): Promise<T[]> {
    if (WRITES.test(statement.text)) return this.transaction((tx) => tx.query<T>(statement, room))
    const opened = await this.opening
    return (opened?.tx ?? this.apart).query<T>(statement, room)
  }

  /** Writes that come at once take turns. What one of them throws undoes that one. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    const turn = this.last.then(async () => {
      this.opening ??= this.begin()
      const { tx } = await this.opening
      await tx.query(raw('savepoint part'))
      try {
        const result = await work(tx)
        await tx.query(raw('release savepoint part'))
        return result
      } catch (error) {
        await tx.query(raw('rollback to savepoint part'))
        throw error
      }
    })
    this.last = turn.catch(() => undefined)
    return turn
  }

  private async begin(): Promise<OpenTransaction> {
    const opened = await openTransaction(this.apart)
    try {
      await this.begun(opened.tx)
      return opened
    } catch (error) {
      this.opening = undefined
      await opened.rollback()
      throw error
    }
  }

  /** Does the last work of the unit and makes all of it last. */
  async commit(lastWork: (tx: Db) => Promise<void>): Promise<void> {
    const writing = this.transaction(lastWork)
    this.isOver = true
    try {
      await writing
    } catch (error) {
      await (await this.opening)?.rollback()
      throw error
    }
    await (await this.opening)!.commit()
  }

  /** Undoes everything. */
  async rollback(): Promise<void> {
    this.isOver = true
    await this.last
    await (await this.opening)?.rollback()
  }
}

/** A transaction that stays open until it is told how it ends. */
interface OpenTransaction {
  tx: Db
  commit(): Promise<void>
  rollback(): Promise<void>
}

function openTransaction(db: Db): Promise<OpenTransaction> {
  return new Promise((opened, failed) => {
    const end = Promise.withResolvers<void>()
    const ended = db.transaction((tx) => {
      const commit = () => {
        end.resolve()
        return ended
      }
      const rollback = () => {
        end.reject(new Error('The work is undone.'))
        // It is undone also when the connection is lost.
        return ended.catch(() => undefined)
      }
      opened({ tx, commit, rollback })
      return end.promise
    })
    ended.catch(failed)
  })
}
