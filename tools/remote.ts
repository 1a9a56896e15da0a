/** Another server, from which media are fetched. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

export interface Remote {
  /** For FETCH_ALLOW. */
  host: string
  url: string
  /** Method and path of each request, in their order. */
  asked: string[]
  /** How many connections were made, also those that never became a request. */
  connections(): number
  answer: RequestListener
}

export async function startRemote(answer: RequestListener, address = '127.0.0.1'): Promise<Remote> {
  let connections = 0
  const server = createServer((request, response) => {
    remote.asked.push(`${request.method} ${request.url}`)
    remote.answer(request, response)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const host = `${address.includes(':') ? `[${address}]` : address}:${port}`
  const remote: Remote = { host, url: `http://${host}`, asked: [], connections: () => connections, answer }
  return remote
}
