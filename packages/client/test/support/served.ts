/** The real service behind a gate, at an address that it knows as its own. */
import { startTestService, type TestService } from '../../../../test/support/service.ts'
import { type Gate, openGate } from './gate.ts'

export interface Served extends TestService {
  address: string
  gate: Gate
}

export async function startServed(env: Record<string, string> = {}): Promise<Served> {
  let target = ''
  const gate = await openGate(() => target)
  const { address } = gate
  const service = await startTestService({ PORT: '0', PUBLIC_URL: address, WORKERS: '2', ...env })
  target = await service.listen()
  return { ...service, address, gate }
}
