/** The cookies of a log-in that can be refreshed. */
import type { FastifyReply } from 'fastify'
import type { Login } from '../access/logins.ts'

export const REFRESH_PATH = '/v1/auth/token/refresh'
export const REFRESH_COOKIE = 'refresh_token_cookie'
const YEAR = 365 * 24 * 3600

/** What browsers have to know about this service. The proxy may connect without TLS, so the public address decides. */
export function siteOf(publicUrl: string): { secure: boolean; base: string } {
  // The service may be served below a path, which only clients see.
  return {
    secure: publicUrl.startsWith('https:'),
    base: new URL(publicUrl).pathname.replace(/\/$/, ''),
  }
}

export function cookiesFor(publicUrl: string): (reply: FastifyReply, login: Login | undefined) => void {
  const { secure, base } = siteOf(publicUrl)
  return (reply, login) => {
    const common = { maxAge: login ? YEAR : 0, sameSite: 'strict', secure } as const
    reply.setCookie(REFRESH_COOKIE, login?.refreshToken ?? '', {
      ...common,
      path: `${base}${REFRESH_PATH}`,
      httpOnly: true,
    })
    reply.setCookie('csrf_refresh_token', login?.csrf ?? '', { ...common, path: `${base}/` })
  }
}
