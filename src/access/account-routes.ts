/** Passwords and e-mail addresses of accounts. */

import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Db } from '../database/connect.ts'
import { BadRequestError, NotFoundError, UnauthorizedError, UnprocessableError } from '../errors.ts'
import { confirmationMessage, passwordChangeMessage, passwordResetMessage } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import type { AuthParts } from './auth-routes.ts'
import { demandAddress, demandText, isText, readMembers } from './body.ts'
import type { Caller } from './caller.ts'
import { issueEmailToken, useEmailToken, withdrawEmailTokens } from './email-tokens.ts'
import { addRoute, type GuardedRoute } from './guard.ts'
import { accountMailLimits, limit } from './limits.ts'
import { revokeLogins } from './logins.ts'
import { networkOf } from './network.ts'
import { hashPassword } from './password.ts'
import { isOwnPassword } from './password-check.ts'
import { takeTry } from './rate-limit.ts'
import { members, texts } from './route-doc.ts'

export interface AccountParts extends AuthParts {
  frontendUrl: string
}

interface Account {
  id: string
  email: string
  name: string | null
  password_hash: string | null
  is_verified: boolean
}

const TEXT = { type: 'string' }
const ACCOUNT = members({ id: TEXT, email: TEXT, name: { type: ['string', 'null'] } })
const EXISTS = {
  summary: 'Whether an e-mail address is taken',
  body: texts('email'),
  answer: members({ exists: { type: 'boolean' } }),
}
const data = (inner: object) => members({ data: inner })

export function addAccountRoutes(app: FastifyInstance, parts: AccountParts): void {
  for (const route of [...passwordRoutes(parts), ...addressRoutes(parts)])
    addRoute(app, parts.identify, route)
}

function passwordRoutes({ db, frontendUrl }: AccountParts): GuardedRoute[] {
  return [
    {
      method: 'POST',
      url: '/v1/auth/verify-password',
      access: 'user',
      doc: {
        summary: 'Check the own password',
        body: texts('password'),
        answer: members({ result: { type: 'boolean' } }),
      },
      handler: async (request, _reply, caller) => {
        const password = demandText(readMembers(request.body), 'password')
        return { result: await isOwnPassword(db, caller!, password, networkOf(request.ip)) }
      },
    },
    {
      method: 'POST',
      url: '/v1/auth/reset-password',
      access: 'all',
      doc: {
        summary: 'Ask for a mail to choose a new password',
        body: data(texts('email')),
        answer: texts('message', 'email'),
      },
      handler: async (request) => {
        const email = demandAddress(readMembers(request.body), 'email')
        await takeTry(db, accountMailLimits(networkOf(request.ip), email))
        await askForReset(db, email, frontendUrl)
        return { message: 'If the address belongs to an account, a mail is on its way.', email }
      },
    },
    {
      method: 'PATCH',
      url: '/v1/auth/reset-password',
      access: 'all',
      doc: {
        summary: 'Choose a new password with the token of the mail',
        body: data(texts('token', 'password')),
        answer: ACCOUNT,
      },
      handler: async (request) => {
        const members = readMembers(request.body)
        return resetPassword(db, demandText(members, 'token'), demandPassword(members, 'password'))
      },
    },
    {
      method: 'POST',
      url: '/v1/auth/change-password',
      access: 'user',
      doc: {
        summary: 'Change the password',
        body: data(texts('old-password', 'new-password')),
        answer: ACCOUNT,
      },
      handler: (request, _reply, caller) =>
        changePassword(db, caller!, readMembers(request.body), networkOf(request.ip)),
    },
  ]
}

async function accountOf(db: Db, { id }: { id: string }): Promise<Account> {
  const [account] = await db.query<Account>(
    sql`select id, email, public_name as name, password_hash, is_verified from users where id = ${id}`,
  )
  return account!
}

async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await db.query<Account>(
    sql`select id, email, public_name as name, password_hash, is_verified from users
      where lower(email) = lower(${email}) and deleted_at is null and not is_blocked`,
  )
  return account
}

function demandPassword(members: Record<string, unknown>, ...names: string[]): string {
  const password = demandText(members, ...names)
  if (password.length >= 8 && password.length <= 1_000) return password
  throw UnprocessableError.at(`/data/${names[0]}`, `${names[0]} must be at least 8 characters long`)
}

