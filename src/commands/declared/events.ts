import type { Command } from '../command.ts'

const EVENT = { name: 'event', about: 'its id or its identifier' }

export const eventList: Command = {
  name: 'event list',
  summary: 'show the events, the newest first',
  options: {
    search: { value: 'TEXT', about: 'only those with this in their name or identifier' },
    limit: { value: 'NUMBER', about: 'how many at the most', default: '50', most: 10_000 },
  },
  details: 'Drafts are shown too, deleted events are not. Times are in UTC.',
  examples: ['event list', 'event list --search summit --json'],
  run: async (call) => (await import('../event-list-copy.ts')).eventList(call),
}

export const eventExport: Command = {
  name: 'event export',
  summary: 'write an event into a zip archive',
  arguments: [EVENT],
  options: {
    out: { value: 'FILE', about: 'the file to write (event<id>.zip); - for standard output' },
    force: { about: 'replace the file if there is one' },
    image: { about: 'with the pictures' },
    video: { about: 'with the videos' },
    document: { about: 'with the slides' },
    audio: { about: 'with the audio files' },
    media: { about: 'with all of these' },
  },
  details:
    'The archive is the same as that of an export over the API. It is one snapshot of the event. The file has its name\n' +
    'only when it is complete.',
  examples: ['event export 1', 'event export 43df5479 --media --out summit.zip'],
  stopsInOrder: true,
  run: async (call) => (await import('../event-export.ts')).eventExport(call),
}

export const eventImport: Command = {
  name: 'event import',
  summary: 'make a new event from an archive',
  arguments: [{ name: 'file', about: 'the zip archive; - for standard input' }],
  options: { owner: { value: 'E-MAIL', about: 'the account that owns the event; needed' } },
  details:
    'All of the archive is imported, or nothing. What was repaired or left out is told as warnings. The owner gets a\n' +
    'mail, as with an import over the API.',
  examples: ['event import event1.zip --owner ada@example.org'],
  stopsInOrder: true,
  run: async (call) => (await import('../event-import.ts')).eventImport(call),
}

export const eventCopy: Command = {
  name: 'event copy',
  summary: 'copy an event as a draft',
  arguments: [EVENT],
  options: {
    owner: { value: 'E-MAIL', about: 'the account that owns the copy (the owner of the original)' },
  },
  details: 'The copy has files of its own. The owner gets a mail, as with a copy over the API.',
  examples: ['event copy 1', 'event copy 43df5479 --owner ada@example.org'],
  stopsInOrder: true,
  run: async (call) => (await import('../event-list-copy.ts')).eventCopy(call),
}
