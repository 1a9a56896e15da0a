/** Whether what went wrong is said on a page, or as an error of the API. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteConfig } from '../web/guard.ts'

interface Served {
  url: string
  isPage?: boolean
}

/** Shows on a page what went wrong. */
export type SendFault = (
  request: FastifyRequest,
  reply: FastifyReply,
  fault: { status: number; code: string },
) => Promise<unknown>

/** The page was sent; or it was not for people, or could not be made. */
type ShowFault = (request: FastifyRequest, reply: FastifyReply, code: string) => Promise<boolean>

export function makeShowFault(routes: readonly Served[], sendFault: SendFault | undefined): ShowFault {
  const isForPeople = makeIsForPeople(routes)
  return async (request, reply, code) => {
    if (!sendFault || !isForPeople(request)) return false
    try {
      await sendFault(request, reply, { status: reply.statusCode, code })
      return true
    } catch (error) {
      request.log.warn({ err: error }, 'the page for an error was not made')
      return false
    }
  }
}

/** Whether a browser opens an address that is not one of the API: what is not there is then a page too. */
function makeIsForPeople(routes: readonly Served[]): (request: FastifyRequest) => boolean {
  const firstPart = (url: string) => url.split(/[/?]/)[1] ?? ''
  let parts: Set<string> | undefined
  return ({ method, url, headers, routeOptions, is404 }) => {
    if (!['GET', 'HEAD'].includes(method) || !headers.accept?.includes('text/html')) return false
    if ((routeOptions.config as RouteConfig | undefined)?.isPage) return true
    parts ??= new Set(routes.filter(({ isPage }) => !isPage).map((route) => firstPart(route.url)))
    return is404 && !parts.has(firstPart(url))
  }
}
