/** E-mail addresses of accounts: whether they are taken, and their confirmation. */
import type { FastifyInstance } from 'fastify'
import { findAccount, verifyAddress } from '../access/accounts.ts'
import { moveAccount } from '../access/address-change.ts'
import type { Caller } from '../access/caller.ts'
import { issueEmailToken, useEmailToken } from '../access/email-tokens.ts'
import { accountMailLimits, limit } from '../access/limits.ts'
import { networkOf } from '../access/network.ts'
import { takeTry } from '../access/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { BadRequestError, UnprocessableError } from '../errors.ts'
import { confirmationMessage } from '../mail/messages.ts'
import { recordMail } from '../mail/outbox.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { demandAddress, demandText, isText, readMembers } from '../web/members.ts'
import { members, texts } from '../web/route-doc.ts'
import type { AccountParts } from './password-routes.ts'

const EXISTS = {
  summary: 'Check whether an e-mail address is taken',
  body: texts('email'),
  answer: members({ exists: { type: 'boolean' } }),
  example: { body: { email: '$EMAIL' } },
}
const data = (inner: object) => members({ data: inner })

export function addAddressRoutes(app: FastifyInstance, parts: AccountParts): void {
  for (const route of [...accountRoutes(parts), confirmRoute(parts), resendRoute(parts)])
    addRoute(app, parts.identify, route)
}

function accountRoutes({ db }: AccountParts): GuardedRoute[] {
  const exists: GuardedRoute['handler'] = async (request) => {
    const { email } = readMembers(request.body)
    if (!isText(email)) throw UnprocessableError.at('/email', 'email is required')
    await takeTry(db, [limit('address looked up from a network', networkOf(request.ip))])
    return { exists: (await findAccount(db, demandAddress({ email }, 'email'))) !== undefined }
  }
  const lookUp = { method: 'POST', access: 'all', scope: 'none', doc: EXISTS, handler: exists } as const
  return [
    { ...lookUp, url: '/v1/users/check_email' },
    { ...lookUp, url: '/v1/users/checkEmail' },
    {
      method: 'GET',
      url: '/v1/users/user-details/get-user-id',
      access: 'user',
      scope: 'any',
      doc: { summary: 'Get the ID of your account', answer: members({ user_id: { type: 'integer' } }) },
      handler: (_request, _reply, caller) => ({ user_id: Number(caller!.id) }),
    },
  ]
}

function confirmRoute({ db }: AccountParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/auth/verify-email',
    access: 'all',
    scope: 'none',
    doc: {
      summary: 'Confirm an e-mail address with the token from the mail',
      body: data(texts('token')),
      answer: texts('message'),
      example: { body: { data: { token: '$MAIL_TOKEN' } } },
    },
    handler: async (request, _reply, caller) => {
      await confirmAddress(db, demandText(readMembers(request.body), 'token'), caller)
      return { message: 'E-mail address confirmed.' }
    },
  }
}

function resendRoute({ db, frontendUrl }: AccountParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/auth/resend-verification-email',
    access: 'all',
    scope: 'none',
    doc: {
      summary: 'Send the confirmation mail again',
      body: data(texts('email')),
      answer: texts('message'),
      example: { body: { data: { email: '$EMAIL' } } },
    },
    handler: async (request) => {
      const email = demandAddress(readMembers(request.body), 'email')
      await takeTry(db, accountMailLimits(networkOf(request.ip), email))
      await resendVerification(db, email, frontendUrl)
      return { message: 'If the address belongs to an unconfirmed account, a mail has been sent.' }
    },
  }
}

async function confirmAddress(db: Db, token: string, caller: Caller | undefined): Promise<void> {
  await db.transaction(async (tx) => {
    const verified = await useEmailToken(tx, token, 'verify')
    if (verified) return verifyAddress(tx, verified.user_id)
    const changed = await useEmailToken(tx, token, 'change')
    if (!changed) throw new BadRequestError('The token is unknown, used or expired. Request a new one.')
    return moveAccount(tx, changed, caller)
  })
}

async function resendVerification(db: Db, email: string, frontendUrl: string): Promise<void> {
  const account = await findAccount(db, email)
  if (!account || account.is_verified) return
  await db.transaction(async (tx) => {
    const token = await issueEmailToken(tx, account.id, account.email, 'verify')
    await recordMail(tx, account.email, confirmationMessage(`${frontendUrl}/verify?token=${token}`))
  })
}
