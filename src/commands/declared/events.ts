import type { Command } from '../command.ts'

const EVENT = { name: 'event', about: 'the id or identifier of the event' }

export const eventList: Command = {
  name: 'event list',
  summary: 'list events, newest first',
  options: {
    search: { value: 'TEXT', about: 'only events with TEXT in the name or identifier' },
    limit: { value: 'NUMBER', about: 'the maximum number of entries', default: '50', most: 10_000 },
  },
  details: 'The list includes drafts but not deleted events. Times are in UTC.',
  examples: ['event list', 'event list --search summit --json'],
  run: async (call) => (await import('../event-list-copy.ts')).eventList(call),
}

export const eventExport: Command = {
  name: 'event export',
  summary: 'export an event to a zip archive',
  arguments: [EVENT],
  options: {
    out: { value: 'FILE', about: 'the file to write (event<id>.zip); - for standard output' },
    force: { about: 'overwrite the file if it exists' },
    image: { about: 'include images' },
    video: { about: 'include videos' },
    document: { about: 'include slides' },
    audio: { about: 'include audio files' },
    media: { about: 'include all of these' },
    reviews: { about: 'include reviews and feedback, with the e-mail addresses of their authors' },
  },
  details:
    'The archive is a consistent snapshot of the event, the same as an export through the API. The file appears under its\n' +
    'name only when it is complete.',
  examples: ['event export 1', 'event export 43df5479 --media --out summit.zip'],
  stopsInOrder: true,
  run: async (call) => (await import('../event-export.ts')).eventExport(call),
}

export const eventImport: Command = {
  name: 'event import',
  summary: 'create an event from an archive',
  arguments: [{ name: 'file', about: 'the zip archive; - for standard input' }],
  options: { owner: { value: 'E-MAIL', about: 'the account that owns the event (required)' } },
  details:
    'Imports all of the archive or nothing. Warnings list what was repaired or skipped. The owner gets a mail, as with an\n' +
    'import through the API.',
  examples: ['event import event1.zip --owner ada@example.org'],
  stopsInOrder: true,
  run: async (call) => (await import('../event-import.ts')).eventImport(call),
}

export const eventCopy: Command = {
  name: 'event copy',
  summary: 'copy an event to a new draft',
  arguments: [EVENT],
  options: {
    owner: { value: 'E-MAIL', about: 'the account that owns the copy (default: the owner of the original)' },
  },
  details: 'The copy gets its own files. The owner gets a mail, as with a copy through the API.',
  examples: ['event copy 1', 'event copy 43df5479 --owner ada@example.org'],
  stopsInOrder: true,
  run: async (call) => (await import('../event-list-copy.ts')).eventCopy(call),
}
