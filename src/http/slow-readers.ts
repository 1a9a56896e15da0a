import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Ends a connection that takes nothing of its answer for this long (in ms): what waits for it is memory. An answer that
 * has nothing to send for a while, such as a stream, goes on. With the end of the answer Node sets a time of its own.
 */
export function addSlowReaders(app: FastifyInstance, patience: number): void {
  app.addHook('onSend', ({ raw: { socket } }, reply, _payload, done) => {
    if (socket instanceof Socket) {
      socket.setTimeout(patience)
      reply.raw.on('timeout', () => {
        if (socket.writableLength > 0) socket.destroy()
        else socket.setTimeout(patience)
      })
    }
    done()
  })
}
