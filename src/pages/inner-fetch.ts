/** The API as a page reads it: through the same routes as everyone, as an anonymous caller, without a network. */
import type { FastifyInstance } from 'fastify'
import { INNER_ADDRESS } from '../web/inner.ts'

export function innerFetch(app: FastifyInstance, publicUrl: string): typeof fetch {
  return async (input, init) => {
    const url = String(input).slice(publicUrl.length)
    const headers = { accept: new Headers(init?.headers).get('accept') ?? '*/*' }
    const answer = await app.inject({ method: 'GET', url, headers, remoteAddress: INNER_ADDRESS })
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: { 'content-type': String(answer.headers['content-type']) },
    })
  }
}