/** The answer is the same whether the account is there or not. */
async function askForReset(db: Db, email: string, frontendUrl: string): Promise<void> {
  const account = await findAccount(db, email)
  if (!account) return
  await db.transaction(async (tx) => {
    const token = await issueEmailToken(tx, account.id, account.email, 'reset')
    await recordMail(tx, account.email, passwordResetMessage(`${frontendUrl}/reset-password?token=${token}`))
  })
}

/** Whoever has the token reads the mails of the address, so it counts as verified. */
async function resetPassword(db: Db, token: string, password: string): Promise<unknown> {
  return db.transaction(async (tx) => {
    const id = await useEmailToken(tx, token, 'reset')
    if (!id) throw new NotFoundError('The token is unknown, used or expired; ask for a new one.')
    // Only now: it is work that nobody makes the service do without a token.
    const hash = await hashPassword(password)
    await tx.query(sql`update users set password_hash = ${hash}, is_verified = true where id = ${id}`)
    return finishChange(tx, id)
  })
}

async function changePassword(
  db: Db,
  caller: Caller,
  members: Record<string, unknown>,
  network: string,
): Promise<unknown> {
  if (!caller.isFresh)
    throw new UnauthorizedError('This needs a fresh token: log in with your password first.')
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

/** A new password ends all log-ins made with the old one, and the mails that would set another are useless. */
async function finishChange(
  tx: Db,
  id: string,
  keptLogin?: string,
): Promise<{ id: string; email: string; name: string | null }> {
  await revokeLogins(tx, id, keptLogin)
  await withdrawEmailTokens(tx, id, 'reset')
  const { email, name } = await accountOf(tx, { id })
  await recordMail(tx, email, passwordChangeMessage())
  return { id, email, name }
}

function addressRoutes({ db, frontendUrl }: AccountParts): GuardedRoute[] {
  const exists: GuardedRoute['handler'] = async (request) => {
    const { email } = readMembers(request.body)
    if (!isText(email)) throw UnprocessableError.at('/email', 'email is required')
    await takeTry(db, [limit('address looked up from a network', networkOf(request.ip))])
    return { exists: (await findAccount(db, demandAddress({ email }, 'email'))) !== undefined }
  }
  return [
    { method: 'POST', url: '/v1/users/check_email', access: 'all', doc: EXISTS, handler: exists },
    { method: 'POST', url: '/v1/users/checkEmail', access: 'all', doc: EXISTS, handler: exists },
    {
      method: 'GET',
      url: '/v1/users/user-details/get-user-id',
      access: 'user',
      doc: { summary: 'The id of the own account', answer: members({ user_id: { type: 'integer' } }) },
      handler: (_request, _reply, caller) => ({ user_id: Number(caller!.id) }),
    },
    {
      method: 'POST',
      url: '/v1/auth/verify-email',
      access: 'all',
      doc: {
        summary: 'Confirm an e-mail address with the token of the mail',
        body: data(texts('token')),
        answer: texts('message'),
      },
      handler: async (request) => {
        const id = await useEmailToken(db, demandText(readMembers(request.body), 'token'), 'verify')
        if (!id) throw new BadRequestError('The token is unknown, used or expired; ask for a new one.')
        await db.query(sql`update users set is_verified = true where id = ${id}`)
        return { message: 'E-mail address confirmed.' }
      },
    },
    {
      method: 'POST',
      url: '/v1/auth/resend-verification-email',
      access: 'all',
      doc: {
        summary: 'Send the mail to confirm an address again',
        body: data(texts('email')),
        answer: texts('message'),
      },
      handler: async (request) => {
        const email = demandAddress(readMembers(request.body), 'email')
        await takeTry(db, accountMailLimits(networkOf(request.ip), email))
        await resendVerification(db, email, frontendUrl)
        return { message: 'If the address belongs to an unconfirmed account, a mail is on its way.' }
      },
    },
  ]
}

async function resendVerification(db: Db, email: string, frontendUrl: string): Promise<void> {
  const account = await findAccount(db, email)
  if (!account || account.is_verified) return
  await db.transaction(async (tx) => {
    const token = await issueEmailToken(tx, account.id, account.email, 'verify')
    await recordMail(tx, account.email, confirmationMessage(`${frontendUrl}/verify?token=${token}`))
  })
}
