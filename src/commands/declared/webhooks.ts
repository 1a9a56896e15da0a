import type { Command } from '../command.ts'

export const webhookPing: Command = {
  name: 'webhook ping',
  summary: 'send a test message to a webhook and show the response',
  arguments: [{ name: 'webhook', about: 'the id of the webhook' }],
  details: 'The message is signed like any other and appears among the deliveries of the webhook.',
  examples: ['webhook ping 3'],
  run: async (call) => (await import('../webhook.ts')).webhookPing(call),
}
