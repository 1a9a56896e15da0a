/** The plans of PostgreSQL for the statements that a list of an event is read by. */
import type pg from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Caller } from '../src/access/caller.ts'
import type { Db } from '../src/database/db.ts'
import { buildModels } from '../src/jsonapi/model.ts'
import { readQuery } from '../src/jsonapi/query.ts'
import { readPage, relatedListing } from '../src/jsonapi/read.ts'
import { resources } from '../src/resources/all.ts'

const models = buildModels(resources)

export interface ListOf {
  eventId: string
  relation: string
  query?: Record<string, string>
  caller?: Caller | undefined
}

/** Who works on the event. */
export function organizerOf(eventId: string): Caller {
  const roles = [{ event_id: eventId, name: 'organizer' }]
  return {
    id: '1',
    email: '',
    isStaff: false,
    isSuperAdmin: false,
    loginId: '',
    isFresh: false,
    roles,
  }
}

/** Which indexes the page of the list is read by, and whether any table is read from end to end. */
export async function planOf(pool: pg.Pool, list: ListOf): Promise<string> {
  const { text, values } = await firstStatement(list)
  const { rows } = await pool.query(`explain ${text}`, [...values])
  const plan = rows.map((row) => row['QUERY PLAN'] as string)
  const indexes = plan.flatMap((line) => /(?:using|Index Scan on) (\w+)/.exec(line)?.[1] ?? [])
  const scans = plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? [])
  const used = [...new Set(indexes)].join(', ') || 'no index'
  return scans.includes('sessions') ? `${used}; all sessions` : used
}

/** The event is said to be there, so that the list is asked for. */
async function firstStatement({ eventId, relation, query = {}, caller }: ListOf): Promise<Sql> {
  const found = models.get('event')!.relations.get(relation)!
  const sent: Sql[] = []
  const db: Db = {
    query: async (statement) => {
      const isList = statement.text.includes(` from ${found.target.table} t`)
      if (isList) sent.push(statement)
      return isList ? [] : ([{ id: eventId }] as never)
    },
    transaction: (work) => work(db),
  }
  const read = { db, caller, query: readQuery(query, found.target, models, 'list') }
  await readPage(read, await relatedListing(read, found, eventId))
  return sent[0]!
}
