/** A proxy that spreads requests over processes, as the one in compose.yaml does. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface Backend {
  name: string
  /** Where it listens; undefined while it does not run. */
  address(): string | undefined
}

/** A request that was not answered, because its process went away in the middle. */
export interface LostRequest {
  method: string
  path: string
  backend: string
  /** When it was sent to the process. */
  sentAt: number
}

export interface TestProxy {
  url: string
  lost: LostRequest[]
  /** How many requests each process has answered. */
  answered: Map<string, number>
  /** Looks at every process now instead of at the next turn. */
  look(): Promise<void>
  /** Breaks all connections, to clients and to processes, whatever is under way on them. Answers how many there were. */
  cut(): number
  close(): void
}

/** How often `/readyz` of each process is asked (in ms). */
const LOOK_EVERY = 200
const SAFE = ['GET', 'HEAD', 'OPTIONS']

export async function startProxy(backends: Backend[], port = 0): Promise<TestProxy> {
  const unready = new Set<string>()
  const lost: LostRequest[] = []
  const answered = new Map<string, number>()
  /** The connections to processes. */
  const passing = new Set<Socket>()
  let turn = 0
  /** The ready processes first, in turns; the others last, because they may be back already. */
  const inTurn = () => {
    const start = turn++ % backends.length
    const order = [...backends.slice(start), ...backends.slice(0, start)]
    return order.sort((a, b) => Number(unready.has(a.name)) - Number(unready.has(b.name)))
  }
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '' } = incoming
    for (const { name, address } of inTurn()) {
      const socket = await reach(address())
      if (!socket) continue
      passing.add(socket)
      socket.once('close', () => passing.delete(socket))
      const sentAt = Date.now()
      if (await forward(incoming, response, socket)) {
        answered.set(name, (answered.get(name) ?? 0) + 1)
        return
      }
      // The client went away and waits for nothing.
      if (response.destroyed) return
      // The process went away in the middle. What changes nothing is asked again, of another one.
      if (SAFE.includes(method) && !response.headersSent) continue
      lost.push({ method, path, backend: name, sentAt })
      break
    }
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  }
  const look = async ({ name, address }: Backend) => {
    const url = address()
    const answer = url ? await fetch(`${url}/readyz`).catch(() => undefined) : undefined
    await answer?.body?.cancel()
    if (answer?.ok) unready.delete(name)
    else unready.add(name)
  }
  const server = createServer((incoming, response) => void pass(incoming, response))
  const clients = new Set<Socket>()
  server.on('connection', (socket) => {
    clients.add(socket)
    socket.once('close', () => clients.delete(socket))
  })
  // As long as the service says in the header that is passed on, and a little longer.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const lookAtAll = async () => {
    await Promise.all(backends.map(look))
  }
  const timer = setInterval(lookAtAll, LOOK_EVERY)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    answered,
    look: lookAtAll,
    cut() {
      const open = [...clients, ...passing]
      for (const socket of open) socket.destroy()
      return open.length
    },
    close() {
      clearInterval(timer)
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A connection to the process, or undefined when it does not listen. */
function reach(address: string | undefined): Promise<Socket | undefined> {
  if (!address) return Promise.resolve(undefined)
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(undefined))
  })
}

/** Passes the request on and its answer back; answers false when the process went away before the answer was whole. */
function forward(incoming: IncomingMessage, response: ServerResponse, socket: Socket): Promise<boolean> {
  const { method, url: path, rawHeaders, socket: client } = incoming
  return new Promise((resolve) => {
    const outgoing = request({
      method,
      path,
      headers: headersFor(rawHeaders, client),
      createConnection: () => socket,
    })
    outgoing.once('error', () => resolve(false))
    outgoing.once('response', (answer) => {
      const { connection: _, ...headers } = answer.headers
      response.writeHead(answer.statusCode!, headers as OutgoingHttpHeaders)
      answer.pipe(response)
      answer.once('close', () => resolve(answer.complete))
    })
    // The client went away: the process hears of it.
    response.once('close', () => outgoing.destroy())
    // At a second try all of it has been read.
    if (incoming.readableEnded) outgoing.end()
    else incoming.pipe(outgoing)
  })
}

function headersFor(raw: string[], { remoteAddress }: Socket): Record<string, string[]> {
  const pairs = Array.from({ length: raw.length / 2 }, (_, index) => raw.slice(index * 2, index * 2 + 2))
  const names = Map.groupBy(pairs, ([name]) => name!.toLowerCase())
  const headers = Object.fromEntries(
    [...names].map(([name, found]) => [name, found.map(([, value]) => value!)]),
  )
  const before = headers['x-forwarded-for'] ?? []
  return { ...headers, connection: ['close'], 'x-forwarded-for': [[...before, remoteAddress].join(', ')] }
}
