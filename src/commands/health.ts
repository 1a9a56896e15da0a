import type { Call, Outcome } from './command.ts'

/** How long the service may take to respond (in ms). */
const PATIENCE = 5_000

export async function health({ config }: Call): Promise<Outcome> {
  const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
  const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE) }).catch(
    () => undefined,
  )
  if (!answer) throw new Error(`No service responds at ${address}.`)
  if (!answer.ok) throw new Error(`The service at ${address} is not ready: it returned ${answer.status}.`)
  return { text: `The service at ${address} is ready.`, value: { address, ready: true } }
}
