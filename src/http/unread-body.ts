/** Bodies that are not read to their end, because their request is refused before. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasBody } from './body-timeout.ts'

/** What is longer (in bytes) is not worth waiting for, only to keep the connection. */
const SMALL = 64 * 1024
/** How long (in ms) the rest of a body is discarded, so that the client sees the response before the connection ends. */
const LINGER = 5_000

export function addUnreadBodies(app: FastifyInstance): void {
  askWhenWanted(app)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    if (hasBody(request) && !raw.complete && raw.socket instanceof Socket) {
      if (!(Number(raw.headers['content-length']) <= SMALL)) {
        reply.header('connection', 'close')
        closeGently(raw.socket)
      }
      reply.raw.once('finish', () => throwAway(raw))
    }
    done()
  })
}

/** Node would request every body that a client holds back; here only a body that is read is requested. */
function askWhenWanted(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  // Clients may expect only this; for anything else they get the usual response.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (waiting.has(request.raw)) reply.raw.writeContinue()
    done()
  })
}

/**
 * Node closes a connection right after its response. If bytes are still arriving, the system of the client then reports
 * them as lost and may discard the response. So only our half is closed, and the client closes the other.
 */
function closeGently(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
  }
}

function throwAway(request: IncomingMessage): void {
  if (request.complete) return
  request.resume()
  const { socket } = request
  const timer = setTimeout(() => socket.destroy(), LINGER).unref()
  request.once('end', () => clearTimeout(timer))
  socket.once('close', () => clearTimeout(timer))
}
