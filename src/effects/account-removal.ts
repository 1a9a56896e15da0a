/** Removing an account: closing it, which staff can undo, or erasing it with everything that is kept about the person. */
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { recordChange } from '../access/change-log.ts'
import { isOwnPassword } from '../access/password-check.ts'
import type { Db } from '../database/connect.ts'
import type { RowOf } from '../database/rows.ts'
import { ForbiddenError, UnprocessableError } from '../errors.ts'
import { isObject } from '../jsonapi/body.ts'
import { demandMatch, type Operations, remove } from '../jsonapi/operations.ts'
import { findRecord, refuse } from '../jsonapi/permission.ts'
import type { Write } from '../jsonapi/request.ts'
import { erasePerson } from '../people/erase.ts'
import type { user } from '../resources/user.ts'
import { demandAnotherSuperAdmin, isSuperAdmin } from './accounts.ts'

export interface Files {
  remove(key: string): Promise<void>
}

type Removal = Parameters<Operations['remove']>[2]

/** How old the log-in of a caller without a password may be. */
const RECENT = sql`interval '10 minutes'`

export async function removeAccount(write: Write, id: string, removal: Removal, files: Files): Promise<void> {
  const meta = metaOf(removal.body)
  const isErasure = meta.erase === true || meta['current-password'] !== undefined
  if (!isErasure) return remove(write, id, removal)
  const { db, model, caller } = write
  if (!caller) refuse(caller, model.declaration.access.remove!)
  await demandProof(write, caller, meta['current-password'])
  const keys = await db.transaction((tx) => erase({ ...write, db: tx }, caller, id, removal))
  // If the process dies here, a clean-up removes them.
  for (const key of keys) await files.remove(key)
}

function metaOf(body: unknown): Record<string, unknown> {
  return isObject(body) && isObject(body.meta) ? body.meta : {}
}

/** An erasure cannot be undone, so a token that was left behind or stolen is not enough. */
async function demandProof({ db, network }: Write, caller: Caller, password: unknown): Promise<void> {
  if (caller.token) throw new ForbiddenError('An API token cannot erase an account. Log in with a password.')
  const [own] = await db.query<{ has_password: boolean; is_recent: boolean }>(
    sql`select u.password_hash is not null as has_password, l.created_at > now() - ${RECENT} as is_recent
      from users u join logins l on l.user_id = u.id where l.id = ${caller.loginId}`,
  )
  if (own && !own.has_password) {
    if (own.is_recent) return
    throw new ForbiddenError('Your account has no password. Log in again, then erase it within ten minutes.')
  }
  const refusal = (detail: string) => UnprocessableError.at('/meta/current-password', detail)
  if (typeof password !== 'string' || password === '')
    throw refusal('current-password (your own password) is required to erase an account')
  if (!(await isOwnPassword(db, caller, password, network)))
    throw refusal('current-password is not your password')
}

async function erase(write: Write, caller: Caller, id: string, { ifMatch }: Removal): Promise<string[]> {
  const { db: tx, model, requestId } = write
  const word = model.declaration.access.remove!
  const permission = await findRecord(write, model, id, {
    words: [word],
    lock: true,
    deleted: caller.isStaff,
  })
  permission.demand(word)
  const account = permission.row as RowOf<typeof user> & { id: string }
  if (ifMatch) await demandMatch(write, account.id, ifMatch)
  if (isSuperAdmin(account)) await demandAnotherSuperAdmin(tx, account.id)
  await demandNoEvents(tx, account.id)
  const keys = await erasePerson(tx, account.id)
  const author = { caller: caller.id === account.id ? undefined : caller, requestId }
  await recordChange(tx, { ...author, action: 'deleted', type: 'user', id: account.id, eventId: null })
  return keys
}

/** Other roles end with the account, but an event without an owner could not be managed. */
async function demandNoEvents(tx: Db, id: string): Promise<void> {
  const [owned] = await tx.query<{ count: number }>(sql`select count(*)::int as count
    from users_events_roles ur join roles r on r.id = ur.role_id and r.name = 'owner'
    join events e on e.id = ur.event_id and e.deleted_at is null where ur.user_id = ${id}`)
  if (owned!.count > 0)
    throw new ForbiddenError(
      `This account owns ${owned!.count} events. Give them to another owner or delete them first.`,
    )
}
