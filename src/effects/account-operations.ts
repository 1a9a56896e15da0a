/** Writes of accounts and invitations that are counted first. The count stays even if the write fails. */
import sql from 'sql-template-tag'
import type { Caller } from '../access/caller.ts'
import { accountMailLimits, limit } from '../access/limits.ts'
import { isOwnPassword } from '../access/password-check.ts'
import { takeTry } from '../access/rate-limit.ts'
import { ForbiddenError, UnprocessableError } from '../errors.ts'
import { isObject, readBody } from '../jsonapi/body.ts'
import { create } from '../jsonapi/create.ts'
import { type Operations, remove, update } from '../jsonapi/operations.ts'
import { findRecord } from '../jsonapi/permission.ts'
import type { Write } from '../jsonapi/request.ts'
import { type Files, removeAccount } from './account-removal.ts'

/** An exempt network, such as a proxy, is used by many people, so it does not count as one sender. */
type IsExempt = (network: string) => boolean

export function accountOperations(isExempt: IsExempt, files: Files): Operations {
  return {
    async create(write, body, parentId) {
      const { db, network } = write
      if (!isExempt(network)) await takeTry(db, [limit('sign-up from a network', network)])
      return create(write, body, parentId)
    },
    async update(write, id, body, conditions) {
      return update(write, id, await withProvenAddress(write, id, body), conditions)
    },
    remove: (write, id, removal) => removeAccount(write, id, removal, files),
  }
}

/** Of roles and of speakers. */
export function inviteOperations(isExempt: IsExempt): Operations {
  return {
    async create(write, body, parentId) {
      const { db, caller, network } = write
      if (caller) await takeTry(db, [limit('invitation by a user', caller.id)])
      if (caller && !isExempt(network)) await takeTry(db, [limit('invitation from a network', network)])
      return create(write, body, parentId)
    },
    update,
    remove,
  }
}

/** The body, with an address only if it is new and the caller has proven who they are. */
async function withProvenAddress(write: Write, id: string, body: unknown): Promise<unknown> {
  const { db, model, caller } = write
  const { email, current_password: password } = caller ? readBody(body, model, 'update').attributes : {}
  if (!caller || typeof email !== 'string') return body
  const word = model.declaration.access.update!
  const permission = await findRecord(write, model, id, { words: [word], deleted: caller.isStaff })
  permission.demand(word)
  const [same] = await db.query(sql`select 1 where lower(${permission.row.email}) = lower(${email})`)
  if (same) return withoutAddress(body)
  if (caller.token)
    throw new ForbiddenError('An API token cannot change an e-mail address. Log in with a password.')
  await demandPassword(write, caller, password)
  await takeTry(db, accountMailLimits(write.network, email))
  return body
}

/** Clients send an account back as they read it. */
function withoutAddress(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.data) || !isObject(body.data.attributes)) return body
  const { email: _, ...attributes } = body.data.attributes
  return { data: { ...body.data, attributes } }
}

async function demandPassword({ db, network }: Write, caller: Caller, password: unknown): Promise<void> {
  const refusal = (detail: string) => UnprocessableError.at('/data/attributes/current-password', detail)
  if (typeof password !== 'string' || password === '')
    throw refusal('current-password (your own password) is required to change the e-mail address')
  if (!(await isOwnPassword(db, caller, password, network)))
    throw refusal('current-password is not your password')
}
