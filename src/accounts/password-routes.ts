/** Passwords of accounts. */

import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { accountOf, findAccount, verifyAddress } from '../access/accounts.ts'
import type { Caller } from '../access/caller.ts'
import { recordChange } from '../access/change-log.ts'
import { issueEmailToken, useEmailToken, withdrawEmailTokens } from '../access/email-tokens.ts'
import { accountMailLimits } from '../access/limits.ts'
import { revokeLogins } from '../access/logins.ts'
import { networkOf } from '../access/network.ts'
import { hashPassword } from '../access/password.ts'
import { isOwnPassword } from '../access/password-check.ts'
import { takeTry } from '../access/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { BadRequestError, NotFoundError, UnauthorizedError, UnprocessableError } from '../errors.ts'
import { passwordChangeMessage, passwordResetMessage } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { demandAddress, demandText, readMembers } from '../web/members.ts'
import { members, texts } from '../web/route-doc.ts'
import type { AuthParts } from './auth-routes.ts'

export interface AccountParts extends Omit<AuthParts, 'publicUrl'> {
  frontendUrl: string
}

const TEXT = { type: 'string' }
const ACCOUNT = members({ id: TEXT, email: TEXT, name: { type: ['string', 'null'] } })
const data = (inner: object) => members({ data: inner })

export function addPasswordRoutes(app: FastifyInstance, parts: AccountParts): void {
  for (const route of [verifyRoute, askForResetRoute, resetRoute, changeRoute])
    addRoute(app, parts.identify, route(parts))
}

function verifyRoute({ db }: AccountParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/auth/verify-password',
    access: 'user',
    scope: 'none',
    doc: {
      summary: 'Check your password',
      body: texts('password'),
      answer: members({ result: { type: 'boolean' } }),
      example: { body: { password: '$PASSWORD' } },
    },
    handler: async (request, _reply, caller) => {
      const password = demandText(readMembers(request.body), 'password')
      return { result: await isOwnPassword(db, caller!, password, networkOf(request.ip)) }
    },
  }
}

function askForResetRoute({ db, frontendUrl }: AccountParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/auth/reset-password',
    access: 'all',
    scope: 'none',
    doc: {
      summary: 'Request a password reset mail',
      body: data(texts('email')),
      answer: texts('message', 'email'),
      example: { body: { data: { email: '$EMAIL' } } },
    },
    handler: async (request) => {
      const email = demandAddress(readMembers(request.body), 'email')
      await takeTry(db, accountMailLimits(networkOf(request.ip), email))
      await askForReset(db, email, frontendUrl)
      return { message: 'If the address belongs to an account, a mail has been sent.', email }
    },
  }
}

function resetRoute({ db }: AccountParts): GuardedRoute {
  return {
    method: 'PATCH',
    url: '/v1/auth/reset-password',
    access: 'all',
    scope: 'none',
    doc: {
      summary: 'Set a new password with the token from the mail',
      body: data(texts('token', 'password')),
      answer: ACCOUNT,
      example: { body: { data: { token: '$MAIL_TOKEN', password: '$PASSWORD' } } },
    },
    handler: async (request) => {
      const members = readMembers(request.body)
      return resetPassword(db, demandText(members, 'token'), demandPassword(members, 'password'))
    },
  }
}

function changeRoute({ db }: AccountParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/auth/change-password',
    access: 'user',
    scope: 'none',
    doc: {
      summary: 'Change your password',
      body: data(texts('old-password', 'new-password')),
      answer: ACCOUNT,
      example: { body: { data: { 'old-password': '$PASSWORD', 'new-password': '$NEW_PASSWORD' } } },
    },
    handler: (request, _reply, caller) =>
      changePassword(db, caller!, readMembers(request.body), networkOf(request.ip)),
  }
}

function demandPassword(members: Record<string, unknown>, ...names: string[]): string {
  const password = demandText(members, ...names)
  if (password.length >= 8 && password.length <= 1_000) return password
  throw UnprocessableError.at(`/data/${names[0]}`, `${names[0]} must be at least 8 characters long`)
}

/** The response is the same for an account that does not exist. */
async function askForReset(db: Db, email: string, frontendUrl: string): Promise<void> {
  const account = await findAccount(db, email)
  if (!account) return
  await db.transaction(async (tx) => {
    const token = await issueEmailToken(tx, account.id, account.email, 'reset')
    await recordMail(tx, account.email, passwordResetMessage(`${frontendUrl}/reset-password?token=${token}`))
  })
}

/** The holder of the token can read the mails of the address, so the address counts as verified. */
async function resetPassword(db: Db, token: string, password: string): Promise<unknown> {
  return db.transaction(async (tx) => {
    const used = await useEmailToken(tx, token, 'reset')
    if (!used) throw new NotFoundError('The token is unknown, used or expired. Request a new one.')
    // Only now, because hashing is costly and must not be possible without a token.
    const hash = await hashPassword(password)
    await tx.query(sql`update users set password_hash = ${hash} where id = ${used.user_id}`)
    await verifyAddress(tx, used.user_id)
    return finishChange(tx, used.user_id)
  })
}

async function changePassword(
  db: Db,
  caller: Caller,
  members: Record<string, unknown>,
  network: string,
): Promise<unknown> {
  if (!caller.isFresh)
    throw new UnauthorizedError('This requires a fresh token. Log in with your password first.')
  const old = demandText(members, 'old-password', 'old_password')
  const next = demandText(members, 'new-password', 'new_password')
  if (!(await isOwnPassword(db, caller, old, network)))
    throw new BadRequestError('The old password is wrong.')
  if (old === next) throw new BadRequestError('The new password must differ from the old one.')
  if (next.length < 8 || next.length > 1_000)
    throw new BadRequestError('The new password must be at least 8 characters long.')
  const hash = await hashPassword(next)
  return db.transaction(async (tx) => {
    await tx.query(sql`update users set password_hash = ${hash} where id = ${caller.id}`)
    return { ...(await finishChange(tx, caller.id, caller.loginId)), 'password-changed': true }
  })
}

/** A new password ends all log-ins made with the old one, and the mails that would set another or move the account are useless. */
async function finishChange(
  tx: Db,
  id: string,
  keptLogin?: string,
): Promise<{ id: string; email: string; name: string | null }> {
  await revokeLogins(tx, id, keptLogin)
  await withdrawEmailTokens(tx, id, 'reset', 'change')
  const { email, name } = await accountOf(tx, id)
  await recordMail(tx, email, passwordChangeMessage())
  const record = { type: 'user', id, eventId: null, values: { password: {} } }
  await recordChange(tx, { caller: { id }, action: 'updated', ...record })
  return { id, email, name }
}
