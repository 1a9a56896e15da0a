import type { Command } from '../command.ts'

export const scheduleImport: Command = {
  name: 'schedule import',
  summary: 'import the schedule of another system',
  arguments: [{ name: 'file', about: 'frab XML, frab or pretalx JSON, or CSV; - for standard input' }],
  options: {
    event: { value: 'ID', about: 'the event to change (default: a new draft is created)' },
    'dry-run': { about: 'show what would change, and write nothing' },
    owner: { value: 'E-MAIL', about: 'the account that owns a new event (default: the owner of the event)' },
  },
  details:
    'Imports all of the file or nothing. Sessions and speakers are matched by guid, then by the id in the other system, so the\n' +
    'same file can be imported again and again. Sessions that the file does not have stay.',
  examples: [
    'schedule import schedule.xml --owner ada@example.org',
    'schedule import programme.csv --event 43df5479 --dry-run',
  ],
  stopsInOrder: true,
  run: async (call) => (await import('../schedule-import.ts')).scheduleImport(call),
}
