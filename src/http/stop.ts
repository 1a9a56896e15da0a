/** How serving ends: proxies are notified, running requests are served, and clients that hang are disconnected. */
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long requests under way may take (in ms) before their connections are cut. */
const PATIENCE = 3_000

export interface Stop {
  /** Aborted when the process begins to stop. */
  signal: AbortSignal
  /**
   * Keeps serving until proxies have noticed that `/readyz` fails, then closes. Returns how many requests were served
   * meanwhile. Further calls have no effect.
   */
  close(): Promise<number>
}

export function makeStop(app: FastifyInstance, drainSeconds: number): Stop {
  const stopping = new AbortController()
  // A client that keeps its connection looks for another process with its next request.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
    done()
  })
  let answered = 0
  app.addHook('onResponse', (_request, _reply, done) => {
    if (stopping.signal.aborted) answered++
    done()
  })
  const stop = async () => {
    stopping.abort()
    if (app.server.listening) await delay(drainSeconds * 1000)
    const timer = setTimeout(() => app.server.closeAllConnections(), PATIENCE)
    await app.close().finally(() => clearTimeout(timer))
    return answered
  }
  let closing: Promise<number> | undefined
  return {
    signal: stopping.signal,
    close() {
      closing ??= stop()
      return closing
    },
  }
}
