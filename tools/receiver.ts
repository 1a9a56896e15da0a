/** A receiver of webhooks: keeps every request, and answers as a test says. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import type { Json } from '../test/support/service.ts'
import { CERTIFICATE, KEY } from './certificate.ts'

export interface Received {
  path: string
  headers: Record<string, string>
  text: string
  body: Json
}

export interface Receiver {
  /** For FETCH_ALLOW. */
  host: string
  url: string
  received: Received[]
  /** What came to this path. */
  at(path: string): Received[]
  /** How requests are answered from now on; 204 unless said. */
  answer(received: Received, response: ServerResponse): void
}

/** One that ends with the test file. */
export async function startReceiver(options: { isSecure?: boolean } = {}): Promise<Receiver> {
  const receiver = await runReceiver(options)
  after(() => receiver.close())
  return receiver
}

export async function runReceiver({ isSecure = false } = {}): Promise<Receiver & { close(): void }> {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    const headers = request.headers as Record<string, string>
    const received = { path: request.url!, headers, text: body, body: JSON.parse(body) }
    receiver.received.push(received)
    receiver.answer(received, response)
  }
  const server = isSecure
    ? createSecureServer({ cert: CERTIFICATE, key: KEY }, receive)
    : createServer(receive)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const host = `localhost:${port}`
  const receiver: Receiver & { close(): void } = {
    host,
    url: `${isSecure ? 'https' : 'http'}://${host}`,
    received: [],
    at: (path) => receiver.received.filter((one) => one.path === path),
    answer: (_received, response) => response.writeHead(204).end(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
