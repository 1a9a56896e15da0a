/** Codes as buyers find them: by the event and the text of the code, in any case. */

import sql, { raw, type Sql } from 'sql-template-tag'
import { MANAGER } from '../access/caller.ts'
import { limit } from '../access/limits.ts'
import { networkOf } from '../access/network.ts'
import { refundTry, takeTry } from '../access/rate-limit.ts'
import { apartFrom, type Db } from '../database/db.ts'
import { NotFoundError } from '../errors.ts'
import type { Model, Models } from '../jsonapi/model.ts'
import { findRecord } from '../jsonapi/permission.ts'
import type { Exchange } from '../jsonapi/route-parts.ts'
import type { Row } from '../resources/declare.ts'
import { isText } from '../web/members.ts'

/** The kinds of code that buyers may ask for; the event-level discount code is none of them. */
const FOR_BUYERS = { 'discount-code': "c.used_for = 'tickets'", 'access-code': 'true' } as const
export type CodeType = keyof typeof FOR_BUYERS

export interface CodeParts {
  db: Db
  models: Models
}

export interface FoundCode extends Row {
  id: string
  event_id: string
  /** Active and inside its window now. */
  is_valid: boolean
  /** The caller may change it. */
  isManaged: boolean
}

/** The code in the path, or 404. A client that guesses is stopped after some misses. */
export async function findCode(
  { db, models }: CodeParts,
  type: CodeType,
  { request, caller }: Omit<Exchange, 'reply'>,
  forWhom: 'buyer' | 'manager' = 'buyer',
): Promise<FoundCode> {
  const { id, code } = request.params as { id: string; code: string }
  const event = await findRecord({ db, caller }, models.get('event')!, id, { words: [MANAGER] })
  const eventId = event.row.id as string
  const isManager = forWhom === 'manager' && event.may(MANAGER)
  const isOfKind = isManager && caller!.isStaff ? 'true' : FOR_BUYERS[type]
  const limits = [
    limit('code of an event from a network', networkOf(request.ip), eventId),
    limit('code of an event', eventId),
  ]
  // One transaction locks the counter: concurrent tries wait for each other, so that all guesses are counted and valid
  // codes never are.
  const found = await apartFrom(db).transaction(async (tx) => {
    await takeTry(tx, limits)
    const isWanted = sql`c.event_id = ${eventId} and lower(c.code) = lower(${code}) and ${raw(isOfKind)}`
    const one = isText(code) ? await readCode(tx, models.get(type)!, isWanted) : undefined
    if (one && (one.is_valid || isManager)) await refundTry(tx, limits)
    return one
  })
  if (!found) throw new NotFoundError('The event does not have this code.')
  return { ...found, isManaged: isManager } as FoundCode
}

export function demandValid(code: FoundCode): void {
  if (!code.is_valid && !code.isManaged) throw new NotFoundError('This code is not valid now.')
}

async function readCode(
  db: Db,
  { table }: Model,
  isWanted: Sql,
): Promise<Omit<FoundCode, 'isManaged'> | undefined> {
  const [row] = await db.query<Omit<FoundCode, 'isManaged'>>(
    sql`select c.*, c.is_active and coalesce(c.valid_from <= now(), true)
        and coalesce(c.valid_till, e.ends_at) > now() as is_valid
      from ${raw(table)} c join events e on e.id = c.event_id
      where c.deleted_at is null and ${isWanted}`,
  )
  return row
}

/** The condition that a ticket `t` is one of those that the code is for. */
export function isTicketOf(model: Model, codeId: string): Sql {
  const relation = model.relations.get('tickets')
  if (relation?.kind !== 'links-many') throw new Error(`${model.type} has no table of tickets`)
  const { table, own, other } = relation.links
  return sql`t.id in (select l.${raw(other)} from ${raw(table)} l where l.${raw(own)} = ${codeId})`
}
