/** Log-in with a provider that speaks OpenID Connect: away to the provider, and back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Tokens } from '../access/jwt.ts'
import { limit } from '../access/limits.ts'
import { startLogin } from '../access/logins.ts'
import { networkOf } from '../access/network.ts'
import { takeTry } from '../access/rate-limit.ts'
import { hashToken } from '../access/secret-token.ts'
import type { Vault } from '../access/vault.ts'
import type { OidcConfig } from '../config/oidc.ts'
import type { Db } from '../database/connect.ts'
import { TooManyError } from '../errors.ts'
import { addRoute } from '../web/guard.ts'
import { cookiesFor, siteOf } from './log-in-cookies.ts'
import { expired, oidcProvider, type Secrets } from './oidc-provider.ts'
import { accountOfPerson } from './provider-accounts.ts'

interface OidcParts {
  db: Db
  tokens: Tokens
  vault: Vault
  oidc: OidcConfig
  publicUrl: string
  /** Where people go after the log-in: to a path below this address. */
  frontendUrl: string
}

const START_PATH = '/v1/auth/oidc'
const CALLBACK_PATH = '/v1/auth/oidc/callback'
const COOKIE = 'oidc_log_in'
/** How long the provider may take to send the browser back (in seconds). */
const LIFE = 10 * 60
const ROUTE = { method: 'GET', access: 'all', scope: 'any', isPage: true, isSecret: true } as const
const anonymous = async () => undefined

interface Pending extends Secrets {
  next: string
  /** In seconds since 1970. */
  until: number
}

export function addOidcRoutes(app: FastifyInstance, parts: OidcParts): void {
  const { db, oidc, publicUrl, frontendUrl } = parts
  const provider = oidcProvider({
    ...oidc,
    callbackUrl: `${publicUrl}${CALLBACK_PATH}`,
    report: (reason) => app.log.warn({ reason }, 'a log-in with the provider failed'),
  })
  const pending = pendingCookie(parts)
  const setCookies = cookiesFor(publicUrl)
  addRoute(app, anonymous, {
    ...ROUTE,
    url: START_PATH,
    handler: async (request, reply) => {
      const { address, secrets } = await provider.begin()
      const until = Math.floor(Date.now() / 1000) + LIFE
      pending.set(reply, { ...secrets, next: ownAddress(queryOf(request).get('next'), frontendUrl), until })
      return reply.redirect(address, 302)
    },
  })
  addRoute(app, anonymous, {
    ...ROUTE,
    url: CALLBACK_PATH,
    handler: async (request, reply) => {
      const kept = pending.take(request, reply)
      await useOnce(db, kept.state)
      const person = await provider.finish(queryOf(request), kept)
      const userId = await db.transaction((tx) => accountOfPerson(tx, person, oidc.name))
      const network = networkOf(request.ip)
      setCookies(reply, await startLogin(db, parts.tokens, { userId, network, refreshable: true }))
      return reply.redirect(kept.next, 302)
    },
  })
}

function queryOf({ url }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '')
}

/** What the browser keeps while it is at the provider. It cannot read or change it, and sends it back once. */
function pendingCookie({ vault, publicUrl }: OidcParts) {
  const { secure, base } = siteOf(publicUrl)
  // Lax: the provider sends the browser back from another site.
  const options = { path: `${base}${CALLBACK_PATH}`, httpOnly: true, sameSite: 'lax', secure } as const
  return {
    set(reply: FastifyReply, pending: Pending): void {
      reply.setCookie(COOKIE, vault.seal(JSON.stringify(pending), COOKIE), { ...options, maxAge: LIFE })
    },
    take(request: FastifyRequest, reply: FastifyReply): Pending {
      const sealed = request.server.parseCookie(request.headers.cookie ?? '')[COOKIE]
      reply.setCookie(COOKIE, '', { ...options, maxAge: 0 })
      const pending = sealed === undefined ? undefined : openPending(vault, sealed)
      if (!pending || pending.until < Date.now() / 1000) throw expired()
      return pending
    },
  }
}

function openPending(vault: Vault, sealed: string): Pending | undefined {
  try {
    return JSON.parse(vault.open(sealed, COOKIE))
  } catch {
    return undefined
  }
}

/** A copy of the cookie does not start a second log-in. */
async function useOnce(db: Db, state: string): Promise<void> {
  try {
    await takeTry(db, [limit('return from a provider with one state', hashToken(state))])
  } catch (error) {
    throw error instanceof TooManyError ? expired() : error
  }
}

/** Only a path of the front end, so that no link to the log-in leads elsewhere. */
function ownAddress(next: string | null, frontendUrl: string): string {
  const start = new URL(`${frontendUrl}/`)
  const home = new URL('account', start).href
  const url = next?.startsWith('/') ? URL.parse(next, start.href) : null
  const isOwn = url?.origin === start.origin && url.pathname.startsWith(start.pathname)
  return isOwn ? `${url.origin}${url.pathname}${url.search}${url.hash}` : home
}
