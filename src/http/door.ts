/** The port is opened before anything else, and returns 503 until the service is ready. */
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { UnavailableError } from '../errors.ts'
import { toDocument } from '../jsonapi/errors.ts'
import { MEDIA_TYPE } from '../jsonapi/negotiation.ts'
import { EVERY_ANSWER } from './answer-headers.ts'
import { requestId } from './request-log.ts'

export interface Door {
  address: string
  /** From now on the application serves the requests. */
  handTo(app: FastifyInstance): Promise<void>
  /** Once is enough. */
  close(): Promise<void>
}

const STARTING = new UnavailableError('The service is starting. Try again in a few seconds.')

export async function openDoor({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Door> {
  // A name such as localhost may resolve to an IPv4 and an IPv6 address, and clients may use either.
  const [first, ...others] = await lookup(host, { all: true }).catch((error: NodeJS.ErrnoException) => {
    throw faultOf(error, host, port)
  })
  const main = await claim(first!.address, port).catch((error) => {
    throw faultOf(error, host, port)
  })
  const taken = (main.address() as AddressInfo).port
  const claims = await Promise.all(others.map(({ address }) => claim(address, taken).catch(() => undefined)))
  const beside = claims.filter((server) => server !== undefined)
  let isHandedOver = false
  return {
    address: addressOf(main),
    async handTo(app) {
      isHandedOver = true
      for (const server of beside) forward(server, app.server)
      app.server.listen(main)
      await once(app.server, 'listening')
    },
    async close() {
      // What was handed over is closed by the application.
      for (const server of isHandedOver ? beside : [main, ...beside]) server.close().closeAllConnections()
    },
  }
}

async function claim(host: string, port: number): Promise<Server> {
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 10_000 }, answerStarting)
  server.listen({ host, port })
  await once(server, 'listening')
  return server
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  const isAlive = request.url === '/healthz'
  const body = Buffer.from(JSON.stringify(isAlive ? { status: 'alive' } : toDocument(STARTING)))
  response.writeHead(isAlive ? 200 : STARTING.status, {
    'content-type': isAlive ? 'application/json' : MEDIA_TYPE,
    'content-length': body.length,
    'cache-control': 'no-store',
    ...EVERY_ANSWER,
    'x-request-id': requestId(request),
    // The next request shall find the application.
    connection: 'close',
    ...(isAlive ? {} : STARTING.headers),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

function forward(server: Server, to: Server): void {
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => to.emit('connection', socket))
}

function addressOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`
}

function faultOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} on ${host} is already in use. Stop the other program, or choose another port: PORT=${nextPort(port)} npm start`,
      )
    case 'EACCES':
      return new Error(
        `This user is not allowed to listen on port ${port}. Set PORT to 1024 or higher and put a proxy in front of it.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST is ${host}, which is not an address of this machine.`)
    default:
      return new Error(`Cannot listen on port ${port} of ${host} (PORT, HOST): ${message}`)
  }
}

function nextPort(port: number): number {
  return port < 65_535 ? port + 1 : 8080
}
