/** The API as a page reads it: through the same routes as everyone, as an anonymous caller, without a network. */
import type { FastifyInstance } from 'fastify'
import { INNER_ADDRESS } from '../web/inner.ts'

const SENT = ['accept', 'if-none-match']
const RETURNED = ['content-type', 'etag']

export function innerFetch(app: FastifyInstance, publicUrl: string): typeof fetch {
  return async (input, init) => {
    const url = String(input).slice(publicUrl.length)
    const headers = pick(new Headers(init?.headers), SENT)
    const answer = await app.inject({ method: 'GET', url, headers, remoteAddress: INNER_ADDRESS })
    const { statusCode: status, rawPayload } = answer
    const returned = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    return new Response(status === 304 ? null : new Uint8Array(rawPayload), {
      status,
      headers: pick(returned, RETURNED),
    })
  }
}

function pick(headers: Headers, names: string[]): Record<string, string> {
  const found = names.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== null))
}
