/** Feedback: on what has started, by people who do not rate themselves. */
import sql, { raw } from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { wrote } from '../access/conditions.ts'
import type { Db } from '../database/connect.ts'
import { ForbiddenError, UnprocessableError } from '../errors.ts'
import { readBody } from '../jsonapi/body.ts'
import { create } from '../jsonapi/create.ts'
import type { Effects } from '../jsonapi/effects.ts'
import { type Operations, remove, update } from '../jsonapi/operations.ts'
import { findRecord } from '../jsonapi/permission.ts'
import type { Write } from '../jsonapi/request.ts'
import type { feedback } from '../resources/feedback.ts'

export const feedbackEffects: Effects<typeof feedback> = {
  async created(tx, { caller, after: { event_id, session_id } }) {
    if (session_id) await demandSession(tx, caller, session_id)
    else await demandEvent(tx, event_id)
  },
}

/** The event may be left out where the session says which it is. */
export const feedbackOperations: Operations = {
  create: async (write, body, parentId) => create(write, body, parentId ?? (await eventOf(write, body))),
  update,
  remove,
}

async function eventOf(write: Write, body: unknown): Promise<string | undefined> {
  const { model, caller, isStrict } = write
  if (!caller) return undefined
  const { relations } = readBody(body, model, 'create', isStrict)
  const session = model.relations.get('session')!
  const id = relations.get(session)?.[0]
  if (id === undefined || relations.get(model.parent!)?.[0] !== undefined) return undefined
  const { row } = await findRecord(write, session.target, id, { words: ['all'] })
  return row.event_id as string
}

async function demandEvent(tx: Db, id: string): Promise<void> {
  const [started] = await tx.query(sql`select 1 from events where id = ${id} and starts_at <= now()`)
  if (!started) throw tooEarly('event')
}

async function demandSession(tx: Db, caller: Caller, id: string): Promise<void> {
  const [session] = await tx.query<{ is_held: boolean; is_own: boolean }>(
    sql`select t.starts_at <= now() and t.state in ('accepted', 'confirmed') as is_held,
        ${wrote(caller, { row: raw('t'), isEvent: false })} as is_own
      from sessions t where t.id = ${id}`,
  )
  if (session?.is_own) throw new ForbiddenError('You cannot give feedback on a session of your own.')
  if (!session?.is_held) throw tooEarly('session')
}

function tooEarly(kind: 'event' | 'session'): UnprocessableError {
  return UnprocessableError.at(
    `/data/relationships/${kind}`,
    `Feedback can be given once the ${kind} has started.`,
  )
}
