import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes a connection whose client reads nothing of its response for this long (in ms), because the response waits in
 * memory. A response without data to send, such as a stream, continues. After the end of the response Node uses its own
 * timeout.
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
