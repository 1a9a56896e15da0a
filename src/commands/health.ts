import type { Command } from './command.ts'

/** How long the service may take to answer (in ms). */
const PATIENCE = 5_000

export const health: Command = {
  name: 'health',
  summary: 'ask the running service whether it can serve',
  details:
    'It calls /readyz of the service that listens on HOST and PORT. The exit code is 0 when it can serve, else 1: for\n' +
    'containers and monitors.',
  examples: ['health'],
  async run({ config }) {
    const host = ['0.0.0.0', '::'].includes(config.host) ? 'localhost' : config.host
    const address = `http://${host.includes(':') ? `[${host}]` : host}:${config.port}`
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(PATIENCE) }).catch(
      () => undefined,
    )
    if (!answer) throw new Error(`Nothing answers at ${address}.`)
    if (!answer.ok)
      throw new Error(`The service at ${address} cannot serve now: it answers ${answer.status}.`)
    return { text: `The service at ${address} can serve.`, value: { address, ready: true } }
  },
}
