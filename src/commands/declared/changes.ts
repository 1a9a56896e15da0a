import type { Command } from '../command.ts'

export const changes: Command = {
  name: 'changes',
  summary: 'show the change log of an event, newest first',
  arguments: [{ name: 'event', about: 'the id or identifier of the event' }],
  options: {
    limit: { value: 'NUMBER', about: 'the maximum number of entries', default: '50', most: 10_000 },
  },
  details: 'Entries are kept for AUDIT_DAYS days. --json shows the old and new values. Times are in UTC.',
  examples: ['changes 1', 'changes 43df5479 --limit 10 --json'],
  run: async (call) => (await import('../changes.ts')).changes(call),
}
