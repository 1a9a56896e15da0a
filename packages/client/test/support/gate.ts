/** A proxy in front of the service that spoils some requests on their way, as networks and overloaded servers do. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export type Spoil = (incoming: IncomingMessage, answer: ServerResponse, forward: () => void) => void

export interface Gate {
  address: string
  /** Method and path of each request that came. */
  requests: string[]
  /** What happens to the requests that come next, in turn; the others are passed on. */
  next: Spoil[]
}

/** `target` answers the address of the service. */
export async function openGate(target: () => string): Promise<Gate> {
  const requests: string[] = []
  const next: Spoil[] = []
  const server = createServer((incoming, answer) => {
    requests.push(`${incoming.method} ${incoming.url}`)
    const forward = () => pass(target(), incoming, answer)
    const spoil = next.shift()
    if (spoil) spoil(incoming, answer, forward)
    else forward()
  })
  // As long as the service says in the header that is passed on, and a little longer.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, next }
}

function pass(target: string, incoming: IncomingMessage, answer: ServerResponse): void {
  const { method, url, headers } = incoming
  const outgoing = request(`${target}${url}`, { method, headers }, (response) => {
    answer.writeHead(response.statusCode!, response.headers)
    response.pipe(answer)
    answer.on('close', () => response.destroy())
  })
  outgoing.on('error', () => answer.destroy())
  incoming.pipe(outgoing)
}

export const cut: Spoil = (incoming) => incoming.socket.destroy()

/** The service answers, and nobody hears it. */
export const lose: Spoil = (incoming, answer, forward) => {
  answer.writeHead = () => {
    incoming.socket.destroy()
    return answer
  }
  forward()
}

export const hold: Spoil = () => undefined

export function refuse(status: number, headers: Record<string, string> = {}): Spoil {
  return (incoming, answer) => {
    incoming.resume()
    answer.writeHead(status, headers).end()
  }
}
