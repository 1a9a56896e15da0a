/** The real service, listening on a port of its own. */
import { createServer } from 'node:net'
import { startTestService, type TestService } from '../../../../test/support/service.ts'

export interface Served extends TestService {
  address: string
}

export async function startServed(env: Record<string, string> = {}): Promise<Served> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const service = await startTestService({ PORT: String(port), PUBLIC_URL: address, WORKERS: '2', ...env })
  await service.listen()
  return { ...service, address }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
