/** Bodies that are not read to their end, because their request is refused before. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hasBody } from './body-timeout.ts'

/** What is longer (in bytes) is not worth waiting for, only to keep the connection. */
const SMALL = 64 * 1024
/** How long (in ms) what still comes is thrown away, so that the client sees the answer before the connection ends. */
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

/** Node would ask for every body that a client holds back; here only one that is read is asked for. */
function askWhenWanted(app: FastifyInstance): void {
  const waiting = new WeakSet<IncomingMessage>()
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request)
    app.server.emit('request', request, response)
  })
  // Nothing else can be expected, and whoever does gets the usual answer.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.addHook('preParsing', (request, reply, _payload, done) => {
    if (waiting.has(request.raw)) reply.raw.writeContinue()
    done()
  })
}

/**
 * Node ends a connection with its answer at once. When bytes are still on their way, the system of the client is then told
 * that they were lost, and may forget the answer over it. So only our half is closed, and theirs follows.
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
