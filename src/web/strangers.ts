/** Answers strangers from what is kept, before anything is read from the database. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endMaking, sendAnswer, setMaker } from './answer.ts'
import type { RouteConfig } from './guard.ts'
import type { KeptReads } from './kept-reads.ts'

/** Longer ones are rare, and would make long keys. */
const LONGEST_KEY = 2_000

/** Added after everything that may refuse a request, such as limits and content types. */
export function addKeptReads(app: FastifyInstance, reads: KeptReads): void {
  if (!reads.isOn) return
  app.addHook('onRequest', (request, reply, done) => {
    const key = keyOf(request)
    if (key === undefined) return done()
    const answer = reads.get(key)
    if (answer) sendAnswer(request, reply, answer).catch(done)
    else join(key, request, reply).then((isSent) => isSent || done(), done)
  })
  const join = async (key: string, request: FastifyRequest, reply: FastifyReply) => {
    const found = await reads.make(key)
    const isMade = 'body' in found
    if (isMade) await sendAnswer(request, reply, found)
    else setMaker(request, found)
    return isMade
  }
  // A refusal, a table that is sent row by row, a client that is gone: others need not wait for it.
  app.addHook('onSend', (request, _reply, _payload, done) => {
    endMaking(request)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    endMaking(request)
    done()
  })
}

/** All that an answer to a stranger depends on. Undefined for everybody else, and for routes that are not kept. */
function keyOf(request: FastifyRequest): string | undefined {
  const { method, url, headers, routeOptions } = request
  const { isKept } = (routeOptions.config ?? {}) as RouteConfig
  if (!isKept || (method !== 'GET' && method !== 'HEAD')) return undefined
  if (headers.authorization !== undefined || headers.cookie !== undefined) return undefined
  // The secret of a feed token makes a reader known.
  if ((request.query as { token?: unknown }).token !== undefined) return undefined
  const key = `${url}\n${headers.accept ?? ''}`
  return key.length > LONGEST_KEY ? undefined : key
}
