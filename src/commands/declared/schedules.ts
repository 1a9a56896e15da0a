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

export const scheduleExport: Command = {
  name: 'schedule export',
  summary: 'write the schedule of an event to a file',
  arguments: [{ name: 'event', about: 'the id or identifier of the event' }],
  options: {
    format: { value: 'FORMAT', about: 'xml, json, ics or xcal', default: 'xml' },
    release: { value: 'VERSION', about: 'a release, latest or live', default: 'latest' },
    out: { value: 'FILE', about: 'the file to write (schedule<id>.<format>); - for standard output' },
    force: { about: 'overwrite the file if it exists' },
  },
  details:
    'The same as the feed of the API: the latest release, or the present state while there is none. With --release live it\n' +
    'is always the present state.',
  examples: ['schedule export 1', 'schedule export 43df5479 --format ics --out summit.ics'],
  run: async (call) => (await import('../schedule-export.ts')).scheduleExport(call),
}
