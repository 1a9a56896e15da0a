/** Log-in, refresh and log-out. */
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { Tokens } from '../access/jwt.ts'
import type { Identify } from '../access/logins.ts'
import { refreshLogin, revokeLogin, revokeLogins, startLogin, tokenOf } from '../access/logins.ts'
import { networkOf } from '../access/network.ts'
import { checkPassword } from '../access/password-check.ts'
import type { Db } from '../database/connect.ts'
import { UnauthorizedError } from '../errors.ts'
import { addRoute, type GuardedRoute } from '../web/guard.ts'
import { demandAddress, demandText, isTrue, readMembers } from '../web/members.ts'
import { members, type RouteDoc, texts } from '../web/route-doc.ts'
import { cookiesFor, REFRESH_COOKIE, REFRESH_PATH } from './log-in-cookies.ts'

export interface AuthParts {
  db: Db
  tokens: Tokens
  identify: Identify
  publicUrl: string
}

const LOG_IN: RouteDoc = {
  summary: 'Log in',
  body: members(
    {
      email: { type: 'string', minLength: 1 },
      username: { type: 'string', minLength: 1 },
      password: { type: 'string', minLength: 1 },
      'remember-me': { type: 'boolean' },
      'include-in-response': { type: 'boolean' },
    },
    ['password'],
  ),
  answer: members({ access_token: { type: 'string' }, refresh_token: { type: 'string' } }, ['access_token']),
  example: { body: { email: '$EMAIL', password: '$PASSWORD' } },
}
const SUCCESS = members({ success: { type: 'boolean' } })

export function addAuthRoutes(app: FastifyInstance, parts: AuthParts): void {
  const { identify } = parts
  // Only a refresh reads cookies, so only a refresh parses them.
  app.register(cookie, { hook: false })
  const handler = logIn(parts)
  for (const url of ['/auth/session', '/v1/auth/login'])
    addRoute(app, identify, { method: 'POST', url, access: 'all', scope: 'none', doc: LOG_IN, handler })
  addRoute(app, identify, freshLogInRoute(parts))
  // Without the usual guard: the token in the header is a refresh token.
  addRoute(app, async () => undefined, refreshRoute(parts))
  addLogOut(app, parts)
}

function logIn({ db, tokens, publicUrl }: AuthParts): GuardedRoute['handler'] {
  const setCookies = cookiesFor(publicUrl)
  return async (request, reply) => {
    const members = readMembers(request.body)
    const network = networkOf(request.ip)
    const userId = await checkCredentials(db, members, network)
    const remembers = isTrue(members['remember-me'])
    const login = await startLogin(db, tokens, { userId, network, refreshable: remembers })
    const inBody = isTrue(members['include-in-response'])
    if (remembers && !inBody) setCookies(reply, login)
    return { access_token: login.accessToken, ...(inBody && { refresh_token: login.refreshToken }) }
  }
}

function freshLogInRoute({ db, tokens }: AuthParts): GuardedRoute {
  return {
    method: 'POST',
    url: '/v1/auth/fresh-login',
    access: 'user',
    scope: 'none',
    doc: {
      summary: 'Log in again to get a fresh token',
      body: texts('email', 'password'),
      answer: texts('access_token'),
      example: { body: { email: '$EMAIL', password: '$PASSWORD' } },
    },
    handler: async (request, _reply, caller) => {
      const network = networkOf(request.ip)
      const userId = await checkCredentials(db, readMembers(request.body), network)
      if (userId !== caller!.id) throw new UnauthorizedError('These credentials belong to another user.')
      const login = await startLogin(db, tokens, { userId, network, refreshable: false })
      return { access_token: login.accessToken }
    },
  }
}

function refreshRoute({ db, tokens }: AuthParts): GuardedRoute {
  return {
    method: 'POST',
    url: REFRESH_PATH,
    access: 'all',
    scope: 'any',
    doc: {
      summary: 'Get a new access token with a refresh token',
      answer: texts('access_token'),
      example: { token: '$REFRESH_TOKEN' },
    },
    handler: async (request) => ({ access_token: await refresh(db, tokens, request) }),
  }
}

async function checkCredentials(db: Db, members: Record<string, unknown>, network: string): Promise<string> {
  const email = demandAddress(members, 'email', 'username')
  const user = await checkPassword(db, { email, password: demandText(members, 'password'), network })
  if (!user) throw new UnauthorizedError('Wrong e-mail address or password.')
  if (user.is_blocked) throw new UnauthorizedError('This account is blocked. Contact the administrator.')
  return user.id
}

/** From the header, or from the cookie together with the value that only a page of the same site can read. */
async function refresh(db: Db, tokens: Tokens, request: FastifyRequest): Promise<string> {
  const inHeader = tokenOf(request)
  const token = inHeader ?? request.server.parseCookie(request.headers.cookie ?? '')[REFRESH_COOKIE]
  if (!token)
    throw new UnauthorizedError(
      'A refresh token is required: send the header "Authorization: JWT <refresh token>".',
    )
  const { accessToken, csrf } = await refreshLogin(db, tokens, token)
  if (!inHeader && request.headers['x-csrf-token'] !== csrf)
    throw new UnauthorizedError('The header X-CSRF-TOKEN is missing or wrong.')
  return accessToken
}

function addLogOut(app: FastifyInstance, { db, identify, publicUrl }: AuthParts): void {
  const setCookies = cookiesFor(publicUrl)
  const success = { success: true }
  addRoute(app, orNobody(identify), {
    method: 'POST',
    url: '/v1/auth/logout',
    access: 'all',
    scope: 'none',
    doc: { summary: 'Log out', answer: SUCCESS, example: { token: '$TOKEN' } },
    handler: async (_request, reply, caller: Caller | undefined) => {
      if (caller) await revokeLogin(db, caller.loginId)
      setCookies(reply, undefined)
      return success
    },
  })
  addRoute(app, identify, {
    method: 'POST',
    url: '/v1/auth/blacklist',
    access: 'user',
    scope: 'none',
    doc: { summary: 'Log out everywhere', answer: SUCCESS },
    handler: async (_request, _reply, caller) => {
      await revokeLogins(db, caller!.id)
      return success
    },
  })
}

/** A token that has ended must not keep its bearer from losing the cookies. */
function orNobody(identify: Identify): Identify {
  return async (request) => {
    try {
      return await identify(request)
    } catch (error) {
      if (error instanceof UnauthorizedError) return undefined
      throw error
    }
  }
}
